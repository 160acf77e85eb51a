// SPDX-License-Identifier: GPL-2.0-only
#include <linux/perf_event.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/aux-file.h"
#include "tests/unit/aux-reading.h"
#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/aux-windows.h"
#include "util/session/session.h"

#define NONE	((uint32_t)-1)

enum { TRACE, ENTER, LEAVE, OTHER };	/* the events of file(), in order */

static struct aux_file file(bool start_paused)
{
	struct aux_file f = { .cpu = 0, .pid = 7, .tid = 7 };

	aux_file__group(&f, 4);
	aux_file__event(&f, start_paused ? AUX_FILE_TRACE_PAUSED : AUX_FILE_TRACE);
	aux_file__event(&f, AUX_FILE_RESUME);
	aux_file__event(&f, AUX_FILE_PAUSE);
	aux_file__event(&f, AUX_FILE_PLAIN);
	return f;
}

/* A window's fields that every test looks at. */
#define CHECK(w, begin_, end_, opened_, closed_) do {			\
	TEST_ASSERT_EQ((w)->begin, begin_);				\
	TEST_ASSERT_EQ((w)->end, end_);					\
	TEST_ASSERT_EQ((w)->opened, opened_);				\
	TEST_ASSERT_EQ((w)->closed, closed_);				\
} while (0)

