// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frame pointer chains that are repaired: programs of a few functions, each with one row of an unwind table, and stacks
 * made by hand. What the chain must become is known from how the stack was made.
 */
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/callchain/repair-memo.h"

#define SP		0x7ffc0000ULL
#define WORDS		72

/* Functions are 0x100 bytes long; calls return to 0x50 in them. What the table says is the same all over each. */
#define IN(f)		((uint64_t)(f) * 0x100 + 0x50)

enum function {
	MAIN = 1, OWNER, LEAF, BIG_LEAF, USES_RBP, EPILOGUE, TRAMPOLINE, START, UNKNOWN, DATA, BY_RBX, ALIGNED, LINK_LEAF,
	ODD, COUNTS_FROM_RBX, COUNTS_FROM_RAX, SAVES_RBX, RA_IN_RDI, LEAVES_ALIGNED, CATCHING, TO_HANDLER, NR_FUNCTIONS
};

#define OWNS	{ .base = UNWIND_FROM_FP, .cfa_offset = 16, .ra = { UNWIND_SAVED, -8, NULL }, \
		  .fp = { UNWIND_SAVED, -16, NULL } }
#define REGS	.sp_reg = 7, .fp_reg = 6, .ip_reg = 16, .base_nr = RBX
#define RAX	0
#define RBX	3
#define RDI	5

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
	[LINK_LEAF] = { .base = UNWIND_FROM_SP, .ra = { UNWIND_SAME, 0, NULL }, .fp = { UNWIND_SAME, 0, NULL } },
};

static const struct unwind_row *find_row(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip / 0x100 < NR_FUNCTIONS ? &rows[ip / 0x100] : NULL;
}

