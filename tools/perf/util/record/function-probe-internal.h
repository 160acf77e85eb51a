/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to function-probe*.c: a probe of a function, as it was typed and found. */
#ifndef PERF_RECORD_FUNCTION_PROBE_INTERNAL_H
#define PERF_RECORD_FUNCTION_PROBE_INTERNAL_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/code/inlined-copies.h"
#include "util/code/probe-vars.h"
#include "util/record/range-place.h"

/* The parts of what was typed. */
struct probe_wanted {
	bool in_kernel, at_return;
	char *place;			/* "FUNCTION+OFFSET@FILE", as range_place__parse() takes it; owned */
	const char *args;		/* borrowed */
	struct range_place found;
	const struct inlined_copy *copy;	/* it is this one; borrowed; NULL: the function itself */
	struct probe_vars *vars;	/* opened when a parameter is named; NULL */
};

/* Appends what is to be fetched to @out, in the kernel's notation. Returns 0, or negative errno with @diag set. */
int probe_wanted__add_args(struct probe_wanted *w, struct strbuf *out, struct diag *diag);

#endif /* PERF_RECORD_FUNCTION_PROBE_INTERNAL_H */
