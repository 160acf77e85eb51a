// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/repair-scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#define OWNS	{ .base = UNWIND_FROM_FP, .cfa_offset = 16, .ra = { UNWIND_SAVED, -8, NULL }, \
		  .fp = { UNWIND_SAVED, -16, NULL } }
#define REGS	.sp_reg = 7, .fp_reg = 6, .ip_reg = 16, .base_nr = RBX

/* rt_sigreturn's frame: registers lie in the ucontext at the stack pointer. */
static const struct unwind_expr sig_cfa = { 2, { { 0x77, 160, 0 }, { 0x06, 0, 0 } } };
static const struct unwind_expr sig_ip = { 2, { { 0x9c, 0, 0 }, { 0x77, 168, 0 } } };
static const struct unwind_expr sig_bp = { 2, { { 0x9c, 0, 0 }, { 0x77, 120, 0 } } };
/* A stack that was aligned anew: the CFA is saved below the frame pointer, which points to the saved one. */
static const struct unwind_expr drap_cfa = { 2, { { 0x76, (uint64_t)-8, 0 }, { 0x06, 0, 0 } } };
static const struct unwind_expr drap_bp = { 2, { { 0x9c, 0, 0 }, { 0x76, 0, 0 } } };
/* An unwinder of exceptions has in its frame the stack pointer of the function with the handler, and where its frame pointer is. */
static const struct unwind_expr handler_sp = { 2, { { 0x76, (uint64_t)-16, 0 }, { 0x06, 0, 0 } } };
static const struct unwind_expr handler_bp = { 3, { { 0x9c, 0, 0 }, { 0x76, (uint64_t)-24, 0 }, { 0x06, 0, 0 } } };

static const struct unwind_row rows[NR_FUNCTIONS] = {
	[MAIN] = OWNS,
	[OWNER] = OWNS,
	[LEAF] = { .base = UNWIND_FROM_SP, .cfa_offset = 8, .ra = { UNWIND_SAVED, -8, NULL }, .fp = { UNWIND_SAME, 0, NULL } },
	[BIG_LEAF] = { .base = UNWIND_FROM_SP, .cfa_offset = 128, .ra = { UNWIND_SAVED, -8, NULL },
		       .fp = { UNWIND_SAME, 0, NULL } },
	[USES_RBP] = { .base = UNWIND_FROM_SP, .cfa_offset = 32, .ra = { UNWIND_SAVED, -8, NULL },
		       .fp = { UNWIND_SAVED, -16, NULL } },
	[EPILOGUE] = { .base = UNWIND_FROM_SP, .cfa_offset = 8, .ra = { UNWIND_SAVED, -8, NULL },
		       .fp = { UNWIND_SAVED, -16, NULL } },
	[TRAMPOLINE] = { .base = UNWIND_FROM_EXPR, .signal = true, .cfa_expr = &sig_cfa,
			 .ra = { UNWIND_SAVED_EXPR, 0, &sig_ip }, .fp = { UNWIND_SAVED_EXPR, 0, &sig_bp }, REGS },
	[START] = { .base = UNWIND_OUTERMOST },
	[BY_RBX] = { .base = UNWIND_FROM_OTHER, .ra = { UNWIND_SAVED, -8, NULL } },
	[ALIGNED] = { .base = UNWIND_FROM_EXPR, .cfa_expr = &drap_cfa, .ra = { UNWIND_SAVED, -8, NULL },
		      .fp = { UNWIND_SAVED_EXPR, 0, &drap_bp }, REGS },
	[ODD] = { .base = UNWIND_FROM_FP, .cfa_offset = 32, .ra = { UNWIND_SAVED, -8, NULL },
		  .fp = { UNWIND_SAVED, -16, NULL } },
	[COUNTS_FROM_RBX] = { .base = UNWIND_FROM_REG, .cfa_reg = RBX, .cfa_offset = 24, .ra = { UNWIND_SAVED, -8, NULL },
			      .fp = { UNWIND_SAME, 0, NULL }, .base_reg = { UNWIND_SAVED, -24, NULL }, REGS },
	[COUNTS_FROM_RAX] = { .base = UNWIND_FROM_REG, .cfa_reg = RAX, .cfa_offset = 8, .ra = { UNWIND_SAVED, -8, NULL },
			      .fp = { UNWIND_SAME, 0, NULL }, .base_reg = { UNWIND_SAME, 0, NULL }, REGS },
	[SAVES_RBX] = { .base = UNWIND_FROM_SP, .cfa_offset = 24, .ra = { UNWIND_SAVED, -8, NULL }, .fp = { UNWIND_SAME, 0, NULL },
			.base_reg = { UNWIND_SAVED, -16, NULL }, REGS },
	[RA_IN_RDI] = { .base = UNWIND_FROM_SP, .cfa_offset = 0, .ra = { UNWIND_IN_REGISTER, RDI, NULL },
			.fp = { UNWIND_SAME, 0, NULL }, .base_reg = { UNWIND_SAME, 0, NULL }, REGS },
	/* The end of a function that had aligned its stack: where the caller's frame pointer is, is still counted from its own one. */
	[LEAVES_ALIGNED] = { .base = UNWIND_FROM_SP, .cfa_offset = 8, .ra = { UNWIND_SAVED, -8, NULL },
			     .fp = { UNWIND_SAVED_EXPR, 0, &drap_bp }, REGS },
	/* It has written over what its frame had saved. */
	[CATCHING] = { .base = UNWIND_FROM_OTHER, .ra = { UNWIND_LOST, 0, NULL }, .fp = { UNWIND_LOST, 0, NULL } },
	[TO_HANDLER] = { .base = UNWIND_FROM_EXPR, .cfa_expr = &handler_sp, .ra = { UNWIND_SAVED, -8, NULL },
			 .fp = { UNWIND_SAVED_EXPR, 0, &handler_bp }, REGS },
	/* It has pushed something else before the frame pointer. */
	[SAVES_FIRST] = { .base = UNWIND_FROM_FP, .cfa_offset = 24, .ra = { UNWIND_SAVED, -8, NULL }, .fp = { UNWIND_SAVED, -24, NULL } },
	[ENDLESS] = { .base = UNWIND_FROM_FP, .endless = true, .cfa_offset = 16, .ra = { UNWIND_SAVED, -8, NULL }, .fp = { UNWIND_SAVED, -16, NULL } },
	[AFTER_STOP] = { .base = UNWIND_FROM_SP, .after_stop = true, .cfa_offset = 8, .ra = { UNWIND_SAVED, -8, NULL },
			 .fp = { UNWIND_SAME, 0, NULL } },
	[LINK_LEAF] = { .base = UNWIND_FROM_SP, .ra = { UNWIND_SAME, 0, NULL }, .fp = { UNWIND_SAME, 0, NULL } },
};

