// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/symtab.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/merge-runs.h"
#include "util/base/shown.h"
#include "util/symbol/demangle.h"

/* Whatever follows the last symbol of a table is its own up to the end of the next page. */
#define TAIL_ALIGN	4096ULL

void symtab__exit(struct symtab *t)
{
	free(t->syms);
	free(t->pieces);
	arena__exit(&t->names);
	*t = (struct symtab){ 0 };
}

void symtab__add_kept(struct symtab *t, const struct symtab_entry *e)
{
	GROW(t->syms, t->nr, t->cap);
	t->syms[t->nr++] = (struct symbol){
		.start = e->start, .end = e->end < e->start ? e->start : e->end, .name = e->name, .name_len = (uint32_t)e->len,
		.type = e->type, .binding = e->binding };
}

/* How much of a name that is too long is shown: whole characters, and whole escapes ("\x1b") of what is none. */
static size_t shown_part(const char *name)
{
	size_t n = SYMTAB_MAX_NAME - strlen(SYMTAB_CUT), k;

	while (n && (name[n] & 0xc0) == 0x80)
		n--;
	for (k = 1; k < 4 && k <= n; k++)
		if (name[n - k] == '\\')
			return n - k;
	return n;
}

static const char *copy_cut(struct symtab *t, const char *name, size_t *len)
{
	size_t n = shown_part(name);
	char *cut = xasprintf("%.*s" SYMTAB_CUT, (int)n, name);
	const char *kept;

	*len = n + strlen(SYMTAB_CUT);
	kept = arena__strndup(&t->names, cut, *len);
	free(cut);
	return kept;
}

void symtab__add(struct symtab *t, const struct symtab_entry *e)
{
	char *safe = shown__is_safe(e->name, e->len) ? NULL : shown__dup(e->name, e->len);
	struct symtab_entry kept = *e;

	if (safe) {
		kept.name = safe;
		kept.len = strlen(safe);
	}
	kept.name = kept.len > SYMTAB_MAX_NAME ? copy_cut(t, kept.name, &kept.len) : arena__strndup(&t->names, kept.name, kept.len);
	symtab__add_kept(t, &kept);
	free(safe);
}

const char *symtab__keep(struct symtab *t, const void *data, size_t size)
{
	return arena__memdup(&t->names, data, size);
}

void symtab__set_one(struct symtab *t, uint64_t start, uint64_t end, const char *name)
{
	/* Recordings may have as many of these as they like: no room for others. */
	t->syms = xcalloc(1, sizeof(*t->syms));
	t->nr = t->cap = 1;
	t->syms[0] = (struct symbol){ .start = start, .end = end < start ? start : end, .name = name,
				      .name_len = (uint32_t)strlen(name) };
}

void symtab__move(struct symtab *t, uint64_t delta)
{
	size_t i;

	for (i = 0; i < t->nr; i++) {
		t->syms[i].start += delta;
		t->syms[i].end += delta;
	}
}

/* Tables are mostly sorted; the order of aliases counts. */
MERGE_RUNS_FUNCTIONS(symbols, struct symbol, start)

static void sort_by_start(struct symtab *t)
{
	struct symbol *sorted = symbols__sort(t->syms, t->nr);

	if (sorted != t->syms)
		t->cap = t->nr;
	t->syms = sorted;
}

static void fill_gaps(struct symtab *t)
{
	size_t i;

	for (i = 0; i + 1 < t->nr; i++)
		if (t->syms[i].end == t->syms[i].start)
			t->syms[i].end = t->syms[i + 1].start;
	if (t->nr && t->syms[i].end == t->syms[i].start) {
		uint64_t page = (t->syms[i].start | (TAIL_ALIGN - 1)) + 1;

		if (page > t->syms[i].start)
			t->syms[i].end = page + TAIL_ALIGN > page ? page + TAIL_ALIGN : page;
	}
}

