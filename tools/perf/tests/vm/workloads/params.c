// SPDX-License-Identifier: GPL-2.0-only
/* params [N]: N calls of work(), below day(), with parameters and results that are known. */
#include "workload.h"

enum colour { RED = -1, GREEN = 1 };

struct part {
	char letter;
	short small[4];
};

struct item {
	const char *name;
	struct item *next;
	struct part part;
	union {
		long inner;
		double other;
	};
	unsigned int bits : 3;
};

static struct item last = { .name = "the last", .part = { 'z', { 9, 8, 7, 6 } }, .inner = 1234567890123 };
static struct item first = { .name = "the first", .next = &last, .part = { 'a', { 1, -2, 3, -4 } }, .inner = -5 };

NOINLINE int work(int n, const struct item *item, unsigned char byte, enum colour colour, double real)
{
	int ret = n * -10 + byte + (int)colour + item->part.small[0] + (int)real;

	KEEP_FRAME();
	return ret;
}

static NOINLINE int day(int n)
{
	int ret = work(n, &first, (unsigned char)(200 + n), RED, 0.5);

	KEEP_FRAME();
	return ret;
}

int main(int argc, char **argv)
{
	int rounds = (int)argument(argc, argv, 1, 10), n, sum = 0;

	for (n = 0; n < rounds; n++)
		sum += day(n);
	return sum == 1;
}
