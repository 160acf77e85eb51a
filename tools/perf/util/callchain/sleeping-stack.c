// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/sleeping-stack.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/callchain/call-search.h"
#include "util/callchain/unwind-expr.h"
#include "util/code/dso-code.h"
#include "util/code/unwind-tables.h"

/* How far above the stack pointer a frame is looked for, bytes: larger frames are rare. */
#define FRAME_MAX	(64 * 1024)

#if defined(__aarch64__)
#define RA_MASK		((1ULL << 48) - 1)	/* above it pointer authentication signs */
#else
#define RA_MASK		UINT64_MAX
#endif

struct sleeping_walker {
	struct dso_code *code;
	struct unwind_tables *tables;
	struct call_spaces *spaces;
};

/* A value that may not be known. */
struct maybe {
	uint64_t val;
	bool known;
};

/* Where the walk stands: at a function, with its registers. */
struct walk {
	struct sleeping_walker *w;
	const struct sleeping_thread *t;
	uint64_t ip, sp;
	struct maybe fp;
	bool exact;			/* the function has not called: it is just at @ip */
};

struct sleeping_walker *sleeping_walker__new(void)
{
	struct sleeping_walker *w = xzalloc(sizeof(*w));

	w->code = dso_code__new(NULL, NULL);
	w->tables = unwind_tables__new(w->code);
	w->spaces = call_spaces__new();
	return w;
}

void sleeping_walker__delete(struct sleeping_walker *w)
{
	if (!w)
		return;
	call_spaces__delete(w->spaces);
	unwind_tables__delete(w->tables);
	dso_code__delete(w->code);
	free(w);
}

static bool load(const struct walk *k, uint64_t addr, uint64_t *ret)
{
	return !(addr % sizeof(*ret)) && k->t->load(k->t->ctx, addr, ret);
}

static bool load_for_expr(void *ctx, uint64_t addr, uint64_t *ret)
{
	const struct walk *k = ctx;

	return k->t->load(k->t->ctx, addr, ret);
}

static bool is_return(const struct walk *k, uint64_t ip)
{
	const struct map *map = ip ? maps__find(k->t->maps, ip - 1) : NULL;

	return map && unwind_tables__is_return(k->w->tables, map->dso, map__to_dso(map, ip));
}

/* --- a frame whose place nobody tells ------------------------------------------------------------------------- */

/* The file that is mapped over @ip (@back bytes in front of it), and the address in it. */
static struct code_file *file_of(const struct walk *k, uint64_t ip, unsigned int back, uint64_t *ret)
{
	const struct map *map = maps__find(k->t->maps, ip - back);
	struct code_file *file = map ? code_files__get(call_spaces__files(k->w->spaces), map->dso) : NULL;

	return file && code_file__from_dso(file, map__to_dso(map, ip), ret) ? file : NULL;
}

enum judgement { IS_NOT, MAY_BE, IS_CALLER };

/* Has the call in front of @ra led to the function at hand? */
static enum judgement judge(const struct walk *k, uint64_t ra)
{
	struct code_file *outer, *inner;
	uint64_t outer_addr, inner_addr;
	struct code_target to;
	struct call_way way;

	if (!is_return(k, ra))
		return IS_NOT;
	outer = file_of(k, ra, 1, &outer_addr);
	inner = file_of(k, k->ip - !k->exact, 0, &inner_addr);
	if (!outer || !inner)
		return MAY_BE;
	code_file__call_before(outer, outer_addr, &to);
	if (to.kind == CODE_TARGET_NONE)
		return IS_NOT;
	/* Only these call what nobody has told them; each is on a stack once. */
	if (to.kind == CODE_TARGET_UNKNOWN &&
	    (code_file__is_behind_main(outer, outer_addr) || code_file__is_behind_thread(outer, outer_addr)))
		return IS_CALLER;
	call_search__find(call_spaces__get(k->w->spaces, k->t->maps), outer, &to, inner, inner_addr, &way);
	return way.direct ? IS_CALLER : way.possible ? MAY_BE : IS_NOT;
}

/* Do frame pointers go on from the one that is saved at @fp? Its frame lies further outwards, and ends with a return address. */
static bool goes_on(const struct walk *k, uint64_t fp)
{
	uint64_t next, ra;

	return load(k, fp, &next) && next > fp && load(k, next + 8, &ra) && is_return(k, ra & RA_MASK);
}

/*
 * What is left on the stack of earlier calls looks like frames, too. A call that leads to just this function decides; else
 * the first place counts from which frame pointers go on.
 */
static bool find_fp(const struct walk *k, const struct unwind_row *row, uint64_t *ret)
{
	uint64_t fp, ra, likely = 0;
	enum judgement is;

	if (row->ra.where != UNWIND_SAVED || row->fp.where != UNWIND_SAVED || row->cfa_offset + row->fp.offset != 0)
		return false;
	for (fp = (k->sp + 7) & ~7ULL; fp - k->sp < FRAME_MAX; fp += 8) {
		if (!load(k, fp + (uint64_t)(int64_t)(row->cfa_offset + row->ra.offset), &ra))
			break;
		is = judge(k, ra & RA_MASK);
		if (is == IS_CALLER) {
			*ret = fp;
			return true;
		}
		if (is == MAY_BE && !likely && goes_on(k, fp))
			likely = fp;
	}
	*ret = likely;
	return likely != 0;
}

