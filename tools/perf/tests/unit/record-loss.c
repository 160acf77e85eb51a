// SPDX-License-Identifier: GPL-2.0-only
/* Losses: the table of them, the size of the rings, the priority of what empties them. */
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/strbuf.h"
#include "util/event/record.h"
#include "util/record/drain-priority.h"
#include "util/record/loss-table.h"
#include "util/record/record-opts.h"
#include "util/record/ring-size.h"

#define MIB	(1024 * 1024ULL)

static int test__table(void)
{
	const struct loss_row rows[] = {
		{ .cpu = 0, .counted_known = true, .counted = 100, .written = 90, .lost = 10 },
		{ .cpu = 1, .counted_known = true, .counted = 1007, .written = 800, .lost = 200 },
		{ .cpu = 2, .counted_known = true, .counted = 5, .written = 5 },
	};
	struct loss_table t = { .cause = { .ring_bytes = 512 * 1024, .nr_rings = 3, .gap_records = 7, .gap_bytes = 700 * 1024 } };
	struct strbuf out = STRBUF_INIT;
	size_t i;

	for (i = 0; i < 3; i++)
		loss_table__add(&t, "sched:x", &rows[i]);
	loss_table__format(&t, &out);
	TEST_ASSERT_STR(strbuf__str(&out),
			"  event     CPU      counted      written         lost\n"
			"  sched:x     1         1007          800          200  20.00%\n"
			"  sched:x     0          100           90           10  10.00%\n"
			"  all                   1107          890          210  19.09%\n"
			"  7 more were counted: the kernel took no samples of them (it throttles events that take too much time)\n"
			"  What would have helped:\n"
			"  -m 2M would have held the longest gap, 7 records of some 700 KiB\n"
			"  a lower rate (-F), a larger count (-c), or fewer events take less room\n");
	loss_table__exit(&t);
	strbuf__exit(&out);
	return TEST_OK;
}

/* Hundreds of CPUs: the lines are counted, the sum is of all. */
static int test__many_rows(void)
{
	struct loss_table t = { .cause = { .ring_bytes = 4096, .nr_rings = 256, .one_thread = true, .slow_priority = true } };
	struct strbuf out = STRBUF_INIT;
	const char *p;
	int i, lines = 0;

	loss_table__format(&t, &out);
	TEST_ASSERT_EQ(out.len, 0);
	for (i = 0; i < 256; i++)
		loss_table__add(&t, "cpu-clock", &(struct loss_row){ .cpu = i, .written = 10, .lost = (uint64_t)i });
	loss_table__format(&t, &out);
	for (p = strbuf__str(&out); (p = strchr(p, '\n')); p++)
		lines++;
	TEST_ASSERT_EQ(lines, 1 + 32 + 2 + 4);
	TEST_ASSERT(strstr(strbuf__str(&out), "\n  cpu-clock   255            -           10          255  96.23%\n"));
	TEST_ASSERT(strstr(strbuf__str(&out), "\n  others                     -         2230        24976  91.80%\n"));
	TEST_ASSERT(strstr(strbuf__str(&out), "\n  all                        -         2550        32640  92.75%\n"));
	TEST_ASSERT(strstr(strbuf__str(&out), "\n  --threads: one thread emptied 256 buffers\n"));
	TEST_ASSERT(strstr(strbuf__str(&out), "\n  a higher priority (root, CAP_SYS_NICE, or 'ulimit -e 40'): "));
	TEST_ASSERT(!strstr(strbuf__str(&out), "-r 1"));
	strbuf__reset(&out);
	t.cause = (struct loss_cause){ .ring_bytes = 4096, .nr_rings = 2, .time_ns = 2010000000, .waited_ns = 201000000, .freq = 470 };
	loss_table__format(&t, &out);
	TEST_ASSERT(strstr(strbuf__str(&out), "\n  a lower rate (-F 470), a larger count"));
	TEST_ASSERT(!strstr(strbuf__str(&out), "-r 1"));
	strbuf__reset(&out);
	t.cause.waited_ns = 870000000;
	loss_table__format(&t, &out);
	TEST_ASSERT(strstr(strbuf__str(&out), "\n  -r 1: perf could not run for 0.87 of 2.01 s. Its nice value, however good, "));
	loss_table__exit(&t);
	strbuf__exit(&out);
	return TEST_OK;
}

