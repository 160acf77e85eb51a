// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/inline-thunk.h"

#include <string.h>

#include "util/code/unwind-file.h"

#define WORD		8		/* bytes */
#define CALL_BYTES	5
/* So far around an address they are looked for: a row that holds for more is cut, and asked for again. */
#define WINDOW		((uint64_t)16 << 10)
/* No part of one is farther away from its loop, bytes. */
#define MARGIN		32
#define PUSH_MAX	8
#define WRITE_BYTES	5

/* call over the rest; pause; lfence; jmp back to pause */
static const unsigned char over[INLINE_THUNK_OVER] = { 0xe8, 7, 0, 0, 0, 0xf3, 0x90, 0x0f, 0xae, 0xe8, 0xeb, 0xf9 };

/* One of them, bytes from the start of the function. */
struct thunk {
	size_t start;			/* what it pushes itself, or the call */
	size_t call, inner, end;	/* the call over the loop; where that leads to; behind the return */
	bool drops;			/* it takes away what the call has pushed; else it writes over that */
	bool called;			/* a call at @end leads to @start: that of the function's */
};

/* mov %register,(%rsp); ret */
static bool is_write(const unsigned char *p)
{
	return (p[0] & 0xfb) == 0x48 && p[1] == 0x89 && (p[2] & 0xc7) == 4 && p[3] == 0x24 && p[4] == 0xc3;
}

/* That, or lea 8(%rsp),%rsp; ret. */
static bool read_end(const struct inline_thunk_code *c, struct thunk *t)
{
	static const unsigned char drop[] = { 0x48, 0x8d, 0x64, 0x24, 8, 0xc3 };
	const unsigned char *at = c->bytes + t->inner;
	size_t left = c->size - t->inner;

	t->drops = left >= sizeof(drop) && !memcmp(at, drop, sizeof(drop));
	t->end = t->inner + (t->drops ? sizeof(drop) : WRITE_BYTES);
	return t->drops || (left >= WRITE_BYTES && is_write(at));
}

/* Do a jump in front of @start and a call behind the end lead there? An int3 may stand behind the return. */
static bool is_called(const struct inline_thunk_code *c, const struct thunk *t, size_t start)
{
	size_t at = t->end;
	int32_t distance;

	if (start < 2 || c->bytes[start - 2] != 0xeb)
		return false;
	if (at < c->size && c->bytes[at] == 0xcc)
		at++;
	if (c->bytes[start - 1] != at - start || c->size - at < CALL_BYTES || c->bytes[at] != 0xe8)
		return false;
	memcpy(&distance, c->bytes + at + 1, sizeof(distance));
	return distance == (int32_t)(start - at) - CALL_BYTES;
}

/* How many bytes has "push of a word in memory" at @p? 0: it is something else. */
static size_t push_size(const unsigned char *p)
{
	size_t rex = (p[0] & 0xf0) == 0x40;
	unsigned int mod, rm;

	p += rex;
	mod = p[1] >> 6;
	rm = p[1] & 7;
	if (p[0] != 0xff || (p[1] >> 3 & 7) != 6 || mod == 3)
		return 0;
	return rex + 2 + (rm == 4) + (mod == 1 ? 1 : mod == 2 || rm == 5 || (rm == 4 && (p[2] & 7) == 5) ? 4 : 0);
}

/* Where it begins: where it is called, or, if that is not so, with the push of where it leads to. */
static void find_start(const struct inline_thunk_code *c, struct thunk *t)
{
	size_t back;

	t->start = t->call;
	for (back = 0; back <= PUSH_MAX && back <= t->call && !t->called; back++)
		if (is_called(c, t, t->call - back)) {
			t->called = true;
			t->start = t->call - back;
		}
	for (back = 2; back <= PUSH_MAX && back <= t->call && t->drops && !t->called && t->start == t->call; back++)
		if (push_size(c->bytes + t->call - back) == back)
			t->start = t->call - back;
}

/* @at: bytes from the start of the function. */
static bool read_thunk(const struct inline_thunk_code *c, size_t at, struct thunk *ret)
{
	*ret = (struct thunk){ .call = at, .inner = at + sizeof(over) };
	if (at > c->size || c->size - at < sizeof(over) || memcmp(c->bytes + at, over, sizeof(over)) != 0 || !read_end(c, ret))
		return false;
	find_start(c, ret);
	return true;
}

