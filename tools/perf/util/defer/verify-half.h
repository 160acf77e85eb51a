/* SPDX-License-Identifier: GPL-2.0-only */
/* Judges one half of a stack: its steps and its ends. Private to util/defer. */
#ifndef PERF_DEFER_VERIFY_HALF_H
#define PERF_DEFER_VERIFY_HALF_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/base/pair-map.h"
#include "util/defer/verify.h"

struct code_files;

/* What was found out about one half of a stack. */
struct judged {
	enum verify_half half;
	enum verify_verdict verdict;
	enum verify_end end;
	enum verify_inner inner;
	struct verify_example *innermost, *outermost;	/* examples of its bad ends; NULL for good ends */
	uint32_t nr;			/* of steps */
	struct judged_step {
		uint32_t dso;		/* index into verify.dsos */
		uint8_t step;		/* enum verify_step */
		struct verify_example *example;	/* the example of a bad step; else NULL */
	} steps[];
};

PAIR_MAP(verify_examples, struct verify_example *)

/* The state of judging. Set @v, @judge and @files, which are borrowed; all other members must be zero. */
struct half_judge {
	struct verify *v;		/* files and examples are added to it */
	struct step_judge *judge;
	struct code_files *files;
	struct u64num dso_index;	/* dso -> index in v->dsos + 1 */
	struct verify_examples examples;	/* (function, what) -> struct verify_example * */
};

void half_judge__exit(struct half_judge *c);
/* Judges @h, which is the half @half of @s. The caller frees the result by judged__free(). */
struct judged *half_judge__judge(struct half_judge *c, const struct session_sample *s, enum verify_half half,
				 const struct chain_half *h);
void judged__free(void *judged);

#endif /* PERF_DEFER_VERIFY_HALF_H */
