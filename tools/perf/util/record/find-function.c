// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/find-function.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/record/function-places.h"
#include "util/symbol/dso.h"
#include "util/symbol/elf-symbols.h"

#define TYPE_FUNC	2	/* STT_FUNC, STT_GNU_IFUNC */
#define TYPE_IFUNC	10
#define BIND_LOCAL	0	/* STB_LOCAL */

static bool is_function(const struct symbol *s)
{
	return s->type == TYPE_FUNC || s->type == TYPE_IFUNC;
}

static struct function_place place_of(const struct symbol *s)
{
	return (struct function_place){
		.f = { s->start, s->end - s->start }, .local = s->binding == BIND_LOCAL,
		.chosen_late = s->type == TYPE_IFUNC,
	};
}

/* As the compiler calls it; else as it was written. */
static void collect_table(const struct symtab *t, const struct function_query *q, struct function_places *l)
{
	struct function_place place;
	size_t i;
	char *text;

	for (i = 0; i < t->nr; i++) {
		const struct symbol *s = &t->syms[i];

		if (!is_function(s) || s->name_len != q->len || memcmp(s->name, q->name, q->len))
			continue;
		place = place_of(s);
		function_places__add(l, &place, s->name, s->name_len);
	}
	for (i = 0; i < t->nr && !l->nr; i++)
		if (is_function(&t->syms[i]))
			near_names__look_at(&l->near, t->syms[i].name, t->syms[i].name_len);
	if (l->nr)
		return;
	for (i = 0; i < t->nr; i++) {
		if (!is_function(&t->syms[i]) || !function_name__is(t->syms[i].name, q->name, q->len, &text))
			continue;
		place = place_of(&t->syms[i]);
		function_places__add(l, &place, text, strlen(text));
		free(text);
	}
	for (i = 0; i < t->nr && !l->nr; i++)
		if (is_function(&t->syms[i]))
			function_name__look_at(t->syms[i].name, &l->near);
}

static void collect(struct elf_file *f, struct elf_file *runtime, const struct function_query *q,
		    struct function_places *l)
{
	struct symtab t = { 0 };

	/* Before it is finished: aliases are still there then. */
	if (elf_file__add_symbols(f, runtime, &t, ELF_FILE_OFFSETS, false) > 0)
		collect_table(&t, q, l);
	symtab__exit(&t);
}

static void collect_debug(struct elf_file *f, const struct function_query *q, struct function_places *l)
{
	char text[2 * 20 + 1], *path;
	struct elf_file *debug;
	uint8_t id[20];
	int size;

	if (!elf_file__open_minidebug(f, &debug)) {
		collect(debug, f, q, l);
		elf_file__close(debug);
	}
	size = elf_file__build_id(f, id);
	if (l->nr || size < 2)
		return;
	build_id__text(id, (size_t)size, text);
	path = xasprintf("/usr/lib/debug/.build-id/%.2s/%s.debug", text, text + 2);
	if (!elf_file__open(path, &debug)) {
		collect(debug, f, q, l);
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
	struct function_places l = { 0 };
	struct function_query q;
	struct elf_file *f;
	char *where;
	int err = open_elf(path, &f, diag);

	if (err)
		return err;
	where = xasprintf("'%s'", path);
	function_query__init(&q, name, where);
	q.any_global = true;
	l.near = (struct near_names){ .want = q.name, .want_len = q.len };
	collect(f, f, &q, &l);
	if (!l.nr)
		collect_debug(f, &q, &l);
	elf_file__close(f);
	err = function_places__choose(&l, &q, ret, diag);
	free(where);
	function_places__exit(&l);
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

int elf__link_address(const char *path, uint64_t offset, uint64_t *ret, bool *ret_fixed, struct diag *diag)
{
	struct elf_segment *segs;
	struct elf_file *f;
	size_t nr;
	bool found;
	int err = open_elf(path, &f, diag);

	if (err)
		return err;
	nr = elf_file__segments(f, &segs);
	found = elf_segments__virtual(segs, nr, offset, ret);
	/* What may lie anywhere is linked from zero on. */
	*ret_fixed = nr && segs[0].vaddr;
	free(segs);
	elf_file__close(f);
	return found ? 0 : diag__msg(diag, -ENOEXEC, "'%s' is not mapped from offset 0x%llx", path,
				     (unsigned long long)offset);
}
