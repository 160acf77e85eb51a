/* SPDX-License-Identifier: GPL-2.0-only */
/* One instruction of a program of CFI; for cfi-program.c, which runs them. */
#ifndef PERF_CODE_CFI_INSTRUCTION_H
#define PERF_CODE_CFI_INSTRUCTION_H

#include "util/code/cfi-program.h"

/* Runs the next one of @run, which has one. What is wrong with it the cursor says, and nothing is to be run behind it. */
void cfi_run__one(struct cfi_run *run);

#endif /* PERF_CODE_CFI_INSTRUCTION_H */
