// SPDX-License-Identifier: GPL-2.0-only
/* Frame pointer chains are repaired: other machines, any bytes, and stacks that were seen before. */
#include "tests/test.h"
#include "tests/unit/repair-scene.h"
#include "util/base/alloc.h"
#include "util/callchain/repair-memo.h"

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
	struct scene *s = scene__leaf(10);
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
	return f == LEAF ? &leaf : f == OWNER || f == MAIN ? &owns : f == START ? scene__row(NULL, ip) : NULL;
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
				struct scene *s = scene__leaf(nr);

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
					s = scene__leaf(nr);
					s->stack[i] = values[v];
					if (check_memo(&memo, s))
						return TEST_FAIL;
				}
	TEST_ASSERT(memo.hits > asked / 2 && memo.hits < asked);
	/* Another address space, another register, a shorter chain: each is new. */
	for (i = 0; i < 4; i++) {
		bool is_new;

		s = scene__leaf(10);
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

DEFINE_SUITE("Repair of frame pointer chains: other machines, any bytes, and what was repaired before", repair_machines,
	     { "link register with a signature", test__link_register },
	     { "the other byte order", test__other_byte_order },
	     { "a 32-bit program", test__narrow },
	     { "hostile bytes", test__hostile },
	     { "what was repaired before", test__memo })
