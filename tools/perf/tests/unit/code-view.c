// SPDX-License-Identifier: GPL-2.0-only
/* Walking around in code: rows, the window, hot instructions, jumps, search, what one comes back to. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/callchain/chain.h"
#include "util/event/evlist.h"
#include "util/machine/machine.h"
#include "util/view/code-view.h"
#include "util/view/code-walk.h"

#define NR_LINES	40

static struct dso prog = { .long_name = "/bin/prog", .short_name = "prog", .path = "/bin/prog", .kind = DSO_KIND_USER };
static struct map text = { .start = 0x401000, .end = 0x402000, .pgoff = 0x1000, .dso = &prog };
static struct symbol one = { .start = 0x1000, .end = 0x1000 + 4 * NR_LINES, .name = "one", .name_len = 3 };
static struct annotate_func func = { .dso = &prog, .sym = &one };

static void add(struct annotate_counts *c, uint64_t offset, uint64_t nr, uint64_t period)
{
	struct frame f = { .ip = 0x401000 + offset, .map = &text, .sym = &one };

	annotate_counts__add(c, 0, &f, &(struct annotate_stat){ .nr = nr, .period = period });
}

/* Instruction n is "insn%n $n", but for a jump down from 2 to 30, a jump up from 35 to 4, and a call at 5. */
static struct code_lines *make_lines(void)
{
	struct code_lines *l = xzalloc(sizeof(*l));
	char buf[32];
	size_t i;

	l->func = &func;
	l->lines = xcalloc(NR_LINES, sizeof(*l->lines));
	l->nr = l->cap = NR_LINES;
	for (i = 0; i < NR_LINES; i++) {
		snprintf(buf, sizeof(buf), "insn%zu $%zu", i % 3, i);
		l->lines[i] = (struct code_line){ .addr = 0x1000 + 4 * i, .end = 0x1004 + 4 * i, .name_len = 5, .operands_at = 6,
						  .text = arena__strdup(&l->arena, buf) };
	}
	l->lines[2] = (struct code_line){ .addr = 0x1008, .end = 0x100c, .text = "je     1078 <one+0x78>", .name_len = 2, .operands_at = 7,
					  .target_at = 7, .flow = DISASM_BRANCH, .has_target = true, .target = 0x1078, .target_line = 31 };
	l->lines[35] = (struct code_line){ .addr = 0x108c, .end = 0x1090, .text = "jmp    1010 <one+0x10>", .name_len = 3, .operands_at = 7,
					   .target_at = 7, .flow = DISASM_JUMP, .has_target = true, .target = 0x1010, .target_line = 5 };
	l->lines[5] = (struct code_line){ .addr = 0x1014, .end = 0x1018, .text = "callq  2000 <two<int>+0x4>", .name_len = 5,
					  .operands_at = 7, .target_at = 7, .flow = DISASM_CALL, .has_target = true, .target = 0x2000 };
	l->lines[30].nr_jumps = l->lines[4].nr_jumps = 1;
	return l;
}

static size_t event_0;
static struct annotate_members members = { .events = &event_0, .nr = 1 };

struct fixture {
	struct annotate_counts *counts;
	struct annotate_text text;
	struct code_view v;
};

static void begin(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	f->counts = annotate_counts__new(1);
	add(f->counts, 4 * 10, 5, 50);
	add(f->counts, 4 * 20 + 1, 1, 100);
	add(f->counts, 4 * 20 + 3, 1, 100);
	add(f->counts, 4 * 30, 3, 10);
	annotate_counts__finish(f->counts);
	f->text.counts = f->counts;
	f->v = (struct code_view){ .text = &f->text, .height = 1, .lines = make_lines() };
	annotate_shares__init(&f->v.shares, &members, f->counts, annotate_counts__shares(f->counts, 0, &(size_t){ 0 })->func);
	row_style__fit(&f->text.style, f->v.lines);
	code_view__set_source(&f->v, false);
	code_view__rank(&f->v);
}

