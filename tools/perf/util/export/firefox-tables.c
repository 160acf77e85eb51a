// SPDX-License-Identifier: GPL-2.0-only
/* The tables of a thread in the Firefox Profiler's format: stacks, frames, functions, files and strings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/export/export-json.h"
#include "util/export/export-source.h"
#include "util/export/firefox.h"

/* What a thread's samples need of the tree: nodes, places and functions in the order of their new numbers. */
struct part {
	uint32_t *nodes, *frames, *functions;
	size_t nr_nodes, nr_frames, nr_functions;
	struct native { const struct symbol *sym; uint64_t base; uint32_t function; } *natives;	/* functions as the files have them */
	size_t nr_natives, cap_natives;
	uint32_t *native_of;		/* of each frame, + 1; 0: none */
};

static const struct place *place_of(const struct firefox *x, uint32_t frame)
{
	return place_table__get(x->e->profile.places, frame);
}

/* The kernel's addresses are those in memory, which are too large for JSON's numbers: they count from its beginning. */
static uint64_t base_of(const struct place *p)
{
	const struct map *map = place__map(p);

	return map && export__is_kernel(place__kind(p)->cpumode) ? map__to_dso(map, map->start) : 0;
}

/* Appends @id to @list, unless it is there, and notes its new number. */
static void take(uint32_t *numbers, uint32_t *list, size_t *nr, uint32_t id)
{
	if (numbers[id])
		return;
	list[(*nr)++] = id;
	numbers[id] = (uint32_t)*nr;
}

/* The functions of the files' own tables that frame @i is in: for one that is inlined, the one around it. */
static void take_native(struct firefox *x, struct part *p, struct u64num *known, size_t i)
{
	const struct place *place = place_of(x, p->frames[i]);
	const struct symbol *sym = place__kind(place)->sym;

	if (place__kind(place)->inlined && place__dso(place))
		sym = dso__find_symbol(place__dso(place), place__lookup(place));
	if (!sym || place__text(place) || sym->start < base_of(place))
		return;
	p->native_of[i] = (uint32_t)u64num__find(known, (uintptr_t)sym);
	if (p->native_of[i])
		return;
	GROW(p->natives, p->nr_natives, p->cap_natives);
	p->natives[p->nr_natives++] = (struct native){ sym, base_of(place), x->function_of[p->frames[i]] };
	p->native_of[i] = (uint32_t)p->nr_natives;
	u64num__set(known, (uintptr_t)sym, p->nr_natives);
}

/* What the @nr samples at @m need. A parent has a smaller number, so that it is there before its children. */
static void take_part(struct firefox *x, const struct moment *m, size_t nr, struct part *p)
{
	const struct export_stacks *stacks = &x->e->profile.stacks;
	size_t nr_places = place_table__nr(x->e->profile.places), i;
	struct u64num known = { 0 };
	uint32_t k;

	*p = (struct part){ .nodes = xcalloc(stacks->nr, sizeof(*p->nodes)), .frames = xcalloc(nr_places + 1, sizeof(*p->frames)),
			    .functions = xcalloc(x->f.nr + 1, sizeof(*p->functions)) };
	memset(x->nodes, 0, stacks->nr * sizeof(*x->nodes));
	memset(x->frames, 0, (nr_places + 1) * sizeof(*x->frames));
	memset(x->functions, 0, (x->f.nr + 1) * sizeof(*x->functions));
	for (i = 0; i < nr; i++)
		for (k = m[i].node; k && !x->nodes[k]; k = stacks->nodes[k].parent)
			x->nodes[k] = 1;
	for (k = 1; k < stacks->nr; k++) {
		if (!x->nodes[k])
			continue;
		p->nodes[p->nr_nodes++] = k;
		x->nodes[k] = (uint32_t)p->nr_nodes;
		take(x->frames, p->frames, &p->nr_frames, stacks->nodes[k].frame);
		take(x->functions, p->functions, &p->nr_functions, x->function_of[stacks->nodes[k].frame]);
	}
	p->native_of = xcalloc(p->nr_frames + 1, sizeof(*p->native_of));
	for (i = 0; i < p->nr_frames; i++)
		take_native(x, p, &known, i);
	u64num__exit(&known);
}

