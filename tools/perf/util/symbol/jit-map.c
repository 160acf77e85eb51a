// SPDX-License-Identifier: GPL-2.0-only
/* perf-PID.map: lines of "START SIZE NAME", hexadecimal with or without 0x, written by JIT compilers. */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/names-file.h"
#include "util/symbol/dsos.h"
#include "util/base/open-regular.h"
#include "util/base/patient-open.h"
#include "util/symbol/jit-map.h"
#include "util/symbol/packed.h"
#include "util/symbol/process-root.h"

/* Bytes: of all, of which only the symbols stay in memory, and of what is read at a time, and so of a line. */
#define MAX_FILE	((uint64_t)1 << 30)
#define PIECE		((size_t)1 << 18)

/* A hexadecimal number and the blanks behind it; false if there is none. */
static bool parse_hex(const char **p, const char *end, uint64_t *ret)
{
	const char *start;
	uint64_t v = 0;

	if (end - *p > 2 && (*p)[0] == '0' && ((*p)[1] | 0x20) == 'x')
		*p += 2;
	for (start = *p; *p < end; (*p)++) {
		char c = **p, low = (char)(c | 0x20);

		if (c >= '0' && c <= '9')
			v = v << 4 | (unsigned int)(c - '0');
		else if (low >= 'a' && low <= 'f')
			v = v << 4 | (unsigned int)(low - 'a' + 10);
		else
			break;
	}
	if (*p == start || *p - start > 16 || *p == end || **p != ' ')
		return false;
	while (*p < end && **p == ' ')
		(*p)++;
	*ret = v;
	return true;
}

/* Whole lines; the last one may lack its end. Those that are not valid are left out. */
static void add_lines(struct symtab *t, const char *data, size_t size)
{
	const char *p = data, *end = data + size, *newline;

	for (; p < end; p = newline + 1) {
		uint64_t start, len;

		newline = memchr(p, '\n', (size_t)(end - p));
		if (!newline)
			newline = end;
		if (parse_hex(&p, newline, &start) && parse_hex(&p, newline, &len) && p < newline &&
		    start + len >= start)
			symtab__add(t, &(struct symtab_entry){ start, start + len, p, (size_t)(newline - p), STT_FUNC, STB_GLOBAL });
	}
}

/* What is read of a file at a time. */
struct piece {
	char buf[PIECE];
	size_t have;
	bool in_long_line;		/* one that found no room: the rest of it is no line either */
};

static void drop(struct piece *p, size_t n)
{
	p->have -= n;
	memmove(p->buf, p->buf + n, p->have);
}

/* Takes the whole lines of @p. */
static void take_lines(struct piece *p, struct symtab *t)
{
	const char *newline = p->in_long_line ? memchr(p->buf, '\n', p->have) : NULL;
	size_t whole;

	if (p->in_long_line)
		drop(p, newline ? (size_t)(newline + 1 - p->buf) : p->have);
	p->in_long_line = p->in_long_line && !newline;
	for (whole = p->have; whole && p->buf[whole - 1] != '\n'; whole--)
		;
	add_lines(t, p->buf, whole);
	drop(p, whole);
	if (p->have == PIECE) {
		p->have = 0;
		p->in_long_line = true;
	}
}

int jit_map__read(struct symtab *t, int fd)
{
	struct piece *p = xzalloc(sizeof(*p));
	uint64_t total = 0;
	ssize_t n;
	int err = 0;

	while (!err && (n = read(fd, p->buf + p->have, PIECE - p->have)) != 0) {
		if (n < 0) {
			err = errno == EINTR ? 0 : -errno;
			continue;
		}
		total += (uint64_t)n;
		p->have += (size_t)n;
		err = total > MAX_FILE ? -EFBIG : 0;
		take_lines(p, t);
	}
	if (!err && !p->in_long_line)
		add_lines(t, p->buf, p->have);
	free(p);
	symtab__finish(t, SYMTAB_EXACT);
	return err;
}

/* /tmp is everybody's: only what root, the user, or the process itself wrote is believed. */
static bool is_trusted(const struct stat *st, uint32_t pid)
{
	uid_t uid;

	return stat__is_ours(st) || (process__uid(pid, &uid) && st->st_uid == uid);
}

/* False with @ret_err, and nothing read, if the file cannot be used. */
static bool load_map(const char *path, uint32_t pid, struct symtab *t, int *ret_err)
{
	struct stat st;
	int fd = names_file__open(path, &st);

	*ret_err = fd < 0 ? fd : is_trusted(&st, pid) ? jit_map__read(t, fd) : -EPERM;
	if (fd >= 0)
		close(fd);
	if (*ret_err)
		symtab__exit(t);
	return !*ret_err;
}

/* A process in a container writes its map to its own /tmp, under the number it has there. NULL: it has no other. */
static char *path_in_own_root(uint32_t pid)
{
	uint32_t own = process__own_pid(pid);
	char *root, *path = NULL;

	if (!own)
		return NULL;
	root = process__other_root(pid);
	if (root || own != pid)
		path = xasprintf("%s/tmp/perf-%u.map", root ? root : "", own);
	free(root);
	return path;
}

/* Where the map of @dso may lie, the @i-th place; NULL: there are no more. */
static char *nth_path(const struct dso *dso, unsigned int i)
{
	const char *symfs = dso->dsos->opts.symfs;
	char *path = NULL;
	size_t at = 0;

	if (!i)
		return dsos__packed(dso->dsos, dso, PACK_JIT_MAP, &at);
	if (dsos__only_packed(dso->dsos))
		return NULL;
	if (i == 1)
		path = symfs ? NULL : path_in_own_root(dso->pid);
	return i == 2 ? xasprintf("%s%s", symfs ? symfs : "", dso->path) : path;
}

#define NR_PATHS	3

char *jit_map__path(const struct dso *dso)
{
	struct stat st;
	unsigned int i;
	char *path;
	int fd;

	for (i = 0; i < NR_PATHS; i++) {
		path = nth_path(dso, i);
		fd = path ? patient_open(path, &st) : -1;
		if (fd >= 0)
			close(fd);
		if (fd >= 0 && is_trusted(&st, dso->pid))
			return path;
		free(path);
	}
	return NULL;
}

static void fail(struct dso_symbols *s, const char *path, int err)
{
	dso_symbols__fail(s, err == -ENOENT ? DSO_LACK_NOT_A_FILE : DSO_LACK_ACCESS, "'%s': %s", path,
			  err == -EPERM ? "not owned by root, the current user or the process's user" :
			  open_regular__is_other_type(err) ? "not a regular file" : strerror(-err));
}

void dso__load_jit(struct dso *dso, struct dso_symbols *s)
{
	bool found = false;
	unsigned int i;
	char *path;
	int err = -ENOENT;

	s->origin = 'j';
	for (i = 0; i < NR_PATHS && !found; i++) {
		path = nth_path(dso, i);
		found = path && load_map(path, dso->pid, &s->own, &err);
		if (found && s->own.nr)
			s->table = &s->own;
		if (path && !found && i + 1 == NR_PATHS)
			fail(s, path, err);
		free(path);
	}
	if (!found && dsos__only_packed(dso->dsos))
		fail(s, dso->path, err);
}
