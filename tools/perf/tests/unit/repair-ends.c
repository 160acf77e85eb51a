// SPDX-License-Identifier: GPL-2.0-only
/* Frame pointer chains are repaired: across signals, where functions end, and where stacks do. */
#include "tests/test.h"
#include "tests/unit/repair-scene.h"
#include "util/base/alloc.h"

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

/* main -> one that counts from a register, interrupted -> trampoline -> owner, the handler: the kernel has saved the register. */
static struct scene *counts_from_rax(void)
{
	struct scene *s = SCENE(at(0), 36, IN(OWNER), IN(TRAMPOLINE), IN(START));

	s->stack[0] = at(33);
	s->stack[1] = IN(TRAMPOLINE);
	s->stack[2 + 120 / 8] = at(33);
	s->stack[2 + 144 / 8] = at(31);		/* rax */
	s->stack[2 + 160 / 8] = at(30);
	s->stack[2 + 168 / 8] = IN(COUNTS_FROM_RAX) - 0x20;
	s->stack[31] = IN(MAIN);
	s->stack[33] = 0;
	s->stack[34] = IN(START);
	return s;
}

static int test__signal_register(void)
{
	struct scene *s = counts_from_rax();
	struct repair r;

	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), IN(COUNTS_FROM_RAX) - 0x20, IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	/* Of a function that has called nobody knows it. */
	s = counts_from_rax();
	s->stack[31] = IN(COUNTS_FROM_RAX);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), IN(COUNTS_FROM_RAX) - 0x20, IN(COUNTS_FROM_RAX), IN(START)));
	TEST_ASSERT_EQ(r.certain, 4);
	TEST_ASSERT_EQ(r.end, REPAIR_NO_REGISTER);
	return TEST_OK;
}

/* vfork() has taken its return address off the stack: it is in a register, and the stack is as before the call. */
static int test__signal_taken_off(void)
{
	struct scene *s = SCENE(at(0), 36, IN(OWNER), IN(TRAMPOLINE), IN(START));
	struct repair r;

	s->in.exact = true;
	s->stack[0] = at(33);
	s->stack[1] = IN(TRAMPOLINE);
	s->stack[2 + 104 / 8] = IN(MAIN);	/* rdi */
	s->stack[2 + 120 / 8] = at(33);
	s->stack[2 + 160 / 8] = at(30);
	s->stack[2 + 168 / 8] = IN(RA_IN_RDI) - 0x20;
	s->stack[33] = 0;
	s->stack[34] = IN(START);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), IN(RA_IN_RDI) - 0x20, IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/*
 * A breakpoint has stopped the function in front of the one that begins where the signal says: nothing above is of that one. Another signal may
 * come there, and that one may have stopped by itself.
 */
static int test__breakpoint(void)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		const uint64_t ip = (i == 2 ? LEAF : AFTER_STOP) * 0x100, trap = i == 1 ? 14 : 3;
		struct scene *s = SCENE(at(0), 36, IN(OWNER), IN(TRAMPOLINE), IN(START));
		struct repair r;

		s->in.exact = true;
		s->stack[0] = at(33);
		s->stack[1] = IN(TRAMPOLINE);
		s->stack[2 + 120 / 8] = at(33);
		s->stack[2 + 160 / 8] = at(30);
		s->stack[2 + 168 / 8] = ip;
		s->stack[2 + 200 / 8] = trap;
		s->stack[30] = IN(MAIN);
		s->stack[33] = 0;
		s->stack[34] = IN(START);
		if (!i)
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), ip));
		else
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), ip, IN(MAIN), IN(START)));
		TEST_ASSERT_EQ(r.end, i ? REPAIR_WHOLE : REPAIR_CONFLICT);
	}
	return TEST_OK;
}

#define LEFT	0x900000	/* where the other stack lies */

/* Two stacks that were left with the registers of a function at @sp: what is on them now, and what an earlier signal has left. */
struct left_pieces {
	uint64_t words[64], earlier[64];
	struct repair_piece now, before;
};

