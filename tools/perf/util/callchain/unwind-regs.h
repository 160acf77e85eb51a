/* SPDX-License-Identifier: GPL-2.0-only */
/* How perf's registers are numbered in DWARF. */
#ifndef PERF_CALLCHAIN_UNWIND_REGS_H
#define PERF_CALLCHAIN_UNWIND_REGS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/perf-regs.h"

/* A run of registers that both count upwards: perf's @perf.. are DWARF's @dwarf... */
struct unwind_reg_run {
	uint8_t dwarf, perf, nr;
};

struct unwind_regs {
	uint16_t elf_machine;		/* EM_* */
	bool is_64;
	uint8_t nr_runs;
	struct unwind_reg_run runs[17];
};

/* Perf's number of DWARF's register @nr; -1: perf has none. */
int unwind_regs__perf(const struct unwind_regs *regs, unsigned int nr);

/* @is_64: the task's mode (PERF_SAMPLE_REGS_ABI_64). NULL: no table for it. Static. */
const struct unwind_regs *unwind_regs__of(enum regs_arch arch, bool is_64);

#endif /* PERF_CALLCHAIN_UNWIND_REGS_H */
