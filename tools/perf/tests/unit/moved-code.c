// SPDX-License-Identifier: GPL-2.0-only
/* Code that was moved without a record: what /proc/PID/maps says against what records have said. */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "tests/unit/live-records.h"
#include "util/base/process-asker.h"
#include "util/live/maps-now.h"
#include "util/live/moved-code.h"

#define PID	77
#define BASE	0x7f0000000000ULL
#define PAGE	4096ULL

static uint64_t words[LIVE_RECORD_WORDS];

static struct record map(uint64_t page, uint64_t nr, const char *name, uint64_t pgoff, uint64_t ino)
{
	(void)live_record__mmap(words, PID, BASE + page * PAGE, nr * PAGE, pgoff * PAGE, name, ino, 1);
	return live_record(words);
}

static void add(struct live_spaces *s, uint64_t page, uint64_t nr, const char *name, uint64_t pgoff, uint64_t ino)
{
	const struct record r = map(page, nr, name, pgoff, ino);

	live_spaces__add(s, &r, 1);
}

/* What is there is as it was told; names count where the numbers are others, or are not told. */
static const char same[] =
	"7f0000000000-7f0000001000 r--p 00000000 08:01 5   /lib/a\n"
	"7f0000001000-7f0000003000 r-xp 00001000 08:01 5   /lib/a (deleted)\n"
	"7f0000003000-7f0000004000 r-xp 00000000 00:2a 9   /root/of/it/lib/b c\n"
	"7f0000004000-7f0000005000 r-xp 00000000 00:00 0   [vdso]\n"
	"7f0000005000-7f0000006000 rwxp 00000000 00:00 0 \n";

/* One page of the first is something without a file, one is another page, the second is another file; and lines that are none. */
static const char moved[] =
	"7f0000001000-7f0000002000 rwxp 00000000 00:00 0 \n"
	"7f0000002000-7f0000003000 r-xp 00001000 08:01 5   /lib/a\n"
	"7f0000003000-7f0000004000 r-xp 00000000 08:01 6   /lib/c\n"
	"7f0000009000 r-xp\n-\n7f0000004000-7f0000005000 r-x\n7f0000004000-7f0000004000 r-xp 00000000 08:01 6   /lib/c\n"
	"7f0000004000-7f0000005000 r-xp 00000000 00:00 0                          [vdso]";

static struct live_spaces *told(void)
{
	struct live_spaces *s = live_spaces__new();

	add(s, 1, 2, "/lib/a", 1, 5);
	add(s, 3, 1, "/lib/b c", 0, 7);
	add(s, 4, 1, "[vdso]", 0, 0);
	add(s, 5, 1, "//anon", 0, 0);
	return s;
}

static int check_range(const struct moved_range *r, uint64_t page, uint64_t end)
{
	TEST_ASSERT_EQ(r->start, BASE + page * PAGE);
	TEST_ASSERT_EQ(r->end, BASE + end * PAGE);
	return TEST_OK;
}

#define TENTH	100000000ULL

static bool due(struct moved_code *m, uint32_t pid, uint64_t time)
{
	static const struct perf_event_attr attr;
	const struct perf_sample sample = { .pid = pid, .time = time };

	return moved_code__is_due(m, &sample, &attr);
}

