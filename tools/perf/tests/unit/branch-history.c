// SPDX-License-Identifier: GPL-2.0-only
/* Stacks with the last branches: rounds of loops, callers that branches tell of, words. */
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/hardware/branch-history.h"

#define PREDICTED	2
#define CYCLES(n)	((uint64_t)(n) << 4)
#define TYPE(n)		((uint64_t)(n) << 20)

static struct branch_entry branches[200];
static struct branch_step steps[BRANCH_HISTORY_MAX];

/* The sources of the steps as letters; branches come from where @sources says, newest first. */
static const char *sources(const char *from, bool oldest_first)
{
	static char text[BRANCH_HISTORY_MAX + 1];
	size_t nr = strlen(from), i;

	for (i = 0; i < nr; i++)
		branches[i] = (struct branch_entry){ .from = (uint64_t)from[i], .to = 1, .flags = CYCLES(i + 1) };
	nr = branch_history__steps(steps, branches, nr, oldest_first);
	for (i = 0; i < nr; i++)
		text[i] = (char)steps[i].from;
	text[nr] = 0;
	return text;
}

static int test__loops(void)
{
	TEST_ASSERT_STR(sources("", false), "");
	TEST_ASSERT_STR(sources("abc", false), "abc");
	TEST_ASSERT_EQ(steps[1].rounds, 0);
	TEST_ASSERT_STR(sources("ababx", false), "abx");
	/* The first that follows knows what is missing. */
	TEST_ASSERT_EQ(steps[2].rounds, 1);
	TEST_ASSERT_EQ(steps[2].round_cycles, 3 + 4);
	TEST_ASSERT_EQ(steps[2].flags, CYCLES(5));
	TEST_ASSERT_EQ(steps[0].flags, CYCLES(1));	/* the newest round stays */
	TEST_ASSERT_STR(sources("xabab", true), "xab");
	TEST_ASSERT_EQ(steps[0].rounds, 1);
	TEST_ASSERT_EQ(steps[0].round_cycles, 2 + 3);
	TEST_ASSERT_EQ(steps[2].flags, CYCLES(5));	/* the oldest one */
	/* As perf has it, what comes after a round that was left out is not looked at again. */
	TEST_ASSERT_STR(sources("abababx", false), "ababx");
	/* A round that is cut off is one; another way is none. */
	TEST_ASSERT_STR(sources("abcab", false), "abc");
	TEST_ASSERT_STR(sources("abcabd", false), "abcabd");
	TEST_ASSERT_STR(sources("aa", false), "a");
	return TEST_OK;
}

static int test__many(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(branches); i++)
		branches[i] = (struct branch_entry){ .from = i };
	TEST_ASSERT_EQ(branch_history__steps(steps, branches, ARRAY_SIZE(branches), false), BRANCH_HISTORY_MAX);
	TEST_ASSERT_EQ(steps[BRANCH_HISTORY_MAX - 1].from, BRANCH_HISTORY_MAX - 1);
	TEST_ASSERT_EQ(branch_history__steps(steps, branches, UINT64_MAX, true), BRANCH_HISTORY_MAX);
	TEST_ASSERT_EQ(steps[0].from, 0);
	return TEST_OK;
}

static int test__covered(void)
{
	/* The sample; a call at 0x200, inlined too; one at 0x300; one at 0x400. */
	struct frame f[] = { { .ip = 0x100 }, { .ip = 0x205, .inlined = true }, { .ip = 0x205 }, { .ip = 0x305 }, { .ip = 0x405 } };
	const struct frame *inner[] = { &f[0], &f[1], &f[2] }, *outer[] = { &f[3], &f[4] };
	struct chain_half kernel = { .frames = inner, .nr = 3 }, user = { .frames = outer, .nr = 2 };
	struct callchain both = { &kernel, &user }, only = { NULL, &user }, none = { NULL, NULL };
	struct branch_step s[] = { { .from = 0x120 }, { .from = 0x200 }, { .from = 0x201 }, { .from = 0x2fd }, { .from = 0x2fe } };

	TEST_ASSERT_EQ(branch_history__covered(s, 0, &both), 0);
	TEST_ASSERT_EQ(branch_history__covered(s, 5, &none), 0);
	TEST_ASSERT_EQ(branch_history__covered(s, 1, &both), 1);
	TEST_ASSERT_EQ(branch_history__covered(s, 2, &both), 3);
	TEST_ASSERT_EQ(branch_history__covered(s, 3, &both), 3);	/* a caller's own call is not another's */
	TEST_ASSERT_EQ(branch_history__covered(s, 4, &both), 4);	/* 8 bytes */
	TEST_ASSERT_EQ(branch_history__covered(s, 5, &both), 4);
	TEST_ASSERT_EQ(branch_history__covered(s, 5, &only), 1);
	return TEST_OK;
}

static const char *text_of(const struct branch_sums *sums)
{
	static char text[128];
	struct strbuf sb = STRBUF_INIT;

	branch_sums__print(sums, &sb);
	snprintf(text, sizeof(text), "%s", strbuf__str(&sb));
	strbuf__exit(&sb);
	return text;
}

static int test__words(void)
{
	struct branch_step s = { .from = 0x1000, .to = 0x1100, .flags = PREDICTED | TYPE(6) };
	struct branch_sums to = { 0 }, unknown = { 0 }, from = { 0 }, all = { 0 };

	TEST_ASSERT_STR(text_of(NULL), " (calltrace)");
	branch_sums__add_to(&to, &s);
	TEST_ASSERT_STR(text_of(&to), " (RET)");
	s.flags = TYPE(6);
	branch_sums__add_to(&unknown, &s);
	TEST_ASSERT_STR(text_of(&unknown), " (RET)");	/* nobody says how many were predicted */
	s.flags = 1 | 8 | TYPE(1);
	branch_sums__add_to(&to, &s);
	s.flags = PREDICTED;
	branch_sums__add_to(&to, &s);
	TEST_ASSERT_STR(text_of(&to), " (COND_FWD RET predicted:66.7% abort:1)");
	branch_sums__add_from(&from, &s);
	TEST_ASSERT_STR(text_of(&from), "");
	s.flags = CYCLES(9);
	s.rounds = 4;
	s.round_cycles = 20;
	branch_sums__add_from(&from, &s);
	TEST_ASSERT_STR(text_of(&from), " (cycles:4 iter:2 avg_cycles:5)");
	branch_sums__add(&all, &to);
	branch_sums__add(&all, &from);
	TEST_ASSERT(all.nr == 3 && all.predicted == 2 && all.aborted == 1 && all.cycles == 9 && all.rounds == 4);
	return TEST_OK;
}

DEFINE_SUITE("Report: branches in stacks", branch_history,
	{ "rounds of loops", test__loops },
	{ "more than are looked at", test__many },
	{ "callers that branches tell of", test__covered },
	{ "words", test__words })
