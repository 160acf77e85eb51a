/* SPDX-License-Identifier: GPL-2.0-only */
/* Suggests what users may have meant who typed an event that does not exist. */
#ifndef PERF_CHOOSE_EVENT_SUGGEST_H
#define PERF_CHOOSE_EVENT_SUGGEST_H

/*
 * Returns one line about the event or PMU @name, which the caller frees: the most similar names ("Did you mean 'cycles'?"),
 * a tracepoint that was typed without its system, or the kind of machine that has this PMU. NULL if nothing is similar.
 */
char *event_suggest__name(const char *name);
/* The same for the tracepoint @system:@name, where one or both are wrong. @events: the path of the folder of the systems. */
char *event_suggest__tracepoint(const char *events, const char *system, const char *name);

/*
 * Returns the fields that a filter of the tracepoint @system:@name may use, "prev_comm, prev_pid", which the caller frees;
 * NULL if they are not known. They are the fields in its format file, without those that every tracepoint has.
 */
char *event_suggest__filter_fields(const char *system, const char *name);

#endif /* PERF_CHOOSE_EVENT_SUGGEST_H */