static void free_part(struct part *p)
{
	free(p->nodes);
	free(p->frames);
	free(p->functions);
	free(p->natives);
	free(p->native_of);
}

static uint32_t category_of(const struct firefox *x, uint32_t function)
{
	return (uint32_t)x->f.list[function].kind + 1;
}

static void add_number(struct text_out *out, bool known, uint64_t number)
{
	if (known)
		text_out__dec(out, number, 0);
	else
		text_out__addstr(out, "null");
}

/* In the file, of the call for a caller; of what lies in no file it says nothing. */
static void add_address(struct text_out *out, const struct place *p)
{
	uint64_t base = base_of(p);

	if (place__map(p) && (!place__kind(p)->by_call || place__kind(p)->has_call) && place__lookup(p) >= base)
		text_out__dec(out, place__lookup(p) - base, 0);
	else
		text_out__addstr(out, "-1");
}

static void add_line(struct text_out *out, const struct place *p)
{
	const struct src_frame *src = export__source(p);

	add_number(out, src && src->line, src ? src->line : 0);
}

/* Frames are addresses. */
static void add_frames(struct firefox *x, const struct part *p)
{
	struct text_out *out = x->e->out;
	const uint32_t *list = p->frames;
	size_t nr = p->nr_frames, i;

	text_out__addstr(out, "\"frameTable\":{");
	FIREFOX_COLUMN(out, "address", i, nr, add_address(out, place_of(x, list[i])));
	FIREFOX_COLUMN(out, "inlineDepth", i, nr, text_out__dec(out, export__inline_depth(place_of(x, list[i])), 0));
	FIREFOX_COLUMN(out, "category", i, nr, text_out__dec(out, category_of(x, x->function_of[list[i]]), 0));
	FIREFOX_COLUMN(out, "subcategory", i, nr, text_out__addch(out, '0'));
	FIREFOX_COLUMN(out, "func", i, nr, text_out__dec(out, x->functions[x->function_of[list[i]]] - 1, 0));
	FIREFOX_COLUMN(out, "nativeSymbol", i, nr, add_number(out, p->native_of[i], p->native_of[i] - 1));
	FIREFOX_COLUMN(out, "innerWindowID", i, nr, text_out__addch(out, '0'));
	FIREFOX_COLUMN(out, "implementation", i, nr, text_out__addstr(out, "null"));
	FIREFOX_COLUMN(out, "line", i, nr, add_line(out, place_of(x, list[i])));
	FIREFOX_COLUMN(out, "column", i, nr, text_out__addstr(out, "null"));
	firefox__add_length(out, nr);
	text_out__addstr(out, ",\n");
}

/* The strings of a thread: what marks are called, functions, files, functions of the files' tables, files of the source. */
static const char *source_file(const struct firefox *x, uint32_t function)
{
	const struct src_frame *src = export__source(x->f.list[function].place);

	return src ? src->file : NULL;
}

static void add_strings(struct firefox *x, const struct part *p)
{
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addstr(out, "\"stringArray\":[");
	for (i = 0; i < NR_KINDS; i++)
		text_out__addf(out, "%s\"%s\"", i ? "," : "", i == LOSS ? "records lost" : offcpu_state__name((enum offcpu_state)i));
	for (i = 0; i < p->nr_functions + x->nr_files + p->nr_natives + p->nr_functions; i++) {
		size_t k = i;
		const char *file;

		text_out__addch(out, ',');
		if (k < p->nr_functions) {
			text_out__json(out, x->f.list[p->functions[k]].name);
		} else if ((k -= p->nr_functions) < x->nr_files) {
			text_out__json(out, x->file_names[k]);
		} else if ((k -= x->nr_files) < p->nr_natives) {
			text_out__json(out, p->natives[k].sym->name);
		} else {
			file = source_file(x, p->functions[k - p->nr_natives]);
			text_out__json(out, file ? file : "");
		}
	}
	text_out__addch(out, ']');
}