static bool has_frames(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip / 0x100 == UNKNOWN;
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

/* A stack, a chain and what became of it. */
struct scene {
	uint64_t stack[WORDS];
	uint64_t ips[16];
	struct repair_input in;
	struct repair repair;
};

/* The address of word @i of the stack. */
static uint64_t at(size_t i)
{
	return SP + i * 8;
}

static struct scene *scene__new(uint64_t fp, size_t nr_stack, const uint64_t *words, size_t nr)
{
	struct scene *s = xzalloc(sizeof(*s));

	memcpy(s->ips, words, nr * sizeof(*words));
	s->in = (struct repair_input){
		.sp = SP, .fp = fp, .ra_mask = UINT64_MAX, .stack = s->stack, .stack_size = nr_stack * 8,
		.ips = s->ips, .nr = nr, .max = 64, .row = find_row, .is_return = is_return,
		.is_leaving = is_leaving, .is_entry = is_entry,
	};
	return s;
}

#define SCENE(fp, nr_stack, ...) \
	scene__new(fp, nr_stack, (const uint64_t[]){ __VA_ARGS__ }, \
		   sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static void scene__delete(struct scene *s)
{
	repair__exit(&s->repair);
	free(s);
}

/* Runs @s; is the chain then @want? Deletes @s if it is, but for its result, which goes to @ret. */
static bool becomes(struct scene *s, struct repair *ret, const uint64_t *want, size_t nr)
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

#define BECOMES(s, ret, ...) \
	becomes(s, ret, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

/* main -> owner -> leaf: the leaf has no frame, and the kernel skips the owner. */
static struct scene *leaf_scene(size_t nr_stack)
{
	struct scene *s = SCENE(at(3), nr_stack, IN(LEAF), IN(MAIN), IN(START));

	s->stack[0] = IN(OWNER);
	s->stack[3] = at(8);		/* the owner's frame */
	s->stack[4] = IN(MAIN);
	s->stack[8] = 0;		/* main's */
	s->stack[9] = IN(START);
	return s;
}

static int test__leaf(void)
{
	struct repair r;

	TEST_ASSERT(BECOMES(leaf_scene(10), &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.taken_out, 0);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	TEST_ASSERT_EQ(r.certain, 4);
	/* The owner's frame lies behind the bytes: the table says that the kernel's words are its callers. */
	TEST_ASSERT(BECOMES(leaf_scene(1), &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	/* Whether START has a caller is not told by anything. */
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	TEST_ASSERT_EQ(r.certain, 4);
	return TEST_OK;
}

static int test__whole_stays(void)
{
	struct scene *s = SCENE(at(3), 10, IN(OWNER), IN(MAIN), IN(START));
	struct repair r;

	s->stack[3] = at(8);
	s->stack[4] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 0);
	TEST_ASSERT_EQ(r.taken_out, 0);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

static int test__too_short(void)
{
	struct scene *s = SCENE(at(20), 10, IN(BIG_LEAF), IN(MAIN), IN(START));
	struct repair r;

	TEST_ASSERT(BECOMES(s, &r, IN(BIG_LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 0);
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	TEST_ASSERT_EQ(r.certain, 1);
	/* Two callers in a row, the second one behind the bytes. */
	s = SCENE(at(30), 10, IN(LEAF), IN(MAIN), IN(START));
	s->stack[0] = IN(BIG_LEAF);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(BIG_LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	TEST_ASSERT_EQ(r.certain, 2);
	return TEST_OK;
}

/* main -> uses_rbp -> leaf, and the register is a pointer to something on the stack that looks like a frame. */
static struct scene *astray_scene(size_t nr_stack)
{
	struct scene *s = SCENE(at(11), nr_stack, IN(LEAF), IN(DATA), IN(OWNER));

	s->stack[0] = IN(USES_RBP);
	s->stack[3] = at(8);		/* main's frame pointer */
	s->stack[4] = IN(MAIN);
	s->stack[8] = 0;
	s->stack[9] = IN(START);
	s->stack[12] = IN(DATA);
	return s;
}

static int test__astray(void)
{
	struct repair r;

	TEST_ASSERT(BECOMES(astray_scene(13), &r, IN(LEAF), IN(USES_RBP), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 3);
	TEST_ASSERT_EQ(r.taken_out, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* As far as the bytes reach it is certain, and the kernel's words are no callers. */
	TEST_ASSERT(BECOMES(astray_scene(5), &r, IN(LEAF), IN(USES_RBP), IN(MAIN)));
	TEST_ASSERT_EQ(r.taken_out, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	/* Where the saved register cannot be read nobody knows, and the kernel's words stay. */
	TEST_ASSERT(BECOMES(astray_scene(1), &r, IN(LEAF), IN(USES_RBP), IN(DATA), IN(OWNER)));
	TEST_ASSERT_EQ(r.taken_out, 0);
	TEST_ASSERT_EQ(r.certain, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	return TEST_OK;
}

/* main -> leaf -> owner: the hole is further out, as where a library calls back. */
static int test__in_the_middle(void)
{
	struct scene *s = SCENE(at(1), 16, IN(OWNER), IN(BIG_LEAF), IN(START));
	struct repair r;

	s->stack[1] = at(25);		/* owner's frame; the leaf has main's frame pointer */
	s->stack[2] = IN(BIG_LEAF);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(BIG_LEAF), IN(START)));
	TEST_ASSERT_EQ(r.certain, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	s = SCENE(at(1), 30, IN(OWNER), IN(BIG_LEAF), IN(START));
	s->stack[1] = at(25);
	s->stack[2] = IN(BIG_LEAF);
	s->stack[18] = IN(MAIN);	/* 128 bytes above word 3, less one word */
	s->stack[26] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(BIG_LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/* A frame pointer that points to another place in the frame, behind the bytes: the kernel's words are none of its. */
static int test__odd_frame(void)
{
	struct scene *s = SCENE(at(3), 1, IN(LEAF), IN(ODD), IN(MAIN), IN(START));
	struct repair r;

	s->stack[0] = IN(OWNER);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(ODD), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.certain, 3);
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	return TEST_OK;
}

static int test__conflicts(void)
{
	struct repair r;
	struct scene *s = leaf_scene(10);

	/* The stack has changed since: nothing is certain, and nothing is changed. */
	s->stack[4] = IN(OWNER);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	TEST_ASSERT_EQ(r.put_in, 0);
	TEST_ASSERT_EQ(r.certain, 1);
	/* No call is in front of what would be the return address. */
	s = leaf_scene(10);
	s->stack[0] = IN(OWNER) + 1;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	s = leaf_scene(10);
	s->stack[0] = 0x123456789;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	return TEST_OK;
}

static int test__no_table(void)
{
	struct scene *s = SCENE(at(3), 10, IN(UNKNOWN), IN(MAIN), IN(START));
	struct repair r;

	TEST_ASSERT(BECOMES(s, &r, IN(UNKNOWN), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_NO_ROW);
	TEST_ASSERT_EQ(r.certain, 1);
	s = SCENE(at(3), 10, IN(BY_RBX), IN(MAIN), IN(START));
	TEST_ASSERT(BECOMES(s, &r, IN(BY_RBX), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_NO_REGISTER);
	/* A word that is 0 where the innermost function would return to. */
	s = SCENE(at(3), 10, IN(LEAF));
	s->stack[0] = 0;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	/* What the kernel has found there is no caller. */
	s = SCENE(at(3), 10, IN(CATCHING), IN(MAIN), IN(START));
	TEST_ASSERT(BECOMES(s, &r, IN(CATCHING)));
	TEST_ASSERT_EQ(r.end, REPAIR_NO_REGISTER);
	s = SCENE(at(3), 10, 0x123456789);
	TEST_ASSERT(BECOMES(s, &r, 0x123456789));
	TEST_ASSERT_EQ(r.end, REPAIR_NO_ROW);
	return TEST_OK;
}

/* main -> owner -> one that has taken the owner's frame pointer back: the owner's frame is where that points to. */
static int test__taken_back(void)
{
	struct scene *s = SCENE(at(3), 10, IN(LEAVES_ALIGNED), IN(MAIN), IN(START));
	struct repair r;

	s->stack[0] = IN(OWNER);
	s->stack[3] = at(8);
	s->stack[4] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAVES_ALIGNED), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/* The registers of a scene, by DWARF's number. */
static uint64_t scene_regs[16];

static bool reg_of(void *ctx, unsigned int nr, uint64_t *ret)
{
	(void)ctx;
	if (nr >= ARRAY_SIZE(scene_regs))
		return false;
	*ret = scene_regs[nr];
	return true;
}

/* Frames that are counted from another register, and a return address in one. */
static int test__registers(void)
{
	struct repair r;
	struct scene *s;

	/* start -> main -> one by rax, as hand-written code may be. */
	s = SCENE(at(8), 10, IN(COUNTS_FROM_RAX));
	s->in.reg = reg_of;
	scene_regs[RAX] = at(5);
	s->stack[5] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(COUNTS_FROM_RAX), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* start -> main -> one by rbx -> one that saves rbx for it -> leaf. */
	s = SCENE(at(8), 10, IN(LEAF));
	s->in.reg = reg_of;
	scene_regs[RBX] = 0x12345;
	s->stack[0] = IN(SAVES_RBX);
	s->stack[2] = at(4);
	s->stack[3] = IN(COUNTS_FROM_RBX);
	s->stack[4] = 0x777;		/* main's rbx */
	s->stack[6] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(SAVES_RBX), IN(COUNTS_FROM_RBX), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* It is still in the register; of rax nothing is known further outwards. */
	s = SCENE(at(8), 10, IN(RA_IN_RDI));
	s->in.reg = reg_of;
	scene_regs[RBX] = at(2);
	scene_regs[RDI] = IN(COUNTS_FROM_RBX);
	s->stack[4] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(RA_IN_RDI), IN(COUNTS_FROM_RBX), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	s = SCENE(at(8), 10, IN(RA_IN_RDI));
	s->in.reg = reg_of;
	scene_regs[RDI] = IN(COUNTS_FROM_RAX);
	TEST_ASSERT(BECOMES(s, &r, IN(RA_IN_RDI), IN(COUNTS_FROM_RAX)));
	TEST_ASSERT_EQ(r.end, REPAIR_NO_REGISTER);
	return TEST_OK;
}

/* main -> leaf, interrupted -> trampoline -> owner, the handler. The interrupted address is no return address. */
static int test__signal(void)
{
	struct scene *s = SCENE(at(0), 36, IN(OWNER), IN(TRAMPOLINE), IN(START));
	struct repair r;

	s->stack[0] = at(33);
	s->stack[1] = IN(TRAMPOLINE);
	s->stack[2 + 120 / 8] = at(33);
	s->stack[2 + 160 / 8] = at(30);
	s->stack[2 + 168 / 8] = IN(LEAF) - 0x20;
	s->stack[30] = IN(MAIN);
	s->stack[33] = 0;
	s->stack[34] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), IN(LEAF) - 0x20, IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	s = SCENE(at(0), 10, IN(OWNER), IN(TRAMPOLINE), IN(START));
	s->stack[0] = at(33);
	s->stack[1] = IN(TRAMPOLINE);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), IN(START)));
	TEST_ASSERT_EQ(r.certain, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	return TEST_OK;
}

/* main has called by a pointer that was NULL: the call has left its return address, if it was one. */
static int test__signal_nowhere(void)
{
	unsigned int jumped;

	for (jumped = 0; jumped < 2; jumped++) {
		struct scene *s = SCENE(at(0), 36, IN(OWNER), IN(TRAMPOLINE), IN(START));
		struct repair r;

		s->in.calls_push = s->in.exact = true;
		s->stack[0] = at(33);
		s->stack[1] = IN(TRAMPOLINE);
		s->stack[2 + 120 / 8] = at(33);
		s->stack[2 + 160 / 8] = at(30);
		s->stack[2 + 168 / 8] = 0;
		s->stack[30] = jumped ? 1 : IN(MAIN);
		s->stack[33] = 0;
		s->stack[34] = IN(START);
		if (jumped)
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), 0));
		else
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), 0, IN(MAIN), IN(START)));
		TEST_ASSERT_EQ(r.end, jumped ? REPAIR_CONFLICT : REPAIR_WHOLE);
	}
	return TEST_OK;
}

/* Nor has the handler a frame: it returns to where no call ends, which is no contradiction if signals end there. */
static int test__signal_frameless(void)
{
	const uint64_t trampoline = TRAMPOLINE * 0x100 + 1;
	struct scene *s = SCENE(at(36), 36, IN(LEAF));
	struct repair r;

	s->stack[0] = trampoline;
	s->stack[1 + 120 / 8] = at(33);
	s->stack[1 + 160 / 8] = at(30);
	s->stack[1 + 168 / 8] = IN(LEAF) - 0x20;
	s->stack[30] = IN(MAIN);
	s->stack[33] = 0;
	s->stack[34] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), trampoline, IN(LEAF) - 0x20, IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 4);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* Elsewhere it is one. */
	s = SCENE(at(36), 36, IN(LEAF));
	s->stack[0] = OWNER * 0x100 + 1;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	return TEST_OK;
}

/* In front of a return the register is the caller's again, whatever the table says of its place. */
static int test__epilogue(void)
{
	struct scene *s = SCENE(at(3), 10, IN(EPILOGUE), IN(MAIN), IN(START));
	struct repair r;

	s->stack[0] = IN(OWNER);
	s->stack[3] = at(8);
	s->stack[4] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(EPILOGUE), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

static int test__outermost(void)
{
	struct scene *s = SCENE(at(3), 10, IN(OWNER), IN(START), IN(DATA), IN(DATA));
	struct repair r;

	s->stack[3] = at(8);
	s->stack[4] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(START)));
	TEST_ASSERT_EQ(r.taken_out, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/* Ends at a function that has 0 where it would return to, with @nr_stack words of the stack. */
static struct scene *zero_scene(size_t nr_stack, bool stack_ends)
{
	struct scene *s = SCENE(at(3), nr_stack, IN(LEAF));

	s->stack[0] = IN(OWNER);
	s->stack[3] = at(6);
	s->in.stack_ends = stack_ends;
	return s;
}

/* Only where the stack itself ends there was the function not called by anybody. */
static int test__zero(void)
{
	struct scene *s = zero_scene(8, true);
	struct repair r;

	s->stack[6] = IN(DATA);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	TEST_ASSERT(BECOMES(zero_scene(8, false), &r, IN(LEAF), IN(OWNER)));
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	TEST_ASSERT(BECOMES(zero_scene(4 + 1 + 64, true), &r, IN(LEAF), IN(OWNER)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	TEST_ASSERT(BECOMES(zero_scene(4 + 1 + 65, true), &r, IN(LEAF), IN(OWNER)));
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	s = zero_scene(8, true);
	s->stack[7] = IN(MAIN);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER)));
	TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	return TEST_OK;
}

/* No call stands in front of where a function goes on: what holds there counts, not what holds in front of it. */
static int test__pushed(void)
{
	struct scene *s = SCENE(at(1), 10, IN(MAIN), LEAF * 0x100, IN(START));
	struct repair r;

	s->stack[1] = at(5);
	s->stack[2] = LEAF * 0x100;
	s->stack[3] = IN(MAIN);
	s->stack[6] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(MAIN), LEAF * 0x100, IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/* The return address was pushed a second time, above the saved frame pointer, and the kernel reads it there. */
static int test__aligned(void)
{
	struct scene *s = SCENE(at(3), 20, IN(ALIGNED), IN(MAIN), IN(START));
	struct repair r;

	s->stack[2] = at(8);		/* the CFA */
	s->stack[3] = at(12);
	s->stack[4] = IN(MAIN);
	s->stack[7] = IN(MAIN);
	s->stack[13] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(ALIGNED), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 0);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/*
 * The functions between the unwinder of an exception and the one with the handler are over, also the one that the kernel has read in its
 * frame. None of them has used the frame pointer: it is still where the unwinder has saved it itself.
 */
static int test__exception(void)
{
	struct scene *s = SCENE(at(3), 20, IN(TO_HANDLER), IN(LEAF), IN(START));
	struct repair r;

	s->stack[0] = at(3);
	s->stack[1] = at(8);
	s->stack[3] = at(12);
	s->stack[4] = IN(LEAF);
	s->stack[7] = IN(MAIN);
	s->stack[13] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(TO_HANDLER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.taken_out, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/* A uprobe on the first instruction: the kernel has taken the word on top of the stack. */
static int test__uprobe(void)
{
	struct scene *s = SCENE(at(3), 10, IN(LEAF), IN(OWNER), IN(MAIN), IN(START));
	struct repair r;

	s->stack[0] = IN(OWNER);
	s->stack[3] = at(8);
	s->stack[4] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 0);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* A function that calls itself, and its leaf: the same words, and no probe. */
	s = SCENE(at(3), 10, IN(LEAF), IN(OWNER), IN(START));
	s->stack[0] = IN(OWNER);
	s->stack[3] = at(8);
	s->stack[4] = IN(OWNER);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(OWNER), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	return TEST_OK;
}

#define PROBE	0x7fffe000ULL

static bool is_probe(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip == PROBE;
}

/* A uretprobe has its own address on the stack, where the kernel has put the right one into its chain. */
static int test__uretprobe(void)
{
	struct scene *s = leaf_scene(10);
	struct repair r;

	s->in.is_probe = is_probe;
	s->stack[4] = PROBE;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* Of another word at its place the chain does not tell. */
	s = leaf_scene(10);
	s->in.is_probe = is_probe;
	s->stack[4] = PROBE + 8;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	/* Both ends of a function are probed, and it is at its first instruction. */
	s = SCENE(at(3), 10, IN(LEAF), IN(OWNER), IN(MAIN), IN(START));
	s->in.is_probe = is_probe;
	s->stack[0] = PROBE;
	s->stack[3] = at(8);
	s->stack[4] = IN(MAIN);
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 0);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/* start -> main -> owner -> one without a row, which has a frame -> one that uses the frame pointer for something else. */
static struct scene *frames_scene(size_t nr_stack)
{
	struct scene *s = SCENE(0x12345, nr_stack, IN(USES_RBP), 0x777);

	s->in.has_frames = has_frames;
	s->stack[2] = at(6);
	s->stack[3] = IN(UNKNOWN);
	s->stack[6] = at(9);
	s->stack[7] = IN(OWNER);
	s->stack[9] = at(12);
	s->stack[10] = IN(MAIN);
	s->stack[12] = 0;
	s->stack[13] = IN(START);
	return s;
}

/* Behind what is proven frame pointers go on, which the kernel has not followed. */
static int test__has_frames(void)
{
	struct scene *s = frames_scene(20);
	struct repair r;

	TEST_ASSERT(BECOMES(s, &r, IN(USES_RBP), IN(UNKNOWN), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.certain, 2);
	TEST_ASSERT_EQ(r.end, REPAIR_NO_ROW);
	TEST_ASSERT_EQ(r.taken_out, 1);
	/* As far as the bytes reach, and not inwards again. */
	TEST_ASSERT(BECOMES(frames_scene(9), &r, IN(USES_RBP), IN(UNKNOWN), IN(OWNER)));
	s = frames_scene(20);
	s->stack[9] = at(6);
	TEST_ASSERT(BECOMES(s, &r, IN(USES_RBP), IN(UNKNOWN), IN(OWNER), IN(MAIN)));
	/* Where the kernel's walk is not there, too, and the register was a frame pointer. */
	s = SCENE(at(6), 20, IN(UNKNOWN));
	s->in.has_frames = has_frames;
	s->stack[6] = at(9);
	s->stack[7] = IN(MAIN);
	s->stack[10] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(UNKNOWN), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.certain, 1);
	s = frames_scene(20);
	s->in.has_frames = NULL;
	TEST_ASSERT(BECOMES(s, &r, IN(USES_RBP), IN(UNKNOWN)));
	return TEST_OK;
}

static int test__link_register(void)
{
	struct scene *s = SCENE(at(3), 10, IN(LINK_LEAF), IN(MAIN), IN(START));
	struct repair r;

	s->in.has_lr = true;
	s->in.lr = IN(OWNER) | 0xab00000000000000ULL;
	s->in.ra_mask = 0x0000ffffffffffffULL;
	s->stack[3] = at(8);
	s->stack[4] = IN(MAIN) | 0xcd00000000000000ULL;
	s->stack[9] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(LINK_LEAF), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

static int test__other_byte_order(void)
{
	struct scene *s = leaf_scene(10);
	struct repair r;
	size_t i;

	for (i = 0; i < WORDS; i++)
		s->stack[i] = __builtin_bswap64(s->stack[i]);
	s->in.swap = true;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	return TEST_OK;
}

/* The same functions in a 32-bit program. */
static const struct unwind_row *find_narrow(void *ctx, uint64_t ip)
{
	static const struct unwind_row owns = { .base = UNWIND_FROM_FP, .cfa_offset = 8, .ra = { UNWIND_SAVED, -4, NULL },
						.fp = { UNWIND_SAVED, -8, NULL } };
	static const struct unwind_row leaf = { .base = UNWIND_FROM_SP, .cfa_offset = 4, .ra = { UNWIND_SAVED, -4, NULL },
						.fp = { UNWIND_SAME, 0, NULL } };
	enum function f = (enum function)(ip / 0x100);

	(void)ctx;
	return f == LEAF ? &leaf : f == OWNER || f == MAIN ? &owns : f == START ? &rows[START] : NULL;
}

/* main -> owner -> leaf. @begin: where main returns to. */
static struct scene *narrow_scene(uint32_t begin, bool swap)
{
	const uint32_t words[] = { IN(OWNER), 0, SP + 16, IN(MAIN), 0, begin };
	struct scene *s = SCENE(SP + 8, 0, IN(LEAF), IN(MAIN), begin);
	uint32_t *to = (uint32_t *)s->stack;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		to[i] = swap ? __builtin_bswap32(words[i]) : words[i];
	s->in.nr = begin ? 3 : 2;
	s->in.stack_size = sizeof(words);
	s->in.row = find_narrow;
	s->in.narrow = true;
	s->in.swap = swap;
	return s;
}

static int test__narrow(void)
{
	struct scene *s;
	struct repair r;
	int swap;

	for (swap = 0; swap < 2; swap++) {
		TEST_ASSERT(BECOMES(narrow_scene(IN(START), swap), &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
		TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
		/* Nobody has called main, and the memory ends there; or does not. */
		s = narrow_scene(0, swap);
		s->in.stack_ends = true;
		TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(MAIN)));
		TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
		TEST_ASSERT(BECOMES(narrow_scene(0, swap), &r, IN(LEAF), IN(OWNER), IN(MAIN)));
		TEST_ASSERT_EQ(r.end, REPAIR_STACK_END);
	}
	/* A word that is there in part is not there. */
	s = narrow_scene(IN(START), false);
	s->in.stack_size = 2;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.certain, 1);
	/* A pointer that leads nowhere was called. */
	s = narrow_scene(IN(START), false);
	s->ips[0] = 0;
	s->in.calls_push = true;
	TEST_ASSERT(BECOMES(s, &r, 0, IN(OWNER), IN(MAIN), IN(START)));
	return TEST_OK;
}

/* Every length of the bytes, and each word of them turned into each of some values: no word is invented. */
static int test__hostile(void)
{
	static const uint64_t values[] = { 0, 1, UINT64_MAX, SP - 8, SP + 4, UINT64_MAX - 7, IN(LEAF), IN(START) };
	struct repair r;
	size_t nr, i, v;

	for (nr = 0; nr <= 10; nr++)
		for (i = 0; i < 10; i++)
			for (v = 0; v < ARRAY_SIZE(values); v++) {
				struct scene *s = leaf_scene(nr);

				s->stack[i] = values[v];
				s->in.fp = i & 1 ? at(3) : values[v];
				repair__run(&s->repair, &s->in);
				r = s->repair;
				TEST_ASSERT(r.nr >= 1 && r.nr <= s->in.max + s->in.nr);
				TEST_ASSERT_EQ(r.ips[0], IN(LEAF));
				TEST_ASSERT(r.certain <= r.nr);
				scene__delete(s);
			}
	return TEST_OK;
}

/* @s through the memo, as without one. Deletes @s. */
static int check_memo(struct repair_memo *memo, struct scene *s)
{
	const struct repair *got;
	bool is_new;

	repair__run(&s->repair, &s->in);
	got = repair_memo__run(memo, &s->in, memo, &is_new);
	TEST_ASSERT_EQ(got->nr, s->repair.nr);
	TEST_ASSERT(!memcmp(got->ips, s->repair.ips, got->nr * sizeof(*got->ips)));
	TEST_ASSERT(got->end == s->repair.end && got->certain == s->repair.certain);
	TEST_ASSERT(got->put_in == s->repair.put_in && got->taken_out == s->repair.taken_out);
	scene__delete(s);
	return TEST_OK;
}

/* Stacks that differ in one word: what was remembered is taken only where that was not looked at. */
static int test__memo(void)
{
	static const uint64_t values[] = { 0, SP + 24, IN(OWNER), IN(MAIN), SP + 40, UINT64_MAX };
	struct repair_memo memo = { .hits = 0 };
	size_t round, nr, i, v, asked = 0;
	struct scene *s;

	for (round = 0; round < 2; round++)
		for (nr = 0; nr <= 10; nr++)
			for (i = 0; i < 10; i++)
				for (v = 0; v < ARRAY_SIZE(values); v++, asked++) {
					s = leaf_scene(nr);
					s->stack[i] = values[v];
					if (check_memo(&memo, s))
						return TEST_FAIL;
				}
	TEST_ASSERT(memo.hits > asked / 2 && memo.hits < asked);
	/* Another address space, another register, a shorter chain: each is new. */
	for (i = 0; i < 4; i++) {
		bool is_new;

		s = leaf_scene(10);
		s->in.nr -= i == 1;
		s->in.has_lr = i == 2;
		s->in.max -= i == 3;
		repair_memo__run(&memo, &s->in, i ? (void *)&memo : (void *)&asked, &is_new);
		TEST_ASSERT(is_new);
		scene__delete(s);
	}
	/* Words of 4 bytes, up to the last one: what lies behind it is nobody's. */
	for (i = 0; i < 2; i++) {
		bool is_new;

		s = narrow_scene(IN(START), false);
		((uint32_t *)s->stack)[s->in.stack_size / 4] = (uint32_t)i;
		repair_memo__run(&memo, &s->in, &memo, &is_new);
		TEST_ASSERT_EQ(is_new, i == 0);
		scene__delete(s);
	}
	repair_memo__exit(&memo);
	return TEST_OK;
}

DEFINE_SUITE("Repair of frame pointer chains", repair,
	     { "a leaf without a frame", test__leaf },
	     { "nothing to do", test__whole_stays },
	     { "the bytes end early", test__too_short },
	     { "frame pointer used for something else", test__astray },
	     { "a hole in the middle", test__in_the_middle },
	     { "a frame pointer that points elsewhere", test__odd_frame },
	     { "bytes that do not fit", test__conflicts },
	     { "code without a table", test__no_table },
	     { "frames by other registers", test__registers },
	     { "a frame pointer that was taken back", test__taken_back },
	     { "a signal's handler", test__signal },
	     { "a signal's handler after a call that led nowhere", test__signal_nowhere },
	     { "a signal's handler without a frame", test__signal_frameless },
	     { "in front of a return", test__epilogue },
	     { "words behind the outermost function", test__outermost },
	     { "a return address of 0", test__zero },
	     { "a return address that was pushed", test__pushed },
	     { "a stack that was aligned anew", test__aligned },
	     { "a function with the handler of an exception", test__exception },
	     { "a uprobe on a function's entry", test__uprobe },
	     { "a uretprobe on a caller", test__uretprobe },
	     { "frame pointers behind code without a row", test__has_frames },
	     { "link register with a signature", test__link_register },
	     { "the other byte order", test__other_byte_order },
	     { "a 32-bit program", test__narrow },
	     { "hostile bytes", test__hostile },
	     { "what was repaired before", test__memo })
