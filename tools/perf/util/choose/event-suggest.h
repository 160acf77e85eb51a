/* SPDX-License-Identifier: GPL-2.0-only */
/* What somebody may have meant who typed an event that does not exist. */
#ifndef PERF_CHOOSE_EVENT_SUGGEST_H
#define PERF_CHOOSE_EVENT_SUGGEST_H

/*
 * One line about the event or PMU @name, to be freed: the names that are nearest to it ("Did you mean 'cycles'?"), a
 * tracepoint of that name without its system, or that another kind of machine has this PMU. NULL: nothing is near.
 */
char *event_suggest__name(const char *name);
/* The same for the tracepoint @system:@name, of which one or both are wrong. @events: the folder of the systems. */
char *event_suggest__tracepoint(const char *events, const char *system, const char *name);

/*
 * The fields that a filter of the tracepoint @system:@name may use: "prev_comm, prev_pid", to be freed; or NULL. They are
 * those of its format file, without the ones that every tracepoint has.
 */
char *event_suggest__filter_fields(const char *system, const char *name);

#endif /* PERF_CHOOSE_EVENT_SUGGEST_H */