/* --- one step -------------------------------------------------------------------------------------------------- */

static bool evaluate(struct walk *k, const struct unwind_row *row, const struct maybe *cfa, const struct unwind_expr *expr,
		     uint64_t *ret)
{
	struct unwind_expr_input in = {
		.ip = k->ip, .sp = k->sp, .fp = k->fp.val, .has_sp = true, .has_fp = k->fp.known, .cfa = cfa->val,
		.has_cfa = cfa->known, .row = row, .load = load_for_expr, .ctx = k,
	};

	return unwind_expr__run(expr, &in, ret);
}

static bool find_cfa(struct walk *k, const struct unwind_row *row, uint64_t *ret)
{
	static const struct maybe none;

	switch (row->base) {
	case UNWIND_FROM_SP:
		*ret = k->sp + (uint64_t)(int64_t)row->cfa_offset;
		return true;
	case UNWIND_FROM_FP:
		if (!k->fp.known)
			k->fp.known = find_fp(k, row, &k->fp.val);
		*ret = k->fp.val + (uint64_t)(int64_t)row->cfa_offset;
		return k->fp.known;
	case UNWIND_FROM_EXPR:
		return evaluate(k, row, &none, row->cfa_expr, ret);
	default:
		return false;
	}
}

/* What was saved as @v says. */
static bool saved(struct walk *k, const struct unwind_row *row, uint64_t cfa, const struct unwind_value *v, uint64_t *ret)
{
	const struct maybe at = { cfa, true };
	uint64_t place = cfa + (uint64_t)(int64_t)v->offset;

	if (v->where == UNWIND_SAVED_EXPR)
		return evaluate(k, row, &at, v->expr, &place) && load_for_expr(k, place, ret);
	return v->where == UNWIND_SAVED && load(k, place, ret);
}

/* Code without a table, as compilers at run time make it: a frame pointer is one if it leads to code. */
static bool step_by_fp(struct walk *k, uint64_t *ret_ra)
{
	uint64_t fp = k->fp.val, next;

	if (!k->fp.known || fp < k->sp || !load(k, fp, &next) || !load(k, fp + 8, ret_ra))
		return false;
	*ret_ra &= RA_MASK;
	if (*ret_ra && !maps__find(k->t->maps, *ret_ra - 1))
		return false;
	k->fp.val = next;
	k->sp = fp + 16;
	k->exact = false;
	return true;
}

static bool step_by_row(struct walk *k, const struct unwind_row *row, uint64_t *ret_ra)
{
	uint64_t cfa, fp;

	if (!find_cfa(k, row, &cfa))
		return false;
	/* Stacks grow downwards; a signal's handler may have had one of its own. */
	if (!row->signal && cfa < k->sp + (k->exact ? 0 : 8))
		return false;
	if (!saved(k, row, cfa, &row->ra, ret_ra))
		return false;
	*ret_ra &= RA_MASK;
	if (*ret_ra && !row->signal && !is_return(k, *ret_ra))
		return false;
	if (row->fp.where != UNWIND_SAME) {
		k->fp.known = saved(k, row, cfa, &row->fp, &fp);
		k->fp.val = k->fp.known ? fp : 0;
	}
	k->sp = cfa;
	k->exact = row->signal;
	return true;
}

/* So many words lie above the first function of a stack that somebody has made, at most. */
#define TOP_WORDS	64

/* The function has nothing to return to. Does its stack begin there, so that nobody has called it? See stack-top.h. */
static bool is_top(const struct walk *k)
{
	uint64_t word;
	size_t i;

	for (i = 0; i <= TOP_WORDS; i++) {
		if (!load(k, k->sp + i * sizeof(word), &word))
			return true;
		if (is_return(k, word & RA_MASK))
			return false;
	}
	return false;
}

size_t sleeping_walker__run(struct sleeping_walker *w, const struct sleeping_thread *t, uint64_t *ret, size_t max,
			    bool *ret_whole)
{
	struct walk k = { .w = w, .t = t, .ip = t->ip, .sp = t->sp, .exact = true };
	const struct unwind_row *row;
	const struct map *map;
	size_t nr = 0;
	uint64_t ra;

	*ret_whole = false;
	ret[nr++] = t->ip;
	while (nr < max) {
		map = maps__find(t->maps, k.ip - !k.exact);
		row = map ? unwind_tables__row(w->tables, map->dso, map__to_dso(map, k.ip - !k.exact)) : NULL;
		*ret_whole = row && row->base == UNWIND_OUTERMOST;
		if (*ret_whole)
			break;
		if (row && row->base != UNWIND_NO_ROW ? !step_by_row(&k, row, &ra) : !step_by_fp(&k, &ra))
			break;
		*ret_whole = !ra && is_top(&k);
		if (!ra)
			break;
		ret[nr++] = k.ip = ra;
	}
	return nr;
}
