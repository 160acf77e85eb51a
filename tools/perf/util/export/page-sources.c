// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/page-sources.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/text-out.h"
#include "util/export/export-json.h"
#include "util/symbol/srcline.h"

/* How many lines that come before the line of an instruction are written with it. */
#define CONTEXT		5U
/* Of a longer line only so many bytes are written. */
#define MAX_LINE	((size_t)500)

static inline uint64_t page_source_set__hash(const char *path)
{
	return hash_str(path);
}

static inline bool page_source_set__is(const struct page_source *s, const char *path)
{
	return !strcmp(s->path, path);
}

HASH_SET_FUNCTIONS(page_source_set, const char *, struct page_source *)

void page_sources__exit(struct page_sources *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++) {
		free(s->list[i]->lines);
		free(s->list[i]);
	}
	free(s->list);
	page_source_set__exit(&s->known);
	src_text__exit(&s->text);
	*s = (struct page_sources){ 0 };
}

/*
 * Wants line @line of @path, and those just before it. Returns the number of the file. @path is borrowed until page_sources__exit(). A
 * line of 0 is known to be in the file, no more.
 */
static uint32_t add_source(struct page_sources *s, const char *path, uint32_t line)
{
	struct page_source **place = page_source_set__place(&s->known, path), *file;
	uint32_t i;

	if (!*place) {
		*place = xzalloc(sizeof(**place));
		(*place)->path = path;
		(*place)->index = (uint32_t)s->nr;
		GROW(s->list, s->nr, s->cap);
		s->list[s->nr++] = *place;
	}
	file = *place;
	for (i = line > CONTEXT ? line - CONTEXT : 1; line && i <= line; i++) {
		GROW(file->lines, file->nr, file->cap);
		file->lines[file->nr++] = i;
		if (i == UINT32_MAX)
			break;
	}
	return file->index;
}

/* What compilers are given to compile, or generate from such a file. */
static bool is_source_name(const char *path)
{
	static const char *const ends[] = {
		"c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "c++", "h++", "C", "H", "ii", "i", "inc", "inl", "ipp", "tcc", "def",
		"s", "S", "asm", "rs", "go", "d", "f", "f77", "f90", "f95", "f03", "f08", "for", "F", "F90", "adb", "ads", "pas", "m", "mm",
		"swift", "zig", "nim", "ml", "mli", "hs", "java", "kt", "scala", "cs", "js", "ts", "py", "pyx", "rb", "lua", "cu", "cuh", "cl",
		"y", "l", "v", "td", "jl",
	};
	const char *name = strrchr(path, '/'), *dot = strrchr(name ? name : path, '.'), *library = strstr(path, "/include/c++/");
	size_t i;

	for (i = 0; dot && i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!strcmp(dot + 1, ends[i]))
			return true;
	/* The headers of C++'s library have no dot in their names. A ".." could lead from there to any file. */
	return !dot && library && !strstr(library, "/../");
}

static int by_number(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return a < b ? -1 : a > b;
}

static void sort_lines(struct page_source *file)
{
	size_t i, n = 0;

	if (file->nr)
		qsort(file->lines, file->nr, sizeof(*file->lines), by_number);
	for (i = 0; i < file->nr; i++)
		if (!n || file->lines[n - 1] != file->lines[i])
			file->lines[n++] = file->lines[i];
	file->nr = n;
}

static void add_link(const struct page_source *file, const struct source_link *link, struct text_out *out)
{
	struct strbuf sb = STRBUF_INIT;

	text_out__addstr(out, ",\"link\":");
	text_out__json(out, source_link__make(link, file->path, &sb) ? strbuf__str(&sb) : NULL);
	strbuf__exit(&sb);
}

/* Returns whether there was one of the lines. */
static bool write_lines(struct page_sources *s, struct page_source *file, struct text_out *out)
{
	struct strbuf texts = STRBUF_INIT;
	bool some = false;
	size_t i, len;

	text_out__addstr(out, ",\"line\":[");
	for (i = 0; i < file->nr; i++) {
		const char *text = src_text__line(&s->text, file->path, file->lines[i], &len);

		if (!text)
			continue;
		text_out__addf(out, "%s%" PRIu32, some ? "," : "", file->lines[i]);
		strbuf__addstr(&texts, some ? "," : "");
		while (len && strchr(" \t\r", text[len - 1]))
			len--;
		strbuf__add_json(&texts, text, len < MAX_LINE ? len : MAX_LINE);
		some = true;
	}
	text_out__addstr(out, "],\"text\":[");
	text_out__add(out, strbuf__str(&texts), texts.len);
	strbuf__exit(&texts);
	text_out__addch(out, ']');
	return some;
}

size_t page_sources__write(struct page_sources *s, const struct source_link *link, struct text_out *out)
{
	size_t i, read = 0;

	text_out__addstr(out, "\"sources\":[");
	for (i = 0; i < s->nr; i++) {
		text_out__addstr(out, i ? ",\n{\"path\":" : "{\"path\":");
		text_out__json(out, s->list[i]->path);
		add_link(s->list[i], link, out);
		sort_lines(s->list[i]);
		if (is_source_name(s->list[i]->path))
			read += write_lines(s, s->list[i], out);
		else
			text_out__addstr(out, ",\"line\":[],\"text\":[]");
		text_out__addch(out, '}');
	}
	text_out__addch(out, ']');
	return read;
}

/* --- of a function -------------------------------------------------------------------------------- */

void page_places__exit(struct page_places *p)
{
	free(p->list);
	pair_num__exit(&p->known);
	*p = (struct page_places){ 0 };
}

void page_places__clear(struct page_places *p)
{
	p->nr = 0;
	pair_num__clear(&p->known);
}

uint32_t page_places__at(struct page_places *p, struct page_sources *s, struct dso *dso, uint64_t addr)
{
	const struct src_frames *src = dso__source(dso, addr);
	struct page_place place = { 0 };
	uint64_t *known;

	if (!src || !src->frames[0].file)
		return UINT32_MAX;
	place.line = src->frames[0].line;
	place.source = add_source(s, src->frames[0].file, place.line);
	place.inlined = src->nr > 1 ? src->frames[0].function : NULL;
	known = pair_num__place(&p->known, pair_of((uint64_t)place.source << 32 | place.line, (uintptr_t)place.inlined));
	if (!*known) {
		GROW(p->list, p->nr, p->cap);
		p->list[p->nr++] = place;
		*known = p->nr;
	}
	return (uint32_t)*known - 1;
}

void page_places__write(const struct page_places *p, struct text_out *out)
{
	size_t i;

	text_out__addstr(out, ",\n\"places\":[");
	for (i = 0; i < p->nr; i++) {
		text_out__addf(out, "%s[%" PRIu32 ",%" PRIu32 ",", i ? "," : "", p->list[i].source, p->list[i].line);
		text_out__json(out, p->list[i].inlined);
		text_out__addch(out, ']');
	}
	text_out__addch(out, ']');
}