/* Not at once, then again and again, and at the end. */
static int judge_times(struct live_spaces *s, struct moved_code *m)
{
	struct moved_ranges found;
	size_t pos = 0;

	TEST_ASSERT(!due(m, PID, TENTH) && !due(m, PID, 2 * TENTH - 1));
	TEST_ASSERT_EQ(moved_code__next_due(m, &pos), PID);
	TEST_ASSERT_EQ(moved_code__next_due(m, &pos), 0);
	TEST_ASSERT(due(m, PID, 2 * TENTH));
	/* Somebody else is asking: later. */
	process_asker__hold(m->asker);
	TEST_ASSERT(!moved_code__look(m, s, PID, &found));
	process_asker__release(m->asker);
	pos = 0;
	TEST_ASSERT_EQ(moved_code__next_due(m, &pos), PID);
	TEST_ASSERT(due(m, PID, 2 * TENTH));
	TEST_ASSERT(!moved_code__look(m, s, PID, &found));
	pos = 0;
	TEST_ASSERT_EQ(moved_code__next_due(m, &pos), 0);
	TEST_ASSERT(!due(m, PID, 2 * TENTH + 1) && !due(m, PID, 4 * TENTH - 1) && due(m, PID, 4 * TENTH));
	TEST_ASSERT(!moved_code__look(m, s, PID, &found));
	TEST_ASSERT(!due(m, PID, 8 * TENTH - 1));
	/* It is in doubt: sooner, but not at once. */
	moved_code__doubt(m, PID);
	moved_code__doubt(m, PID + 2);
	TEST_ASSERT(!due(m, PID, 5 * TENTH - 1) && due(m, PID, 5 * TENTH) && !due(m, PID, 5 * TENTH - 1));
	/* Of one that has ended, and of one that nobody has seen, nothing is known. */
	TEST_ASSERT(!due(m, PID + 1, TENTH));
	TEST_ASSERT(!moved_code__look(m, s, PID + 1, &found));
	TEST_ASSERT(!moved_code__look(m, s, PID + 2, &found));
	return TEST_OK;
}

static int judge_looks(struct live_spaces *s, struct moved_code *m)
{
	struct moved_ranges found;
	struct record r;

	TEST_ASSERT_EQ(judge_times(s, m), TEST_OK);
	TEST_ASSERT_EQ(fake_tree__write("proc/77/maps", moved), TEST_OK);
	TEST_ASSERT(moved_code__look(m, s, PID, &found));
	TEST_ASSERT_EQ(found.nr, 3);
	TEST_ASSERT_EQ(found.ranges[0].since, 4 * TENTH);
	TEST_ASSERT_EQ(check_range(&found.ranges[0], 1, 2), TEST_OK);
	TEST_ASSERT_EQ(check_range(&found.ranges[1], 2, 3), TEST_OK);
	TEST_ASSERT_EQ(check_range(&found.ranges[2], 3, 4), TEST_OK);
	/* Another program has the number: since its first sample; but not before the map that was told. */
	moved_code__forget(m, PID);
	TEST_ASSERT(moved_code__look(m, s, PID, &found));
	TEST_ASSERT_EQ(found.ranges[0].since, 5 * TENTH - 2);
	moved_code__exit(m);
	TEST_ASSERT(!due(m, PID, 1));
	TEST_ASSERT(moved_code__look(m, s, PID, &found));
	TEST_ASSERT_EQ(found.ranges[0].since, 1);
	/* A record that is still to come tells of one. */
	r = map(0, 2, "/lib/z", 0, 8);
	moved_ranges__heed(&found, &r);
	TEST_ASSERT_EQ(found.nr, 2);
	TEST_ASSERT_EQ(check_range(&found.ranges[0], 2, 3), TEST_OK);
	(void)live_record__exec(words, PID + 1, 2);
	r = live_record(words);
	moved_ranges__heed(&found, &r);
	TEST_ASSERT_EQ(found.nr, 2);
	(void)live_record__exec(words, PID, 2);
	moved_ranges__heed(&found, &r);
	TEST_ASSERT_EQ(found.nr, 0);
	return TEST_OK;
}

static int test__looks(void)
{
	const struct fake_file files[] = { { "proc/77/maps", same } };
	struct live_spaces *s = told();
	struct moved_code m = { .asker = process_asker__new_here() };
	int ret = fake_tree__make_of(files, ARRAY_SIZE(files));

	if (ret == TEST_OK)
		ret = judge_looks(s, &m);
	fake_tree__remove();
	moved_code__exit(&m);
	process_asker__delete(m.asker);
	live_spaces__delete(s, NULL);
	return ret;
}

