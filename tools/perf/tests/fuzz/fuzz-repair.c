// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: a frame pointer chain that is repaired with a piece of stack. The chain, the stack, the registers and what
 * the unwind tables say are all of the input: none of them has to fit the others.
 */
#include "tests/fuzz/fuzz.h"

#include "util/callchain/repair.h"

#define NR_ROWS		8
#define NR_EXPRS	4

/* What the input begins with; the chain's entries follow, and then the stack. */
struct input_head {
	uint64_t sp, fp, lr, ra_mask;
	uint8_t flags;			/* 1: there is a link register; 2: the stack is of the other byte order */
	uint8_t nr_ips, max, ctx;
	struct {
		uint8_t base, signal, ra_where, fp_where;
		int8_t cfa_offset, ra_offset, fp_offset, expr;
	} rows[NR_ROWS];
	struct {
		uint8_t nr;
		uint8_t atoms[7];
		int64_t operands[2];
	} exprs[NR_EXPRS];
};

struct tables {
	struct unwind_expr exprs[NR_EXPRS];
	struct unwind_row rows[NR_ROWS];
	uint8_t mix;
};

static struct unwind_value make_value(const struct tables *t, uint8_t where, int8_t offset, uint8_t expr)
{
	return (struct unwind_value){ .where = where % (UNWIND_SAVED_EXPR + 1), .offset = offset * 8,
				      .expr = &t->exprs[expr % NR_EXPRS] };
}

static void make_tables(struct tables *t, const struct input_head *h)
{
	int i, k;

	for (i = 0; i < NR_EXPRS; i++) {
		t->exprs[i].nr = h->exprs[i].nr % (UNWIND_EXPR_MAX + 1);
		for (k = 0; k < t->exprs[i].nr; k++)
			t->exprs[i].steps[k] = (struct unwind_step){ .atom = h->exprs[i].atoms[k % 7],
								     .a = (uint64_t)h->exprs[i].operands[0] >> k,
								     .b = (uint64_t)h->exprs[i].operands[1] };
	}
	for (i = 0; i < NR_ROWS; i++)
		t->rows[i] = (struct unwind_row){
			.base = h->rows[i].base % (UNWIND_OUTERMOST + 1), .signal = h->rows[i].signal & 1,
			.cfa_offset = h->rows[i].cfa_offset * 8, .cfa_expr = &t->exprs[(uint8_t)h->rows[i].expr % NR_EXPRS],
			.ra = make_value(t, h->rows[i].ra_where, h->rows[i].ra_offset, h->rows[i].expr),
			.fp = make_value(t, h->rows[i].fp_where, h->rows[i].fp_offset, h->rows[i].expr + 1),
			.sp_reg = 7, .fp_reg = 6, .ip_reg = 16,
		};
	t->mix = h->ctx;
}

static const struct unwind_row *row_at(void *ctx, uint64_t ip)
{
	const struct tables *t = ctx;

	return ip % 11 ? &t->rows[(ip ^ t->mix) % NR_ROWS] : NULL;
}

/* What is asked of the code is answered by bits of the address. */
static bool is_return(void *ctx, uint64_t ip)
{
	return (ip ^ ((struct tables *)ctx)->mix) & 3;
}

static bool is_leaving(void *ctx, uint64_t ip)
{
	(void)ctx;
	return !(ip & 0x30);
}

static bool is_entry(void *ctx, uint64_t ip)
{
	(void)ctx;
	return !(ip & 0xf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct repair r = { 0 };
	struct repair_input in;
	struct input_head h;
	struct tables t;
	uint64_t *ips;
	uint8_t *stack;
	int again;

	if (size < sizeof(h) + 8)
		return 0;
	memcpy(&h, data, sizeof(h));
	data += sizeof(h);
	size -= sizeof(h);
	make_tables(&t, &h);
	in = (struct repair_input){
		.sp = h.sp, .fp = h.fp, .lr = h.lr, .has_lr = h.flags & 1, .ra_mask = h.ra_mask, .swap = h.flags & 2,
		.max = (size_t)h.max + 1, .row = row_at, .is_return = is_return, .is_leaving = is_leaving, .is_entry = is_entry,
		.ctx = &t,
	};
	in.nr = 1 + h.nr_ips % (size / 8);
	/* Copies of exactly their sizes: a read beyond them is seen. */
	ips = malloc(in.nr * 8);
	in.stack_size = size - in.nr * 8;
	in.stack_ends = size % 2;
	stack = malloc(in.stack_size + 1);
	if (!ips || !stack)
		abort();
	memcpy(ips, data, in.nr * 8);
	memcpy(stack, data + in.nr * 8, in.stack_size);
	in.ips = ips;
	in.stack = stack;
	/* What the first run has left must not matter to the second. */
	for (again = 0; again < 2; again++) {
		repair__run(&r, &in);
		if (r.nr > in.max + in.nr || r.certain > r.nr || r.end >= REPAIR_NR_ENDS)
			abort();
	}
	repair__exit(&r);
	free(ips);
	free(stack);
	return 0;
}
