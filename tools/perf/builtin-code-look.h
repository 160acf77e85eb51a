/* SPDX-License-Identifier: GPL-2.0-only */
/* What the configuration says of how code is shown (annotate.*): for perf annotate, and for the code on perf report's screen. */
#ifndef PERF_BUILTIN_CODE_LOOK_H
#define PERF_BUILTIN_CODE_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "util/annotate/annotate-text.h"

struct code_look {
	bool no_source, offsets, jump_lines, nr_jumps, nr_samples, total_period;
	bool line_numbers;		/* on a screen */
	uint64_t offset_level;		/* see enum row_labels: from 1 on */
	bool intel;			/* the syntax of x86 */
	bool demangle, demangle_kernel;
};

/* Sets *@look to what the configuration says. To be called before there are threads. */
void code_look__configure(struct code_look *look);
/* Sets what of that is about the text, of which nothing is set yet. */
void code_look__apply(const struct code_look *look, struct annotate_text *t);

#endif /* PERF_BUILTIN_CODE_LOOK_H */