static const struct repair_piece *left_piece(void *ctx, uint64_t ip, uint64_t sp, uint64_t fp)
{
	const struct left_pieces *p = ctx;

	(void)ip;
	(void)fp;
	return sp == LEFT ? &p->now : sp == LEFT + 30 * 8 ? &p->before : NULL;
}

/*
 * main -> leaf, interrupted -> handler -> leaf, interrupted -> handler on another stack. The first handler lies below what it has interrupted: what was
 * left there once is not asked for.
 */
static int test__signal_in_signal(void)
{
	struct scene *s = SCENE(at(0), 36, IN(OWNER), IN(TRAMPOLINE), IN(START));
	struct left_pieces p = { .now = { LEFT, p.words, sizeof(p.words) }, .before = { LEFT + 30 * 8, p.earlier, sizeof(p.earlier) } };
	struct repair r;

	s->in.exact = true;
	s->in.ctx = &p;
	s->in.interrupted = left_piece;
	s->stack[1] = IN(TRAMPOLINE);
	s->stack[2 + 120 / 8] = LEFT + 2 * 8;
	s->stack[2 + 160 / 8] = LEFT;
	s->stack[2 + 168 / 8] = IN(LEAF) - 0x20;
	p.words[0] = IN(OWNER);
	p.words[3] = IN(TRAMPOLINE);
	p.words[4 + 120 / 8] = LEFT + 40 * 8;
	p.words[4 + 160 / 8] = LEFT + 30 * 8;
	p.words[4 + 168 / 8] = IN(LEAF) - 0x20;
	p.words[30] = IN(MAIN);
	p.words[41] = p.earlier[11] = IN(START);
	p.earlier[0] = IN(OWNER);
	TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), IN(LEAF) - 0x20, IN(OWNER), IN(TRAMPOLINE), IN(LEAF) - 0x20, IN(MAIN), IN(START)));
	TEST_ASSERT_EQ(r.end, REPAIR_WHOLE);
	return TEST_OK;
}

/*
 * A handler has written another stack pointer into the frame of its signal, which lies where the kernel has counted it from the old one. Other kernels
 * may have no such area there.
 */
static int test__signal_rewritten(void)
{
	static const struct { size_t sp; uint32_t magic; enum repair_end end; } tries[] = {
		{ 132, 0x46505853, REPAIR_WHOLE }, { 138, 0x46505853, REPAIR_WHOLE }, { 139, 0x46505853, REPAIR_CONFLICT },
		{ 130, 0x46505853, REPAIR_CONFLICT }, { 130, 0x46505854, REPAIR_WHOLE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tries); i++) {
		struct scene *s = SCENE(at(0), 200, IN(OWNER), IN(TRAMPOLINE), IN(START));
		struct repair r;

		s->in.exact = true;
		s->stack[0] = at(150);
		s->stack[1] = IN(TRAMPOLINE);
		s->stack[2 + 120 / 8] = at(150);
		s->stack[2 + 160 / 8] = at(tries[i].sp);
		s->stack[2 + 168 / 8] = IN(LEAF) - 0x20;
		s->stack[2 + 224 / 8] = at(40);
		s->stack[40 + 464 / 8] = tries[i].magic | 600ULL << 32;
		s->stack[tries[i].sp] = IN(MAIN);
		s->stack[151] = IN(START);
		if (tries[i].end == REPAIR_WHOLE)
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), IN(LEAF) - 0x20, IN(MAIN), IN(START)));
		else
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE)));
		TEST_ASSERT_EQ(r.end, tries[i].end);
	}
	return TEST_OK;
}

