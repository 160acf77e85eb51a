/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs with call paths that are known beforehand. Each calls the kernel from a function of
 * its own, through no wrapper: libc keeps no frame pointer, so a wrapper would hide its caller.
 */
#ifndef PERF_VM_WORKLOAD_H
#define PERF_VM_WORKLOAD_H

#include <stdlib.h>
#include <sys/syscall.h>

#define NOINLINE __attribute__((noinline))

/* A system call right here: returns what the kernel returned, a negative errno included. */
static inline __attribute__((always_inline)) long kernel_call(long nr, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return ret;
}

/* The argument as a number, or @otherwise where there is none. */
static inline long argument(int argc, char **argv, int i, long otherwise)
{
	return argc > i ? strtol(argv[i], NULL, 0) : otherwise;
}

/*
 * Between a call and the return of its caller: the call is not the last thing done, as a tail
 * call leaves no frame, and the function has a frame though it may call nobody: compilers leave
 * that out of leaves, whatever the options say.
 */
#define KEEP_FRAME() __asm__ volatile("" : : "r"(__builtin_frame_address(0)) : "memory")

/* Functions that call each other, down to read_leaf(): LEVEL(NAME, CALLEE) is the workload's, and defines level_NAME(). */
#define LEVELS_1_TO_12							\
	LEVEL(1, read_leaf)						\
	LEVEL(2, level_1)						\
	LEVEL(3, level_2)						\
	LEVEL(4, level_3)						\
	LEVEL(5, level_4)						\
	LEVEL(6, level_5)						\
	LEVEL(7, level_6)						\
	LEVEL(8, level_7)						\
	LEVEL(9, level_8)						\
	LEVEL(10, level_9)						\
	LEVEL(11, level_10)						\
	LEVEL(12, level_11)

#endif /* PERF_VM_WORKLOAD_H */
