/* SPDX-License-Identifier: GPL-2.0-only */
/* The unwinder that asks libdw: unwind-libdw.c takes the steps, unwind-libdw-reads.c answers what libdw reads. Private to util/callchain. */
#ifndef PERF_CALLCHAIN_UNWIND_LIBDW_INTERNAL_H
#define PERF_CALLCHAIN_UNWIND_LIBDW_INTERNAL_H

#include "util/callchain/unwind.h"
#include "util/callchain/unwind-space.h"
#include "util/event/sample.h"

/* libdw wants ids of its own: every sample is the one thread of its process. */
#define THE_THREAD	1
/* Processes whose files are kept open. */
#define MAX_SPACES	32

struct space_slot {
	const struct machine *machine;
	uint32_t pid;
	bool is_64, in_use;
	uint64_t last_use;
	struct unwind_space space;
};

struct unwinder {
	enum regs_arch arch;
	bool swap;
	struct unwind_images images;
	struct space_slot slots[MAX_SPACES];
	uint64_t uses;
	/* The sample at hand. */
	struct unwind_space *space;
	const struct maps *maps;
	const struct perf_sample *sample;
	const struct unwind_regs *regs;
	uint64_t sp, ip;
	uint64_t *ips;
	size_t nr, cap, max;
	bool past_end;			/* the step at hand has read behind what was recorded */
	bool lost;			/* something has been looked for below the stack pointer, and was not there */
	bool conflict, lenient;		/* lenient: what conflicts is left out */
	bool guess;			/* the last frame is of code that libdw knows nothing about */
	bool limit;
	struct dso *last_dso;
	int fd;				/* of fd_dso: what was read from last */
	const struct dso *fd_dso;
};

/* Threads, registers and memory of the sample at hand; the argument is the unwinder. */
extern const Dwfl_Thread_Callbacks unwind_libdw_callbacks;

#endif /* PERF_CALLCHAIN_UNWIND_LIBDW_INTERNAL_H */
