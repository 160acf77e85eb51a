// SPDX-License-Identifier: GPL-2.0-only
/* AUX areas in memory of our own: what is read of them, and what a snapshot takes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <linux/perf_event.h>
#include <perf/mmap.h>

#include "tests/test.h"
#include "util/base/alloc.h"

#define AREA	4096

/* A ring with an AUX area, and the driver's side of it. */
struct fake {
	union {
		struct perf_event_mmap_page page;
		char bytes[4096];
	} control;
	_Alignas(8) unsigned char data[4096], aux[AREA];
	struct perf_mmap map;
};

static struct fake *fake__new(uint64_t start, bool overwrite)
{
	struct fake *f = xzalloc(sizeof(*f));

	f->control.page.aux_head = f->control.page.aux_tail = start;
	perf_mmap__attach(&f->map, &f->control, f->data, sizeof(f->data));
	perf_mmap__attach_aux(&f->map, f->aux, AREA, overwrite);
	return f;
}

static void fake__delete(struct fake *f)
{
	perf_mmap__unmap(&f->map);
	free(f);
}

/* The trace is a sequence in which each byte tells its place, never zero. */
static unsigned char byte_at(uint64_t pos)
{
	return (unsigned char)(pos * 7 % 255 + 1);
}

static void fake__trace(struct fake *f, uint64_t from, uint64_t n)
{
	uint64_t i;

	for (i = from; i < from + n; i++)
		f->aux[i % AREA] = byte_at(i);
}

/* Are the stretches the trace from @pos on? */
static bool is_trace(const struct iovec iov[2], uint64_t pos)
{
	size_t i, s;

	for (s = 0; s < 2; s++)
		for (i = 0; i < iov[s].iov_len; i++)
			if (((unsigned char *)iov[s].iov_base)[i] != byte_at(pos++))
				return false;
	return true;
}

/* Pieces of all lengths, around the end, and with positions beyond 32 bits. */
static int test__area(void)
{
	uint64_t pos = 0xffffff00ULL / AREA * AREA + 8, offset = 0;
	struct fake *f = fake__new(pos, false);
	struct iovec iov[2];
	unsigned int n;

	TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), 0);
	for (n = 1; n <= AREA; n += 61) {
		fake__trace(f, pos, n);
		f->control.page.aux_head = pos + n;
		TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), n);
		TEST_ASSERT_EQ(offset, pos);
		TEST_ASSERT_EQ(iov[0].iov_len + iov[1].iov_len, n);
		TEST_ASSERT(is_trace(iov, pos));
		/* The room is the driver's only now. */
		TEST_ASSERT_EQ(f->control.page.aux_tail, pos);
		perf_mmap__consume_aux(&f->map, n);
		pos += n;
		TEST_ASSERT_EQ(f->control.page.aux_tail, pos);
	}
	/* No more than there is, whatever the memory says. */
	f->control.page.aux_head = pos + 10 * AREA;
	TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), AREA);
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 0);
	fake__delete(f);
	return TEST_OK;
}

/* A driver whose position only grows. */
static int test__snapshot_growing(void)
{
	struct fake *f = fake__new(0, true);
	struct iovec iov[2];
	uint64_t offset = 0;

	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 0);
	fake__trace(f, 0, 1000);
	f->control.page.aux_head = 1000;
	TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), 0);
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, 300, iov, &offset), 300);
	TEST_ASSERT_EQ(offset, 700);
	TEST_ASSERT(is_trace(iov, 700));
	/* What an earlier snapshot had is not taken twice. */
	fake__trace(f, 1000, 500);
	f->control.page.aux_head = 1500;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 500);
	TEST_ASSERT(offset == 1000 && is_trace(iov, 1000));
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 0);
	/* Around once and a half. */
	fake__trace(f, 1500, AREA + 2000);
	f->control.page.aux_head = 1500 + AREA + 2000;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), AREA);
	TEST_ASSERT(offset == 3500 && is_trace(iov, 3500));
	fake__trace(f, 3500 + AREA, 100);
	f->control.page.aux_head += 100;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 100);
	TEST_ASSERT(offset == 3500 + AREA && is_trace(iov, 3500 + AREA));
	fake__delete(f);
	return TEST_OK;
}

/* A driver whose position is a place in the area. */
static int test__snapshot_place(void)
{
	struct fake *f = fake__new(0, true);
	struct iovec iov[2];
	uint64_t offset = 0;

	fake__trace(f, 0, 1000);
	f->control.page.aux_head = 1000;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 1000);
	TEST_ASSERT(offset == 0 && is_trace(iov, 0));
	/* Around, and behind the old place: only the bytes at the end tell. */
	fake__trace(f, 1000, AREA + 200);
	f->control.page.aux_head = 1200;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), AREA);
	TEST_ASSERT(offset == 1200 && is_trace(iov, 1200));
	fake__trace(f, 1200 + AREA, 300);
	f->control.page.aux_head = 1500;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, 2000, iov, &offset), 2000);
	TEST_ASSERT(offset == 1500 + AREA - 2000 && is_trace(iov, offset));
	fake__delete(f);
	return TEST_OK;
}

DEFINE_SUITE("AUX traces: areas and snapshots", aux_areas,
	     { "areas that wrap", test__area },
	     { "snapshots: positions that grow", test__snapshot_growing },
	     { "snapshots: places in the area", test__snapshot_place })