void symtab__demangle(struct symtab *t, struct symbol *sym)
{
	static const char plt[] = "@plt";
	bool is_plt = sym->name_len > 4 && !strcmp(sym->name + sym->name_len - 4, plt);
	char *name = xstrndup(sym->name, sym->name_len - (is_plt ? 4 : 0)), *plain = demangle(name);

	sym->mangled = false;
	if (plain) {
		free(name);
		/* Letters of any script may be encoded in it. */
		name = xasprintf("%s%s", shown(plain), is_plt ? plt : "");
		sym->name_len = (uint32_t)strlen(name);
		sym->name = arena__strndup(&t->names, name, sym->name_len);
	}
	free(plain);
	free(name);
}

static bool is_nested(const struct symtab *t)
{
	size_t i;

	for (i = 1; i < t->nr; i++)
		if (t->syms[i].end < t->syms[i - 1].end)
			return true;
	return false;
}

/* From @start on @sym counts; the last word on an address is the one that is heard. */
static void add_piece(struct symtab *t, uint64_t start, uint32_t sym)
{
	struct symtab_piece *last = t->nr_pieces ? &t->pieces[t->nr_pieces - 1] : NULL;

	if (last && last->start == start)
		last->sym = sym;
	else
		t->pieces[t->nr_pieces++] = (struct symtab_piece){ start, sym };
}

/* Where the symbol ends for whoever looks: one without a size has its first byte. */
static uint64_t end_of(const struct symbol *s)
{
	return s->end > s->start || s->start == UINT64_MAX ? s->end : s->start + 1;
}

/*
 * Of all symbols that hold an address the one that begins last counts. Going through the table, those that are open
 * lie on a stack, each ending later than those above it: one that ends before a later one does is never heard again.
 */
static void cut_pieces(struct symtab *t)
{
	uint32_t *stack, depth = 0;
	size_t i;

	zfree(&t->pieces);
	t->nr_pieces = 0;
	/* Only tables with nested symbols need pieces. */
	if (t->nr >= UINT32_MAX || !is_nested(t))
		return;
	t->pieces = xcalloc(2 * t->nr, sizeof(*t->pieces));
	stack = xcalloc(t->nr, sizeof(*stack));
	for (i = 0; i <= t->nr; i++) {
		while (depth && (i == t->nr || end_of(&t->syms[stack[depth - 1]]) <= t->syms[i].start)) {
			uint64_t end = end_of(&t->syms[stack[--depth]]);

			add_piece(t, end, depth ? stack[depth - 1] + 1 : 0);
		}
		if (i == t->nr)
			break;
		add_piece(t, t->syms[i].start, (uint32_t)i + 1);
		while (depth && end_of(&t->syms[stack[depth - 1]]) <= end_of(&t->syms[i]))
			depth--;
		stack[depth++] = (uint32_t)i;
	}
	free(stack);
}

void symtab__finish(struct symtab *t, enum symtab_gaps gaps)
{
	sort_by_start(t);
	if (gaps == SYMTAB_FILL)
		fill_gaps(t);
	symtab__drop_aliases(t, gaps);
	cut_pieces(t);
}

/* The number of the symbol behind the one that has @addr, or 0. */
static size_t find_piece(const struct symtab *t, uint64_t addr)
{
	size_t lo = BISECT(t->nr_pieces, mid, t->pieces[mid].start <= addr);

	return lo ? t->pieces[lo - 1].sym : 0;
}

static size_t find(const struct symtab *t, uint64_t addr)
{
	const struct symbol *s;
	size_t lo;

	if (t->pieces)
		return find_piece(t, addr);
	lo = BISECT(t->nr, mid, t->syms[mid].start <= addr);
	s = lo ? &t->syms[lo - 1] : NULL;
	return s && (addr < s->end || addr == s->start) ? lo : 0;
}

const struct symbol *symtab__find(const struct symtab *t, uint64_t addr)
{
	size_t nr = find(t, addr);

	return nr ? &t->syms[nr - 1] : NULL;
}

struct symbol *symtab__find_own(struct symtab *t, uint64_t addr)
{
	size_t nr = find(t, addr);

	return nr ? &t->syms[nr - 1] : NULL;
}

void symtab__truncate(struct symtab *t, uint64_t addr)
{
	struct symbol *s = addr ? symtab__find_own(t, addr) : NULL;

	if (!s || s->start >= addr)
		return;
	s->end = addr;
	cut_pieces(t);
}
