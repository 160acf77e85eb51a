/* SPDX-License-Identifier: GPL-2.0-only */
/* One half of a stack, judged: its steps, its ends, and how often it was seen. Private to util/defer. */
#ifndef PERF_DEFER_VERIFY_HALF_H
#define PERF_DEFER_VERIFY_HALF_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/base/pair-map.h"
#include "util/defer/verify.h"

struct code_files;

/* What was found out about a half. */
struct judged {
	enum verify_half half;
	enum verify_verdict verdict;
	enum verify_end end;
	enum verify_inner inner;
	uint64_t *seen;			/* by event; owned */
	size_t nr_seen;
	struct verify_example *innermost, *outermost;	/* if they are bad; else NULL */
	uint32_t nr;			/* of steps */
	struct judged_step {
		uint32_t dso;		/* index into verify.dsos */
		uint8_t step;		/* enum verify_step */
		struct verify_example *example;	/* of bad ones; else NULL */
	} steps[];
};

/* Who judges; zero-initialised but for @v, @judge and @files, which are borrowed. */
struct half_judge {
	struct verify *v;		/* gets files and examples */
	struct step_judge *judge;
	struct code_files *files;
	struct u64num dso_index;	/* dso -> index in v->dsos + 1 */
	struct pair_map examples;	/* (function, what) -> struct verify_example * */
};

void half_judge__exit(struct half_judge *c);
/* Half @half of @s, which is @h; to be freed by judged__free(). */
struct judged *half_judge__judge(struct half_judge *c, const struct session_sample *s, enum verify_half half,
				 const struct chain_half *h);
void judged__free(void *judged);

#endif /* PERF_DEFER_VERIFY_HALF_H */
