// SPDX-License-Identifier: GPL-2.0-only
/*
 * DWARF 4, which every reader knows: one unit that covers the function, and its table of lines. Functions have few
 * lines: the table does without special opcodes.
 */
#include "util/inject/jit-dwarf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/data/rewrite-attr.h"
#include "util/inject/jitdump-lines.h"

/* Names and numbers as in DWARF 4; those of libdw are not there when perf is built without it. */
enum { DW_TAG_compile_unit = 0x11, DW_CHILDREN_no = 0 };
enum { DW_AT_name = 0x03, DW_AT_stmt_list = 0x10, DW_AT_low_pc = 0x11, DW_AT_high_pc = 0x12 };
enum { DW_FORM_addr = 0x01, DW_FORM_string = 0x08, DW_FORM_udata = 0x0f, DW_FORM_sec_offset = 0x17 };
enum { DW_LNS_copy = 1, DW_LNS_advance_pc, DW_LNS_advance_line, DW_LNS_set_file };
enum { DW_LNE_end_sequence = 1, DW_LNE_set_address };

/* What all sections are written with. */
struct writer {
	uint64_t text, size;
	bool small, swap;
};

static void put_uleb(struct strbuf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		strbuf__addch(out, (char)(v | 0x80));
	strbuf__addch(out, (char)v);
}

static void put_sleb(struct strbuf *out, int64_t v)
{
	bool more = true;

	while (more) {
		unsigned char byte = v & 0x7f;

		v >>= 7;
		more = !((v == 0 && !(byte & 0x40)) || (v == -1 && (byte & 0x40)));
		strbuf__addch(out, (char)(more ? byte | 0x80 : byte));
	}
}

static void put_address(struct strbuf *out, uint64_t v, const struct writer *w)
{
	if (w->small)
		rewrite__put32(out, (uint32_t)v, w->swap);
	else
		rewrite__put64(out, v, w->swap);
}

static void put_string(struct strbuf *out, const char *s)
{
	strbuf__add(out, s, strlen(s) + 1);
}

/* Where a length belongs that is known later; returns what end_length() takes. */
static size_t begin_length(struct strbuf *out, const struct writer *w)
{
	rewrite__put32(out, 0, w->swap);
	return out->len;
}

static void end_length(struct strbuf *out, size_t begin, const struct writer *w)
{
	uint32_t length = (uint32_t)(out->len - begin);

	length = w->swap ? __builtin_bswap32(length) : length;
	memcpy(out->buf + begin - sizeof(length), &length, sizeof(length));
}

static int hex_digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

/*
 * The path that @file is; of a URL file:///path that path, as modules of JavaScript are named by one. The caller frees
 * it.
 */
static char *path_of(const char *file)
{
	char *path = xstrdup(strncmp(file, "file:///", 8) ? file : file + 7), *to = path;
	const char *from = path;

	if (path[0] == '/' && file[0] != '/') {
		for (; *from; from++) {
			if (from[0] == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2])) {
				*to++ = (char)(hex_digit(from[1]) << 4 | hex_digit(from[2]));
				from += 2;
			} else {
				*to++ = *from;
			}
		}
		*to = 0;
	}
	return path;
}

/* --- the table of lines ---------------------------------------------------------------------------- */

/* Appends the names of the files, and sets @numbers[i] to the number of the file of the line i. */
static void put_files(struct strbuf *out, const struct jit_function *f, uint64_t *numbers)
{
	struct u64num known = { 0 };	/* hash of a name -> its number */
	uint64_t nr = 0;
	size_t i;

	for (i = 0; i < f->nr_lines; i++) {
		const char *file = f->lines[i].file;
		uint64_t key = hash_str(file) | 1;
		char *path;

		/* Nearly always the file of the line before: that of the whole function. */
		numbers[i] = i && !strcmp(file, f->lines[i - 1].file) ? numbers[i - 1] : u64num__find(&known, key);
		if (numbers[i])
			continue;
		numbers[i] = ++nr;
		u64num__set(&known, key, nr);
		path = path_of(file);
		put_string(out, *path ? path : "?");
		strbuf__add(out, "\0\0\0", 3);		/* folder: that of the unit; time, size: not known */
		free(path);
	}
	strbuf__addch(out, 0);
	u64num__exit(&known);
}

