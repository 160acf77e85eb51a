// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/left-stacks.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* The last ones of each task: handlers may be interrupted by others. */
#define KEPT		8
/* While samples wait for tables, which may be of any of these. */
#define KEPT_FOR_OTHERS	4096
/* All that is kept, bytes; beyond it, what all tasks had left is forgotten. */
#define MAX_BYTES	((size_t)64 << 20)

/* The oldest one first. */
struct left_task {
	struct left_stack {
		struct left_regs regs;
		struct repair_piece piece;	/* its bytes are owned */
	} *list;
	size_t nr, cap;
};

/* Forgets the oldest ones of @t, so that @kept are left. */
static void keep(struct left_stacks *l, struct left_task *t, size_t kept)
{
	size_t gone = t->nr > kept ? t->nr - kept : 0, i;

	for (i = 0; i < gone; i++) {
		l->bytes -= t->list[i].piece.size;
		free((void *)(uintptr_t)t->list[i].piece.bytes);
	}
	t->nr -= gone;
	if (gone)
		memmove(t->list, t->list + gone, t->nr * sizeof(*t->list));
}

static void free_task(struct left_stacks *l, struct left_task *t)
{
	keep(l, t, 0);
	free(t->list);
	free(t);
}

void left_stacks__forget(struct left_stacks *l)
{
	size_t i;

	HASH_EACH(&l->by_tid, i)
		free_task(l, l->by_tid.slots[i].val);
	left_tasks__clear(&l->by_tid);
}

void left_stacks__exit(struct left_stacks *l)
{
	left_stacks__forget(l);
	left_tasks__exit(&l->by_tid);
}

void left_stacks__add(struct left_stacks *l, const struct left_regs *regs, const void *bytes, size_t size, bool others_wait)
{
	struct left_task **place, *t;

	if (l->bytes > MAX_BYTES)
		left_stacks__forget(l);
	place = left_tasks__place(&l->by_tid, (uint64_t)regs->tid + 1);
	if (!*place)
		*place = xzalloc(sizeof(**place));
	t = *place;
	keep(l, t, (others_wait ? KEPT_FOR_OTHERS : KEPT) - 1);
	GROW(t->list, t->nr, t->cap);
	t->list[t->nr++] = (struct left_stack){ .regs = *regs, .piece = { .sp = regs->sp, .bytes = xmemdup(bytes, size), .size = size } };
	l->bytes += size;
}

/* A system call that begins again after the handler does so by its own instruction, two bytes (x86) or four before. */
static bool is_place(uint64_t left, uint64_t ip)
{
	return left == ip || left == ip + 2 || left == ip + 4;
}

const struct repair_piece *left_stacks__find(const struct left_stacks *l, const struct left_regs *regs)
{
	const struct left_task *t = left_tasks__find(&l->by_tid, (uint64_t)regs->tid + 1);
	size_t i;

	for (i = t ? t->nr : 0; i-- > 0;) {
		const struct left_stack *s = &t->list[i];

		if (s->regs.time <= regs->time && s->regs.sp == regs->sp && s->regs.fp == regs->fp &&
		    is_place(s->regs.ip, regs->ip))
			return &s->piece;
	}
	return NULL;
}
