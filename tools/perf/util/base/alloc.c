// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/alloc.h"

#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/base/turns.h"

void alloc__failed(void)
{
	/* Without the other processes there may be enough. */
	turns__retreat();
	fputs("perf: out of memory\n", stderr);
	exit(1);
}

static void *or_die(void *p)
{
	if (!p)
		alloc__failed();
	return p;
}

void *alloc__given(void *p)
{
	if (!p && errno == ENOMEM)
		alloc__failed();
	return p;
}

int alloc__given_glob(int err)
{
	if (err == GLOB_NOSPACE)
		alloc__failed();
	return err;
}

void xsetenv(const char *name, const char *value, bool overwrite)
{
	if (setenv(name, value, overwrite))
		alloc__failed();
}

void *xmalloc(size_t size)
{
	return or_die(malloc(size ? size : 1));
}

void *xzalloc(size_t size)
{
	return or_die(calloc(1, size ? size : 1));
}

void *xcalloc(size_t n, size_t size)
{
	return or_die(calloc(n ? n : 1, size ? size : 1));
}

void *xrealloc(void *p, size_t size)
{
	return or_die(realloc(p, size ? size : 1));
}

void *xreallocarray(void *p, size_t n, size_t size)
{
	return or_die(reallocarray(p, n ? n : 1, size ? size : 1));
}

void *xaligned_alloc(size_t align, size_t size)
{
	return or_die(aligned_alloc(align, size));
}

char *xstrdup(const char *s)
{
	return or_die(strdup(s));
}

char *xstrndup(const char *s, size_t n)
{
	return or_die(strndup(s, n));
}

void *xmemdup(const void *p, size_t n)
{
	void *copy = xmalloc(n);

	if (n)
		memcpy(copy, p, n);
	return copy;
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		s = NULL;
	va_end(ap);
	return or_die(s);
}
