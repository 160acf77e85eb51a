// SPDX-License-Identifier: GPL-2.0-only
/* libperf: maps of CPUs and threads, and a ring that wraps, in memory of our own. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/perf_event.h>
#include <perf/cpumap.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>

#include "tests/test.h"
#include "util/base/alloc.h"

static int check_cpus(const char *list, const char *want, int nr)
{
	struct perf_cpu_map *map = NULL;
	char text[128];

	TEST_ASSERT_EQ(perf_cpu_map__parse(list, &map), 0);
	TEST_ASSERT_EQ(perf_cpu_map__nr(map), nr);
	TEST_ASSERT_EQ(perf_cpu_map__format(map, text, sizeof(text)), strlen(want));
	TEST_ASSERT_STR(text, want);
	perf_cpu_map__delete(map);
	return TEST_OK;
}

static int test__cpu_lists(void)
{
	static const char *const bad[] = {
		"", " ", ",", "1,", ",1", "1-", "-1", "3-1", "x", "1x", "1,,2", "65536",
		"0-99999999999999999999", "1 2", "0x1",
	};
	struct perf_cpu_map *map = NULL;
	size_t i;

	TEST_ASSERT_EQ(check_cpus("0", "0", 1), TEST_OK);
	TEST_ASSERT_EQ(check_cpus("0-3,7\n", "0-3,7", 5), TEST_OK);
	TEST_ASSERT_EQ(check_cpus("7,3,1-2,2", "1-3,7", 4), TEST_OK);
	TEST_ASSERT_EQ(check_cpus("65535", "65535", 1), TEST_OK);
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		TEST_ASSERT_EQ(perf_cpu_map__parse(bad[i], &map), -EINVAL);
		TEST_ASSERT(!map);
	}
	return TEST_OK;
}

static int test__cpu_sets(void)
{
	struct perf_cpu_map *a, *b, *both, *either, *any = perf_cpu_map__any();
	char text[8], whole[64];

	TEST_ASSERT_EQ(perf_cpu_map__parse("0-3,8,10", &a), 0);
	TEST_ASSERT_EQ(perf_cpu_map__parse("2-9", &b), 0);
	both = perf_cpu_map__intersect(a, b);
	either = perf_cpu_map__merge(a, b);
	perf_cpu_map__format(both, whole, sizeof(whole));
	TEST_ASSERT_STR(whole, "2-3,8");
	perf_cpu_map__format(either, whole, sizeof(whole));
	TEST_ASSERT_STR(whole, "0-10");
	TEST_ASSERT_EQ(perf_cpu_map__idx(a, 8), 4);
	TEST_ASSERT_EQ(perf_cpu_map__idx(a, 9), -1);
	TEST_ASSERT_EQ(perf_cpu_map__cpu(a, 5), 10);
	/* Cut off, and what it would have needed. */
	TEST_ASSERT_EQ(perf_cpu_map__format(a, text, sizeof(text)), strlen("0-3,8,10"));
	TEST_ASSERT_STR(text, "0-3,8,1");
	TEST_ASSERT_EQ(perf_cpu_map__format(a, NULL, 0), strlen("0-3,8,10"));
	TEST_ASSERT(perf_cpu_map__is_any(any) && !perf_cpu_map__is_any(a));
	perf_cpu_map__delete(a);
	perf_cpu_map__delete(b);
	perf_cpu_map__delete(both);
	perf_cpu_map__delete(either);
	perf_cpu_map__delete(any);
	perf_cpu_map__delete(NULL);
	return TEST_OK;
}

static int test__thread_lists(void)
{
	static const pid_t some[] = { 7, 3, 7 };
	static const char *const bad[] = { "", "x", "1,", "-1", "0", "99999999999", "1;2", "1 " };
	struct perf_thread_map *map = NULL;
	char list[64];
	pid_t missing = 0;
	size_t i;

	snprintf(list, sizeof(list), "%d,%d,1", getpid(), getpid());
	TEST_ASSERT_EQ(perf_thread_map__of_tids(list, &map, NULL), 0);
	TEST_ASSERT_EQ(perf_thread_map__nr(map), getpid() == 1 ? 1 : 2);
	TEST_ASSERT_EQ(perf_thread_map__tid(map, 0), 1);
	TEST_ASSERT(perf_thread_map__idx(map, getpid()) >= 0);
	TEST_ASSERT_EQ(perf_thread_map__idx(map, 0), -1);
	perf_thread_map__delete(map);
	snprintf(list, sizeof(list), "%d", getpid());
	TEST_ASSERT_EQ(perf_thread_map__of_pids(list, &map, NULL), 0);
	TEST_ASSERT(perf_thread_map__idx(map, getpid()) >= 0);
	perf_thread_map__delete(map);
	TEST_ASSERT_EQ(perf_thread_map__of_uid(getuid(), &map), 0);
	TEST_ASSERT(perf_thread_map__idx(map, getpid()) >= 0);
	perf_thread_map__delete(map);
	map = perf_thread_map__of_array(some, ARRAY_SIZE(some));
	TEST_ASSERT(map);
	TEST_ASSERT_EQ(perf_thread_map__nr(map), 2);
	TEST_ASSERT_EQ(perf_thread_map__tid(map, 0), 3);
	TEST_ASSERT_EQ(perf_thread_map__tid(map, 1), 7);
	perf_thread_map__delete(map);
	map = NULL;
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		TEST_ASSERT_EQ(perf_thread_map__of_pids(bad[i], &map, &missing), -EINVAL);
	/* No process has the largest number there is. */
	TEST_ASSERT_EQ(perf_thread_map__of_pids("2147483647", &map, &missing), -ESRCH);
	TEST_ASSERT_EQ(missing, 2147483647);
	TEST_ASSERT(!map);
	perf_thread_map__delete(NULL);
	return TEST_OK;
}

