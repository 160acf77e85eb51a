/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The syntax of `perf record -e`:
 *
 *	cycles  cpu-clock:u  L1-dcache-load-misses  r1a8  1:0  sched:sched_switch  syscalls:sys_enter_*
 *	mem:ADDR[/LEN][:rwx]  pmu/term=value,.../  cpu-clock/call-graph=fp,period=1000/  {a,b}:S
 *
 * and comma lists of them. Modifiers: u k h (user, kernel, hypervisor only), G H (guest, host), p (up
 * to three), P, S, D, I, W, e, b.
 */
#ifndef PERF_CHOOSE_PARSE_EVENTS_H
#define PERF_CHOOSE_PARSE_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/event/evlist.h"
#include "util/event/evsel-config.h"

/* The first error of a text. Zero-initialised is none. Owned strings. */
struct parse_events_error {
	char *event;		/* the whole text */
	size_t pos;		/* of the wrong place in it, bytes */
	char *reason;		/* one line; NULL: no error */
	char *help;		/* more lines, or NULL */
};

#define PARSE_EVENTS_ERROR_INIT { 0 }

void parse_events_error__exit(struct parse_events_error *err);
/* Keeps the first error. Returns -EINVAL. @help may be NULL and is taken over. */
int parse_events_error__set(struct parse_events_error *err, size_t pos, char *help, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/*
 * As perf prints it, several lines, to be printed without any prefix:
 *
 *	event syntax error: 'cpu-clock:uu'
 *	                                \___ Duplicate modifier 'u' (user)
 *	Run 'perf list' for a list of valid events
 */
void parse_events_error__format(const struct parse_events_error *err, struct strbuf *out);

/*
 * Appends the events that @text names to @evlist. Each has its name (as it was typed), its attr (type,
 * config words, exclude bits, precise_ip, pinned, period where one was given; tracepoints and
 * breakpoints have sample_period 1 until somebody says otherwise; tracepoints ask for RAW, TIME, CPU
 * and PERIOD), its leader and its config (evsel-config.h). Returns 0; or negative errno with @err set,
 * and @evlist is as before: -EINVAL syntax, -ENOENT no such event.
 * When all texts are in, call evlist__group_aux() (aux-action.h).
 */
int parse_events(struct evlist *evlist, const char *text, struct parse_events_error *err);

/* "u", "k", ... Returns 0, or -EINVAL with @err set; @pos is where @mods stands in the text. */
int evsel__apply_modifiers(struct evsel *evsel, const char *mods, size_t pos, struct parse_events_error *err);
/* "L1-dcache-load-misses" and its aliases in any case. False if @name is none of them. */
bool hw_cache__parse(const char *name, size_t len, uint64_t *ret_config);

#endif /* PERF_CHOOSE_PARSE_EVENTS_H */