/* main has called by a pointer that was NULL, or what the kernel does in place of code: the call has left its return address, if it was one. */
static int test__signal_nowhere(void)
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		const uint64_t called = i < 2 ? 0 : 0xffffffffff600400ULL;
		bool jumped = i & 1;
		struct scene *s = SCENE(at(0), 36, IN(OWNER), IN(TRAMPOLINE), IN(START));
		struct repair r;

		s->in.calls_push = s->in.exact = true;
		s->stack[0] = at(33);
		s->stack[1] = IN(TRAMPOLINE);
		s->stack[2 + 120 / 8] = at(33);
		s->stack[2 + 160 / 8] = at(30);
		s->stack[2 + 168 / 8] = called;
		s->stack[30] = jumped ? 1 : IN(MAIN);
		s->stack[33] = 0;
		s->stack[34] = IN(START);
		if (jumped)
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), called));
		else
			TEST_ASSERT(BECOMES(s, &r, IN(OWNER), IN(TRAMPOLINE), called, IN(MAIN), IN(START)));
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

/* @function has a 0 where it would return to, and has called another one; @nr_stack words are known. */
static struct scene *zero_of(unsigned int function, size_t nr_stack, bool stack_ends)
{
	struct scene *s = SCENE(at(3), nr_stack, IN(LEAF));

	s->stack[0] = function * 0x100 + 0x50;
	s->stack[3] = at(6);
	s->in.stack_ends = stack_ends;
	return s;
}

/* A function that never returns was called by nobody, if nothing above can be a caller's: of 4096 bytes at least. */
static int test__zero_endless(void)
{
	static const struct { unsigned int function; size_t nr_stack, caller; bool stack_ends; enum repair_end end; } tries[] = {
		{ ENDLESS, 517, 0, false, REPAIR_WHOLE }, { ENDLESS, 516, 0, false, REPAIR_STACK_END }, { ENDLESS, 516, 0, true, REPAIR_WHOLE },
		{ ENDLESS, 560, 559, false, REPAIR_STACK_END }, { ENDLESS, 560, 5, false, REPAIR_STACK_END },
		{ OWNER, 560, 0, false, REPAIR_STACK_END }, { OWNER, 516, 0, true, REPAIR_STACK_END },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tries); i++) {
		struct scene *s = zero_of(tries[i].function, tries[i].nr_stack, tries[i].stack_ends);
		struct repair r;

		if (tries[i].caller)
			s->stack[tries[i].caller] = IN(MAIN);
		TEST_ASSERT(BECOMES(s, &r, IN(LEAF), tries[i].function * 0x100 + 0x50));
		TEST_ASSERT_EQ(r.end, tries[i].end);
	}
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

static bool is_first(void *ctx, uint64_t ip)
{
	(void)ctx;
	return !(ip & 0xff);
}

/* A function begins there, and what is above is not its return address: frames, or the end of a coroutine's stack. */
static int test__behind_no_call(void)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		struct scene *s = SCENE(at(1), 10, IN(MAIN), LEAF * 0x100);
		struct repair r;

		s->in.exact = true;
		s->in.is_begin = s->in.is_first = is_first;
		s->stack[1] = at(5);
		s->stack[2] = LEAF * 0x100;
		s->stack[i ? 3 : 8] = IN(DATA) + 1;
		s->stack[8] = i ? IN(MAIN) : 0;
		TEST_ASSERT(BECOMES(s, &r, IN(MAIN), LEAF * 0x100));
		TEST_ASSERT_EQ(r.end, i ? REPAIR_CONFLICT : REPAIR_STACK_END);
	}
	return TEST_OK;
}

/*
 * At the place of the innermost function's return address a function begins: a new task, or code that returns in order to jump. Nobody has called
 * from there. But where a stack has its end, that is one.
 */
