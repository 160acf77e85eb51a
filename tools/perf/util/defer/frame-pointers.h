/* SPDX-License-Identifier: GPL-2.0-only */
/* Measures by the unwind table of an ELF file how much of its code keeps frame pointers. */
#ifndef PERF_DEFER_FRAME_POINTERS_H
#define PERF_DEFER_FRAME_POINTERS_H

#include <stdint.h>

/*
 * Bytes of code by the way in which the unwind table (.eh_frame, else .debug_frame) finds the caller. Only code with a frame of
 * its own is counted: before a function has pushed anything, and in leaf functions, both ways look the same.
 */
struct frame_pointers {
	uint64_t with_fp;	/* the caller is found from the frame-pointer register, bytes */
	uint64_t without_fp;	/* it is found from the stack pointer, beyond a frame, bytes */
};

/*
 * Measures the file at @path. Returns 0; -ENOENT if there is no such file; -EINVAL if it is not an ELF file;
 * -ENODATA if it has no unwind table, or the frames of its architecture are not known here.
 */
int frame_pointers__measure(const char *path, struct frame_pointers *ret);

#endif /* PERF_DEFER_FRAME_POINTERS_H */