static void end(struct fixture *f)
{
	code_view__exit(&f->v);
	annotate_counts__delete(f->counts);
}

static int test__window(void)
{
	struct fixture f;

	begin(&f);
	TEST_ASSERT_EQ(f.v.rows.nr, NR_LINES);
	code_view__set_height(&f.v, 10);
	code_view__move(&f.v, 9);
	TEST_ASSERT(f.v.top == 0 && f.v.cursor == 9);
	code_view__move(&f.v, 1);
	TEST_ASSERT(f.v.top == 1 && f.v.cursor == 10);
	code_view__move(&f.v, 1000);
	TEST_ASSERT(f.v.top == 30 && f.v.cursor == 39);
	code_view__scroll(&f.v, -12);
	TEST_ASSERT(f.v.top == 18 && f.v.cursor == 27);
	code_view__scroll(&f.v, 100);
	TEST_ASSERT(f.v.top == 30 && f.v.cursor == 30);
	TEST_ASSERT(code_view__point_at(&f.v, 9) && f.v.cursor == 39);
	TEST_ASSERT(!code_view__point_at(&f.v, 10));
	code_view__move(&f.v, -1000);
	TEST_ASSERT(f.v.top == 0 && f.v.cursor == 0);
	/* More room than rows. */
	code_view__go(&f.v, 39);
	code_view__set_height(&f.v, 100);
	TEST_ASSERT(f.v.top == 0 && f.v.cursor == 39);
	/* Somewhere else: with what is around it. */
	code_view__set_height(&f.v, 10);
	code_view__go(&f.v, 0);
	code_view__go_to_line(&f.v, 25);
	TEST_ASSERT(f.v.top == 20 && f.v.cursor == 25);
	end(&f);
	return TEST_OK;
}

static int test__hot(void)
{
	struct fixture f;

	begin(&f);
	code_view__set_height(&f.v, 10);
	/* By periods; two addresses of one instruction are one. */
	TEST_ASSERT_EQ(f.v.nr_hot, 3);
	TEST_ASSERT_EQ(code_view__rank_of_cursor(&f.v), 0);
	TEST_ASSERT(code_view__go_hot(&f.v, 1) && f.v.cursor == 20);
	TEST_ASSERT(code_view__go_hot(&f.v, 1) && f.v.cursor == 10);
	TEST_ASSERT_EQ(code_view__rank_of_cursor(&f.v), 2);
	TEST_ASSERT(code_view__go_hot(&f.v, 1) && f.v.cursor == 30);
	TEST_ASSERT(code_view__go_hot(&f.v, 1) && f.v.cursor == 20);
	TEST_ASSERT(code_view__go_hot(&f.v, -1) && f.v.cursor == 30);
	/* By samples it is another order. */
	f.text.type.hits = true;
	code_view__rank(&f.v);
	TEST_ASSERT(code_view__go_hot(&f.v, 0) && f.v.cursor == 10);
	TEST_ASSERT(code_view__go_hot(&f.v, 1) && f.v.cursor == 30);
	end(&f);
	return TEST_OK;
}

static const char *row_text(const struct fixture *f, size_t row, struct strbuf *out)
{
	strbuf__reset(out);
	code_view__text(&f->v, row, false, out);
	return strbuf__str(out);
}

