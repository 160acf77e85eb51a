/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --kcore: copies the running kernel's code to a folder beside the recording. Traces are decoded along the instructions, and no file
 * has the kernel's instructions as they are in memory, since the kernel patches itself.
 */
#ifndef PERF_RECORD_KCORE_COPY_H
#define PERF_RECORD_KCORE_COPY_H

#include <stdint.h>

#include "util/base/diag.h"

/*
 * Makes the folder @dir, below the folder @at_fd (AT_FDCWD: where perf runs), with the files kcore (an ELF core of the code of the
 * kernel and of each module), kallsyms and modules. Returns 0 with their size in bytes in *@ret_bytes, or negative errno with @diag set.
 */
int kcore_copy(int at_fd, const char *dir, uint64_t *ret_bytes, struct diag *diag);

/* Can this process read the kernel's code at all? Returns 0, or negative errno with @diag set. */
int kcore_copy__check(struct diag *diag);

#endif /* PERF_RECORD_KCORE_COPY_H */
