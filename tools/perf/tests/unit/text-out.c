// SPDX-License-Identifier: GPL-2.0-only
/* The output buffer against printf, and against a reader that has gone away. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/text-out.h"

static int test__numbers(void)
{
	static const uint64_t values[] = { 0, 1, 9, 10, 99, 100, 12345, 999999, 1000000, 4294967295u, UINT64_MAX };
	static const int widths[] = { 0, 1, 5, 7, 16, 24, -7, -24 };
	struct text_out o;
	char want[128];
	size_t v, w;

	text_out__init(&o, -1);
	for (v = 0; v < ARRAY_SIZE(values); v++) {
		for (w = 0; w < ARRAY_SIZE(widths); w++) {
			o.len = 0;
			text_out__dec(&o, values[v], widths[w]);
			text_out__addch(&o, '|');
			text_out__hex(&o, values[v], widths[w]);
			text_out__addch(&o, '|');
			text_out__padded(&o, "comm", 4, widths[w]);
			text_out__addch(&o, 0);
			snprintf(want, sizeof(want), "%*" PRIu64 "|%*" PRIx64 "|%*s", widths[w], values[v], widths[w],
				 values[v], widths[w], "comm");
			TEST_ASSERT_STR(o.buf, want);
		}
	}
	text_out__exit(&o);
	return TEST_OK;
}

/* In memory nothing is lost however much there is, formatted or not. */
static int test__memory(void)
{
	struct text_out o;
	char *piece = xmalloc(5000);
	size_t i, at = 0;

	memset(piece, 'x', 4999);
	piece[4999] = 0;
	text_out__init(&o, -1);
	for (i = 0; i < 1000; i++) {
		piece[i] = 'o';
		text_out__addf(&o, "%s|%zu;", piece, i);
		piece[i] = 'x';
	}
	text_out__addch(&o, 0);
	for (i = 0; i < 1000; i++) {
		char want[16];
		int len = snprintf(want, sizeof(want), "|%zu;", i);

		TEST_ASSERT_EQ(o.buf[at + i], 'o');
		TEST_ASSERT_EQ(o.buf[at + i + 1], 'x');
		TEST_ASSERT(!memcmp(o.buf + at + 4999, want, (size_t)len));
		at += 4999 + (size_t)len;
	}
	TEST_ASSERT_EQ(o.len, at + 1);
	text_out__exit(&o);
	free(piece);
	return TEST_OK;
}

/* Pieces of all sizes, more than the buffer takes, arrive in order and whole. */
static int test__order(void)
{
	struct text_out o;
	FILE *f = tmpfile();
	char *piece = malloc(3 << 20);
	uint64_t sum = 0, got = 0;
	sigset_t before, after;
	int c, i;

	TEST_ASSERT(f && piece);
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	text_out__init(&o, fileno(f));
	for (i = 0; i < 40; i++) {
		size_t n = (size_t)1 << (i % 20 + 2), k;

		for (k = 0; k < n; k++) {
			piece[k] = (char)(sum % 251);
			sum++;
		}
		text_out__add(&o, piece, n);
		text_out__addch(&o, (char)(sum++ % 251));
	}
	/* Whoever writes beside us, signals still come here. */
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	for (i = 1; i < SIGRTMIN; i++)
		TEST_ASSERT_EQ(sigismember(&after, i), sigismember(&before, i));
	TEST_ASSERT_EQ(text_out__flush(&o), 0);
	rewind(f);
	while ((c = getc(f)) != EOF) {
		TEST_ASSERT_EQ(c, (int)(got % 251));
		got++;
	}
	TEST_ASSERT_EQ(got, sum);
	text_out__exit(&o);
	fclose(f);
	free(piece);
	return TEST_OK;
}

static int test__closed_pipe(void)
{
	struct text_out o;
	int fds[2], i;
	void (*old)(int) = signal(SIGPIPE, SIG_IGN);

	TEST_ASSERT_EQ(pipe(fds), 0);
	close(fds[0]);
	text_out__init(&o, fds[1]);
	for (i = 0; i < 100000; i++)
		text_out__addf(&o, "a line of text that nobody reads, number %d\n", i);
	TEST_ASSERT_EQ(o.error, EPIPE);		/* known long before the end */
	TEST_ASSERT_EQ(text_out__flush(&o), -EPIPE);
	TEST_ASSERT_EQ(o.error, EPIPE);
	text_out__exit(&o);
	close(fds[1]);
	signal(SIGPIPE, old);
	return TEST_OK;
}

static int test__full_disk(void)
{
	FILE *f = fopen("/dev/full", "w");
	struct text_out o;

	if (!f)
		return test_skip("no /dev/full");
	text_out__init(&o, fileno(f));
	text_out__addstr(&o, "text");
	TEST_ASSERT_EQ(text_out__flush(&o), -ENOSPC);
	text_out__exit(&o);
	fclose(f);
	return TEST_OK;
}

DEFINE_SUITE("Output buffer", text_out,
	{ "numbers and widths", test__numbers },
	{ "in memory", test__memory },
	{ "pieces of all sizes", test__order },
	{ "closed pipe", test__closed_pipe },
	{ "full disk", test__full_disk })
