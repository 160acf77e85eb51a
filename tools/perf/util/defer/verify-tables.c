// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/verify-tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/json.h"
#include "util/base/pair-map.h"
#include "util/base/text-out.h"
#include "util/callchain/chain.h"
#include "util/code/code-file.h"
#include "util/code/unwind-tables.h"

enum conflict {
	CONFLICT_TABLES,		/* .eh_frame and .sframe */
	CONFLICT_WALK,			/* frame pointers and a table */
	CONFLICT_NR
};

/* A function; without a name, one address of one. Addresses are the dso's. */
struct judged_function {
	const struct dso *dso;
	const struct symbol *sym;	/* or NULL */
	uint64_t start;
	uint64_t seen;			/* distinct addresses */
	struct {
		uint64_t count, first;	/* distinct addresses; the lowest */
		struct unwind_row cfi, sframe;	/* of the lowest */
	} conflicts[CONFLICT_NR];
};

PAIR_MAP(judged_functions, struct judged_function *)

struct table_judge {
	struct unwind_tables *tables;
	struct pair_num addresses;	/* (dso, address): seen */
	struct judged_functions functions;	/* (dso, first address) -> struct judged_function */
	struct u64num files;		/* dso: has a .sframe */
	struct judged_function **list;	/* owned, as is what it points to */
	size_t nr, cap;
};

static const char *const conflict_names[] = { "tables", "frame_pointers" };

struct table_judge *table_judge__new(struct dso_code *code)
{
	struct table_judge *t = xzalloc(sizeof(*t));

	t->tables = unwind_tables__new(code);
	return t;
}

void table_judge__delete(struct table_judge *t)
{
	size_t i;

	if (!t)
		return;
	for (i = 0; i < t->nr; i++)
		free(t->list[i]);
	free(t->list);
	unwind_tables__delete(t->tables);
	pair_num__exit(&t->addresses);
	judged_functions__exit(&t->functions);
	u64num__exit(&t->files);
	free(t);
}

/* --- judging ------------------------------------------------------------------------------------------ */

enum walk {
	WALK_UNKNOWN,
	WALK_FITS,
	WALK_CONTRADICTS,
};

/* Where frame pointers are walked, the caller's lies at the frame pointer and the return address 8 bytes above it. */
static enum walk walk_by_row(const struct unwind_row *row)
{
	/* DWARF's numbers of x86-64's and arm64's frame pointer; other machines have other frames. */
	if ((row->fp_reg != 6 && row->fp_reg != 29) || row->signal)
		return WALK_UNKNOWN;
	if (row->base == UNWIND_FROM_SP)
		return row->fp.where == UNWIND_SAME ? WALK_CONTRADICTS : WALK_UNKNOWN;
	if (row->base != UNWIND_FROM_FP || row->fp.where == UNWIND_SAVED_EXPR || row->ra.where == UNWIND_SAVED_EXPR)
		return WALK_UNKNOWN;
	return row->fp.where == UNWIND_SAVED && (int64_t)row->cfa_offset + row->fp.offset == 0 &&
	       row->ra.where == UNWIND_SAVED && (int64_t)row->cfa_offset + row->ra.offset == 8 ?
	       WALK_FITS : WALK_CONTRADICTS;
}

/* A table with the frame pointer saved and the CFA from the stack pointer leaves open what it holds: the code tells. */
static enum walk walk_by_code(struct code_files *files, struct dso *dso, uint64_t offset)
{
	struct code_file *file = code_files__get(files, dso);
	uint64_t addr;

	if (!file || !code_file__from_dso(file, offset, &addr))
		return WALK_UNKNOWN;
	switch (code_file__state(file, addr)) {
	case FRAME_STATE_OWN:
		return WALK_FITS;
	case FRAME_STATE_CALLERS:
	case FRAME_STATE_LOST:
		return WALK_CONTRADICTS;
	default:
		return WALK_UNKNOWN;
	}
}

