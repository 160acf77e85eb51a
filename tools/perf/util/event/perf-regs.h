/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The registers of sample_regs_user and sample_regs_intr: a bit's number is the register's, and each
 * architecture counts in its own order.
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
	REGS_NONE,		/* none of these: registers have numbers instead of names */
	REGS_X86,		/* 32 and 64 bit */
	REGS_ARM,
	REGS_ARM64,
	REGS_POWERPC,
	REGS_RISCV,
	REGS_S390,
	REGS_MIPS,
	REGS_LOONGARCH,
};

/* Of `uname -m` ("x86_64", "aarch64", ...); NULL is the machine we run on. */
enum regs_arch regs_arch__of(const char *machine);
/* The register's name as perf prints it, or NULL. Static. */
const char *regs_arch__name(enum regs_arch arch, unsigned int reg);
/* Which registers are the instruction pointer and the stack pointer; -1: not known. */
int regs_arch__ip(enum regs_arch arch);
int regs_arch__sp(enum regs_arch arch);
/* The frame pointer, where the kernel walks user stacks by it and callers that it skips can be found; -1: elsewhere. */
int regs_arch__fp(enum regs_arch arch);
/*
 * The registers that this takes: a mask; 0: not known there. The instruction pointer is not among them: it is the
 * first word of the chain.
 */
uint64_t regs_arch__repair_mask(enum regs_arch arch);

/* The value of @reg. False: it was not recorded. */
bool regs_dump__get(const struct regs_dump *regs, unsigned int reg, uint64_t *ret);

/*
 * What may be asked for on this machine, by `--user-regs` or (@intr) `--intr-regs`: a mask; 0: nothing.
 * The interrupt's vector registers are there if the PMU of the core says so.
 */
uint64_t perf_regs__available(bool intr);
/*
 * A comma list of names, in any case ("ax,bx,IP"), or NULL for all but vectors, into a mask. Returns 0,
 * or -EINVAL with @diag; @option ("--user-regs") is for the message.
 */
int perf_regs__parse(const char *list, bool intr, const char *option, uint64_t *ret_mask, struct diag *diag);
/* "available registers: AX BX ..." */
void perf_regs__list(bool intr, struct strbuf *out);

#endif /* PERF_EVENT_PERF_REGS_H */
