// SPDX-License-Identifier: GPL-2.0-only
/* System calls that threads are in, and the rows of those that have ended. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/syscalls-internal.h"

struct syscall_call *syscall_call__of(struct syscalls *c, uint32_t tid)
{
	struct syscall_call *call = open_calls__find(&c->open, tid);

	return call && call->name ? call : NULL;
}

void syscall_call__open(struct syscalls *c, const struct session_sample *s, const char *name)
{
	struct syscall_call *call = open_calls__find(&c->open, s->tid);

	if (!call) {
		call = xzalloc(sizeof(*call));
		open_calls__set(&c->open, s->tid, call);
	}
	call->name = name;
	call->stack = stack_texts__of(&c->texts, c->opts.no_stack ? NULL : s->chain.user);
	call->comm = s->comm;
	call->pid = s->pid;
	call->tid = s->tid;
	call->cookie = s->cookie;
	call->from = call->to = s->sample->time;
	call->ret = 0;
	call->nr_inside = call->more_inside = 0;
	memset(call->parts, 0, sizeof(call->parts));
}

static struct syscall_row *row_of(struct syscalls *c, const struct syscall_call *call)
{
	const void *key[] = { call->name, call->stack };
	const void *interned = byte_pool__get(&c->texts.pool, key, sizeof(key));
	struct syscall_row *row = syscall_row_map__find(&c->row_of, (uintptr_t)interned);

	if (row)
		return row;
	row = xzalloc(sizeof(*row));
	row->name = call->name;
	row->stack = call->stack;
	syscall_row_map__set(&c->row_of, (uintptr_t)interned, row);
	GROW(c->rows, c->nr_rows, c->cap_rows);
	c->rows[c->nr_rows++] = row;
	return row;
}

/* Among the slowest, if it is one. The earlier one of two that took as long stands first. */
static void keep_slow(struct syscalls *c, const struct syscall_call *call)
{
	uint64_t ns = call->to - call->from;
	size_t at = c->nr_slowest;

	while (at && c->slowest[at - 1].to - c->slowest[at - 1].from < ns)
		at--;
	if (at >= c->opts.slowest)
		return;
	if (c->nr_slowest < c->opts.slowest)
		c->nr_slowest++;
	memmove(&c->slowest[at + 1], &c->slowest[at], (c->nr_slowest - at - 1) * sizeof(*c->slowest));
	c->slowest[at] = *call;
}

void syscall_call__close(struct syscalls *c, struct syscall_call *call, uint64_t to, int64_t ret)
{
	struct syscall_row *row = row_of(c, call);
	uint64_t ns = to - call->from, off = 0;
	int i;

	call->to = to;
	call->ret = ret;
	for (i = SYSCALL_RUNNING + 1; i < SYSCALL_NR_PARTS; i++)
		off += call->parts[i];
	call->parts[SYSCALL_RUNNING] = off < ns ? ns - off : 0;
	for (i = 0; i < SYSCALL_NR_PARTS; i++) {
		row->parts[i] += call->parts[i];
		c->parts[i] += call->parts[i];
	}
	durations__add(&row->durations, ns);
	row->total += ns;
	row->errors += ret < 0 && ret > -4096;
	c->calls++;
	c->total += ns;
	keep_slow(c, call);
	call->name = NULL;
}

void syscall_call__add_inside(struct syscall_call *call, const struct syscall_inside *inside)
{
	if (call->nr_inside < SYSCALL_INSIDE_MAX)
		call->inside[call->nr_inside++] = *inside;
	else
		call->more_inside++;
}

static int by_total(const void *a, const void *b)
{
	const struct syscall_row *x = *(struct syscall_row *const *)a, *y = *(struct syscall_row *const *)b;
	int order;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	order = strcmp(x->name, y->name);
	return order ? order : stack_text__compare(x->stack, y->stack);
}

static int by_begin(const void *a, const void *b)
{
	const struct syscall_call *x = *(struct syscall_call *const *)a, *y = *(struct syscall_call *const *)b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

void syscalls__close_open(struct syscalls *c)
{
	/* In an order that is the same each time, which a table's is not. */
	struct syscall_call **list = xcalloc(c->open.nr + 1, sizeof(struct syscall_call *));
	size_t nr = 0, i;

	HASH_EACH(&c->open, i) {
		struct syscall_call *call = c->open.slots[i].val;

		if (call->name)
			list[nr++] = call;
	}
	qsort(list, nr, sizeof(struct syscall_call *), by_begin);
	for (i = 0; i < nr && c->stays; i++)
		syscall_call__close(c, list[i], list[i]->to, 0);
	c->unfinished += c->stays ? 0 : nr;
	free(list);
}

void syscalls__sort(struct syscalls *c)
{
	size_t i;

	for (i = 0; i < c->nr_rows; i++)
		durations__finish(&c->rows[i]->durations);
	if (c->nr_rows)
		qsort(c->rows, c->nr_rows, sizeof(struct syscall_row *), by_total);
}