static bool walk_contradicts(struct code_files *files, struct dso *dso, uint64_t offset, const struct unwind_row *cfi,
			     const struct unwind_row *sframe)
{
	enum walk by_cfi = walk_by_row(cfi);

	if (by_cfi == WALK_UNKNOWN && cfi->base != UNWIND_NO_ROW)
		by_cfi = walk_by_code(files, dso, offset);
	return by_cfi == WALK_CONTRADICTS || walk_by_row(sframe) == WALK_CONTRADICTS;
}

static struct judged_function *function_of(struct table_judge *t, const struct dso *dso, const struct symbol *sym,
					   uint64_t offset)
{
	uint64_t start = sym ? sym->start : offset;
	struct judged_function *f = judged_functions__find(&t->functions, pair_of((uintptr_t)dso, start));

	if (f)
		return f;
	f = xzalloc(sizeof(*f));
	f->dso = dso;
	f->sym = sym;
	f->start = start;
	*judged_functions__place(&t->functions, pair_of((uintptr_t)dso, start)) = f;
	GROW(t->list, t->nr, t->cap);
	return t->list[t->nr++] = f;
}

static void note(struct judged_function *f, enum conflict what, uint64_t offset, const struct unwind_row *cfi,
		 const struct unwind_row *sframe)
{
	if (!f->conflicts[what].count++ || offset < f->conflicts[what].first) {
		f->conflicts[what].first = offset;
		f->conflicts[what].cfi = *cfi;
		f->conflicts[what].sframe = *sframe;
	}
}

static void judge_frame(struct table_judge *t, struct code_files *files, const struct frame *frame)
{
	struct dso *dso = frame->map->dso;
	uint64_t offset = map__to_dso(frame->map, frame__lookup(frame));
	struct unwind_row cfi, sframe;
	struct judged_function *f;

	if (pair_num__find(&t->addresses, pair_of((uintptr_t)dso, offset)))
		return;
	*pair_num__place(&t->addresses, pair_of((uintptr_t)dso, offset)) = 1;
	u64num__set(&t->files, (uintptr_t)dso, 1);
	f = function_of(t, dso, frame->sym, offset);
	f->seen++;
	unwind_tables__both(t->tables, dso, offset, &cfi, &sframe);
	if (unwind_row__contradicts(&cfi, &sframe))
		note(f, CONFLICT_TABLES, offset, &cfi, &sframe);
	if (walk_contradicts(files, dso, offset, &cfi, &sframe))
		note(f, CONFLICT_WALK, offset, &cfi, &sframe);
}

void table_judge__half(struct table_judge *t, struct code_files *files, const struct chain_half *h)
{
	uint32_t i;

	for (i = 0; i < h->nr; i++) {
		const struct frame *f = h->frames[i];

		if (f->kind != FRAME_CODE || f->inlined || !f->map)
			continue;
		if (f->map->dso->kind != DSO_KIND_USER && f->map->dso->kind != DSO_KIND_VDSO)
			continue;
		if (unwind_tables__has_sframe(t->tables, f->map->dso))
			judge_frame(t, files, f);
	}
}

/* --- what came of it ---------------------------------------------------------------------------------- */

/* Tables that contradict each other first: one of them is wrong. */
static int by_conflicts(const void *a, const void *b)
{
	const struct judged_function *x = *(struct judged_function *const *)a, *y = *(struct judged_function *const *)b;
	int i;

	for (i = 0; i < CONFLICT_NR; i++)
		if (x->conflicts[i].count != y->conflicts[i].count)
			return x->conflicts[i].count < y->conflicts[i].count ? 1 : -1;
	i = strcmp(x->dso->long_name, y->dso->long_name);
	return i ? i : x->start < y->start ? -1 : x->start > y->start;
}

/* Sorts; how many of the list have a conflict. They come first. */
static size_t sort_functions(struct table_judge *t)
{
	size_t nr = 0;

	if (t->nr)
		qsort(t->list, t->nr, sizeof(struct judged_function *), by_conflicts);
	while (nr < t->nr && (t->list[nr]->conflicts[CONFLICT_TABLES].count || t->list[nr]->conflicts[CONFLICT_WALK].count))
		nr++;
	return nr;
}

