/* SPDX-License-Identifier: GPL-2.0-only */
/* Equal samples, found by several threads ahead of the second pass. See session-ahead.c. */
#ifndef PERF_SESSION_AHEAD_H
#define PERF_SESSION_AHEAD_H

#include "util/session/session-guess.h"

struct alike_ahead;

/* What was counted of the samples that are as one guess says. */
struct alike_sum {
	uint64_t nr, later, period, last_time;	/* as in struct alike */
	uint64_t stamp;			/* the guess's, ... */
	uint32_t at;			/* ... and its place */
};

/* What the second pass has to do with what threads have counted. */
struct alike_ahead_ops {
	/* The guesses that hold now, GUESSES of them. False: they are as in the last call, and *@ret was left alone. */
	bool (*guesses)(struct session *s, struct alike_guess *ret);
	/* Takes the sums of some samples, all or none: false if one of the guesses does not hold any more. */
	bool (*add)(struct session *s, const struct alike_sum *sums, size_t nr);
	void (*waited)(struct session *s, const uint64_t *ns, size_t nr);	/* NULL: nobody asks how long samples waited */
};

/*
 * Prepares for threads; NULL: the recording is not worth them. @events: as for sample_place__find(), for all that s->dec has layouts of;
 * copied.
 */
struct alike_ahead *alike_ahead__new(struct session *s, const struct alike_event *events, const struct alike_ahead_ops *ops);
/* Ends the threads. @ah may be NULL. */
void alike_ahead__delete(struct alike_ahead *ah);
/*
 * Returns the number of the first sample, in the order of time, that is not counted: @from or one behind it. To be called with rising
 * @from. Those between both were given to ops->add.
 */
size_t alike_ahead__skip(struct alike_ahead *ah, size_t from);

#endif /* PERF_SESSION_AHEAD_H */
