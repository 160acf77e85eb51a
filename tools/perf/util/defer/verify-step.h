/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Judges one step of a stack, from a function to its caller, by the code alone: is there a call before the return
 * address, and does it lead to the function that is said to run below it? Unwinders take no part in it.
 */
#ifndef PERF_DEFER_VERIFY_STEP_H
#define PERF_DEFER_VERIFY_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "util/callchain/chain.h"

struct code_files;
struct dso_code;

enum verify_step {
	VERIFY_CALLED,			/* a direct call to this function */
	VERIFY_JUMPED,			/* ... to one that jumps to it: a tail call, a table of linkage, a part that lies elsewhere */
	VERIFY_PERHAPS,			/* an indirect call, or where it leads is not known */
	VERIFY_INTERRUPTED,		/* no call: an interrupt, exception or signal, or the beginning of a thread */
	VERIFY_UNKNOWN,			/* the code is not there */
	VERIFY_FIRST_BAD,
	/* A call to another function, which does not jump to this one: something between them is missing. */
	VERIFY_ELSEWHERE = VERIFY_FIRST_BAD,
	VERIFY_SIGNAL,			/* past a signal: the interrupted function is missing */
	VERIFY_NO_CALL,			/* in code, but nothing returns to it */
	VERIFY_NO_CODE,			/* in no code */
	VERIFY_PROBED,			/* a uretprobe stands for the return address */
	VERIFY_NR_STEPS
};

/* "call to another function", and "elsewhere" for programs; static. */
const char *verify_step__text(enum verify_step step);
const char *verify_step__name(enum verify_step step);

/* Where the two frames are, and where functions are looked up. */
struct verify_place {
	struct machine *machine;
	const struct maps *maps;	/* user space */
	uint64_t time;			/* ns */
	bool kernel;
	bool calls;			/* words lie in the calls: see session_sample.user_calls */
};

struct step_judge;

/* @code, @files: borrowed. @know_kernel: which kernel was recorded is known, so that the code that is there is its own. */
struct step_judge *step_judge__new(struct dso_code *code, struct code_files *files, bool know_kernel);
void step_judge__delete(struct step_judge *j);
/* From @inner to @outer, which are not inlined ones. Each pair of frames is judged once. */
enum verify_step step_judge__step(struct step_judge *j, const struct verify_place *at, const struct frame *inner,
				  const struct frame *outer);

#endif /* PERF_DEFER_VERIFY_STEP_H */