static int test__plain(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;
	struct aux_window *w;

	aux_file__sample(&f, 10, ENTER);
	aux_file__sample(&f, 15, OTHER);
	aux_file__sample(&f, 20, LEAVE);
	aux_file__aux(&f, 30, 0, 64, 0, TRACE);
	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__sample(&f, 40, ENTER);
	aux_file__sample(&f, 55, LEAVE);
	aux_file__aux(&f, 60, 64, 100, PERF_AUX_FLAG_TRUNCATED, TRACE);
	aux_file__trace(&f, 0, 64, 40, 40);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	w = r.sg->list;
	CHECK(&w[0], 10, 20, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	CHECK(&w[1], 40, 55, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(w->opened_by->idx, ENTER);
	TEST_ASSERT_EQ(w->closed_by->idx, LEAVE);
	TEST_ASSERT_EQ(w->trace->idx, TRACE);
	TEST_ASSERT_EQ(w->tid, 7);
	TEST_ASSERT_EQ(w->cpu, 0);
	TEST_ASSERT_EQ(w[0].bytes, 64);
	TEST_ASSERT_EQ(w[0].aux_records, 1);
	TEST_ASSERT_EQ(w[0].missing_bytes, 0);
	TEST_ASSERT(!aux_window__is_uncertain(&w[0]));
	TEST_ASSERT_EQ(w[1].bytes, 100);
	TEST_ASSERT_EQ(w[1].missing_bytes, 60);
	TEST_ASSERT_EQ(w[1].truncated, 1);
	TEST_ASSERT(aux_window__is_uncertain(&w[1]));
	TEST_ASSERT_EQ(r.sg->stats.outside_bytes, 0);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__shared_bytes(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;
	struct aux_window *w;

	aux_file__sample(&f, 10, ENTER);
	aux_file__aux(&f, 12, 0, 8, 0, TRACE);
	aux_file__sample(&f, 20, LEAVE);
	aux_file__sample(&f, 30, ENTER);
	aux_file__sample(&f, 40, LEAVE);
	aux_file__aux(&f, 50, 8, 100, 0, TRACE);
	aux_file__aux(&f, 60, 108, 16, 0, TRACE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	w = r.sg->list;
	TEST_ASSERT_EQ(w[0].bytes, 8);
	TEST_ASSERT_EQ(w[0].shared_bytes, 100);
	TEST_ASSERT_EQ(w[1].bytes, 0);
	TEST_ASSERT_EQ(w[1].shared_bytes, 100);
	TEST_ASSERT_EQ(w[1].shared_aux_records, 1);
	TEST_ASSERT_EQ(r.sg->stats.outside_bytes, 16);
	TEST_ASSERT_EQ(r.sg->stats.aux_bytes, 124);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__odd_triggers(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;

	aux_file__sample(&f, 5, LEAVE);
	aux_file__sample(&f, 10, ENTER);
	aux_file__sample(&f, 12, ENTER);
	aux_file__sample(&f, 20, LEAVE);
	aux_file__sample(&f, 25, LEAVE);
	aux_file__sample(&f, 30, ENTER);
	aux_file__sample(&f, 35, OTHER);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	CHECK(&r.sg->list[0], 10, 20, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[0].nested, 1);
	CHECK(&r.sg->list[1], 30, 35, AUX_WINDOW_EVENT, AUX_WINDOW_END);
	TEST_ASSERT_EQ(r.sg->stats.pauses_alone, 2);
	TEST_ASSERT_EQ(r.sg->stats.nested, 1);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__not_start_paused(void)
{
	struct aux_file f = file(false);
	struct aux_reading r;

	aux_file__start(&f, 3);
	aux_file__sample(&f, 5, ENTER);
	aux_file__sample(&f, 10, LEAVE);
	aux_file__sample(&f, 20, ENTER);
	aux_file__sample(&f, 30, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	CHECK(&r.sg->list[0], 3, 10, AUX_WINDOW_START, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[0].nested, 1);
	CHECK(&r.sg->list[1], 20, 30, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	aux_reading__done(&r);
	return TEST_OK;
}

/* A counter for each task and CPU: what was resumed on one CPU rests while the task is on another. */
static int test__migration(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;

	aux_file__sample(&f, 10, ENTER);
	aux_file__aux(&f, 14, 0, 64, 0, TRACE);
	f.cpu = 1;
	aux_file__sample(&f, 20, LEAVE);
	aux_file__sample(&f, 30, ENTER);
	aux_file__sample(&f, 40, LEAVE);
	aux_file__aux(&f, 45, 0, 32, 0, TRACE);
	f.cpu = 0;
	aux_file__sample(&f, 50, OTHER);
	aux_file__sample(&f, 60, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 3);
	CHECK(&r.sg->list[0], 10, 14, AUX_WINDOW_EVENT, AUX_WINDOW_MIGRATION);
	CHECK(&r.sg->list[1], 30, 40, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	CHECK(&r.sg->list[2], 50, 60, AUX_WINDOW_MIGRATION, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[0].bytes, 64);
	TEST_ASSERT_EQ(r.sg->list[1].bytes, 32);
	TEST_ASSERT_EQ(r.sg->list[2].bytes, 0);
	TEST_ASSERT_EQ(r.sg->list[2].cpu, 0);
	TEST_ASSERT_EQ(r.sg->stats.pauses_alone, 1);
	aux_reading__done(&r);
	return TEST_OK;
}

/* ID_INDEX: each event's counter is that of CPU 0, of no task. */
static void id_index(struct aux_file *f, uint64_t cpu, uint64_t tid)
{
	uint64_t words[1 + 4 * 4], i;

	words[0] = 4;
	for (i = 0; i < 4; i++) {
		words[1 + 4 * i] = 100 + i;
		words[2 + 4 * i] = 0;
		words[3 + 4 * i] = cpu;
		words[4 + 4 * i] = tid;
	}
	aux_file__record(f, 69, 0, words, 17);
}

static void task_exits(struct aux_file *f, uint64_t time)
{
	const uint64_t ids = (uint64_t)f->pid << 32 | f->pid, tids = (uint64_t)f->tid << 32 | f->tid;
	uint64_t words[] = { ids, tids, time, f->pid | (uint64_t)f->tid << 32, time, 100, f->cpu };

	aux_file__record(f, PERF_RECORD_EXIT, 0, words, 7);
}

/* Side-band of a whole CPU shows tasks that are not traced; and none after its end. */
static int test__untraced(void)
{
	const uint64_t words[] = { 4, 100, 0, 0, 7, 101, 0, 0, 7, 102, 0, 0, 7, 103, 0, 0, UINT64_MAX };
	struct aux_file f = file(false);
	struct aux_reading r;

	aux_file__record(&f, 69, 0, words, 17);
	aux_file__sample(&f, 5, OTHER);
	f.tid = 9;
	aux_file__sample(&f, 6, OTHER);
	f.tid = 7;
	aux_file__start(&f, 8);
	aux_file__sample(&f, 10, LEAVE);
	aux_file__sample(&f, 20, ENTER);
	task_exits(&f, 30);
	aux_file__aux(&f, 31, 0, 64, 0, TRACE);
	aux_file__sample(&f, 32, OTHER);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	CHECK(&r.sg->list[0], 8, 10, AUX_WINDOW_START, AUX_WINDOW_EVENT);
	CHECK(&r.sg->list[1], 20, 30, AUX_WINDOW_EVENT, AUX_WINDOW_EXIT);
	TEST_ASSERT_EQ(r.sg->list[1].shared_bytes, 64);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__of_cpus(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;

	id_index(&f, 0, UINT64_MAX);
	aux_file__sample(&f, 10, ENTER);
	f.tid = 8;
	aux_file__sample(&f, 20, LEAVE);
	f.tid = 9;
	aux_file__aux(&f, 30, 0, 64, 0, TRACE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 1);
	CHECK(&r.sg->list[0], 10, 20, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[0].tid, 7);
	TEST_ASSERT_EQ(r.sg->list[0].closed_tid, 8);
	TEST_ASSERT_EQ(r.sg->list[0].bytes, 64);
	aux_reading__done(&r);
	return TEST_OK;
}

/* --per-thread: the counter goes where its task goes. */
static int test__of_tasks(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;

	id_index(&f, UINT64_MAX, 7);
	aux_file__sample(&f, 10, ENTER);
	f.cpu = 1;
	aux_file__sample(&f, 20, LEAVE);
	aux_file__aux(&f, 30, 0, 64, 0, TRACE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 1);
	CHECK(&r.sg->list[0], 10, 20, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[0].bytes, 64);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__two_tasks(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;

	aux_file__sample(&f, 10, ENTER);
	aux_file__aux(&f, 11, 0, 16, 0, TRACE);
	f.tid = 8;
	aux_file__sample(&f, 12, ENTER);
	aux_file__aux(&f, 14, 16, 32, 0, TRACE);
	f.tid = 7;
	aux_file__sample(&f, 20, LEAVE);
	aux_file__aux(&f, 22, 48, 64, 0, TRACE);
	f.tid = 8;
	aux_file__sample(&f, 30, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	CHECK(&r.sg->list[0], 10, 20, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	CHECK(&r.sg->list[1], 12, 30, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[0].bytes, 16 + 64);
	TEST_ASSERT_EQ(r.sg->list[1].bytes, 32);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__exit(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;

	aux_file__sample(&f, 10, ENTER);
	task_exits(&f, 20);
	/* Another task with the same number begins paused. */
	aux_file__sample(&f, 30, OTHER);
	aux_file__sample(&f, 40, ENTER);
	aux_file__sample(&f, 50, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	CHECK(&r.sg->list[0], 10, 20, AUX_WINDOW_EVENT, AUX_WINDOW_EXIT);
	CHECK(&r.sg->list[1], 40, 50, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->stats.nested, 0);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__lost(void)
{
	struct aux_file f = file(true);
	struct aux_reading r;

	aux_file__sample(&f, 10, ENTER);
	aux_file__lost(&f, 15, 3);
	aux_file__sample(&f, 20, LEAVE);
	aux_file__lost(&f, 25, 5);
	aux_file__sample(&f, 30, ENTER);
	f.cpu = 1;
	aux_file__lost(&f, 35, 7);
	f.cpu = 0;
	aux_file__sample(&f, 40, LEAVE);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	TEST_ASSERT_EQ(r.sg->list[0].lost, 3);
	TEST_ASSERT(aux_window__is_uncertain(&r.sg->list[0]));
	TEST_ASSERT_EQ(r.sg->list[1].lost, 0);
	TEST_ASSERT_EQ(r.sg->stats.lost_outside, 12);
	aux_reading__done(&r);
	return TEST_OK;
}

/* Two AUX events with triggers of their own. */
static int test__two_traces(void)
{
	struct aux_file f = { .cpu = 0, .pid = 7, .tid = 7 };
	struct aux_reading r;

	aux_file__group(&f, 2);
	aux_file__event(&f, AUX_FILE_TRACE_PAUSED);
	aux_file__event(&f, AUX_FILE_RESUME);
	aux_file__group(&f, 3);
	aux_file__event(&f, AUX_FILE_TRACE_PAUSED);
	aux_file__event(&f, AUX_FILE_RESUME);
	aux_file__event(&f, AUX_FILE_PAUSE);
	aux_file__sample(&f, 10, 3);
	aux_file__sample(&f, 20, 4);
	aux_file__sample(&f, 30, 1);
	aux_file__sample(&f, 40, 4);
	aux_file__aux(&f, 50, 0, 64, 0, 0);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	CHECK(&r.sg->list[0], 10, 20, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[0].trace->idx, 2);
	CHECK(&r.sg->list[1], 30, 50, AUX_WINDOW_EVENT, AUX_WINDOW_END);
	TEST_ASSERT_EQ(r.sg->list[1].trace->idx, 0);
	TEST_ASSERT_EQ(r.sg->list[1].bytes, 64);
	TEST_ASSERT_EQ(r.sg->stats.pauses_alone, 1);
	aux_reading__done(&r);
	return TEST_OK;
}

/* Without GROUP_DESC the AUX event before the triggers is theirs. */
static int test__no_groups(void)
{
	struct aux_file f = { .cpu = 0, .pid = 7, .tid = 7 };
	struct aux_reading r;

	aux_file__event(&f, AUX_FILE_PLAIN);
	aux_file__event(&f, AUX_FILE_TRACE);
	aux_file__event(&f, AUX_FILE_RESUME);
	aux_file__event(&f, AUX_FILE_PAUSE);
	aux_file__sample(&f, 10, 3);
	aux_file__sample(&f, 20, 2);
	aux_file__sample(&f, 30, 3);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 2);
	CHECK(&r.sg->list[1], 20, 30, AUX_WINDOW_EVENT, AUX_WINDOW_EVENT);
	TEST_ASSERT_EQ(r.sg->list[1].trace->idx, 1);
	aux_reading__done(&r);
	return TEST_OK;
}

static int test__none(void)
{
	struct aux_file f = { .cpu = 0, .pid = 7, .tid = 7 };
	struct aux_reading r;

	aux_file__event(&f, AUX_FILE_TRACE);
	aux_file__aux(&f, 10, 0, 64, PERF_AUX_FLAG_COLLISION, 0);
	TEST_ASSERT(aux_reading__do(&f, false, &r));
	TEST_ASSERT_EQ(r.sg->nr, 0);
	TEST_ASSERT(!r.sg->has_triggers);
	TEST_ASSERT_EQ(r.sg->stats.aux_bytes, 64);
	TEST_ASSERT_EQ(r.sg->stats.collided, 1);
	aux_reading__done(&r);
	return TEST_OK;
}

/* Anything at all: windows of a counter do not overlap, and no byte is counted twice. */
static int test__random(void)
{
	unsigned int seed = 3, round, i;

	for (round = 0; round < 300; round++) {
		struct aux_file f = file(round & 1);
		struct aux_reading r;
		uint64_t time = 1, bytes = 0, alone = 0;
		size_t k;

		for (i = 0; i < 60; i++) {
			time += (uint64_t)rand_r(&seed) % 3;
			f.cpu = (uint32_t)rand_r(&seed) % 3;
			f.tid = 7 + (uint32_t)rand_r(&seed) % 3;
			switch (rand_r(&seed) % 8) {
			case 0:
				aux_file__aux(&f, time, bytes, 64, 0, TRACE);
				bytes += 64;
				break;
			case 1:
				aux_file__lost(&f, time, 1);
				break;
			case 2:
				task_exits(&f, time);
				break;
			default:
				aux_file__sample(&f, time, ENTER + (unsigned int)rand_r(&seed) % 3);
			}
		}
		TEST_ASSERT(aux_reading__do(&f, false, &r));
		for (k = 0; k < r.sg->nr; k++) {
			TEST_ASSERT(r.sg->list[k].begin <= r.sg->list[k].end);
			TEST_ASSERT(!k || r.sg->list[k - 1].begin <= r.sg->list[k].begin);
			alone += r.sg->list[k].bytes;
		}
		TEST_ASSERT(alone + r.sg->stats.outside_bytes <= bytes);
		TEST_ASSERT_EQ(r.sg->stats.aux_bytes, bytes);
		aux_reading__done(&r);
	}
	return TEST_OK;
}

DEFINE_SUITE("AUX windows", aux_windows,
	     { "from resume to pause, with their bytes", test__plain },
	     { "an AUX record that covers two windows", test__shared_bytes },
	     { "nested resumes, pauses alone, no pause", test__odd_triggers },
	     { "a trace that does not start paused", test__not_start_paused },
	     { "a task that changes CPUs", test__migration },
	     { "tasks that are not traced", test__untraced },
	     { "counters of CPUs", test__of_cpus },
	     { "counters of tasks", test__of_tasks },
	     { "two tasks on one CPU", test__two_tasks },
	     { "a task that ends; its number comes again", test__exit },
	     { "lost records", test__lost },
	     { "two AUX events", test__two_traces },
	     { "a recording without group descriptions", test__no_groups },
	     { "no event that switches", test__none },
	     { "any order of records", test__random });
