/* SPDX-License-Identifier: GPL-2.0-only */
/* A period in which a thread did not run, and why. With OFFCPU_WALL and OFFCPU_LIVES (offcpu.h) also a period in which it ran. */
#ifndef PERF_OFFCPU_SPAN_H
#define PERF_OFFCPU_SPAN_H

#include <stdbool.h>
#include <stdint.h>

enum offcpu_state {
	OFFCPU_BLOCKED,			/* it waited for something, until it was woken */
	OFFCPU_RUNNABLE,		/* it had been woken, and waited for a CPU */
	OFFCPU_PREEMPTED,		/* it wanted to run on, and waited for a CPU */
	OFFCPU_THROTTLED,		/* it wanted to run on, its CPU had nothing else to run, and was idle all the same */
	OFFCPU_UNKNOWN,			/* records are missing: it may have run meanwhile */
	OFFCPU_ON_CPU,			/* it ran: only with OFFCPU_WALL and OFFCPU_LIVES */
	OFFCPU_IDLE,			/* a CPU had nothing to run: for the idle task, with OFFCPU_WALL */
	OFFCPU_NR_STATES
};

struct offcpu_span {
	enum offcpu_state state;
	char letter;			/* blocked: the kernel's letter, 'S', 'D', ...; 0: not recorded */
	uint64_t from, to;		/* ns; to > from */
	bool unfinished;		/* the recording ended before the span did */
	/*
	 * Thousandths of ns. For time on a CPU: the thread's part of that time, which is divided among all
	 * threads that run (util/offcpu/shares.h). Else the length of the span; 0 for a CPU that was idle.
	 */
	uint64_t latency;
};

/* Returns "blocked (S)", "runnable", ... Equal texts are equal pointers; static. */
const char *offcpu_span__text(const struct offcpu_span *span);
/* Returns "blocked", "runnable", "preempted", "throttled", "unknown", "running" or "idle"; static. */
const char *offcpu_state__name(enum offcpu_state state);
/* By bit of prev_state. Above these eight kernels have bits that differ from version to version, none of which is a wait. */
extern const char offcpu_letters[];
/*
 * Returns the letter for @prev_state, as sched:sched_switch records it, of a blocked task; 0 if the task is not blocked, but
 * ready to run on. Of several bits the lowest counts.
 */
static inline char offcpu_letter(uint64_t prev_state)
{
	return prev_state & 0xff ? offcpu_letters[__builtin_ctzll(prev_state)] : 0;
}
/* Returns true if it is the letter of a task that waits. Other letters have no text. */
bool offcpu_letter_waits(char letter);
/* Returns true if a task with that letter has ended. */
static inline bool offcpu_letter_is_dead(char letter) { return letter == 'X' || letter == 'Z'; }

/* Which spans are wanted. */
struct offcpu_states {
	unsigned int states;		/* a bit for each enum offcpu_state */
	unsigned int letters;		/* for blocked ones: a bit for each letter, from 'A' on; 0: all */
};

/*
 * Parses "blocked,preempted", "all", or letters as in "D,runnable", into *@states. Returns 0; or -EINVAL, with *@ret_token at
 * the first token that is not valid and *@ret_len its length.
 */
int offcpu_states__parse(struct offcpu_states *states, const char *text, const char **ret_token, int *ret_len);
/* Returns "; did you mean 'blocked'?" for the @len bytes at @token, which name no state, or ""; the caller frees it. */
char *offcpu_states__similar(const char *token, int len);
/* For blocked threads: is the letter among those that were asked for? */
bool offcpu_states__have_letter(const struct offcpu_states *states, char letter);
static inline bool offcpu_states__have(const struct offcpu_states *states, const struct offcpu_span *span)
{
	return states->states >> span->state & 1 &&
	       (span->state != OFFCPU_BLOCKED || !states->letters || offcpu_states__have_letter(states, span->letter));
}

#endif /* PERF_OFFCPU_SPAN_H */