static int test__text(void)
{
	struct strbuf out = STRBUF_INIT;
	struct fixture f;

	begin(&f);
	/* 160 bytes: labels take two digits. */
	TEST_ASSERT_STR(row_text(&f, 0, &out), "      insn0 $0");
	TEST_ASSERT_STR(row_text(&f, 2, &out), "    v je    78");
	TEST_ASSERT_STR(row_text(&f, 4, &out), "10:   insn1 $4");
	TEST_ASSERT_STR(row_text(&f, 5, &out), "    > callq two<int>+0x4");
	TEST_ASSERT_STR(row_text(&f, 35, &out), "    ^ jmp   10");
	f.text.style.labels = ROW_LABELS_CALLS;
	TEST_ASSERT_STR(row_text(&f, 5, &out), "14: > callq two<int>+0x4");
	f.text.style.labels = ROW_LABELS_ALL;
	TEST_ASSERT_STR(row_text(&f, 39, &out), "9c:   insn0 $39");
	strbuf__exit(&out);
	end(&f);
	return TEST_OK;
}

static int test__search(void)
{
	struct fixture f;
	bool around;

	begin(&f);
	code_view__set_height(&f.v, 10);
	TEST_ASSERT(code_view__search(&f.v, "CALLQ", false, &around) && f.v.cursor == 5 && !around);
	TEST_ASSERT(code_view__search(&f.v, "$4", true, &around) && f.v.cursor == 4 && !around);
	TEST_ASSERT(code_view__search(&f.v, "je ", true, &around) && f.v.cursor == 2 && !around);
	TEST_ASSERT(code_view__search(&f.v, "$3", true, &around) && f.v.cursor == 39 && around);
	TEST_ASSERT(code_view__search(&f.v, "insn0", false, &around) && f.v.cursor == 0 && around);
	/* The only one is found where it is. */
	TEST_ASSERT(code_view__search(&f.v, "$0", false, &around) && f.v.cursor == 0);
	TEST_ASSERT(!code_view__search(&f.v, "ret", false, &around) && f.v.cursor == 0);
	/* An arrow is no letter, on whatever terminal: only the name of what is called has a ">". */
	TEST_ASSERT(!code_view__search(&f.v, "v", false, &around) && f.v.cursor == 0);
	TEST_ASSERT(code_view__search(&f.v, ">", false, &around) && f.v.cursor == 5);
	TEST_ASSERT(code_view__has(&f.v, 5, "TWO<") && !code_view__has(&f.v, 2, "v"));
	end(&f);
	return TEST_OK;
}

/* Jumps are followed, and come back to where they were followed, with the window as it was. */
static int test__follow(void)
{
	struct fixture f;
	struct code_walk w;
	size_t order = 0;

	begin(&f);
	w = (struct code_walk){ .text = &f.text, .counts = f.counts, .groups = { &members, 1 }, .order = &order, .nr_order = 1, .func = &func };
	w.view = f.v;
	code_view__set_height(&w.view, 10);
	code_view__go(&w.view, 2);
	TEST_ASSERT_EQ(code_walk__follow(&w), CODE_STEP_DONE);
	TEST_ASSERT_EQ(w.view.cursor, 30);
	TEST_ASSERT_EQ(code_walk__follow(&w), CODE_STEP_NONE);
	code_view__go(&w.view, 35);
	TEST_ASSERT_EQ(code_walk__follow(&w), CODE_STEP_DONE);
	TEST_ASSERT_EQ(w.view.cursor, 4);
	TEST_ASSERT(code_walk__back(&w) && w.view.cursor == 35);
	TEST_ASSERT(code_walk__back(&w) && w.view.cursor == 2 && w.view.top == 0);
	TEST_ASSERT(!code_walk__back(&w));
	/* A call by a register. */
	w.view.lines->lines[5].has_target = false;
	code_view__go(&w.view, 5);
	TEST_ASSERT_EQ(code_walk__follow(&w), CODE_STEP_INDIRECT);
	TEST_ASSERT(!code_walk__next_event(&w, 1));
	free(w.way);
	f.v = w.view;
	end(&f);
	return TEST_OK;
}

DEFINE_SUITE("Walking around in code", code_view,
	{ "the window and its cursor", test__window },
	{ "from one hot instruction to the next", test__hot },
	{ "rows as text", test__text },
	{ "search", test__search },
	{ "jumps, and the way back", test__follow })