static void put_rows(struct strbuf *out, const struct jit_function *f, const uint64_t *numbers, const struct writer *w)
{
	uint64_t at = 0, line = 1, file = 1;
	size_t i;

	strbuf__addch(out, 0);
	put_uleb(out, 1 + (w->small ? 4 : 8));
	strbuf__addch(out, DW_LNE_set_address);
	put_address(out, w->text, w);
	for (i = 0; i < f->nr_lines; i++) {
		const struct jit_line *l = &f->lines[i];

		/* Of several at one address the last one holds. */
		if (i + 1 < f->nr_lines && f->lines[i + 1].offset == l->offset)
			continue;
		strbuf__addch(out, DW_LNS_advance_pc);
		put_uleb(out, l->offset - at);
		strbuf__addch(out, DW_LNS_advance_line);
		put_sleb(out, (int64_t)l->line - (int64_t)line);
		if (numbers[i] != file) {
			strbuf__addch(out, DW_LNS_set_file);
			put_uleb(out, numbers[i]);
		}
		strbuf__addch(out, DW_LNS_copy);
		at = l->offset;
		line = l->line;
		file = numbers[i];
	}
	strbuf__addch(out, DW_LNS_advance_pc);
	put_uleb(out, w->size - at);
	strbuf__addch(out, 0);
	put_uleb(out, 1);
	strbuf__addch(out, DW_LNE_end_sequence);
}

static void make_line(struct strbuf *out, const struct jit_function *f, const struct writer *w)
{
	static const char number_of_operands[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
	uint64_t *numbers = xcalloc(f->nr_lines, sizeof(*numbers));
	size_t unit = begin_length(out, w), header;

	rewrite__put16(out, 4, w->swap);
	header = begin_length(out, w);
	strbuf__addch(out, 1);				/* smallest instruction, bytes */
	strbuf__addch(out, 1);				/* operations of an instruction */
	strbuf__addch(out, 1);				/* each row is a statement */
	strbuf__addch(out, -5);				/* of special opcodes, which are not used: line_base, line_range */
	strbuf__addch(out, 14);
	strbuf__addch(out, 1 + sizeof(number_of_operands));
	strbuf__add(out, number_of_operands, sizeof(number_of_operands));
	strbuf__addch(out, 0);				/* no folders */
	put_files(out, f, numbers);
	end_length(out, header, w);
	put_rows(out, f, numbers, w);
	end_length(out, unit, w);
	free(numbers);
}

/* --- the unit --------------------------------------------------------------------------------------- */

static void make_abbrev(struct strbuf *out)
{
	static const unsigned char unit[] = {
		1, DW_TAG_compile_unit, DW_CHILDREN_no,
		DW_AT_name, DW_FORM_string, DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc, DW_FORM_addr,
		DW_AT_high_pc, DW_FORM_udata, 0, 0,
		0,
	};

	strbuf__add(out, unit, sizeof(unit));
}

static void make_info(struct strbuf *out, const struct jit_function *f, const struct writer *w)
{
	size_t unit = begin_length(out, w);
	char *path = path_of(f->lines[0].file);

	rewrite__put16(out, 4, w->swap);
	rewrite__put32(out, 0, w->swap);		/* in .debug_abbrev */
	strbuf__addch(out, w->small ? 4 : 8);
	strbuf__addch(out, 1);
	put_string(out, path);
	rewrite__put32(out, 0, w->swap);		/* in .debug_line */
	put_address(out, w->text, w);
	put_uleb(out, w->size);
	end_length(out, unit, w);
	free(path);
}

static void make_aranges(struct strbuf *out, const struct writer *w)
{
	size_t unit = begin_length(out, w);

	rewrite__put16(out, 2, w->swap);
	rewrite__put32(out, 0, w->swap);		/* in .debug_info */
	strbuf__addch(out, w->small ? 4 : 8);
	strbuf__addch(out, 0);				/* no segments */
	rewrite__put32(out, 0, w->swap);		/* what follows begins at a multiple of two addresses */
	put_address(out, w->text, w);
	put_address(out, w->size, w);
	put_address(out, 0, w);
	put_address(out, 0, w);
	end_length(out, unit, w);
}

void jit_dwarf__make(struct jit_dwarf *d, const struct jit_function *f, uint64_t text, bool small, bool big_endian)
{
	bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	struct writer w = { .text = text, .size = f->size, .small = small, .swap = host_is_big != big_endian };

	make_abbrev(&d->abbrev);
	make_info(&d->info, f, &w);
	make_line(&d->line, f, &w);
	make_aranges(&d->aranges, &w);
}

void jit_dwarf__exit(struct jit_dwarf *d)
{
	strbuf__exit(&d->abbrev);
	strbuf__exit(&d->info);
	strbuf__exit(&d->line);
	strbuf__exit(&d->aranges);
}
