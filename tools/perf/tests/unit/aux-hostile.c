// SPDX-License-Identifier: GPL-2.0-only
/*
 * AUX records that lie. Each recording below has one window of 10 to 20 ns around what is wrong: the
 * window must stay, and what is wrong be told once, with its place.
 */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/aux-file.h"
#include "tests/unit/aux-reading.h"
#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/aux-windows.h"
#include "util/base/alloc.h"
#include "util/session/session.h"

#define AUXTRACE_INFO	70
#define AUXTRACE	71

enum { TRACE, ENTER, LEAVE };

static struct aux_file open_window(void)
{
	struct aux_file f = { .cpu = 0, .pid = 7, .tid = 7 };

	aux_file__group(&f, 3);
	aux_file__event(&f, AUX_FILE_TRACE_PAUSED);
	aux_file__event(&f, AUX_FILE_RESUME);
	aux_file__event(&f, AUX_FILE_PAUSE);
	aux_file__sample(&f, 10, ENTER);
	return f;
}

/* --- what is told ------------------------------------------------------------------------------ */

static void trace_of_size(struct aux_file *f, uint64_t said)
{
	aux_file__trace(f, 0, 0, said, 0);
}

static void size_wraps(struct aux_file *f)
{
	trace_of_size(f, UINT64_MAX - 7);
}

static void size_wraps_with_the_record(struct aux_file *f)
{
	/* Its end would be at 0. */
	trace_of_size(f, -(aux_file__pos(f) + 48));
}

static void size_is_half_of_all(struct aux_file *f)
{
	trace_of_size(f, 1ULL << 63);
}

static void size_is_more_than_the_file(struct aux_file *f)
{
	trace_of_size(f, 1 << 20);
}

static void size_is_odd(struct aux_file *f)
{
	trace_of_size(f, 61);
}

static void offset_wraps(struct aux_file *f)
{
	aux_file__trace(f, 0, UINT64_MAX - 15, 24, 24);
}

static void short_record(struct aux_file *f, uint32_t type, size_t nr)
{
	static const uint64_t zeros[8];

	aux_file__record(f, type, 0, zeros, nr);
}

static void short_trace(struct aux_file *f)
{
	short_record(f, AUXTRACE, 4);
}

static void short_info(struct aux_file *f)
{
	short_record(f, AUXTRACE_INFO, 0);
}

static void short_aux(struct aux_file *f)
{
	short_record(f, PERF_RECORD_AUX, 2);
}

static void short_start(struct aux_file *f)
{
	short_record(f, PERF_RECORD_ITRACE_START, 0);
}

static void aux_wraps(struct aux_file *f)
{
	aux_file__aux(f, 15, UINT64_MAX - 10, 64, 0, TRACE);
}

static void aux_is_more_than_any_buffer(struct aux_file *f)
{
	aux_file__aux(f, 15, 0, 1ULL << 62, 0, TRACE);
}

static const struct {
	void (*put)(struct aux_file *f);
	const char *told;
} lies[] = {
	{ size_wraps, "AUXTRACE: size: 18446744073709551608 bytes should follow, but the file ends" },
	{ size_wraps_with_the_record, "AUXTRACE: size:" },
	{ size_is_half_of_all, "AUXTRACE: size:" },
	{ size_is_more_than_the_file, "AUXTRACE: size: 1048576 bytes should follow, but the file ends" },
	{ size_is_odd, "AUXTRACE (71): the 61 bytes behind it are no multiple of 8" },
	{ offset_wraps, "AUXTRACE: offset: 0xfffffffffffffff0 and 24 bytes are more than a buffer can count" },
	{ short_trace, "AUXTRACE (71) of 40 bytes is too small" },
	{ short_info, "AUXTRACE_INFO (70) of 8 bytes is too small" },
	{ short_aux, "AUX (11) of 24 bytes is too small" },
	{ short_start, "ITRACE_START (12) of 8 bytes is too small" },
	{ aux_wraps, "AUX: aux_offset:" },
	{ aux_is_more_than_any_buffer, "AUX: aux_size: 0x4000000000000000 bytes are more than a buffer can hold" },
};

static int check_lie(size_t i, bool stream)
{
	struct aux_file f = open_window();
	struct aux_reading r;
	char place[32];

	snprintf(place, sizeof(place), "0x%llx: ", (unsigned long long)aux_file__pos(&f));
	lies[i].put(&f);
	/* All that follows is read as if nothing had been. */
	aux_file__aux(&f, 16, 0, 64, 0, TRACE);
	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, stream, &r));
	if (r.told != 1 || !strstr(r.last, lies[i].told))
		fprintf(stderr, "told: %s\n", r.last);
	TEST_ASSERT_EQ(r.told, 1);
	TEST_ASSERT(strstr(r.last, lies[i].told));
	TEST_ASSERT(stream || strstr(r.last, place));
	TEST_ASSERT_EQ(session__stats(r.s)->damaged, 1);
	TEST_ASSERT_EQ(r.sg->nr, 1);
	TEST_ASSERT_EQ(r.sg->list->end, 20);
	TEST_ASSERT_EQ(r.sg->list->bytes, 64);
	TEST_ASSERT_EQ(r.sg->list->missing_bytes, 0);
	TEST_ASSERT_EQ(r.q->nr, 1);
	TEST_ASSERT_EQ(r.q->buffers->bytes, 64);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__lies(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lies); i++)
		if (check_lie(i, false) || check_lie(i, true)) {
			fprintf(stderr, "lie %zu\n", i);
			return TEST_FAIL;
		}
	return TEST_OK;
}

