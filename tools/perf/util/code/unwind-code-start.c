// SPDX-License-Identifier: GPL-2.0-only
/* Rows of functions of which nobody knows where they begin, and that perhaps never return: what leads anywhere in the file tells where that may be. */
#include "util/code/unwind-code-internal.h"

#include <elf.h>

/* So far below an address its function may begin, bytes, and so many places are tried. */
#define FAR		(128 << 10)
#define TRIES		8
/* Behind so much work no other place is tried; hostile code could ask for half a minute. */
#define WORK_MAX	(1ULL << 25)
/* Of a function whose end is not known so much is followed behind the address, bytes. */
#define BEHIND		(16 << 10)

struct search {
	struct unwind_code *u;
	const struct elf_part *part;	/* the segment of the address */
	uint64_t addr, end;		/* end: no more is followed */
};

/*
 * Code that was taken out of a process's memory has no sections: it changes, so that all of it would be read again each time, and
 * what a compiler makes at run time does not end the program.
 */
static bool is_program(const struct elf_view *elf)
{
	return elf->nr_sections || elf->type == ET_EXEC;
}

static void read_starts(struct unwind_code *u)
{
	if (u->has_called)
		return;
	if (is_program(u->elf))
		called_starts__read(&u->called, u->elf);
	if (u->called.starts.nr)
		u->from = stack_depth__new(u->machine->calls);
	u->has_called = true;
}

/*
 * A function may begin at @start. Do jumps from elsewhere lead to what lies from there up to the address? That may be a part of another one.
 */
static bool is_joined(const struct search *s, uint64_t start)
{
	const struct called_starts *called = &s->u->called;
	size_t nr, i;
	const struct called_jump *jumps = called_starts__jumps_to(called, start, s->addr, &nr);

	if (!jumps)
		return address_list__up_to(&called->jumped, s->addr) != address_list__up_to(&called->jumped, start);
	for (i = 0; i < nr && stack_depth__came_to(s->u->from, jumps[i].from); i++)
		;
	return i < nr;
}

/*
 * Does a function begin at the start of @in? It ends at the next place where one may begin, but only if nothing runs on there: numbers look
 * like addresses of places in the middle of functions, too.
 */
static enum stack_depth_start try_place(const struct search *s, struct stack_depth_input *in, bool all_ways, uint64_t *work,
					struct stack_depth_row *ret)
{
	const struct address_list *starts = in->starts;
	enum stack_depth_start found;
	unsigned int i;
	size_t next;

	for (i = 0; i < TRIES; i++) {
		next = address_list__up_to(starts, i ? in->end : s->addr);
		in->end = next < starts->nr && starts->list[next] < s->end ? starts->list[next] : s->end;
		found = stack_depth__row_from(s->u->from, in, s->addr, false, ret);
		if (found == STACK_DEPTH_SEEN && all_ways && !is_joined(s, in->start))
			found = stack_depth__row_from(s->u->from, in, s->addr, true, ret);
		*work += stack_depth__work(s->u->from);
		if (found == STACK_DEPTH_ROW || found == STACK_DEPTH_NO_START || in->end == s->end || *work >= WORK_MAX ||
		    !stack_depth__runs_on(s->u->from))
			break;
	}
	return found;
}

/* Tries the places of @list at the address and below, down to @low, nearest first, until a function begins at one: *@ret_start. */
static enum stack_depth_start search(const struct search *s, const struct address_list *list, uint64_t low, bool all_ways,
				     uint64_t *ret_start, struct stack_depth_row *ret)
{
	struct stack_depth_input in = {
		.is_function = true, .starts = &s->u->called.starts, .linkage = s->u->linkage, .linkage_end = s->u->linkage_end,
	};
	enum stack_depth_start found = STACK_DEPTH_NO_START;
	size_t i = address_list__up_to(list, s->addr), tries;
	uint64_t work = 0;

	for (tries = 0; tries < TRIES && work < WORK_MAX && found == STACK_DEPTH_NO_START && i-- && list->list[i] >= low; tries++) {
		in.start = *ret_start = list->list[i];
		in.code = s->u->elf->bytes + s->part->offset + (in.start - s->part->addr);
		found = try_place(s, &in, all_ways, &work, ret);
	}
	return found;
}

/*
 * The row of the instruction at @addr, or of the call whose last byte that is; *@ret as stack_depth__row_from() sets it. @alone: what is known
 * by what runs behind it.
 */
static enum stack_depth_start find(struct unwind_code *u, uint64_t begin, uint64_t end, uint64_t addr, const struct unwind_row *alone,
				   struct stack_depth_row *ret)
{
	struct search s = { .u = u, .addr = addr, .part = elf_view__load_at(u->elf, addr), .end = end };
	const struct address_list *starts = &u->called.starts;
	enum stack_depth_start found;
	struct stack_depth_row other;
	uint64_t at;

	if (addr - begin > FAR)
		begin = addr - FAR;
	if (end - addr > BEHIND)
		s.end = addr + BEHIND;
	found = search(&s, starts, begin, true, &at, ret);
	/* A function that is only jumped to may lie in between. */
	if (found == STACK_DEPTH_OTHER && search(&s, &u->called.jumped, at, false, &at, ret) == STACK_DEPTH_ROW)
		found = STACK_DEPTH_ROW;
	/*
	 * It may lie behind a call that does not return, over which the ways of the function in front come to it, and prove nothing. Then both ways
	 * that do have to say the same: a jump can lead into the middle of a function as well.
	 */
	if (found == STACK_DEPTH_SEEN && alone->base != UNWIND_NO_ROW && !unwind_code__agrees(ret, alone) &&
	    search(&s, &u->called.jumped, at, false, &at, &other) == STACK_DEPTH_ROW && unwind_code__agrees(&other, alone)) {
		*ret = other;
		found = STACK_DEPTH_ROW;
	}
	return found;
}

void unwind_code__by_start(struct unwind_code *u, uint64_t begin, uint64_t end, uint64_t addr, struct unwind_answer *ret)
{
	struct stack_depth_row row = { .row.base = UNWIND_NO_ROW };
	enum stack_depth_start found;

	read_starts(u);
	found = u->from ? find(u, begin, end, addr, &ret->row, &row) : STACK_DEPTH_NO_START;
	/*
	 * What runs behind the address may have been reached over a call that does not return. If both ways know it, that from the beginning says
	 * whether the frame pointer leads to the frame.
	 */
	if (found == STACK_DEPTH_ROW && (ret->source == UNWIND_BY_NOTHING || unwind_code__agrees(&row, &ret->row)))
		unwind_code__take(u, &row, addr, ret);
	else if (found != STACK_DEPTH_NO_START && !unwind_code__agrees(&row, &ret->row))
		*ret = (struct unwind_answer){ .row.base = UNWIND_NO_ROW, .start = addr, .end = addr + 1 };
}
