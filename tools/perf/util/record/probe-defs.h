/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tracepoints that perf record is to make for events such as sdt_PROVIDER:NAME: their names, their places, what they
 * fetch.
 */
#ifndef PERF_RECORD_PROBE_DEFS_H
#define PERF_RECORD_PROBE_DEFS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"
#include "util/record/probe-events.h"
#include "util/record/range-place.h"

/* One tracepoint. */
struct probe_def {
	char *system, *name;		/* what recordings call it; owned */
	struct probe_place *places;	/* with strings of their own; owned */
	size_t nr, cap;
};

struct probe_defs {
	struct probe_def *at;
	size_t nr, cap;
};

/*
 * Adds a tracepoint that recordings call @system:@name, with _ in place of what a name there cannot have, and a number
 * behind it if there is one of that name. It is valid until the next is added.
 */
struct probe_def *probe_defs__add(struct probe_defs *defs, const char *system, const char *name);
/* Adds a place to @def; its texts are copied. */
void probe_def__add_place(struct probe_def *def, const struct probe_place *place);
void probe_defs__exit(struct probe_defs *defs);

/*
 * What has to be made for @text, "sdt_PROVIDER:NAME" (both may be patterns), or "usdt:FILE:[PROVIDER:]NAME": a
 * tracepoint for each marker, with all its places; several, where the arguments of these have different types. Without
 * a file it is looked for in what @scope names (@scope->program is a path), then in the build-id cache. Returns 0, or
 * negative errno with @diag set.
 */
int sdt_probe__define(struct probe_defs *defs, const char *text, const struct range_scope *scope, struct diag *diag);

/*
 * The same for "uprobe:FILE:FUNCTION[+OFFSET][%return] [ARG]..." and "kprobe:FUNCTION[+OFFSET][%return] [ARG]...": one
 * tracepoint, called as perf probe calls it. An ARG is [NAME=]WHAT[:TYPE], where WHAT is a parameter of the function,
 * with members (util/code/probe-vars.h; of the kernel, which finds them itself, its names alone), "$params",
 * "$retval", or anything else that the kernel fetches.
 */
int function_probe__define(struct probe_defs *defs, const char *text, const struct range_scope *scope, struct diag *diag);

#endif /* PERF_RECORD_PROBE_DEFS_H */