static int test__not_entered(void)
{
	size_t i;

	for (i = 0; i < 3; i++) {
		struct scene *s = SCENE(at(30), 10, IN(LEAF), IN(MAIN), IN(START));
		struct repair r;

		s->in.exact = true;
		s->in.is_begin = s->in.is_first = is_first;
		s->stack[0] = (i == 2 ? START : BIG_LEAF) * 0x100;
		s->stack[8] = i ? IN(MAIN) : 0;
		if (i == 2)
			TEST_ASSERT(BECOMES(s, &r, IN(LEAF), START * 0x100));
		else
			TEST_ASSERT(BECOMES(s, &r, IN(LEAF)));
		TEST_ASSERT_EQ(r.end, i == 2 ? REPAIR_WHOLE : i ? REPAIR_CONFLICT : REPAIR_STACK_END);
	}
	return TEST_OK;
}

#define RCX	2
#define RSI	4

static bool is_task(void *ctx, uint64_t ip)
{
	(void)ctx;
	return ip == IN(LEAF);
}

/* Registers of a task that has just begun; what @ctx, a register's number, says is another number. */
static bool task_reg(void *ctx, unsigned int nr, uint64_t *ret)
{
	*ret = nr == RAX ? 0 : nr == RCX ? IN(LEAF) : SP;
	*ret += *(unsigned int *)ctx == nr;
	return nr == RAX || nr == RCX || nr == RSI;
}

/*
 * A task that has just begun, with an empty stack or what it is to call on that, has no caller. Not if a register says that it is not so, or that
 * the code is none that makes tasks; nor if it has a caller.
 */
static int test__new_task(void)
{
	static const struct { uint64_t function; unsigned int odd; enum repair_end end; } tries[] = {
		{ LEAF, 99, REPAIR_WHOLE }, { LEAF, RAX, REPAIR_CONFLICT }, { LEAF, RCX, REPAIR_CONFLICT }, { LEAF, RSI, REPAIR_CONFLICT },
		{ BIG_LEAF, 99, REPAIR_CONFLICT },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tries); i++) {
		unsigned int odd = tries[i].odd;
		struct scene *s = SCENE(at(30), 30, IN(tries[i].function));
		struct repair r;

		s->in.exact = s->in.calls_push = true;
		s->in.is_begin = s->in.is_first = is_first;
		s->in.is_task = is_task;
		s->in.reg = task_reg;
		s->in.ctx = &odd;
		s->stack[0] = s->stack[15] = OWNER * 0x100;
		s->stack[20] = IN(MAIN);
		TEST_ASSERT(BECOMES(s, &r, IN(tries[i].function)));
		TEST_ASSERT_EQ(r.end, tries[i].end);
		s = SCENE(at(30), 33, IN(LEAF));
		s->in.exact = s->in.calls_push = true;
		s->in.is_task = is_task;
		s->in.reg = task_reg;
		s->in.ctx = &odd;
		s->stack[0] = IN(MAIN);
		s->stack[31] = IN(START);
		TEST_ASSERT(BECOMES(s, &r, IN(LEAF), IN(MAIN), IN(START)));
	}
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

DEFINE_SUITE("Repair of frame pointer chains: signals, and where functions and stacks end", repair_ends,
	     { "a signal's handler", test__signal },
	     { "what a signal has interrupted counts from any register", test__signal_register },
	     { "what a signal has interrupted has its return address in a register", test__signal_taken_off },
	     { "a signal's handler after a call that led nowhere", test__signal_nowhere },
	     { "a signal's handler that was interrupted by one with its own stack", test__signal_in_signal },
	     { "a signal's handler that rewrites where the program goes on", test__signal_rewritten },
	     { "a signal's handler without a frame", test__signal_frameless },
	     { "in front of a return", test__epilogue },
	     { "words behind the outermost function", test__outermost },
	     { "a return address of 0", test__zero },
	     { "a return address of 0 of a function that never returns", test__zero_endless },
	     { "the first byte of a function that nobody has called", test__behind_no_call },
	     { "a function's first byte in place of the innermost one's caller", test__not_entered },
	     { "a task that has just begun", test__new_task },
	     { "a breakpoint as a function's last instruction", test__breakpoint },
	     { "a return address that was pushed", test__pushed },
	     { "a stack that was aligned anew", test__aligned },
	     { "a function with the handler of an exception", test__exception })
