// SPDX-License-Identifier: GPL-2.0-only
/*
 * The same work each time, in code of the kinds that reading a recording takes: words are hashed, looked up in a table,
 * taken apart, sorted, and written as text. Instructions that perf takes are compared with those that this takes, so that
 * other compilers make no difference: it must not be changed, or all stored counts change with it.
 */
#include <stdint.h>
#include <string.h>

#include "tests/workloads/workload.h"

#define NR	64

struct reference {
	uint64_t table[4 * NR];
	uint64_t words[NR];
	unsigned char bytes[NR * 8];
	char text[NR * 17];
};

static void fill(struct reference *r, uint64_t seed)
{
	unsigned int i, k;

	for (i = 0; i < NR; i++) {
		seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
		for (k = 0; k < 8; k++)
			r->bytes[8 * i + k] = (unsigned char)(seed >> 8 * k);
	}
}

static void take_apart(struct reference *r)
{
	unsigned int i;

	for (i = 0; i < NR; i++)
		memcpy(&r->words[i], &r->bytes[8 * i], sizeof(r->words[i]));
}

static unsigned int look_up(struct reference *r)
{
	unsigned int i, found = 0;

	memset(r->table, 0, sizeof(r->table));
	for (i = 0; i < 2 * NR; i++) {
		uint64_t w = r->words[i % NR] | 1;
		unsigned int at = (unsigned int)(w * 0x9e3779b97f4a7c15ULL >> 56);

		while (r->table[at] && r->table[at] != w)
			at = (at + 1) % (4 * NR);
		found += r->table[at] == w;
		r->table[at] = w;
	}
	return found;
}

static void sort(struct reference *r)
{
	unsigned int i, k;

	for (i = 1; i < NR; i++) {
		uint64_t w = r->words[i];

		for (k = i; k && r->words[k - 1] > w; k--)
			r->words[k] = r->words[k - 1];
		r->words[k] = w;
	}
}

static void print(struct reference *r)
{
	char *p = r->text;
	unsigned int i;

	for (i = 0; i < NR; i++) {
		uint64_t w = r->words[i];

		do
			*p++ = "0123456789abcdef"[w & 15];
		while (w >>= 4);
		*p++ = '\n';
	}
}

static int reference(int argc, const char **argv)
{
	unsigned int rounds = test_workload__number(argc, argv, 0, 1000), i;
	static struct reference r;
	unsigned int found = 0;

	for (i = 0; i < rounds; i++) {
		fill(&r, i);
		take_apart(&r);
		found += look_up(&r);
		sort(&r);
		print(&r);
	}
	return found != NR * rounds;
}

const struct test_workload workload__reference = {
	"reference", "[ROUNDS]", "the same work each time, to compare counts of instructions with", reference,
};
