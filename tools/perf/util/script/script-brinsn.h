/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields `brstackinsn`, `brstackinsnlen` and `brstackdisasm`: the code between one branch and the next. */
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
	unsigned int max_blocks;			/* at most this many (the newest) for a sample; 0: all */
};

/*
 * Ends the line, and appends the instructions from the oldest branch to the sample, one in each line, oldest first, without
 * the last newline. @fields: SCRIPT_BRSTACKINSN and so on, and the fields that add to it: SCRIPT_SRCLINE, _SRCCODE, _BRCNTR.
 * Appends nothing if there are no branches. Instructions between two branches are left out if their code is not known.
 */
void script_brinsn__add(const struct script_brinsn *b, struct text_out *out, const struct session_sample *s,
			uint64_t fields);

#endif /* PERF_SCRIPT_BRINSN_H */
