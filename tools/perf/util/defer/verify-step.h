/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Judges one step of a stack, from a function to its caller, by the code alone: is there a call before the return
 * address, and does it call the function that the stack has as the next inner one? Unwinders are not used.
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
	VERIFY_JUMPED,			/* a direct call to one that jumps to it: tail call, linkage table, separate part */
	VERIFY_PERHAPS,			/* an indirect call, or the target of the call is not known */
	VERIFY_INTERRUPTED,		/* no call: an interrupt, exception or signal, or the beginning of a thread */
	VERIFY_UNKNOWN,			/* the code cannot be read */
	VERIFY_FIRST_BAD,
	/* A call to another function, which does not jump to this one: a function between them is missing. */
	VERIFY_ELSEWHERE = VERIFY_FIRST_BAD,
	VERIFY_SIGNAL,			/* a step beyond a signal: the interrupted function is missing */
	VERIFY_NO_CALL,			/* the return address is in code, but there is no call before it */
	VERIFY_NO_CODE,			/* the return address is not in code */
	VERIFY_MARKED,			/* the code of the call would allow it, but a caller between them is missing */
	VERIFY_PROBED,			/* the return address was replaced by that of a uretprobe */
	VERIFY_NR_STEPS
};

/* Return the text for people ("call to another function") and the name for programs ("elsewhere"); static. */
const char *verify_step__text(enum verify_step step);
const char *verify_step__name(enum verify_step step);

/* The process and time of the two frames, by which functions are looked up. */
struct verify_place {
	struct machine *machine;
	const struct maps *maps;	/* user space */
	uint64_t time;			/* ns */
	bool kernel;
	bool calls;			/* the entries are addresses in the calls: see session_sample.user.calls */
};

struct step_judge;

/* @code and @files are borrowed. @know_kernel: it is known which kernel was recorded, so that its code can be trusted. */
struct step_judge *step_judge__new(struct dso_code *code, struct code_files *files, bool know_kernel);
void step_judge__delete(struct step_judge *j);
/* Judges the step from @inner to @outer, which are not inlined functions. Each pair of frames is judged once. */
enum verify_step step_judge__step(struct step_judge *j, const struct verify_place *at, const struct frame *inner,
				  const struct frame *outer);

#endif /* PERF_DEFER_VERIFY_STEP_H */