/* The recording ends within a record's trace. */
static int test__cut(void)
{
	struct aux_file f = open_window();
	struct aux_reading r;

	aux_file__aux(&f, 16, 0, 64, 0, TRACE);
	aux_file__sample(&f, 20, LEAVE);
	aux_file__trace(&f, 0, 0, 64, 24);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.told, 1);
	TEST_ASSERT(strstr(r.last, "AUXTRACE: size: 64 bytes should follow, but the file ends"));
	TEST_ASSERT(session__stats(r.s)->truncated);
	TEST_ASSERT_EQ(r.q->nr, 0);
	TEST_ASSERT_EQ(r.sg->nr, 1);
	TEST_ASSERT_EQ(r.sg->list->bytes, 64);
	TEST_ASSERT_EQ(r.sg->list->missing_bytes, 64);
	TEST_ASSERT(aux_window__is_uncertain(r.sg->list));
	aux_reading__done(&r);
	return TEST_OK;
}

/* --- what contradicts something else ----------------------------------------------------------- */

/* More is announced than there is, and nothing at all. */
static int test__aux_alone(void)
{
	struct aux_file f = open_window();
	struct aux_reading r;

	aux_file__aux(&f, 16, 0, 1 << 20, 0, TRACE);
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.told + r.told_of_buffers, 0);
	TEST_ASSERT_EQ(r.sg->list->bytes, 1 << 20);
	TEST_ASSERT_EQ(r.sg->list->missing_bytes, 1 << 20);
	aux_reading__done(&r);
	/* Beyond the end of what was written. */
	f = open_window();
	aux_file__aux(&f, 16, 32, 100, 0, TRACE);
	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->list->missing_bytes, 100 - 32);
	aux_reading__done(&r);
	/* Of two windows that one record covers. */
	f = open_window();
	aux_file__sample(&f, 12, LEAVE);
	aux_file__sample(&f, 14, ENTER);
	aux_file__aux(&f, 16, 0, 100, 0, TRACE);
	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	TEST_ASSERT_EQ(r.sg->list[0].shared_missing_bytes, 36);
	TEST_ASSERT_EQ(r.sg->list[1].shared_missing_bytes, 36);
	TEST_ASSERT(aux_window__is_uncertain(&r.sg->list[1]));
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__trace_alone(void)
{
	struct aux_file f = open_window();
	struct aux_reading r;

	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.told + r.told_of_buffers, 0);
	TEST_ASSERT_EQ(r.q->unannounced_bytes, 64);
	TEST_ASSERT_EQ(r.sg->nr, 1);
	TEST_ASSERT_EQ(r.sg->list->bytes + r.sg->list->shared_bytes, 0);
	TEST_ASSERT_EQ(r.sg->stats.aux_records, 0);
	aux_reading__done(&r);
	return TEST_OK;
}

/* Records without trace behind them are sound: a buffer was read when nothing was in it. */
static int test__empty(void)
{
	struct aux_file f = open_window();
	struct aux_reading r;

	aux_file__trace(&f, 0, 0, 0, 0);
	aux_file__trace(&f, 9, 1 << 30, 0, 0);
	aux_file__aux(&f, 15, 0, 0, 0, TRACE);
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.told + r.told_of_buffers, 0);
	TEST_ASSERT_EQ(session__aux_data(r.s)->nr_chunks, 2);
	TEST_ASSERT_EQ(r.q->nr, 0);
	TEST_ASSERT_EQ(r.sg->list->bytes, 0);
	TEST_ASSERT_EQ(r.sg->list->aux_records, 1);
	aux_reading__done(&r);
	return TEST_OK;
}

/* Offsets that go back, pieces that overlap, one that comes twice: each byte once, and it is told once. */
static int test__overlap(void)
{
	struct aux_file f = open_window();
	struct aux_reading r;
	size_t i, at = 0;

	aux_file__trace(&f, 0, 128, 64, 64);
	aux_file__trace(&f, 0, 64, 64, 64);
	aux_file__trace(&f, 0, 0, 96, 96);
	aux_file__trace(&f, 0, 64, 64, 64);
	aux_file__aux(&f, 18, 0, 192, 0, TRACE);
	aux_file__aux(&f, 17, 0, 192, 0, TRACE);
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.told, 0);
	TEST_ASSERT_EQ(r.told_of_buffers, 1);
	TEST_ASSERT(strstr(r.last, "AUXTRACE: offset: 32 bytes of the trace are there twice"));
	TEST_ASSERT_EQ(r.q->buffers->bytes, 192);
	TEST_ASSERT_EQ(r.q->repeated_bytes, 32 + 64);
	for (i = 0; i < r.q->buffers->nr; i++) {
		const struct aux_piece *p = &r.q->buffers->pieces[i];
		size_t n;

		for (n = 0; n < p->size; n++)
			TEST_ASSERT_EQ(p->data[n], (at++ & 0xff));
	}
	TEST_ASSERT_EQ(at, 192);
	TEST_ASSERT_EQ(r.sg->list->missing_bytes, 0);
	aux_reading__done(&r);
	return TEST_OK;
}

