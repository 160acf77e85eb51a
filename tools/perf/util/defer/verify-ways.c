// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/verify-ways.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/pair-map.h"
#include "util/code/code-file.h"
#include "util/code/disasm.h"
#include "util/code/dso-code.h"
#include "util/code/dso-image.h"
#include "util/code/inline-thunk.h"

#define MAX_FUNCTION	(1U << 20)	/* bytes of a function that are looked through for jumps */
#define MAX_JUMPS	4		/* from function to function, one behind the other */
#define MAX_FUNCTIONS	64		/* that one search looks through */

/* Where a function goes on in others. */
struct fn_exits {
	int64_t *to;			/* distances from its beginning, in memory */
	size_t nr, cap;
	bool more;			/* some are not known: jumps by registers, bytes that are no instructions */
};

PAIR_MAP(fn_exits_map, struct fn_exits *)

struct verify_ways {
	struct dso_code *code;
	struct code_files *files;
	struct fn_exits_map exits;	/* (dso, first address) -> struct fn_exits *, owned */
};

/* A function. */
struct fn {
	const struct map *map;
	uint64_t start, end;		/* [start, end) in memory */
	uint64_t addr;			/* of its beginning, as of dso__find_symbol() */
	const char *name;		/* NULL: none is known, only where it lies */
};

struct verify_ways *verify_ways__new(struct dso_code *code, struct code_files *files)
{
	struct verify_ways *w = xzalloc(sizeof(*w));

	w->code = code;
	w->files = files;
	return w;
}

void verify_ways__delete(struct verify_ways *w)
{
	size_t i;

	if (!w)
		return;
	HASH_EACH(&w->exits, i) {
		struct fn_exits *e = w->exits.slots[i].val;

		free(e->to);
		free(e);
	}
	fn_exits_map__exit(&w->exits);
	free(w);
}

/* --- functions and their jumps --------------------------------------------------------------------- */

/* Where unwind tables say that a function is; symbols may have been stripped. */
static bool find_by_table(struct verify_ways *w, const struct map *map, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end)
{
	struct code_file *file = code_files__get(w->files, map->dso);
	const struct code_function *f;
	uint64_t linked;

	if (!file || !code_file__from_dso(file, addr, &linked))
		return false;
	f = code_file__function(file, linked);
	if (!f)
		return false;
	*ret_start = addr - (linked - f->start);
	*ret_end = addr + (f->end - linked);
	return true;
}

static bool fn__find(struct verify_ways *w, const struct verify_place *at, uint64_t ip, struct fn *ret)
{
	const struct map *map = at->kernel ? machine__kernel_map(at->machine, at->time, ip) : maps__find(at->maps, ip);
	const struct symbol *sym;
	uint64_t addr, end;

	if (!map)
		return false;
	addr = map__to_dso(map, ip);
	sym = dso__find_symbol(map->dso, addr);
	if (!sym && (at->kernel || !find_by_table(w, map, addr, &ret->addr, &end)))
		return false;
	if (sym) {
		ret->addr = sym->start;
		end = sym->end;
	}
	ret->map = map;
	ret->name = sym ? sym->name : NULL;
	ret->start = ip - (addr - ret->addr);
	ret->end = ret->start + (end - ret->addr);
	return true;
}

static void add_exit(struct fn_exits *e, int64_t to)
{
	size_t i;

	for (i = 0; i < e->nr && e->to[i] != to; i++)
		;
	if (i < e->nr)
		return;
	GROW(e->to, e->nr, e->cap);
	e->to[e->nr++] = to;
}

static bool is_indirect_jump(const struct disasm_insn *insn)
{
	return insn->leaves && !insn->call && !insn->has_target && insn->mnemonic &&
	       (!strncmp(insn->mnemonic, "jmp", 3) || !strncmp(insn->mnemonic, "ljmp", 4) ||
		!strncmp(insn->mnemonic, "br", 2)) && strcmp(insn->mnemonic, "brk");
}

static bool is_named(const struct disasm_insn *insn, const char *name)
{
	return insn->mnemonic && !strncmp(insn->mnemonic, name, strlen(name));
}

/* Is @insn, @at bytes behind the beginning of @f, a call over a loop that is never run, to code that returns to what it has written? */
static bool is_thunk_jump(struct verify_ways *w, const struct fn *f, const struct disasm_insn *insn, uint64_t at)
{
	unsigned char code[INLINE_THUNK_OVER + 5];

	return insn->call && insn->has_target && insn->target == f->start + at + INLINE_THUNK_OVER &&
	       dso_code__read(w->code, f->map->dso, f->addr + at, code, sizeof(code)) == sizeof(code) &&
	       inline_thunk__is_jump(code, sizeof(code) - 1);
}

