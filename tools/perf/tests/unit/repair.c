// SPDX-License-Identifier: GPL-2.0-only
/* Frame pointer chains are repaired: functions that have no frame, or use the register for something else. */
#include "tests/test.h"
#include "tests/unit/repair-scene.h"
#include "util/base/alloc.h"

static int test__leaf(void)
{
	struct repair r;

	TEST_ASSERT(BECOMES(scene__leaf(10), &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.taken_out, 0);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	TEST_ASSERT_EQ(r.certain, 4);
	/* The owner's frame lies behind the bytes: the table says that the kernel's words are its callers. */
	TEST_ASSERT(BECOMES(scene__leaf(1), &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
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

/* main -> one that has pushed something before it made its frame: that is what the kernel has taken for a return address. */
static int test__pushed_between(void)
{
	struct scene *s = SCENE(at(1), 10, IN(SAVES_FIRST), IN(DATA), IN(START));
	struct repair r;

	s->stack[1] = at(6);
	s->stack[2] = IN(DATA);
	s->stack[3] = IN(MAIN);
	s->stack[6] = at(20);
	s->stack[7] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(SAVES_FIRST), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.taken_out, 1);
	return TEST_OK;
}

static int test__conflicts(void)
{
	struct repair r;
	struct scene *s = scene__leaf(10);

	/* The stack has changed since: nothing is certain, and nothing is changed. */
	s->stack[4] = IN(OWNER);
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	TEST_ASSERT_EQ(r.put_in, 0);
	TEST_ASSERT_EQ(r.certain, 1);
	/* No call is in front of what would be the return address. */
	s = scene__leaf(10);
	s->stack[0] = IN(OWNER) + 1;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_CONFLICT);
	s = scene__leaf(10);
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

DEFINE_SUITE("Repair of frame pointer chains", repair,
	     { "a leaf without a frame", test__leaf },
	     { "nothing to do", test__whole_stays },
	     { "the bytes end early", test__too_short },
	     { "frame pointer used for something else", test__astray },
	     { "a hole in the middle", test__in_the_middle },
	     { "a frame pointer that points elsewhere", test__odd_frame },
	     { "a word in the frame before the frame pointer", test__pushed_between },
	     { "bytes that do not fit", test__conflicts },
	     { "code without a table", test__no_table },
	     { "frames by other registers", test__registers },
	     { "a frame pointer that was taken back", test__taken_back })
