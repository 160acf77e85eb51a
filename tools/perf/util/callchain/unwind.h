/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * User stacks from registers and a copy of the stack (`perf record --call-graph dwarf`), by libdw. The results are entries
 * like those of a chain that the kernel took: a consumer sees no difference.
 */
#ifndef PERF_CALLCHAIN_UNWIND_H
#define PERF_CALLCHAIN_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/perf-regs.h"
#include "util/machine/machine.h"

struct perf_sample;

/* Where an unwinding ended. */
enum unwind_stop {
	UNWIND_WHOLE,		/* at the outermost function */
	UNWIND_LIMIT,		/* at the number of frames that was asked for */
	UNWIND_STACK_END,	/* the recorded piece of the stack ends before the stack does */
	UNWIND_NO_INFO,		/* code without unwind information: a JIT's, or a file that is not there */
	UNWIND_NO_REGS,		/* registers that are needed were not recorded, or of an unknown machine */
	UNWIND_NO_LIBDW,	/* this perf was built without libdw */
	UNWIND_NR_STOPS
};

/* "the end of the recorded piece of stack", behind "ends at"; static. */
const char *unwind_stop__text(enum unwind_stop stop);

struct unwinder;

/* Was this perf built with libdw? */
bool unwinder__is_built_in(void);

/* @arch: of the machine that recorded; @swap: its byte order is not ours. */
struct unwinder *unwinder__new(enum regs_arch arch, bool swap);
void unwinder__delete(struct unwinder *u);

/* What is unwound. */
struct unwind_of {
	struct machine *machine;
	uint32_t pid;
	const struct maps *maps;	/* of the process; or NULL */
	const struct perf_sample *sample;	/* with registers and a stack */
	size_t max;			/* addresses */
};

/* A user stack. */
struct unwound {
	/* Innermost first; those of callers are one less than where they return to, so that they lie in the call. */
	const uint64_t *ips;
	size_t nr;			/* 0: there is nothing to begin with */
	enum unwind_stop stop;		/* where it ends */
	struct dso *dso;		/* for UNWIND_NO_INFO where that was, or NULL */
};

/* The user stack of @of, valid until the next call. */
struct unwound unwinder__run(struct unwinder *u, const struct unwind_of *of);

#endif /* PERF_CALLCHAIN_UNWIND_H */