static void find_exits(struct verify_ways *w, const struct fn *f, struct fn_exits *e)
{
	uint64_t size = f->end - f->start, at;
	struct disasm_insn insn = { .leaves = false };
	bool pushed = false;

	if (size > MAX_FUNCTION) {
		e->more = true;
		return;
	}
	for (at = 0; at < size; at += insn.size) {
		if (!dso_code__decode(w->code, f->map->dso, f->addr + at, f->start + at, &insn) || !insn.size) {
			e->more = true;
			return;
		}
		if (insn.has_target && !insn.call && insn.target - f->start >= size)
			add_exit(e, (int64_t)(insn.target - f->start));
		/* So is a return to what was pushed just now. */
		e->more |= is_indirect_jump(&insn) || is_thunk_jump(w, f, &insn, at) || (pushed && is_named(&insn, "ret"));
		pushed = is_named(&insn, "push");
	}
	/* It runs on into what follows: labels in assembler code. */
	if (!insn.leaves)
		add_exit(e, (int64_t)size);
}

static const struct fn_exits *exits_of(struct verify_ways *w, const struct fn *f)
{
	struct fn_exits *e = fn_exits_map__find(&w->exits, pair_of((uintptr_t)f->map->dso, f->addr));

	if (!e) {
		e = xzalloc(sizeof(*e));
		*fn_exits_map__place(&w->exits, pair_of((uintptr_t)f->map->dso, f->addr)) = e;
		find_exits(w, f, e);
	}
	return e;
}

/* --- does a call lead there? ------------------------------------------------------------------------- */

static bool is_in(const struct fn *f, const struct frame *frame)
{
	uint64_t ip = frame__lookup(frame);

	return frame->map && frame->map->dso == f->map->dso && ip >= f->start && ip < f->end;
}

/* "read@plt", for "read@@GLIBC_2.2.5" too. */
static bool is_plt_of(const char *plt, const char *name)
{
	size_t n = strcspn(plt, "@");

	return n && !strncmp(plt, name, n) && (!name[n] || name[n] == '@');
}

static bool decides_when_it_runs(const char *name)
{
	return strstr(name, "@plt") || !strncmp(name, "__x86_indirect_", 15) || !strncmp(name, "__x86_return_", 13);
}

/* From the beginning of @f, by at most @left jumps, to @frame; *@budget functions may be looked at. VERIFY_ELSEWHERE: no. */
static enum verify_step jumps_to(struct verify_ways *w, const struct verify_place *at, const struct fn *f,
				 const struct frame *frame, unsigned int left, unsigned int *budget)
{
	const struct fn_exits *e;
	bool perhaps;
	size_t i;

	if (f->name && decides_when_it_runs(f->name))
		return frame->sym && is_plt_of(f->name, frame->sym->name) ? VERIFY_JUMPED : VERIFY_PERHAPS;
	if (!*budget)
		return VERIFY_PERHAPS;
	--*budget;
	e = exits_of(w, f);
	perhaps = e->more;
	for (i = 0; i < e->nr; i++) {
		struct fn next;
		enum verify_step step;

		if (!fn__find(w, at, f->start + (uint64_t)e->to[i], &next)) {
			perhaps = true;
			continue;
		}
		if (is_in(&next, frame))
			return VERIFY_JUMPED;
		step = left ? jumps_to(w, at, &next, frame, left - 1, budget) : VERIFY_PERHAPS;
		if (step == VERIFY_JUMPED)
			return step;
		perhaps |= step == VERIFY_PERHAPS;
	}
	return perhaps ? VERIFY_PERHAPS : VERIFY_ELSEWHERE;
}

enum verify_step verify_ways__to(struct verify_ways *w, const struct verify_place *at, uint64_t target, const struct frame *inner)
{
	unsigned int budget = MAX_FUNCTIONS;
	enum verify_step step;
	struct fn f;

	if (!inner->map || !fn__find(w, at, target, &f))
		return VERIFY_PERHAPS;
	if (is_in(&f, inner))
		return VERIFY_CALLED;
	step = jumps_to(w, at, &f, inner, MAX_JUMPS, &budget);
	/* A kernel changes its code when it boots: calls, and what they call. */
	if (step == VERIFY_ELSEWHERE && at->kernel && dso_image__is_kernel_file(dso_code__image(w->code, f.map->dso)))
		return VERIFY_PERHAPS;
	return step;
}
