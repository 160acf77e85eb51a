/* SPDX-License-Identifier: GPL-2.0-only */
/* A stretch of a thread's life in which it did not run, and why; for the whole of it, also one in which it ran. */
#ifndef PERF_OFFCPU_SPAN_H
#define PERF_OFFCPU_SPAN_H

#include <stdbool.h>
#include <stdint.h>

enum offcpu_state {
	OFFCPU_BLOCKED,			/* it waited for something, until it was woken */
	OFFCPU_RUNNABLE,		/* it had been woken, and waited for a CPU */
	OFFCPU_PREEMPTED,		/* it wanted to run on, and waited for a CPU */
	OFFCPU_UNKNOWN,			/* records are missing: it may have run meanwhile */
	OFFCPU_ON_CPU,			/* it ran: only with offcpu__set_wall() */
	OFFCPU_IDLE,			/* a CPU had nothing to run: of the idle task, with offcpu__set_wall() */
	OFFCPU_NR_STATES
};

struct offcpu_span {
	enum offcpu_state state;
	char letter;			/* blocked: the kernel's letter, 'S', 'D', ...; 0: not recorded */
	uint64_t from, to;		/* ns; to > from */
	bool unfinished;		/* the recording ended first */
};

/* "blocked (S)", "runnable", ... Equal texts are equal pointers; static. */
const char *offcpu_span__text(const struct offcpu_span *span);
/* "blocked", "runnable", "preempted", "unknown", "running", "idle"; static. */
const char *offcpu_state__name(enum offcpu_state state);
/* The letter of a blocked task's prev_state, as sched:sched_switch records it; 0: it is not blocked, but wants to run on. */
char offcpu_letter(uint64_t prev_state);
/* Is it one of a task that waits? Other letters have no text. */
bool offcpu_letter_waits(char letter);
/* Has a task with that letter come to its end? */
static inline bool offcpu_letter_is_dead(char letter) { return letter == 'X' || letter == 'Z'; }

/* Which spans are wanted. */
struct offcpu_states {
	unsigned int states;		/* a bit for each enum offcpu_state */
	unsigned int letters;		/* of blocked ones: a bit for each letter, from 'A' on; 0: all */
};

/*
 * "blocked,preempted", "all", or letters as in "D,runnable". Returns 0, or -EINVAL with the first word that is none in
 * *@ret_word (its length in *@ret_len).
 */
int offcpu_states__parse(struct offcpu_states *states, const char *text, const char **ret_word, int *ret_len);
bool offcpu_states__have(const struct offcpu_states *states, const struct offcpu_span *span);

#endif /* PERF_OFFCPU_SPAN_H */
