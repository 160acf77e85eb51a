/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --kcore: the running kernel's code, beside a recording. Traces are decoded along the instructions, and
 * no file has those of the kernel as they are: it patches itself.
 */
#ifndef PERF_RECORD_KCORE_COPY_H
#define PERF_RECORD_KCORE_COPY_H

#include <stdint.h>

#include "util/base/diag.h"

/*
 * Makes folder @dir, below the folder @at_fd (AT_FDCWD: where perf runs) with kcore (an ELF core of the kernel's code and of each module), kallsyms and
 * modules. Returns 0 with the bytes in *@ret_bytes, or negative errno with @diag set.
 */
int kcore_copy(int at_fd, const char *dir, uint64_t *ret_bytes, struct diag *diag);

/* Can this process read the kernel's code at all? Returns 0, or negative errno with @diag set. */
int kcore_copy__check(struct diag *diag);

#endif /* PERF_RECORD_KCORE_COPY_H */
