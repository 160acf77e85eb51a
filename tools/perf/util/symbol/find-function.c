// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/find-function.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/event/kernel-paths.h"
#include "util/symbol/build-id.h"
#include "util/symbol/dso.h"
#include "util/symbol/elf-symbols.h"

#define TYPE_FUNC	2	/* STT_FUNC, STT_GNU_IFUNC */
#define TYPE_IFUNC	10
#define BIND_LOCAL	0	/* STB_LOCAL */
#define KALLSYMS_MAX	(256U << 20)

/* All places of one name. */
struct places {
	struct place {
		struct found_function f;
		bool local;
	} *p;
	size_t nr, cap;
};

static void places__add(struct places *l, struct found_function f, bool local)
{
	size_t i;

	for (i = 0; i < l->nr; i++) {
		if (l->p[i].f.start == f.start) {
			l->p[i].local &= local;
			return;
		}
	}
	GROW(l->p, l->nr, l->cap);
	l->p[l->nr++] = (struct place){ f, local };
}

static int compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->f.start < y->f.start ? -1 : x->f.start > y->f.start;
}

/* "NAME#2": the name's length, and 2; 0 without a number. */
static size_t split_number(const char *name, unsigned long *ret_number)
{
	const char *hash = strrchr(name, '#');
	char *end;

	*ret_number = 0;
	if (!hash || hash == name || !isdigit((unsigned char)hash[1]))
		return strlen(name);
	*ret_number = strtoul(hash + 1, &end, 10);
	return *end || !*ret_number ? strlen(name) : (size_t)(hash - name);
}

static int choose(struct places *l, const char *name, size_t len, unsigned long number, const char *where,
		  struct found_function *ret, struct diag *diag)
{
	size_t i, global = 0, nr_global = 0;

	if (l->nr)
		qsort(l->p, l->nr, sizeof(*l->p), compare);
	for (i = 0; i < l->nr; i++) {
		if (!l->p[i].local) {
			global = i;
			nr_global++;
		}
	}
	if (!l->nr)
		return diag__msg(diag, -ENOENT, "there is no function '%.*s' in %s", (int)len, name, where);
	if (number > l->nr)
		return diag__msg(diag, -ENOENT, "%s has only %zu functions '%.*s', not %lu", where, l->nr,
				 (int)len, name, number);
	if (!number && l->nr > 1 && nr_global != 1)
		return diag__msg(diag, -ENOTUNIQ, "%s has %zu functions '%.*s': say which, from '%.*s#1' to "
				 "'%.*s#%zu'", where, l->nr, (int)len, name, (int)len, name, (int)len, name,
				 l->nr);
	*ret = l->p[number ? number - 1 : l->nr > 1 ? global : 0].f;
	return 0;
}

static void collect(struct elf_file *f, struct elf_file *runtime, const char *name, size_t len,
		    struct places *l)
{
	struct symtab t = { 0 };
	size_t i;

	/* Before it is finished: aliases are still there then. */
	if (elf_file__add_symbols(f, runtime, &t, ELF_FILE_OFFSETS, false) > 0) {
		for (i = 0; i < t.nr; i++) {
			const struct symbol *s = &t.syms[i];

			if ((s->type != TYPE_FUNC && s->type != TYPE_IFUNC) || s->name_len != len ||
			    memcmp(s->name, name, len))
				continue;
			places__add(l, (struct found_function){ s->start, s->end - s->start },
				    s->binding == BIND_LOCAL);
		}
	}
	symtab__exit(&t);
}

static void collect_debug(struct elf_file *f, const char *name, size_t len, struct places *l)
{
	char text[2 * 20 + 1], *path;
	struct elf_file *debug;
	uint8_t id[20];
	int size;

	if (!elf_file__open_minidebug(f, &debug)) {
		collect(debug, f, name, len, l);
		elf_file__close(debug);
	}
	size = elf_file__build_id(f, id);
	if (l->nr || size < 2)
		return;
	build_id__text(id, (size_t)size, text);
	path = xasprintf("/usr/lib/debug/.build-id/%.2s/%s.debug", text, text + 2);
	if (!elf_file__open(path, &debug)) {
		collect(debug, f, name, len, l);
		elf_file__close(debug);
	}
	free(path);
}

