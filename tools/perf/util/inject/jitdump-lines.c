// SPDX-License-Identifier: GPL-2.0-only
/*
 * A record has, behind its head: u64 address of the function, u64 number of entries; then entries: u64 address, s32
 * line, s32 column or discriminator, and the name of the file, which is "\xff" if it is the one of the entry before.
 *
 * perf up to Linux 5.7 put the code behind an ELF header without counting that in the lines' addresses. Some runtimes
 * add the header's size themselves since then, and still do: LLVM (0x40), V8 (0x40, or 0x34 on 32-bit machines).
 * OpenJDK's agent, SpiderMonkey, wasmtime, QEMU and GraalVM never did. No field says which, but the addresses do: where
 * the header was added, no entry of any function lies before it, and the first one of most lies exactly there, or
 * others lie behind the function's end.
 */
#include "util/inject/jitdump-lines.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/inject/jitdump.h"

#define ENTRY_MIN	17		/* bytes: with an empty name */
#define HEADER_64	0x40
#define HEADER_32	0x34

struct debug_info {
	uint64_t addr;
	size_t at;			/* offset of its record in the dump */
	size_t code_at;			/* of the record of the code that it is about; 0: of none */
	struct cursor entries;
	uint64_t nr;
};

/* What all the entries of a dump say about its addresses. */
struct evidence {
	uint64_t header;
	bool is_before;			/* one lies before where the header would end */
	bool is_exact;			/* one lies exactly there */
	bool is_behind;			/* one lies behind the end of its function */
};

static int by_address(const void *a, const void *b)
{
	const struct debug_info *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* The last one about @addr that is before @at in the dump, or NULL. */
static struct debug_info *find(const struct jitdump_lines *l, uint64_t addr, size_t at)
{
	const struct debug_info *i = l->infos;
	size_t low = BISECT(l->nr_infos, mid, i[mid].addr < addr || (i[mid].addr == addr && i[mid].at < at));

	return low && l->infos[low - 1].addr == addr ? &l->infos[low - 1] : NULL;
}

/* @file: that of the entry before, or NULL; becomes that of this one. Returns false if the entry is damaged. */
static bool next_entry(struct cursor *c, const char **file, uint64_t *ret_addr, uint32_t *ret_line)
{
	const char *name;

	*ret_addr = cursor__u64(c, "addr");
	*ret_line = cursor__u32(c, "line");
	cursor__skip(c, 4, "discrim");
	name = cursor__str(c, "name");
	if (c->bad || *ret_line > INT32_MAX)
		return false;
	if ((unsigned char)name[0] != 0xff || name[1])
		*file = name;
	return *file != NULL;
}

/* Returns false if an entry is damaged, or lies where it cannot be, with the header or without it. */
static bool weigh(const struct debug_info *info, uint64_t size, struct evidence *all)
{
	struct cursor c = info->entries;
	struct evidence e = *all;
	const char *file = NULL;
	uint64_t i, addr;
	uint32_t line;

	for (i = 0; i < info->nr; i++) {
		if (!next_entry(&c, &file, &addr, &line) || addr - info->addr > size + e.header)
			return false;
		addr -= info->addr;
		e.is_before |= addr < e.header;
		e.is_exact |= addr == e.header;
		e.is_behind |= addr > size;
	}
	*all = e;
	return true;
}

static void add_info(struct jitdump_lines *l, const struct jitdump_record *r)
{
	struct cursor c = r->body;
	struct debug_info info = { .at = r->at, .addr = cursor__u64(&c, "code_addr") };

	info.nr = cursor__count(&c, ENTRY_MIN, "nr_entry");
	info.entries = c;
	GROW(l->infos, l->nr_infos, l->cap_infos);
	l->infos[l->nr_infos++] = info;
}

void jitdump_lines__index(struct jitdump_lines *l, struct cursor c, bool has_v8_mark, bool small)
{
	struct evidence e = { .header = small && has_v8_mark ? HEADER_32 : HEADER_64 };
	struct cursor again = c;
	struct jitdump_record r;

	while (jitdump_record__next(&c, &r))
		if (r.kind == JITDUMP_DEBUG_INFO)
			add_info(l, &r);
	if (!l->nr_infos)
		return;
	qsort(l->infos, l->nr_infos, sizeof(*l->infos), by_address);
	while (jitdump_record__next(&again, &r)) {
		struct jit_code code = { 0 };
		struct debug_info *info;

		if (r.kind != JITDUMP_LOAD || !jitdump_record__code(&r, &code))
			continue;
		info = find(l, code.addr, r.at);
		if (!info || info->code_at)
			continue;
		info->code_at = r.at;
		if (code.size)
			weigh(info, code.size, &e);
	}
	if (!e.is_before && (has_v8_mark || e.is_exact || e.is_behind))
		l->shift = e.header;
}

void jitdump_lines__exit(struct jitdump_lines *l)
{
	zfree(&l->infos);
	l->nr_infos = l->cap_infos = 0;
}

static int by_offset(const void *a, const void *b)
{
	const struct jit_line *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

size_t jitdump_lines__get(const struct jitdump_lines *l, uint64_t addr, uint64_t size, size_t at, struct jit_line **ret,
			  bool *ret_bad)
{
	const struct debug_info *info = find(l, addr, at);
	const char *file = NULL;
	struct jit_line *lines;
	struct cursor c;
	size_t nr = 0;
	uint64_t i;

	*ret = NULL;
	*ret_bad = false;
	if (!info || info->code_at != at)
		return 0;
	c = info->entries;
	lines = xcalloc(info->nr + 1, sizeof(*lines));
	for (i = 0; i < info->nr && !*ret_bad; i++) {
		struct jit_line *line = &lines[nr];

		*ret_bad = !next_entry(&c, &file, &line->offset, &line->line);
		line->offset -= addr + l->shift;
		line->file = file;
		line->order = (uint32_t)i;
		*ret_bad |= line->offset > size;
		/* The end is where nothing of the function is any more. */
		nr += line->offset != size;
	}
	*ret_bad |= info->entries.bad != NULL;
	if (*ret_bad || !nr) {
		free(lines);
		return 0;
	}
	qsort(lines, nr, sizeof(*lines), by_offset);
	*ret = lines;
	return nr;
}