static void add_natives(struct firefox *x, const struct part *p, size_t strings)
{
	struct text_out *out = x->e->out;
	const struct native *n = p->natives;
	size_t nr = p->nr_natives, i;

	text_out__addstr(out, "\"nativeSymbols\":{");
	FIREFOX_COLUMN(out, "libIndex", i, nr, text_out__addf(out, "%d", (int)x->files[n[i].function] - 1));
	FIREFOX_COLUMN(out, "address", i, nr, text_out__dec(out, n[i].sym->start - n[i].base, 0));
	FIREFOX_COLUMN(out, "name", i, nr, text_out__dec(out, strings + i, 0));
	FIREFOX_COLUMN(out, "functionSize", i, nr, add_number(out, n[i].sym->end > n[i].sym->start, n[i].sym->end - n[i].sym->start));
	firefox__add_length(out, nr);
	text_out__addstr(out, ",\n");
}

static void add_functions(struct firefox *x, const struct part *p)
{
	struct text_out *out = x->e->out;
	const uint32_t *list = p->functions;
	size_t nr = p->nr_functions, files = NR_KINDS + nr, natives = files + x->nr_files, sources = natives + p->nr_natives, i;

	text_out__addstr(out, "\"funcTable\":{");
	FIREFOX_COLUMN(out, "name", i, nr, text_out__dec(out, NR_KINDS + i, 0));
	FIREFOX_COLUMN(out, "isJS", i, nr, text_out__addstr(out, "false"));
	FIREFOX_COLUMN(out, "relevantForJS", i, nr, text_out__addstr(out, "false"));
	FIREFOX_COLUMN(out, "resource", i, nr, text_out__addf(out, "%d", (int)x->files[list[i]] - 1));
	FIREFOX_COLUMN(out, "fileName", i, nr, add_number(out, source_file(x, list[i]), sources + i));
	FIREFOX_COLUMN(out, "lineNumber", i, nr, text_out__addstr(out, "null"));
	FIREFOX_COLUMN(out, "columnNumber", i, nr, text_out__addstr(out, "null"));
	firefox__add_length(out, nr);
	text_out__addstr(out, ",\n\"resourceTable\":{");
	FIREFOX_COLUMN(out, "lib", i, x->nr_files, text_out__dec(out, i, 0));
	FIREFOX_COLUMN(out, "name", i, x->nr_files, text_out__dec(out, files + i, 0));
	FIREFOX_COLUMN(out, "host", i, x->nr_files, text_out__addstr(out, "null"));
	FIREFOX_COLUMN(out, "type", i, x->nr_files, text_out__addch(out, '1'));
	firefox__add_length(out, x->nr_files);
	text_out__addstr(out, ",\n");
	add_natives(x, p, natives);
	add_strings(x, p);
}

static void add_stacks(struct firefox *x, const uint32_t *list, size_t nr)
{
	const struct export_node *nodes = x->e->profile.stacks.nodes;
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addstr(out, "\"stackTable\":{\"prefix\":[");
	for (i = 0; i < nr; i++) {
		uint32_t parent = x->nodes[nodes[list[i]].parent];

		text_out__addstr(out, i ? "," : "");
		if (parent)
			text_out__dec(out, parent - 1, 0);
		else
			text_out__addstr(out, "null");
	}
	text_out__addstr(out, "],");
	FIREFOX_COLUMN(out, "frame", i, nr, text_out__dec(out, x->frames[nodes[list[i]].frame] - 1, 0));
	FIREFOX_COLUMN(out, "category", i, nr, text_out__dec(out, category_of(x, x->function_of[nodes[list[i]].frame]), 0));
	FIREFOX_COLUMN(out, "subcategory", i, nr, text_out__addch(out, '0'));
	firefox__add_length(out, nr);
	text_out__addstr(out, ",\n");
}

void firefox__write_tables(struct firefox *x, const struct moment *m, size_t nr, size_t nr_marks)
{
	struct part p;

	take_part(x, m, nr, &p);
	firefox__add_marks(x, nr_marks ? x->marks + x->next_mark : NULL, nr_marks);
	x->next_mark += nr_marks;
	firefox__add_samples(x, m, nr);
	add_stacks(x, p.nodes, p.nr_nodes);
	add_frames(x, &p);
	add_functions(x, &p);
	free_part(&p);
}