static int open_elf(const char *path, struct elf_file **ret, struct diag *diag)
{
	int err = elf_file__open(path, ret);

	return err ? diag__msg(diag, err, "cannot read symbols of '%s': %s", path,
			       err == -ENOEXEC ? "it is no ELF file" : strerror(-err)) : 0;
}

int elf__find_function(const char *path, const char *name, struct found_function *ret,
		       struct diag *diag)
{
	struct places l = { 0 };
	unsigned long number;
	size_t len = split_number(name, &number);
	struct elf_file *f;
	char *where;
	int err = open_elf(path, &f, diag);

	if (err)
		return err;
	collect(f, f, name, len, &l);
	if (!l.nr)
		collect_debug(f, name, len, &l);
	elf_file__close(f);
	where = xasprintf("'%s'", path);
	err = choose(&l, name, len, number, where, ret, diag);
	free(where);
	free(l.p);
	return err;
}

int elf__code_range(const char *path, struct found_function *ret, struct diag *diag)
{
	struct elf_segment *segs;
	struct elf_file *f;
	size_t i, nr;
	int err = open_elf(path, &f, diag);
	uint64_t end = 0, start = UINT64_MAX;

	if (err)
		return err;
	nr = elf_file__segments(f, &segs);
	for (i = 0; i < nr; i++) {
		if (segs[i].offset < start)
			start = segs[i].offset;
		if (segs[i].offset + segs[i].memsz > end)
			end = segs[i].offset + segs[i].memsz;
	}
	free(segs);
	elf_file__close(f);
	if (!nr)
		return diag__msg(diag, -ENOEXEC, "nothing of '%s' is ever mapped", path);
	*ret = (struct found_function){ start, end - start };
	return 0;
}

/* "ffffffff81000000 T name\t[module]\n": the address, and where the name lies; false: no function. */
static bool parse_kallsyms(const char *p, const char *end, uint64_t *ret_addr, const char **ret_name,
			   size_t *ret_len)
{
	char *at;

	*ret_addr = strtoull(p, &at, 16);
	if (at == p || end - at < 4 || !strchr("tTwW", at[1]) || at[2] != ' ')
		return false;
	*ret_name = at + 3;
	*ret_len = strcspn(at + 3, " \t\n");
	return true;
}

int kernel__find_function(const char *name, struct found_function *ret, struct diag *diag)
{
	char *file = xasprintf("%s/kallsyms", procfs__path()), *data = NULL;
	const char *p, *sym, *line_end;
	struct places l = { 0 };
	uint64_t addr, highest = 0;
	unsigned long number;
	size_t len = split_number(name, &number), size = 0, n, i;
	int err = file__read_all(file, KALLSYMS_MAX, &data, &size);

	if (err) {
		diag__msg(diag, err, "cannot read %s: %s", file, strerror(-err));
		free(file);
		return err;
	}
	for (p = data; p < data + size; p = line_end + 1) {
		line_end = memchr(p, '\n', (size_t)(data + size - p));
		if (!line_end)
			break;
		if (!parse_kallsyms(p, line_end, &addr, &sym, &n))
			continue;
		highest |= addr;
		if (n == len && !memcmp(sym, name, len))
			places__add(&l, (struct found_function){ addr, 0 }, false);
	}
	/* Each reaches up to the next one. */
	for (p = data; p < data + size; p = line_end + 1) {
		line_end = memchr(p, '\n', (size_t)(data + size - p));
		if (!line_end)
			break;
		addr = strtoull(p, NULL, 16);
		for (i = 0; i < l.nr; i++)
			if (addr > l.p[i].f.start && (!l.p[i].f.size || addr - l.p[i].f.start < l.p[i].f.size))
				l.p[i].f.size = addr - l.p[i].f.start;
	}
	free(data);
	free(file);
	if (!highest && size)
		err = diag__msg(diag, -EACCES, "the kernel hides its addresses: "
				"/proc/sys/kernel/kptr_restrict has to be 0 (or 1, for root)");
	else
		err = choose(&l, name, len, number, "the kernel", ret, diag);
	free(l.p);
	return err;
}
