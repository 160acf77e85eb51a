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
#include "util/symbol/file.h"
#include "util/symbol/jit-map.h"

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

void dso__load_jit(struct dso *dso, struct dso_symbols *s)
{
	const char *symfs = dso->dsos->opts.symfs ? dso->dsos->opts.symfs : "";
	char *path = xasprintf("%s%s", symfs, dso->path), *data;
	struct stat st;
	size_t size;
	int err = stat(path, &st) ? -errno : 0;

	/* /tmp is everybody's: only what the user or root wrote is believed. */
	if (!err && st.st_uid && st.st_uid != geteuid())
		err = -EPERM;
	if (!err)
		err = file__read_all(path, MAX_FILE, &data, &size);
	if (err) {
		dso_symbols__fail(s, "'%s': %s", path, err == -EPERM
				  ? "not owned by root or the current user" : strerror(-err));
	} else {
		jit_map__parse(&s->own, data, size);
		free(data);
		if (s->own.nr)
			s->table = &s->own;
	}
	free(path);
}