static int test__ring_size(void)
{
	struct ring_limits l = { .unlimited = true, .memory = 64 * 1024 * MIB, .page = 4096 };

	TEST_ASSERT_EQ(ring_size__default(&l, 2, RECORD_RING_MOST), 4 * MIB);
	TEST_ASSERT_EQ(ring_size__default(&l, 128, RECORD_RING_MOST), 4 * MIB);
	/* A 64th of the memory for all of them. */
	TEST_ASSERT_EQ(ring_size__default(&l, 400, RECORD_RING_MOST), 2 * MIB);
	TEST_ASSERT_EQ(ring_size__default(&l, 1000000, RECORD_RING_MOST), MIB / 2);
	l.memory = 1024 * MIB;
	TEST_ASSERT_EQ(ring_size__default(&l, 2, RECORD_RING_MOST), 4 * MIB);
	TEST_ASSERT_EQ(ring_size__default(&l, 4, RECORD_RING_MOST), 2 * MIB);	/* each has a page more */
	l.memory = 0;
	TEST_ASSERT_EQ(ring_size__default(&l, 2, RECORD_RING_MOST), MIB / 2);
	/* What a user may lock: perf_event_mlock_kb is for rings of 512K, 'ulimit -l' goes on top. */
	l = (struct ring_limits){ .memory = 64 * 1024 * MIB, .page = 4096, .locked = 4 * 516 * 1024 };
	TEST_ASSERT_EQ(ring_size__default(&l, 4, RECORD_RING_MOST), MIB / 2);
	l.locked += 8 * MIB;
	TEST_ASSERT_EQ(ring_size__default(&l, 4, RECORD_RING_MOST), 2 * MIB);
	l.locked = UINT64_MAX;
	TEST_ASSERT_EQ(ring_size__default(&l, 4, RECORD_RING_MOST), 4 * MIB);
	TEST_ASSERT_EQ(ring_size__default(&l, 0, RECORD_RING_MOST), 4 * MIB);
	return TEST_OK;
}

/* Keeps this thread's CPU busy until it has used so much of it. */
static void use(int64_t ns)
{
	struct timespec ts;
	int64_t until = 0, now;

	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
		now = (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
		until = until ? until : now + ns;
	} while (now < until);
}

/* It has run for more than 100 ms since then, and cannot have waited for longer than the rest. */
static int check_waiting(const struct drain_priority *p)
{
	struct drain_priority kept = { .better = { .size = 0 } };
	uint64_t time, waited;

	drain_priority__waited(p, &time, &waited);
	TEST_ASSERT(p->waited < 0 ? !time : time > 100000000);
	TEST_ASSERT(time ? waited < time - 100000000 : !waited);
	drain_priority__waited(&kept, &time, &waited);
	TEST_ASSERT(!time && !waited);
	return TEST_OK;
}

/* The clock is the test's own; the CPU time is real. */
static int test__priority(void)
{
	const int64_t ms = 1000000;
	struct record_opts opts = { .keep_priority = true };
	struct diag diag = DIAG_INIT;
	struct drain_priority p;

	if (getpriority(PRIO_PROCESS, 0) || sched_getscheduler(0) != SCHED_OTHER)
		return test_skip("this perf runs at a priority of its own");
	TEST_ASSERT_EQ(drain_priority__begin(&p, &opts, &diag), 0);
	TEST_ASSERT(!p.raised && !p.refused && !p.may);
	drain_priority__heed(&p, 500 * ms, 2);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), 0);
	opts.keep_priority = false;
	TEST_ASSERT_EQ(drain_priority__begin(&p, &opts, &diag), 0);
	if (p.refused)
		return test_skip("this user may not raise a priority");
	/* Less than a fifth of a ring in 200 ms: it is one of many. */
	TEST_ASSERT(p.may && !p.raised);
	drain_priority__heed(&p, 10000 * ms, 1);
	drain_priority__heed(&p, 10100 * ms, 0.19);
	drain_priority__heed(&p, 10200 * ms, 0);
	drain_priority__heed(&p, 20200 * ms, 9);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), 0);
	TEST_ASSERT_EQ(drain_priority__wait(&p, -1), -1);
	drain_priority__heed(&p, 20300 * ms, 0.1);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), 0);
	drain_priority__heed(&p, 20310 * ms, 0.11);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), -20);
	/* It is given back when half of 200 ms are used, until they are over. */
	use(101 * ms);
	drain_priority__heed(&p, 20409 * ms, 1);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), -20);
	drain_priority__heed(&p, 20411 * ms, 1);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), 0);
	drain_priority__heed(&p, 20509 * ms, 1);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), 0);
	drain_priority__heed(&p, 20510 * ms, 0);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), -20);
	/* Who sleeps in between keeps it as long as the rings fill as fast. */
	drain_priority__heed(&p, 20650 * ms, 0.2);
	drain_priority__heed(&p, 20710 * ms, 0);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), -20);
	drain_priority__heed(&p, 20909 * ms, 0.19);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), -20);
	drain_priority__heed(&p, 20910 * ms, 0);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), 0);
	drain_priority__heed(&p, 20920 * ms, 0.3);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), -20);
	TEST_ASSERT_EQ(drain_priority__wait(&p, -1), 0);
	drain_priority__restore(&p);
	TEST_ASSERT_EQ(getpriority(PRIO_PROCESS, 0), 0);
	return check_waiting(&p);
}

/* What is written of losses, word for word as the machine has it: on a big-endian one, too. */
static int test__words(void)
{
	TEST_ASSERT_EQ(record__head_word(PERF_RECORD_LOST_SAMPLES, 40), head_word(PERF_RECORD_LOST_SAMPLES, 0, 40));
	TEST_ASSERT_EQ(record__pair_word(3, 0), pair_word(3, 0));
	return TEST_OK;
}

DEFINE_SUITE("Losses of a recording", record_loss,
	{ "table of losses, and what would have helped", test__table },
	{ "losses of many CPUs", test__many_rows },
	{ "rings are as large as the limits allow", test__ring_size },
	{ "words of records that perf writes", test__words },
	{ "the priority is raised where rings fill fast, and given back where it is used too much", test__priority });
