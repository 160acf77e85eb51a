// SPDX-License-Identifier: GPL-2.0-only
/* perf-PID.map: lines of "START SIZE NAME", hexadecimal with or without 0x, written by JIT compilers. */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/symbol/dsos.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"
#include "util/symbol/jit-map.h"
#include "util/symbol/process-root.h"

#define MAX_FILE	((size_t)1 << 30)

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

size_t jit_map__parse(struct symtab *t, const char *data, size_t size)
{
	const char *p = data, *end = data + size, *newline;
	size_t skipped = 0;

	for (; p < end; p = newline + 1) {
		uint64_t start, len;

		newline = memchr(p, '\n', (size_t)(end - p));
		if (!newline)
			newline = end;
		if (parse_hex(&p, newline, &start) && parse_hex(&p, newline, &len) && p < newline &&
		    start + len >= start)
			symtab__add(t, start, start + len, p, (size_t)(newline - p), STT_FUNC, STB_GLOBAL);
		else
			skipped++;
	}
	symtab__finish(t, SYMTAB_EXACT);
	return skipped;
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
	char *data;
	size_t size;
	int fd = open_regular(path, 0, &st);

	*ret_err = fd < 0 ? fd : is_trusted(&st, pid) ? file__read_fd(fd, MAX_FILE, &data, &size) : -EPERM;
	if (fd >= 0)
		close(fd);
	if (*ret_err)
		return false;
	jit_map__parse(t, data, size);
	free(data);
	return true;
}

/* A process in a container writes its map to its own /tmp, under the number it has there. */
static bool load_from_own_root(uint32_t pid, struct symtab *t)
{
	uint32_t own = process__own_pid(pid);
	char *root, *path;
	bool ok;
	int err;

	if (!own)
		return false;
	root = process__other_root(pid);
	path = xasprintf("%s/tmp/perf-%u.map", root ? root : "", own);
	ok = (root || own != pid) && load_map(path, pid, t, &err);
	free(path);
	free(root);
	return ok;
}

void dso__load_jit(struct dso *dso, struct dso_symbols *s)
{
	const char *symfs = dso->dsos->opts.symfs;
	char *path = xasprintf("%s%s", symfs ? symfs : "", dso->path);
	int err;

	s->origin = 'j';
	if ((!symfs && load_from_own_root(dso->pid, &s->own)) || load_map(path, dso->pid, &s->own, &err)) {
		if (s->own.nr)
			s->table = &s->own;
	} else {
		dso_symbols__fail(s, err == -ENOENT ? DSO_LACK_NOT_A_FILE : DSO_LACK_ACCESS, "'%s': %s", path,
				  err == -EPERM ? "not owned by root, the current user or the process's user" :
				  open_regular__is_other_type(err) ? "not a regular file" : strerror(-err));
	}
	free(path);
}
