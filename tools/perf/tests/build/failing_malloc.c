// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: memory that a program asks for is not there, once, or from then on. Libraries are left alone, but for what the
 * program has the C library allocate. Places are told apart by the functions that lead there, as far as frame pointers show.
 *
 *	FAIL_AT=N	the N-th place, in the order in which they are come to, gets none, the first time; 0: all get theirs
 *	FAIL_ON=1	nor does anybody of the program after that
 *	FAIL_COUNT=FILE	at the end: how many places there were
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEPTH		5
#define MAX_PLACES	(1 << 16)

static uintptr_t begin, end;		/* the program's code */
static uint64_t places[MAX_PLACES];	/* an open hash of those that were seen; 0: free */
static unsigned long nr, fail_at, fail_on, failed;
static const char *count_file;
static pid_t first_process;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int find_code(struct dl_phdr_info *info, size_t size, void *ctx)
{
	int i;

	(void)size;
	(void)ctx;
	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
			begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
			end = begin + info->dlpi_phdr[i].p_memsz;
		}
	return 1;			/* the first one is the program */
}

static void __attribute__((constructor)) set_up(void)
{
	const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON");

	fail_at = at ? strtoul(at, NULL, 10) : 0;
	fail_on = on ? strtoul(on, NULL, 10) : 0;
	count_file = getenv("FAIL_COUNT");
	first_process = getpid();
	dl_iterate_phdr(find_code, NULL);
}

static void __attribute__((destructor)) tell(void)
{
	char text[24];
	int fd = count_file && getpid() == first_process ? open(count_file, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;

	if (fd < 0)
		return;
	if (write(fd, text, (size_t)snprintf(text, sizeof(text), "%lu\n", nr)) < 0)
		abort();
	close(fd);
}

static bool is_program(uintptr_t at)
{
	return at - begin < end - begin;
}

/* What leads to the frame @fp, which returns to @at. */
static uint64_t place_of(uintptr_t at, const uintptr_t *fp)
{
	uint64_t h = 0;
	int i;

	for (i = 0; i < DEPTH && is_program(at); i++) {
		const uintptr_t *next = (const uintptr_t *)fp[0];

		h = (h ^ (at - begin)) * 0x9e3779b97f4a7c15ULL;
		h ^= h >> 29;
		if (next <= fp || (uintptr_t)next - (uintptr_t)fp > 1 << 20 || (uintptr_t)next % sizeof(*next))
			break;
		fp = next;
		at = fp[1];
	}
	return h | 1;
}

static bool fails(void *at, const void *fp)
{
	uint64_t place;
	size_t i;
	bool ret = false;

	if (!is_program((uintptr_t)at))
		return false;
	place = place_of((uintptr_t)at, fp);
	pthread_mutex_lock(&lock);
	for (i = place >> 40 & (MAX_PLACES - 1); places[i] && places[i] != place; i = (i + 1) & (MAX_PLACES - 1))
		;
	if (!places[i] && nr < MAX_PLACES / 2) {
		places[i] = place;
		ret = ++nr == fail_at;
	}
	ret |= fail_on && failed;
	failed |= ret;
	pthread_mutex_unlock(&lock);
	if (ret)
		errno = ENOMEM;
	return ret;
}

#define FAILS	fails(__builtin_return_address(0), __builtin_frame_address(0))
#define NEXT(name)	static __typeof__(name) *next; if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

void *malloc(size_t size)
{
	return FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return FAILS ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	return FAILS ? NULL : __libc_realloc(p, size);
}

void *reallocarray(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return FAILS ? NULL : __libc_realloc(p, bytes);
}

void *aligned_alloc(size_t align, size_t size)
{
	return FAILS ? NULL : __libc_memalign(align, size);
}

char *strdup(const char *s)
{
	char *copy = FAILS ? NULL : __libc_malloc(strlen(s) + 1);

	return copy ? strcpy(copy, s) : NULL;
}

char *strndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = FAILS ? NULL : __libc_malloc(len + 1);

	if (!copy)
		return NULL;
	copy[len] = 0;
	return memcpy(copy, s, len);
}

int vasprintf(char **ret, const char *fmt, va_list ap)
{
	NEXT(vasprintf);
	return FAILS ? -1 : next(ret, fmt, ap);
}

int asprintf(char **ret, const char *fmt, ...)
{
	NEXT(vasprintf);
	va_list ap;
	int n;

	if (FAILS)
		return -1;
	va_start(ap, fmt);
	n = next(ret, fmt, ap);
	va_end(ap);
	return n;
}

int __vasprintf_chk(char **ret, int flag, const char *fmt, va_list ap)
{
	NEXT(vasprintf);
	(void)flag;
	return FAILS ? -1 : next(ret, fmt, ap);
}

char *realpath(const char *path, char *resolved)
{
	NEXT(realpath);
	return !resolved && FAILS ? NULL : next(path, resolved);
}

DIR *opendir(const char *name)
{
	NEXT(opendir);
	return FAILS ? NULL : next(name);
}

DIR *fdopendir(int fd)
{
	NEXT(fdopendir);
	return FAILS ? NULL : next(fd);
}

FILE *fopen(const char *path, const char *mode)
{
	NEXT(fopen);
	return FAILS ? NULL : next(path, mode);
}

int setenv(const char *name, const char *value, int overwrite)
{
	NEXT(setenv);
	return FAILS ? -1 : next(name, value, overwrite);
}
