// SPDX-License-Identifier: GPL-2.0-only
/* A long function that several threads take apart has the instructions that one finds. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/annotate/code-decode.h"
#include "util/base/alloc.h"
#include "util/base/workers.h"
#include "util/symbol/dsos.h"

#define SIZE	20011U

static struct dsos dsos = { .opts = { .no_symbols = true } };
static struct dso prog = { .long_name = "/boot/prog", .short_name = "prog", .kind = DSO_KIND_KERNEL, .dsos = &dsos };
static const struct symbol sym = { .start = 0x100004, .end = 0x100004 + SIZE, .name = "long", .name_len = 4 };
static const struct annotate_func func = { .dso = &prog, .sym = &sym };

/* Returns the lines of @code by @jobs threads, which the caller deletes; NULL: there is no decoder. */
static struct code_lines *decoded(const char *arch, const unsigned char *code, unsigned int jobs, size_t piece)
{
	struct workers *workers = workers__new(jobs);
	struct code_lines *l = xzalloc(sizeof(*l));
	struct code_source s;

	code_source__init(&s, NULL, arch, false, workers);
	l->func = &func;
	l->whole_words = !strcmp(arch, "aarch64");
	l->bytes = xmalloc(SIZE);
	memcpy(l->bytes, code, SIZE);
	l->size = SIZE;
	if (s.disasm) {
		code_decode__all(l, &s, false, piece);
	} else {
		code_lines__delete(l);
		l = NULL;
	}
	code_source__exit(&s);
	workers__delete(workers);
	return l;
}

static int compare(const char *arch, const unsigned char *code)
{
	struct code_lines *one = decoded(arch, code, 1, SIZE), *many;
	unsigned int jobs;
	size_t i;

	if (!one)
		return TEST_SKIP;
	TEST_ASSERT_EQ(one->lines[one->nr - 1].end, sym.end);
	for (jobs = 2; jobs < 10; jobs++) {
		many = decoded(arch, code, jobs, 100);
		TEST_ASSERT_EQ(many->nr, one->nr);
		for (i = 0; i < one->nr; i++) {
			const struct code_line *a = &one->lines[i], *b = &many->lines[i];

			TEST_ASSERT(a->addr == b->addr && a->end == b->end && a->flow == b->flow && a->target == b->target);
			TEST_ASSERT_STR(b->text, a->text);
		}
		code_lines__delete(many);
	}
	code_lines__delete(one);
	return TEST_OK;
}

/* Everything that bytes can be. */
static int test__any_bytes(void)
{
	unsigned char code[SIZE];
	uint32_t x = 1;
	size_t i;
	int ret;

	for (i = 0; i < SIZE; i++) {
		x = x * 1664525 + 1013904223;
		code[i] = (unsigned char)(x >> 24);
	}
	ret = compare("x86_64", code);
	return ret ? ret : compare("aarch64", code);
}

/* mov $imm64,%rax, of which the constant is the same instruction's beginning: who begins within one never meets the others. */
static int test__never_in_step(void)
{
	unsigned char code[SIZE];
	size_t i;

	for (i = 0; i < SIZE; i++)
		code[i] = i % 10 == 1 || i % 10 == 6 ? 0xb8 : 0x48;
	return compare("x86_64", code);
}

DEFINE_SUITE("annotate: long functions in pieces", code_decode,
	{ "any bytes", test__any_bytes },
	{ "instructions within instructions", test__never_in_step },
)
