/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields `brstackinsn`, `brstackinsnlen` and `brstackdisasm`: the code between a branch and the next. */
#ifndef PERF_SCRIPT_BRINSN_H
#define PERF_SCRIPT_BRINSN_H

#include <stdint.h>

struct branch_counters;
struct sample_code;
struct script_source;
struct session_sample;
struct text_out;

struct script_brinsn {
	struct sample_code *code;			/* all are borrowed */
	struct script_source *source;
	const struct branch_counters *counters;
	unsigned int max_blocks;			/* of a sample, the newest; 0: all */
};

/*
 * Ends the line, and appends the instructions from the oldest branch up to the sample, a line each without the last
 * newline, oldest first. @fields: SCRIPT_BRSTACKINSN and so on, and those that add to it: SCRIPT_SRCLINE, _SRCCODE,
 * _BRCNTR. Nothing where there are no branches. What is between two branches whose code is not known is left out.
 */
void script_brinsn__add(const struct script_brinsn *b, struct text_out *out, const struct session_sample *s,
			uint64_t fields);

#endif /* PERF_SCRIPT_BRINSN_H */
