// SPDX-License-Identifier: GPL-2.0-only
/* What runs in the handler uses nothing but system calls, and memory that is there already. */
#include "util/data/shrunk-file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/turns.h"

/* The recording's files. A message is made beforehand: a handler may not format. */
static struct watched {
	uintptr_t begin, end;
	char *message;
} *watched;
static size_t nr_watched, cap_watched;
static uintptr_t page_size;
static int ending;

/* --- in the handler --------------------------------------------------------------------------------- */

static void say(const char *text)
{
	(void)!write(STDERR_FILENO, text, strlen(text));
}

/* The hexadecimal number at *@text, which is moved behind it. */
static uintptr_t take_hex(const char **text)
{
	uintptr_t v = 0;

	for (;; (*text)++) {
		char c = **text;

		if (c >= '0' && c <= '9')
			v = v << 4 | (uintptr_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (uintptr_t)(c - 'a' + 10);
		else
			return v;
	}
}

/* A line of /proc/self/maps: "begin-end rwxp offset dev inode   path". Is @addr in it, and is it a file's? */
static bool covers(const char *line, uintptr_t addr, uintptr_t *ret_end, const char **ret_path)
{
	uintptr_t begin = take_hex(&line);

	if (*line++ != '-')
		return false;
	*ret_end = take_hex(&line);
	*ret_path = strchr(line, '/');
	return *ret_path && addr >= begin && addr < *ret_end;
}

/* The file mapped at @addr, valid until the next call, and where its mapping ends; NULL: none. */
static const char *mapped_file(uintptr_t addr, uintptr_t *ret_end)
{
	static char buf[8192];
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	const char *path, *found = NULL;
	size_t used = 0;
	ssize_t n;

	while (fd >= 0 && !found && (n = read(fd, buf + used, sizeof(buf) - 1 - used)) > 0) {
		char *line = buf, *end;

		used += (size_t)n;
		buf[used] = 0;
		for (; !found && (end = strchr(line, '\n')); line = end + 1) {
			*end = 0;
			if (covers(line, addr, ret_end, &path))
				found = path;
		}
		if (found || used == sizeof(buf) - 1)
			break;
		used -= (size_t)(line - buf);
		memmove(buf, line, used);
	}
	if (fd >= 0)
		close(fd);
	return found;
}

/* Whatever is in a name must not reach a terminal as it is. */
static void say_name(const char *name)
{
	char c;

	for (; *name; name++) {
		c = (unsigned char)*name < ' ' || *name == 0x7f ? '?' : *name;
		(void)!write(STDERR_FILENO, &c, 1);
	}
}

static void end_if_recording(uintptr_t addr)
{
	size_t i;

	for (i = 0; i < nr_watched; i++)
		if (addr >= watched[i].begin && addr < watched[i].end) {
			turns__retreat();
			/* Another thread may meet the same: it waits for the end here. */
			while (__atomic_exchange_n(&ending, 1, __ATOMIC_RELAXED))
				(void)pause();
			say(watched[i].message);
			_exit(1);
		}
}

/* Several places of one file are met, one behind the other. */
static void tell_once(const char *path)
{
	static char told[4096];
	size_t len = strnlen(path, sizeof(told) - 1);

	if (!strncmp(told, path, sizeof(told) - 1))
		return;
	memcpy(told, path, len);
	told[len] = 0;
	turns__retreat();
	say("perf: '");
	say_name(path);
	say("' became shorter while it was read: what it tells of symbols and code is not all there\n");
}

static void on_sigbus(int sig, siginfo_t *info, void *context)
{
	uintptr_t addr = (uintptr_t)info->si_addr, page = addr & ~(page_size - 1), end;
	int saved = errno;
	const char *path;

	(void)context;
	end_if_recording(addr);
	path = mapped_file(addr, &end);
	/* All that is behind this place is gone as well. */
	if (!path || mmap((void *)page, end - page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
			  0) == MAP_FAILED) {
		(void)signal(sig, SIG_DFL);
		return;
	}
	tell_once(path);
	errno = saved;
}

/* --- outside of it ---------------------------------------------------------------------------------- */

void shrunk_file__guard(void)
{
	struct sigaction sa = { .sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO };

	if (page_size)
		return;
	page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
	(void)sigaction(SIGBUS, &sa, NULL);
}

void shrunk_file__watch(const char *path, const void *map, size_t size)
{
	struct watched w = { .begin = (uintptr_t)map, .end = (uintptr_t)map + size };

	w.message = xasprintf("perf: '%s' became shorter while it was read (is a perf record still writing it?)\n", path);
	GROW(watched, nr_watched, cap_watched);
	watched[nr_watched++] = w;
	shrunk_file__guard();
}

void shrunk_file__forget(const void *map)
{
	size_t i;

	for (i = 0; i < nr_watched; i++)
		if (watched[i].begin == (uintptr_t)map) {
			free(watched[i].message);
			watched[i] = watched[--nr_watched];
			break;
		}
	if (!nr_watched) {
		zfree(&watched);
		cap_watched = 0;
	}
}
