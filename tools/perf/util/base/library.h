/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared libraries that are loaded while perf runs, when they are needed. */
#ifndef PERF_BASE_LIBRARY_H
#define PERF_BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A function by its name, and where its address goes: a pointer to a function. */
struct library_function {
	const char *name;
	void *member;
};

/*
 * Loads @soname, which stays loaded until the end, and writes the addresses of all @nr @functions. False, with the reason in @err of
 * @err_size bytes: the library cannot be loaded, or lacks one of them.
 */
bool library__load(const char *soname, const struct library_function *functions, size_t nr, char *err, size_t err_size);
/* Writes the address of @name in @so, of dlopen(), to @member, a pointer to a function; NULL and false if @so has none. */
bool library__find(void *so, const char *name, void *member);

#endif /* PERF_BASE_LIBRARY_H */
