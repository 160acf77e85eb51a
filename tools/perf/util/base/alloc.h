/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Allocation that cannot fail: if there is no memory, the tool prints one line and exits with status 1. Only
 * for the tool; libperf returns -ENOMEM. Callers check sizes that come from a file before they allocate.
 */
#ifndef PERF_BASE_ALLOC_H
#define PERF_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

void *xmalloc(size_t size) __attribute__((malloc));
void *xzalloc(size_t size) __attribute__((malloc));
void *xcalloc(size_t n, size_t size) __attribute__((malloc));
void *xrealloc(void *p, size_t size);
void *xreallocarray(void *p, size_t n, size_t size);
/* @align: a power of two, of which @size is a multiple. */
void *xaligned_alloc(size_t align, size_t size) __attribute__((malloc));
char *xstrdup(const char *s) __attribute__((malloc));
char *xstrndup(const char *s, size_t n) __attribute__((malloc));
void *xmemdup(const void *p, size_t n) __attribute__((malloc));
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Sets a variable of the environment, as setenv() does. */
void xsetenv(const char *name, const char *value, bool overwrite);

/*
 * @p is what a function of the C library has just returned (opendir(), realpath(), ...). Returns it, also if it is NULL, as there is
 * no such file; ends the tool if it is NULL because there was no memory: what is there must not look as if it were not.
 */
void *alloc__given(void *p);

/* The same for what glob() has returned: 0 or GLOB_*. */
int alloc__given_glob(int err);

/* Ends the tool as the functions above do, for memory that others could not get. */
void alloc__failed(void) __attribute__((noreturn));

/*
 * Makes room for at least one more element in the array @ptr of @nr used and @cap allocated
 * elements (size_t lvalues); doubles the array when it is full.
 */
#define GROW(ptr, nr, cap) do {							\
	if ((nr) >= (cap)) {							\
		(cap) = (cap) ? (cap) * 2 : 16;					\
		(ptr) = xreallocarray((ptr), (cap), sizeof(*(ptr)));		\
	}									\
} while (0)

/* @condition, of which the compiler shall know that it nearly always holds: where it does, the code goes straight on. */
#define mostly(condition)	__builtin_expect(!!(condition), 1)

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define zfree(pp)	do { free(*(pp)); *(pp) = NULL; } while (0)

#endif /* PERF_BASE_ALLOC_H */
