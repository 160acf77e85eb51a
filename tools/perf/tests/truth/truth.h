/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs whose stacks are known from their source: each path is a function that a thread of the path's name runs
 * again and again, and what it calls, down to a system call that only the innermost function makes. The truth of a
 * sample is then the line that the path's table has, whatever any unwinder says.
 */
#ifndef PERF_TESTS_TRUTH_H
#define PERF_TESTS_TRUTH_H

/* A function that stays one: not inlined, not copied, not merged with another. */
#if defined(__clang__)
#define STEP __attribute__((noinline))
#else
#define STEP __attribute__((noinline, noclone, noipa))
#endif

/* Behind a call: something is left to do, so that the call does not become a jump. Asks for no frame. */
#define RETURNS_HERE() __asm__ volatile("" : : : "memory")

/*
 * A path. @truth: its functions, outermost first, separated by ';'. An entry of our own is a name; "{a|b}" is a
 * function of a library by any of its names; "*" stands for any number of functions of libraries, which their sources
 * are free to choose. A path ends at the function that makes the system call @event.
 */
struct truth_path {
	const char *name;	/* of the thread, at most 15 characters */
	void (*run)(int fd);	/* once; @fd: /dev/zero, open for reading and writing */
	const char *event;	/* tracepoint of the group syscalls, "sys_enter_read" */
	const char *truth;
};

/* Of other files; each ends with an entry without a name. */
extern const struct truth_path truth_library_paths[], truth_cxx_paths[];

#endif /* PERF_TESTS_TRUTH_H */