const struct unwind_row *scene__row(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip / 0x100 < NR_FUNCTIONS ? &rows[ip / 0x100] : NULL;
}

static bool is_return(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip / 0x100 < NR_FUNCTIONS && ip / 0x100 != DATA && ip % 0x100 == 0x50;
}

static bool is_leaving(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip / 0x100 == EPILOGUE;
}

static bool is_entry(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip % 0x100 == 0;
}

struct scene *scene__new(uint64_t fp, size_t nr_stack, const uint64_t *words, size_t nr)
{
	struct scene *s = xzalloc(sizeof(*s));

	memcpy(s->ips, words, nr * sizeof(*words));
	s->in = (struct repair_input){
		.sp = SP, .fp = fp, .ra_mask = UINT64_MAX, .stack = s->stack, .stack_size = nr_stack * 8,
		.ips = s->ips, .nr = nr, .max = 64, .row = scene__row, .is_return = is_return,
		.is_leaving = is_leaving, .is_entry = is_entry,
	};
	return s;
}

void scene__delete(struct scene *s)
{
	repair__exit(&s->repair);
	free(s);
}

bool scene__becomes(struct scene *s, struct repair *ret, const uint64_t *want, size_t nr)
{
	bool same;
	size_t i;

	repair__run(&s->repair, &s->in);
	*ret = s->repair;
	ret->ips = NULL;
	same = s->repair.nr == nr && !memcmp(s->repair.ips, want, nr * sizeof(*want));
	for (i = 0; !same && i < s->repair.nr; i++)
		fprintf(stderr, "  word %zu: %#llx\n", i, (unsigned long long)s->repair.ips[i]);
	scene__delete(s);
	return same;
}

struct scene *scene__leaf(size_t nr_stack)
{
	struct scene *s = SCENE(at(3), nr_stack, IN(LEAF), IN(MAIN), IN(START));

	s->stack[0] = IN(OWNER);
	s->stack[3] = at(8);		/* the owner's frame */
	s->stack[4] = IN(MAIN);
	s->stack[8] = 0;		/* main's */
	s->stack[9] = IN(START);
	return s;
}
