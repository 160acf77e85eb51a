/* SPDX-License-Identifier: GPL-2.0-only */
/* What a thread waited for, or was busy with, as the names of the functions in its stack tell: the rules of perf defer explain. */
#ifndef PERF_DEFER_CAUSES_H
#define PERF_DEFER_CAUSES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/callchain/chain.h"
#include "util/offcpu/span.h"

enum cause {
	CAUSE_RUNNING,			/* it ran, and none of the others */
	CAUSE_FAULT,			/* it ran in the kernel, which handled a page fault */
	CAUSE_CPU,			/* it was ready to run, and others ran */
	CAUSE_QUOTA,			/* it was ready to run, and had used up the time of its control group */
	CAUSE_LOCK,
	CAUSE_DISK,
	CAUSE_PIPE,
	CAUSE_SOCKET,
	CAUSE_OTHER,			/* it waited, and no rule says for what */
	CAUSE_IDLE,			/* it waited for work, for a time, or for the end of another thread or process */
	CAUSE_UNKNOWN,			/* records are missing */
	CAUSE_NR
};

/* A wait of this length in a pipe or a socket, ns, is one for work. A shorter one is for the answer of somebody. */
#define CAUSE_WORK_NS	100000000

/* To get a CPU takes a thread so long, ns, whatever there is to run: a shorter time belongs to the wait that it has been woken from. */
#define CAUSE_SWITCH_NS	100000

/* What else is known. */
struct cause_facts {
	bool no_kernel_names;		/* it waited, and the kernel's functions have no names */
	bool no_user_names;		/* a wait that functions of the program would tell: they have no names */
};

/*
 * Returns the function that somebody who wrote the program knows: the innermost one of it that is in no library (a file called lib* or
 * ld*); without one the innermost that has a name. NULL: there is none. Borrowed from the function.
 */
const char *cause__own_function(const struct callchain *chain);
/* Does a thread with these functions of the kernel end? What it wakes then has waited for that. */
bool cause__is_exit(const struct chain_half *kernel);
/* The cause of time in @state, @ns in all of one span, with the stack @chain. Sets *@ret_facts. */
enum cause cause__of(enum offcpu_state state, uint64_t ns, const struct callchain *chain, struct cause_facts *ret_facts);
/* "lock", "disk", ...; for columns and JSON; static. */
const char *cause__name(enum cause cause);
/* What threads do whose time has that cause, for sentences: "waiting for a lock"; static. */
const char *cause__doing(enum cause cause);
/* Does it count as what threads were kept busy or from running with? Time without work, or that is not known, does not. */
static inline bool cause__is_busy(enum cause cause) { return cause < CAUSE_IDLE; }

#endif /* PERF_DEFER_CAUSES_H */