static void print_conflict(const struct judged_function *f, enum conflict what, struct text_out *out)
{
	static const char *const texts[] = { ".eh_frame and .sframe", "frame pointers and tables" };
	uint64_t first = f->conflicts[what].first;
	char cfi[UNWIND_ROW_TEXT], sframe[UNWIND_ROW_TEXT];

	if (!f->conflicts[what].count)
		return;
	unwind_row__text(&f->conflicts[what].cfi, cfi);
	unwind_row__text(&f->conflicts[what].sframe, sframe);
	text_out__addf(out, "    %s: at %" PRIu64 " of %" PRIu64 " addresses, first at ", texts[what], f->conflicts[what].count, f->seen);
	if (f->sym)
		text_out__addf(out, "+0x%" PRIx64 "\n", first - f->start);
	else
		text_out__addf(out, "%#" PRIx64 "\n", first);
	text_out__addf(out, "      .eh_frame       %s\n      .sframe         %s\n", cfi, sframe);
	if (what == CONFLICT_WALK)
		text_out__addf(out, "      frame pointers  ra at fp+8, fp at fp+0\n");
}

void table_judge__print(struct table_judge *t, size_t rows, struct text_out *out)
{
	size_t nr, i;
	int what;

	if (!t || !t->files.nr)
		return;
	nr = sort_functions(t);
	text_out__addf(out, "\nFrame pointers, .eh_frame and .sframe: %zu files with .sframe, %zu addresses, %zu functions\n",
		       t->files.nr, t->addresses.nr, t->nr);
	if (!nr)
		text_out__addf(out, "  they agree wherever the stacks go\n");
	for (i = 0; i < nr && i < rows; i++) {
		const struct judged_function *f = t->list[i];

		if (f->sym)
			text_out__addf(out, "  %.*s (%s)\n", (int)f->sym->name_len, f->sym->name, f->dso->long_name);
		else
			text_out__addf(out, "  %#" PRIx64 " (%s)\n", f->start, f->dso->long_name);
		for (what = 0; what < CONFLICT_NR; what++)
			print_conflict(f, (enum conflict)what, out);
	}
	if (nr > rows)
		text_out__addf(out, "  %zu more functions (-v shows all)\n", nr - rows);
}

static void json_conflict(struct json *j, const struct judged_function *f, enum conflict what)
{
	char text[UNWIND_ROW_TEXT];

	json__object_inline(j, conflict_names[what]);
	json__u64(j, "addresses", f->conflicts[what].count);
	if (f->conflicts[what].count) {
		json__hex(j, "first", f->conflicts[what].first);
		unwind_row__text(&f->conflicts[what].cfi, text);
		json__str(j, "eh_frame", text);
		unwind_row__text(&f->conflicts[what].sframe, text);
		json__str(j, "sframe", text);
	}
	json__end(j);
}

void table_judge__print_json(struct table_judge *t, struct json *j)
{
	size_t nr = t ? sort_functions(t) : 0, i;
	int what;

	json__object(j, "unwind_tables");
	json__u64(j, "files", t ? t->files.nr : 0);
	json__u64(j, "addresses", t ? t->addresses.nr : 0);
	json__u64(j, "functions", t ? t->nr : 0);
	json__array(j, "unlike");
	for (i = 0; i < nr; i++) {
		const struct judged_function *f = t->list[i];

		json__object(j, NULL);
		json__str(j, "dso", f->dso->long_name);
		json__str(j, "function", f->sym ? f->sym->name : NULL);
		json__hex(j, "start", f->start);
		json__u64(j, "addresses", f->seen);
		for (what = 0; what < CONFLICT_NR; what++)
			json_conflict(j, f, (enum conflict)what);
		json__end(j);
	}
	json__end(j);
	json__end(j);
}
