/* SPDX-License-Identifier: GPL-2.0-only */
/* Does the code of an ELF file keep frame pointers? Measured in its unwind table. */
#ifndef PERF_DEFER_FRAME_POINTERS_H
#define PERF_DEFER_FRAME_POINTERS_H

#include <stdint.h>

/*
 * Code bytes by how the unwind table (.eh_frame) finds the caller there. Only code with a frame of its
 * own counts: before a function has pushed anything, and in leaf functions, both ways look alike.
 */
struct frame_pointers {
	uint64_t with_fp;	/* bytes: from the frame-pointer register */
	uint64_t without_fp;	/* bytes: from the stack pointer, with a frame in between */
};

/*
 * 0; -ENOENT: no such file; -EINVAL: not an ELF file; -ENODATA: no unwind table, or one of an
 * architecture whose registers are not known here; -ENOTSUP: built without libdw.
 */
int frame_pointers__measure(const char *path, struct frame_pointers *ret);

#endif /* PERF_DEFER_FRAME_POINTERS_H */