#define RING	4096

/* A ring, and the kernel's side of it. */
struct fake {
	union {
		struct perf_event_mmap_page page;
		char bytes[4096];
	} control;
	_Alignas(8) unsigned char data[RING];
	struct perf_mmap map;
	uint64_t written, seq;
};

static void fake__write(struct fake *f, const void *data, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		f->data[(f->written + i) % RING] = ((const unsigned char *)data)[i];
	f->written += size;
}

/* A record of @size bytes, filled with its number. */
static void fake__record(struct fake *f, uint16_t size)
{
	unsigned char record[RING];
	struct perf_event_header h = { .type = PERF_RECORD_SAMPLE, .size = size };

	memset(record, (int)(f->seq++ & 0xff), size);
	memcpy(record, &h, sizeof(h));
	fake__write(f, record, size);
	__atomic_store_n(&f->control.page.data_head, f->written, __ATOMIC_RELEASE);
}

static struct fake *fake__new(uint64_t start)
{
	struct fake *f = xzalloc(sizeof(*f));

	f->written = start;
	f->control.page.data_head = f->control.page.data_tail = start;
	perf_mmap__attach(&f->map, &f->control, f->data, RING);
	return f;
}

static void fake__delete(struct fake *f)
{
	perf_mmap__unmap(&f->map);
	free(f);
}

/* Does @h hold nothing but the byte @fill? */
static bool is_whole(const struct perf_event_header *h, uint16_t size, unsigned char fill)
{
	const unsigned char *p = (const unsigned char *)h;
	size_t i;

	if (h->size != size)
		return false;
	for (i = sizeof(*h); i < size; i++)
		if (p[i] != fill)
			return false;
	return true;
}

/* Records of all sizes at all places, also around the end, and with positions beyond 32 bits. */
static int test__ring_records(void)
{
	struct fake *f = fake__new(0xfffffff00ULL / RING * RING + 8);
	uint64_t expected = 0;
	int round;

	TEST_ASSERT(!perf_mmap__next(&f->map));
	for (round = 0; round < 2000; round++) {
		uint16_t a = (uint16_t)(16 + 8 * (round % 150)),
			 b = (uint16_t)(8 + 8 * (round % 7));
		const struct perf_event_header *h;

		fake__record(f, a);
		fake__record(f, b);
		h = perf_mmap__next(&f->map);
		TEST_ASSERT(h && is_whole(h, a, (unsigned char)expected++));
		h = perf_mmap__next(&f->map);
		TEST_ASSERT(h && is_whole(h, b, (unsigned char)expected++));
		TEST_ASSERT(!perf_mmap__next(&f->map));
		/* The room is the kernel's only now. */
		TEST_ASSERT(f->control.page.data_tail != f->written);
		perf_mmap__done(&f->map);
		TEST_ASSERT_EQ(f->control.page.data_tail, f->written);
	}
	fake__delete(f);
	return TEST_OK;
}

static int test__ring_stretches(void)
{
	struct fake *f = fake__new(RING - 64);
	struct iovec iov[2];

	TEST_ASSERT_EQ(perf_mmap__unread(&f->map, iov), 0);
	fake__record(f, 40);
	TEST_ASSERT_EQ(perf_mmap__unread(&f->map, iov), 40);
	TEST_ASSERT_EQ(iov[0].iov_len, 40);
	TEST_ASSERT_EQ(iov[1].iov_len, 0);
	fake__record(f, 80);
	TEST_ASSERT_EQ(perf_mmap__unread(&f->map, iov), 120);
	TEST_ASSERT_EQ(iov[0].iov_len, 64);
	TEST_ASSERT_EQ(iov[1].iov_len, 56);
	TEST_ASSERT(iov[1].iov_base == f->data);
	perf_mmap__consume(&f->map, 40);
	TEST_ASSERT_EQ(perf_mmap__unread(&f->map, iov), 80);
	perf_mmap__consume(&f->map, 80);
	TEST_ASSERT_EQ(f->control.page.data_tail, f->written);
	/* Full to the last byte. */
	while (f->written - f->control.page.data_tail < RING)
		fake__record(f, 64);
	TEST_ASSERT_EQ(perf_mmap__unread(&f->map, iov), RING);
	perf_mmap__consume(&f->map, RING);
	TEST_ASSERT_EQ(perf_mmap__unread(&f->map, iov), 0);
	fake__delete(f);
	return TEST_OK;
}

/* What no kernel writes must not lead out of the ring. */
static int test__ring_nonsense(void)
{
	static const uint16_t sizes[] = { 0, 4, 7, 48, 65528 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct fake *f = fake__new(0);
		struct perf_event_header h = { .type = PERF_RECORD_SAMPLE, .size = sizes[i] };

		fake__write(f, &h, sizeof(h));
		fake__write(f, (char[32]){ 0 }, 32);
		f->control.page.data_head = f->written;
		TEST_ASSERT(!perf_mmap__next(&f->map));
		TEST_ASSERT_EQ(f->map.pos, 0);
		fake__delete(f);
	}
	return TEST_OK;
}

DEFINE_SUITE("libperf: maps and rings", libperf_ring,
	     { "CPU lists", test__cpu_lists },
	     { "CPU sets", test__cpu_sets },
	     { "thread lists", test__thread_lists },
	     { "records of a ring that wraps", test__ring_records },
	     { "stretches of a ring", test__ring_stretches },
	     { "a ring of nonsense", test__ring_nonsense })