bool inline_thunk__leads_to(const struct inline_thunk_code *c, uint64_t addr)
{
	struct thunk t;

	return c->bytes && addr >= c->start + sizeof(over) && read_thunk(c, (size_t)(addr - c->start) - sizeof(over), &t);
}

/* What lies on the stack at @at that the function does not have there otherwise, bytes. */
static int32_t pushed_at(const struct thunk *t, size_t at)
{
	int32_t n = t->called ? WORD : 0;

	if (t->start != t->call && at >= t->call)
		n += WORD;
	if (at > t->call && !(t->drops && at == t->end - 1))
		n += WORD;
	return n;
}

/* What was saved below the stack pointer, before anything was pushed, was taken back. */
static void take_back(struct unwind_value *v, int32_t depth)
{
	if (v->where == UNWIND_SAVED && -(int64_t)v->offset > depth)
		*v = (struct unwind_value){ .where = UNWIND_SAME };
}

void inline_thunk__push(struct unwind_row *row, int32_t pushed)
{
	/* From another register it is as far as ever. */
	if (row->base != UNWIND_FROM_SP)
		return;
	take_back(&row->fp, row->cfa_offset);
	take_back(&row->base_reg, row->cfa_offset);
	row->cfa_offset += pushed;
}

/*
 * Goes through those between bytes *@low and *@high around byte @at. Returns whether @at is in one, *@ret; else there is none between *@low
 * and *@high any more.
 */
static bool find_around(const struct inline_thunk_code *c, size_t at, size_t *low, size_t *high, struct thunk *ret)
{
	size_t from = *low > MARGIN ? *low - MARGIN : 0, to = c->size - *high > MARGIN ? *high + MARGIN : c->size;
	const unsigned char *found;

	for (; (found = memmem(c->bytes + from, to - from, over, sizeof(over))); from = (size_t)(found - c->bytes) + sizeof(over)) {
		if (!read_thunk(c, (size_t)(found - c->bytes), ret))
			continue;
		if (ret->start > at) {
			*high = ret->start < *high ? ret->start : *high;
			return false;
		}
		if (ret->end > at)
			return true;
		*low = ret->end > *low ? ret->end : *low;
	}
	return false;
}

void inline_thunk__adjust(const struct inline_thunk_code *c, uint64_t addr, struct unwind_answer *ret)
{
	size_t at = (size_t)(addr - c->start), low, high;
	struct thunk t;

	if (!c->bytes || ret->row.base != UNWIND_FROM_SP || ret->start < c->start || addr < ret->start || addr >= ret->end ||
	    ret->end - c->start > c->size)
		return;
	low = addr - ret->start > WINDOW ? at - WINDOW : (size_t)(ret->start - c->start);
	high = ret->end - addr > WINDOW ? at + WINDOW : (size_t)(ret->end - c->start);
	if (find_around(c, at, &low, &high, &t)) {
		inline_thunk__push(&ret->row, pushed_at(&t, at));
		low = at;
		high = at + 1;
	}
	ret->start = c->start + low;
	ret->end = c->start + high;
}

bool inline_thunk__is_at(const struct inline_thunk_code *c, uint64_t addr, uint64_t *ret_base, int32_t *ret_pushed)
{
	size_t at = (size_t)(addr - c->start), low = at, high = at + 1;
	struct thunk t;

	if (!c->bytes || addr < c->start || addr - c->start >= c->size || !find_around(c, at, &low, &high, &t))
		return false;
	/* In front of what is called stands the jump to that call. */
	*ret_base = c->start + t.start - (t.called ? 2 : 0);
	*ret_pushed = pushed_at(&t, at);
	return true;
}

bool inline_thunk__is_in(const struct inline_thunk_code *c)
{
	return memmem(c->bytes, c->size, over, sizeof(over));
}

bool inline_thunk__is_over(const unsigned char *code, size_t size)
{
	return size >= sizeof(over) && !memcmp(code, over, sizeof(over));
}

bool inline_thunk__is_jump(const unsigned char *code, size_t at)
{
	return at >= sizeof(over) + WRITE_BYTES - 1 && is_write(code + at - (WRITE_BYTES - 1)) &&
	       inline_thunk__is_over(code + at - (WRITE_BYTES - 1) - sizeof(over), sizeof(over));
}
