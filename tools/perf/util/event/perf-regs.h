/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The registers of sample_regs_user and sample_regs_intr: bit N stands for register N, and each
 * architecture numbers its registers in its own order.
 */
#ifndef PERF_EVENT_PERF_REGS_H
#define PERF_EVENT_PERF_REGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

struct regs_dump;

enum regs_arch {
	REGS_NONE,		/* another architecture: registers have numbers instead of names */
	REGS_X86,		/* 32 and 64 bit */
	REGS_ARM,
	REGS_ARM64,
	REGS_POWERPC,
	REGS_RISCV,
	REGS_S390,
	REGS_MIPS,
	REGS_LOONGARCH,
};

/* Returns the architecture that `uname -m` calls @machine ("x86_64", "aarch64", ...); NULL: that of this machine. */
enum regs_arch regs_arch__of(const char *machine);
/* Returns the name of the register as upstream prints it, or NULL. The text is static. */
const char *regs_arch__name(enum regs_arch arch, unsigned int reg);
/* Return the number of the instruction pointer and of the stack pointer; -1 if it is not known. */
int regs_arch__ip(enum regs_arch arch);
int regs_arch__sp(enum regs_arch arch);
/*
 * Returns the number of the frame pointer, on architectures where the kernel walks user stacks by it and callers that it
 * skips can be found afterwards; -1 on others.
 */
int regs_arch__fp(enum regs_arch arch);
/*
 * Returns a mask of the registers that are needed to find skipped callers; 0 on architectures where that is not possible.
 * The instruction pointer is not in the mask, as it is the first entry of the chain.
 */
uint64_t regs_arch__repair_mask(enum regs_arch arch);

/* Sets *@ret to the value of @reg. Returns false if it was not recorded. */
bool regs_dump__get(const struct regs_dump *regs, unsigned int reg, uint64_t *ret);

/*
 * Returns a mask of the registers that can be recorded on this machine, with `--user-regs` or (@intr) `--intr-regs`; 0 if
 * there are none. Vector registers are included for @intr if the core's PMU reports that it supports them.
 */
uint64_t perf_regs__available(bool intr);
/*
 * Turns @list, names in any case with commas between them ("ax,bx,IP"), into a mask; NULL stands for all registers except
 * vectors. @option ("--user-regs") is for the message. Returns 0, or -EINVAL with @diag set.
 */
int perf_regs__parse(const char *list, bool intr, const char *option, uint64_t *ret_mask, struct diag *diag);
/* Appends "available registers: AX BX ...". */
void perf_regs__list(bool intr, struct strbuf *out);

#endif /* PERF_EVENT_PERF_REGS_H */