/* In front of what was told, between, and behind; what is no process's own is none. */
static const char untold[] =
	"7f0000000000-7f0000002000 r-xp 00000000 08:01 5   /lib/a\n"
	"7f0000002000-7f0000003000 r-xp 00002000 08:01 5   /lib/a\n"
	"7f0000003000-7f0000004000 r-xp 00000000 08:01 7   /lib/b c\n"
	"7f0000006000-7f0000007000 rwxp 00000000 00:00 0 \n"
	"7f0000007000-7f0000008000 r--p 00003000 08:02 9   /lib/data\n"
	"7f0000008000-7f000000a000 r-xp 00004000 08:02 9   /lib/new one\n"
	"ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]\n";

static int check_new(const struct moved_code *m, const struct moved_range *range)
{
	uint64_t to[MOVED_RECORD_WORDS];
	struct diag diag = DIAG_INIT;
	struct record r = { .data = (const unsigned char *)to };
	struct record_mmap map;

	r.header.size = (uint16_t)moved_code__record(m, to, PID, range);
	memcpy(&r.header, to, sizeof(r.header));
	TEST_ASSERT_EQ(record__decode_mmap(&r, &map, &diag), 0);
	TEST_ASSERT(map.pid == PID && map.start == BASE + 8 * PAGE && map.len == 2 * PAGE && map.pgoff == 4 * PAGE);
	TEST_ASSERT(map.maj == 8 && map.min == 2 && map.ino == 9 && !map.ino_generation && map.prot == (PROT_READ | PROT_EXEC));
	TEST_ASSERT_STR(map.filename, "/lib/new one");
	return TEST_OK;
}

static int judge_lost(struct live_spaces *s, struct moved_code *m)
{
	const struct perf_event_attr attr = { .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME, .sample_id_all = true };
	struct moved_ranges found;
	struct record r;

	m->attr = &attr;
	TEST_ASSERT(!due(m, PID, TENTH) && due(m, PID, 2 * TENTH));
	TEST_ASSERT(!moved_code__look(m, s, PID, &found));
	/* At once where nothing is known of a process, and after some time where it was looked at before. */
	moved_code__note_loss(m);
	TEST_ASSERT(due(m, PID + 1, 2 * TENTH));
	TEST_ASSERT(!due(m, PID, 3 * TENTH - 1) && due(m, PID, 3 * TENTH));
	TEST_ASSERT(moved_code__look(m, s, PID, &found));
	TEST_ASSERT_EQ(found.nr, 3);
	TEST_ASSERT_EQ(check_range(&found.ranges[0], 0, 1), TEST_OK);
	TEST_ASSERT(!strcmp(found.ranges[0].name, "/lib/a") && !found.ranges[0].offset);
	TEST_ASSERT_EQ(check_range(&found.ranges[1], 6, 7), TEST_OK);
	TEST_ASSERT_STR(found.ranges[1].name, "");
	TEST_ASSERT_EQ(check_range(&found.ranges[2], 8, 10), TEST_OK);
	TEST_ASSERT_EQ(found.ranges[2].since, 2 * TENTH);
	m->attr = &attr;
	TEST_ASSERT_EQ(check_new(m, &found.ranges[2]), TEST_OK);
	/* A record that is still in the rings tells of one. */
	r = map(6, 1, "//anon", 6, 0);
	moved_ranges__heed(&found, &r);
	TEST_ASSERT_EQ(found.nr, 2);
	moved_ranges__exit(&found);
	/* Until more is lost all is known. */
	TEST_ASSERT(due(m, PID, 9 * TENTH));
	TEST_ASSERT(!moved_code__look(m, s, PID, &found));
	return TEST_OK;
}

