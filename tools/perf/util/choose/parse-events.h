/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The syntax of `perf record -e`:
 *
 *	cycles  cpu-clock:u  L1-dcache-load-misses  r1a8  1:0  sched:sched_switch  syscalls:sys_enter_*
 *	sdt_PROVIDER:NAME  usdt:FILE:[PROVIDER:]NAME  uprobe:FILE:FUNCTION[%return] ARGS  kprobe:FUNCTION[%return] ARGS
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

/* The first error in a text. Zero-initialised it has no error. The strings are owned. */
struct parse_events_error {
	char *event;		/* the whole text */
	size_t pos;		/* where in the text the error is, bytes */
	char *reason;		/* one line; NULL: no error */
	char *help;		/* more lines, or NULL */
};

#define PARSE_EVENTS_ERROR_INIT { 0 }

void parse_events_error__exit(struct parse_events_error *err);
/*
 * Sets the error, if none is set yet, with the reason in @fmt. Takes @help, more lines or NULL, and frees it later. Returns
 * -EINVAL.
 */
int parse_events_error__set(struct parse_events_error *err, size_t pos, char *help, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/*
 * Appends the error to @out, as upstream prints it: several lines, to be printed without a prefix:
 *
 *	event syntax error: 'cpu-clock:uu'
 *	                                \___ Duplicate modifier 'u' (user)
 *	Run 'perf list' for a list of valid events
 */
void parse_events_error__format(const struct parse_events_error *err, struct strbuf *out);

/*
 * Appends the events in @text to @evlist. Sets the name (as it was typed), the leader, the config
 * (evsel-config.h) and the attr of each: type, config words, exclude bits, precise_ip, pinned, and the period if
 * one was given. Tracepoints and breakpoints get sample_period 1, which may be changed later; tracepoints also
 * ask for RAW, TIME, CPU and PERIOD. Returns 0; or negative errno with @err set, and does not change @evlist:
 * -EINVAL for wrong syntax, -ENOENT if there is no such event.
 * When all texts are parsed, call evlist__group_aux() (aux-action.h).
 */
int parse_events(struct evlist *evlist, const char *text, struct parse_events_error *err);

/* Applies the modifiers @mods ("u", "k", ...), which begin at @pos in the text. Returns 0, or -EINVAL with @err set. */
int evsel__apply_modifiers(struct evsel *evsel, const char *mods, size_t pos, struct parse_events_error *err);
/*
 * Sets *@ret_config for the name of a cache event, "L1-dcache-load-misses" or an alias, in upper or lower case. Returns
 * false if @name, of @len bytes, is not such a name.
 */
bool hw_cache__parse(const char *name, size_t len, uint64_t *ret_config);

#endif /* PERF_CHOOSE_PARSE_EVENTS_H */