/* Threads that no record has told of, numbers that cannot be a CPU, ids of no event. */
static int test__strangers(void)
{
	static const uint32_t numbers[] = { 0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff };
	struct aux_file f = open_window();
	struct aux_reading r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		f.pid = f.tid = numbers[i];
		aux_file__start(&f, 11 + i % 2);
		f.cpu = numbers[ARRAY_SIZE(numbers) - 1 - i];
		/* Of the AUX event, of one that has no trace, and of none. */
		aux_file__aux(&f, 13, 4096, 64, 0, TRACE);
		aux_file__aux(&f, 13, 4096, 64, 0, ENTER);
		aux_file__aux(&f, 13, 4096, 64, 0, 900);
		aux_file__trace(&f, numbers[i], UINT64_MAX - 128, 64, 64);
	}
	f.cpu = 0;
	f.pid = f.tid = 7;
	aux_file__sample(&f, 20, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.told, 0);
	TEST_ASSERT_EQ(session__aux_data(r.s)->nr_starts, ARRAY_SIZE(numbers));
	TEST_ASSERT_EQ(session__aux_data(r.s)->nr_events, 3 * ARRAY_SIZE(numbers));
	TEST_ASSERT_EQ(r.sg->nr, 1);
	TEST_ASSERT_EQ(r.sg->list->tid, 7);
	TEST_ASSERT_EQ(r.sg->list->end, 20);
	TEST_ASSERT_EQ(r.sg->list->bytes, 0);
	aux_reading__done(&r);
	return TEST_OK;
}

/* --- the index ----------------------------------------------------------------------------------- */

/* @entries: which of the two AUXTRACE records each is of; 2: of none. @nr: said. */
static int check_index(const unsigned int *entries, size_t nr_entries, uint64_t nr, const char *told)
{
	struct aux_file f = open_window();
	uint64_t places[3];
	struct aux_reading r;
	size_t i;

	places[0] = aux_file__pos(&f);
	aux_file__trace(&f, 0, 0, 64, 64);
	places[1] = aux_file__pos(&f);
	aux_file__trace(&f, 0, 64, 64, 64);
	places[2] = UINT64_MAX;
	aux_file__aux(&f, 15, 0, 128, 0, TRACE);
	aux_file__sample(&f, 20, LEAVE);
	f.has_index = true;
	for (i = 0; i < nr_entries; i++)
		aux_file__index_entry(&f, places[entries[i]], 48);
	f.nr_index = nr;
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.told, told ? 1 : 0);
	TEST_ASSERT(!told || strstr(r.last, told));
	/* The records themselves are taken, whatever the index says. */
	TEST_ASSERT_EQ(r.q->buffers->bytes, 128);
	TEST_ASSERT_EQ(r.sg->list->bytes, 128);
	TEST_ASSERT_EQ(r.sg->list->missing_bytes, 0);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__index(void)
{
	static const unsigned int both[] = { 0, 1 }, swapped[] = { 1, 0 }, twice[] = { 0, 0 },
				  three[] = { 0, 1, 2 };

	TEST_ASSERT(!check_index(both, 2, 2, NULL));
	TEST_ASSERT(!check_index(swapped, 2, 2, NULL));
	TEST_ASSERT(!check_index(twice, 2, 2, "it tells of 2 records, of which 1 are where the file has its 2"));
	TEST_ASSERT(!check_index(three, 3, 3, "it tells of 3 records, of which 2 are where the file has its 2"));
	TEST_ASSERT(!check_index(both, 2, 1, "it tells of 1 records, of which 1 are where the file has its 2"));
	TEST_ASSERT(!check_index(both, 0, 0, "it tells of 0 records, of which 0 are where the file has its 2"));
	TEST_ASSERT(!check_index(both, 2, 3, "more entries than the index has room for"));
	/* 16 times that is 16. */
	TEST_ASSERT(!check_index(both, 2, (1ULL << 60) + 1, "more entries than the index has room for"));
	TEST_ASSERT(!check_index(both, 2, UINT64_MAX, "more entries than the index has room for"));
	return TEST_OK;
}

DEFINE_SUITE("AUX records that lie", aux_hostile,
	     { "sizes and offsets, told with their place", test__lies },
	     { "a file that ends within a trace", test__cut },
	     { "AUX records without trace", test__aux_alone },
	     { "trace without AUX records", test__trace_alone },
	     { "no bytes", test__empty },
	     { "offsets that go back, pieces that overlap", test__overlap },
	     { "unknown threads, CPUs, events", test__strangers },
	     { "indexes of every kind", test__index })