static int test__lost(void)
{
	const struct fake_file files[] = { { "proc/77/maps", untold } };
	struct live_spaces *s = told();
	struct moved_code m = { .asker = process_asker__new_here() };
	int ret = fake_tree__make_of(files, ARRAY_SIZE(files));

	if (ret == TEST_OK)
		ret = judge_lost(s, &m);
	fake_tree__remove();
	moved_code__exit(&m);
	process_asker__delete(m.asker);
	live_spaces__delete(s, NULL);
	return ret;
}

/* Of this process, as this kernel tells it: as text, or by questions. */
static int test__own(void)
{
	unsigned char *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool own = false, anon = false, vdso = false;
	struct process_asker *asker = process_asker__new();
	struct maps_now maps;
	struct map_now now;
	uint64_t before = 0;

	TEST_ASSERT(page != MAP_FAILED);
	TEST_ASSERT_EQ(mprotect(page + PAGE, PAGE, PROT_READ), 0);
	TEST_ASSERT_EQ(maps_now__open(&maps, asker, (uint32_t)getpid()), 0);
	while (maps_now__next(&maps, &now)) {
		bool is_file = now.name[0] == '/';

		TEST_ASSERT(now.start >= before && now.end > now.start);
		before = now.end;
		TEST_ASSERT_EQ(is_file, now.ino != 0);
		own |= is_file && now.start <= (uintptr_t)test__own && now.end > (uintptr_t)test__own;
		anon |= now.start == (uintptr_t)page && now.end == (uintptr_t)page + PAGE && !*now.name;
		vdso |= !strcmp(now.name, "[vdso]");
	}
	munmap(page, 2 * PAGE);
	TEST_ASSERT(own && anon && vdso);
	TEST_ASSERT(maps_now__open(&maps, asker, UINT32_MAX) < 0);
	process_asker__delete(asker);
	return TEST_OK;
}

/* The record is as the event's others are, whatever stands behind them. */
static int judge_record(uint64_t sample_type, bool id_all, size_t more)
{
	const struct perf_event_attr attr = { .sample_type = sample_type, .sample_id_all = id_all };
	const struct moved_code m = { .attr = &attr, .id = 4, .stream_id = 5, .cpu = 6 };
	const struct moved_range range = { .start = BASE, .end = BASE + 2 * PAGE, .since = 123 };
	uint64_t to[MOVED_RECORD_WORDS];
	size_t size = moved_code__record(&m, to, PID, &range);
	struct diag diag = DIAG_INIT;
	struct record r = { .data = (const unsigned char *)to };
	struct record_mmap map;

	memcpy(&r.header, to, sizeof(r.header));
	TEST_ASSERT_EQ(size, (10 + more) * 8);
	TEST_ASSERT_EQ(r.header.size, size);
	TEST_ASSERT_EQ(record__decode_mmap(&r, &map, &diag), 0);
	TEST_ASSERT(map.pid == PID && map.tid == PID && map.start == BASE && map.len == 2 * PAGE && map.pgoff == BASE);
	TEST_ASSERT_STR(map.filename, "//anon");
	TEST_ASSERT(!more || to[9 + more] == (sample_type & PERF_SAMPLE_IDENTIFIER ? 4 : 123));
	return TEST_OK;
}

static int test__record(void)
{
	TEST_ASSERT_EQ(judge_record(PERF_SAMPLE_TID | PERF_SAMPLE_TIME, true, 2), TEST_OK);
	TEST_ASSERT_EQ(judge_record(PERF_SAMPLE_TID | PERF_SAMPLE_TIME, false, 0), TEST_OK);
	TEST_ASSERT_EQ(judge_record(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
				    PERF_SAMPLE_IDENTIFIER, true, 6), TEST_OK);
	return TEST_OK;
}

DEFINE_SUITE("Code that was moved without a record", moved_code,
	     { "what is mapped against what was told", test__looks },
	     { "records that were lost", test__lost },
	     { "the maps of this process", test__own },
	     { "the record that was not sent", test__record })
