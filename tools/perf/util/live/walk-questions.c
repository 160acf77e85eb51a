// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/walk-questions.h"

#include <string.h>

#include "util/callchain/unwind-regs.h"
#include "util/live/memory-code.h"

/* DWARF's number of the stack pointer in 32-bit programs, which it has in none of 64 bits. */
#define I386_SP			4

/* Is @ip mapped? Then sets *@ret; its file is NULL where there is none. */
static bool find_place(struct live_walk *w, uint64_t ip, struct live_place_in_file *ret)
{
	const struct live_map *map = live_walk__map(w, ip);

	/* Behind a call at the end of a map. */
	if (!map)
		map = live_walk__map(w, ip - 1);
	*ret = (struct live_place_in_file){ .file = map ? map->file : NULL, .offset = map ? ip - map->start + map->pgoff : 0 };
	/* What reads code in memory knows that of 64 bits. */
	if (map && w->reads_memory && !w->narrow && !map->is_probe && (!map->file || live_tables__lacks(w->tables, map->file)))
		w->has_read |= memory_code__find(w->memory, w->pid, map, ip, ret);
	w->is_innermost = ip == w->ip;
	return map;
}

/* @found: the answer to a question about @place. Is there one? */
static bool heed(struct live_walk *w, enum live_found found, const struct live_place_in_file *place)
{
	w->awaits |= found == LIVE_LATER;
	if (w->in_time)
		return found == LIVE_FOUND;
	if (found == LIVE_LATER && !w->later)
		w->missing = *place;
	w->later |= found == LIVE_LATER;
	return found == LIVE_FOUND;
}

static bool is_last(const struct live_walk *w, uint64_t ip)
{
	return w->last.ip == ip && w->last.is_mapped;
}

static bool find(struct live_walk *w, const struct live_place_in_file *place, struct live_answer *ret)
{
	return heed(w, live_tables__find(w->tables, place->file, place->offset, ret), place) &&
	       (!place->file->memory || memory_code__held(w->memory, place, ret, w->round));
}

/* Looks at @ip, unless that was the last one. */
static const struct live_place *look(struct live_walk *w, uint64_t ip)
{
	struct live_place_in_file place;

	if (is_last(w, ip))
		return &w->last;
	w->last.ip = ip;
	w->last.is_mapped = find_place(w, ip, &place);
	w->last.in_memory = place.file && place.file->memory;
	w->last.is_known = place.file && find(w, &place, &w->last.answer);
	return &w->last;
}

/*
 * A caller's row is that of the byte before its return address, at which it was looked just now. Of where the program was nothing but the
 * row is needed, mostly.
 */
static const struct unwind_row *any_row(struct live_walk *w, uint64_t ip)
{
	const struct unwind_row *found = NULL;
	struct live_answer answer;
	struct live_place_in_file place;

	/* What lies in front of where the program was is asked for where that has no row: not while nobody knows whether it has. */
	if (w->awaits && ip + 1 == w->ip)
		return NULL;
	/* Without a call in front of it: what a handler returns to is no part of what lies there. */
	if (is_last(w, ip + 1) && w->last.is_known && w->last.in_memory && !w->last.answer.is_return)
		return w->last.answer.row && w->last.answer.row->signal ? w->last.answer.row : NULL;
	if (is_last(w, ip + 1) && (!w->last.is_known || w->last.answer.before))
		return w->last.is_known ? w->last.answer.before : NULL;
	if (is_last(w, ip))
		return w->last.is_known ? w->last.answer.row : NULL;
	if (!find_place(w, ip, &place) || !place.file)
		return NULL;
	if (place.file->memory)
		return find(w, &place, &answer) ? answer.row : NULL;
	heed(w, live_tables__row(w->tables, place.file, place.offset, &found), &place);
	return found;
}

/* A file for programs of the other kind says nothing of this one: code of 64 bits can jump to code of 32. */
static const struct unwind_row *row(void *ctx, uint64_t ip)
{
	struct live_walk *w = ctx;
	const struct unwind_row *found = any_row(w, ip);

	return found && w->arch == REGS_X86 && (found->sp_reg == I386_SP) != w->narrow ? NULL : found;
}

/*
 * Of code that no file has, or one that cannot be read, nothing is known. Nor do compilers at run time always call: interpreters push where
 * they go on, and jump.
 */
static bool is_return(void *ctx, uint64_t ip)
{
	const struct live_place *p = look(ctx, ip);

	return p->is_mapped && (!p->is_known || p->answer.is_return || p->in_memory);
}

static bool has_frames(void *ctx, uint64_t ip)
{
	const struct live_walk *w = ctx;
	const struct live_map *map = live_walk__map(w, ip);

	return map && !map->file;
}

static bool is_leaving(void *ctx, uint64_t ip)
{
	const struct live_place *p = look(ctx, ip);

	return p->is_known && p->answer.is_leaving;
}

static bool is_entry(void *ctx, uint64_t ip)
{
	const struct live_place *p = look(ctx, ip);

	return p->is_known && p->answer.is_entry;
}

static bool is_begin(void *ctx, uint64_t ip)
{
	const struct live_place *p = look(ctx, ip);

	return p->is_known && p->answer.is_begin;
}

static bool is_first(void *ctx, uint64_t ip)
{
	const struct live_place *p = look(ctx, ip);

	return p->is_known && p->answer.is_first;
}

static bool is_task(void *ctx, uint64_t ip)
{
	const struct live_place *p = look(ctx, ip);

	return p->is_known && p->answer.is_task;
}

static bool is_probe(void *ctx, uint64_t ip)
{
	const struct live_walk *w = ctx;
	const struct live_map *map = live_walk__map(w, ip);

	return map && map->is_probe;
}

static const struct repair_piece *interrupted(void *ctx, uint64_t ip, uint64_t sp, uint64_t fp)
{
	const struct live_walk *w = ctx;

	return left_stacks__find(w->left, &(struct left_regs){ .time = w->time, .ip = ip, .sp = sp, .fp = fp, .tid = w->tid });
}

static bool reg(void *ctx, unsigned int nr, uint64_t *ret)
{
	const struct live_walk *w = ctx;
	const struct unwind_regs *regs = unwind_regs__of(w->arch, !w->narrow);
	int at = regs ? unwind_regs__perf(regs, nr) : -1;

	return at >= 0 && regs_dump__get(w->regs, (unsigned int)at, ret);
}

void walk_questions__set(struct repair_input *in, struct live_walk *w)
{
	in->row = row;
	in->is_return = is_return;
	in->is_leaving = is_leaving;
	in->is_entry = is_entry;
	in->has_frames = has_frames;
	in->is_begin = is_begin;
	in->is_first = is_first;
	in->is_task = is_task;
	in->is_probe = is_probe;
	in->reg = reg;
	in->interrupted = interrupted;
	in->ctx = w;
}
