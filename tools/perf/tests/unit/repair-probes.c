// SPDX-License-Identifier: GPL-2.0-only
/* Frame pointer chains are repaired: behind probes, and behind code that no table knows. */
#include "tests/test.h"
#include "tests/unit/repair-scene.h"

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
	struct scene *s = scene__leaf(10);
	struct repair r;

	s->in.is_probe = is_probe;
	s->stack[4] = PROBE;
	TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(OWNER), IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.put_in, 1);
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* Of another word at its place the chain does not tell. */
	s = scene__leaf(10);
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

static bool has_frames(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip / 0x100 == UNKNOWN;
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

DEFINE_SUITE("Repair of frame pointer chains: probes, and code without a row", repair_probes,
	     { "a uprobe on a function's entry", test__uprobe },
	     { "a uretprobe on a caller", test__uretprobe },
	     { "frame pointers behind code without a row", test__has_frames })
