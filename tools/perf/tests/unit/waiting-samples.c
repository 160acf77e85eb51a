// SPDX-License-Identifier: GPL-2.0-only
/* Samples that wait, for the kernel's walk or for tables. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/live-records.h"
#include "util/base/alloc.h"
#include "util/live/waiting-samples.h"

static uint64_t record[64];

static void add(struct waiting_samples *w, uint32_t tid, uint64_t time, size_t words)
{
	const struct waiting_sample s = { .time = time, .cookie = time * 2, .pid = tid / 10, .tid = tid, .size = words * 8,
					  .record = record };

	record[0] = time;
	record[words - 1] = tid;
	waiting_samples__add(w, &s, false);
}

static uint64_t word_of(const struct waiting_sample *s, size_t i)
{
	return ((const uint64_t *)s->record)[i];
}

static void take_out(struct waiting_samples *w, struct waiting_list *list, struct waiting_sample *s)
{
	waiting_samples__take_out(w, list, s);
	waiting_sample__free(s);
}

/* The samples of the list, oldest first, have these times. */
static int check_list(const struct waiting_list *l, const uint64_t *times, size_t nr)
{
	const struct waiting_sample *s, *older = NULL;
	size_t i = 0;

	for (s = l->oldest; s; older = s, s = s->newer, i++) {
		TEST_ASSERT(i < nr);
		TEST_ASSERT_EQ(s->time, times[i]);
		TEST_ASSERT(s->older == older);
	}
	TEST_ASSERT_EQ(i, nr);
	TEST_ASSERT(l->newest == older);
	TEST_ASSERT_EQ(l->nr, nr);
	TEST_ASSERT_EQ(!l->bytes, !nr);
	return TEST_OK;
}

#define LIST(list, ...)	check_list(list, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

static int test__for_walks(void)
{
	struct waiting_samples w = { 0 };
	struct waiting_sample *s, *next;
	unsigned int nr = 0;

	add(&w, 11, 1, 10);
	add(&w, 12, 2, 20);
	add(&w, 11, 3, 30);
	/* The idle task of a CPU, and the largest number there is. */
	add(&w, 0, 4, 10);
	add(&w, UINT32_MAX, 5, 10);
	TEST_ASSERT_EQ(LIST(&w.for_walk, 1, 2, 3, 4, 5), TEST_OK);
	TEST_ASSERT(!waiting_samples__of(&w, 13));
	for (s = waiting_samples__of(&w, 11); s; s = next, nr++) {
		next = s->next;
		TEST_ASSERT_EQ(s->tid, 11);
		TEST_ASSERT_EQ(s->cookie, s->time * 2);
		TEST_ASSERT_EQ(word_of(s, 0), s->time);
		TEST_ASSERT_EQ(word_of(s, s->size / 8 - 1), 11);
		take_out(&w, &w.for_walk, s);
	}
	TEST_ASSERT_EQ(nr, 2);
	TEST_ASSERT(!waiting_samples__of(&w, 11));
	TEST_ASSERT_EQ(LIST(&w.for_walk, 2, 4, 5), TEST_OK);
	/* One of several of a task is given up: the others wait on. */
	add(&w, 12, 6, 10);
	add(&w, 12, 7, 10);
	s = w.for_walk.oldest;
	waiting_samples__unlink(&w, s);
	take_out(&w, &w.for_walk, s);
	TEST_ASSERT_EQ(LIST(&w.for_walk, 4, 5, 6, 7), TEST_OK);
	for (nr = 0, s = waiting_samples__of(&w, 12); s; s = s->next, nr++)
		TEST_ASSERT(s->time == 6 || s->time == 7);
	TEST_ASSERT_EQ(nr, 2);
	TEST_ASSERT(waiting_samples__of(&w, 0));
	TEST_ASSERT(waiting_samples__of(&w, UINT32_MAX));
	waiting_samples__exit(&w);
	TEST_ASSERT(!w.for_walk.oldest);
	return TEST_OK;
}

static int test__for_tables(void)
{
	static const uint64_t ips[3] = { 0x1000, 0x2000, 0x3000 };
	struct waiting_sample s = { .time = 1, .tid = 11, .size = 80, .record = record, .nr_ips = 3 };
	struct waiting_samples w = { 0 };
	const struct waiting_sample *got;
	size_t bytes;

	record[9] = 99;
	waiting_samples__park(&w, &s, false, ips);
	got = w.for_tables.oldest;
	record[9] = 0;
	TEST_ASSERT_EQ(word_of(got, 9), 99);
	TEST_ASSERT(!memcmp(got->ips, ips, sizeof(ips)));
	TEST_ASSERT(w.for_tables.bytes >= 80 + sizeof(ips));
	bytes = w.for_tables.bytes;
	s.time = 2;
	s.nr_ips = 0;
	waiting_samples__park(&w, &s, false, NULL);
	TEST_ASSERT_EQ(LIST(&w.for_tables, 1, 2), TEST_OK);
	/* What has waited for something else is older than what has come meanwhile: nobody goes through all to find the oldest. */
	s.time = 3;
	s.since = 7;
	waiting_samples__park(&w, &s, false, NULL);
	s.time = 4;
	s.since = 6;
	waiting_samples__park(&w, &s, false, NULL);
	s.time = 5;
	waiting_samples__park(&w, &s, false, NULL);
	TEST_ASSERT_EQ(LIST(&w.for_tables, 1, 2, 4, 5, 3), TEST_OK);
	take_out(&w, &w.for_tables, w.for_tables.oldest->newer->newer);
	take_out(&w, &w.for_tables, w.for_tables.newest);
	take_out(&w, &w.for_tables, w.for_tables.newest);
	TEST_ASSERT_EQ(LIST(&w.for_tables, 1, 2), TEST_OK);
	/* It is in no task's list. */
	TEST_ASSERT(!waiting_samples__of(&w, 11));
	TEST_ASSERT(w.for_tables.bytes < 2 * bytes);
	waiting_samples__exit(&w);
	return TEST_OK;
}

/* What lies in a ring is copied when that is given back, and not before; and what was copied once never again. */
static int test__in_rings(void)
{
	struct waiting_sample s = { .time = 1, .tid = 11, .size = 80, .record = record };
	struct waiting_samples w = { 0 };
	struct waiting_sample *first, *moved;
	const void *copy;

	record[9] = 1;
	waiting_samples__add(&w, &s, true);
	s.time = 2;
	waiting_samples__park(&w, &s, true, NULL);
	s.time = 3;
	waiting_samples__add(&w, &s, false);
	first = w.for_walk.oldest;
	TEST_ASSERT(first->record == record && w.for_tables.oldest->record == record && w.for_walk.newest->record != record);
	/* One of them need not wait any more. */
	TEST_ASSERT_EQ(w.nr_in_rings, 2);
	take_out(&w, &w.for_tables, w.for_tables.oldest);
	waiting_samples__leave_rings(&w);
	TEST_ASSERT_EQ(w.nr_in_rings, 0);
	record[9] = 2;
	TEST_ASSERT_EQ(word_of(first, 9), 1);
	/* It waits for something else from now on, and takes its copy with it. */
	TEST_ASSERT(waiting_samples__of(&w, 11) != NULL);
	waiting_samples__take_out(&w, &w.for_walk, first);
	s = *first;
	first->copy = NULL;
	waiting_sample__free(first);
	copy = s.copy;
	waiting_samples__park(&w, &s, false, NULL);
	moved = w.for_tables.oldest;
	TEST_ASSERT(moved->record == copy && moved->copy == copy);
	TEST_ASSERT_EQ(w.nr_in_rings, 0);
	waiting_samples__exit(&w);
	return TEST_OK;
}

/* Which processes have samples that wait. */
static int test__of_processes(void)
{
	struct waiting_sample s = { .time = 1, .pid = 7, .tid = 7, .size = 80, .record = record };
	struct waiting_samples w = { 0 };

	waiting_samples__park(&w, &s, false, NULL);
	waiting_samples__park(&w, &s, true, NULL);
	s.pid = UINT32_MAX;
	waiting_samples__park(&w, &s, true, NULL);
	TEST_ASSERT(waiting_list__has(&w.for_tables, 7) && waiting_list__has(&w.for_tables, UINT32_MAX));
	TEST_ASSERT(!waiting_list__has(&w.for_tables, 6) && !waiting_list__has(&w.for_walk, 7));
	take_out(&w, &w.for_tables, w.for_tables.oldest);
	TEST_ASSERT(waiting_list__has(&w.for_tables, 7));
	take_out(&w, &w.for_tables, w.for_tables.oldest);
	TEST_ASSERT(!waiting_list__has(&w.for_tables, 7) && waiting_list__has(&w.for_tables, UINT32_MAX));
	take_out(&w, &w.for_tables, w.for_tables.oldest);
	TEST_ASSERT(!waiting_list__has(&w.for_tables, UINT32_MAX));
	waiting_samples__exit(&w);
	return TEST_OK;
}

/* A record of 11 words: a head, two others, 6 words of stack behind their size, how many bytes the kernel has @read of these, the last. */
static const uint64_t *with_stack(uint64_t read)
{
	static uint64_t words[11];
	struct perf_event_header h = { .type = PERF_RECORD_SAMPLE, .size = sizeof(words) };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = i;
	memcpy(words, &h, sizeof(h));
	words[2] = 48;
	words[9] = read;
	return words;
}

/* What waits of it, as words. */
static int check_cut(uint64_t read, const uint64_t *words, size_t nr)
{
	struct waiting_sample s = { .time = 1, .size = 88, .record = with_stack(read), .stack = 24, .stack_size = 48, .asked = 48 };
	struct waiting_samples w = { 0 };
	const struct waiting_sample *got;
	struct perf_event_header h;
	size_t i;

	waiting_samples__park(&w, &s, true, NULL);
	got = w.for_tables.oldest;
	waiting_samples__leave_rings(&w);
	memcpy(&h, got->record, sizeof(h));
	TEST_ASSERT_EQ(got->size, nr * 8);
	TEST_ASSERT_EQ(h.size, nr * 8);
	TEST_ASSERT_EQ(got->asked, 48);
	TEST_ASSERT_EQ(got->stack_size, words[2]);
	for (i = 1; i < nr; i++)
		TEST_ASSERT_EQ(word_of(got, i), words[i]);
	/* What it takes is told again when it goes. */
	take_out(&w, &w.for_tables, w.for_tables.oldest);
	TEST_ASSERT_EQ(w.for_tables.bytes, 0);
	waiting_samples__exit(&w);
	return TEST_OK;
}

/* Of the room for a stack that the kernel had no use for one word waits, which says that the stack has ended. */
static int test__short_stacks(void)
{
	TEST_ASSERT_EQ(check_cut(16, (const uint64_t[]){ 0, 1, 24, 3, 4, 5, 16, 10 }, 8), TEST_OK);
	TEST_ASSERT_EQ(check_cut(17, (const uint64_t[]){ 0, 1, 32, 3, 4, 5, 6, 17, 10 }, 9), TEST_OK);
	TEST_ASSERT_EQ(check_cut(40, (const uint64_t[]){ 0, 1, 48, 3, 4, 5, 6, 7, 8, 40, 10 }, 11), TEST_OK);
	TEST_ASSERT_EQ(check_cut(48, (const uint64_t[]){ 0, 1, 48, 3, 4, 5, 6, 7, 8, 48, 10 }, 11), TEST_OK);
	TEST_ASSERT_EQ(check_cut(0, (const uint64_t[]){ 0, 1, 48, 3, 4, 5, 6, 7, 8, 0, 10 }, 11), TEST_OK);
	return TEST_OK;
}

/* Samples of a process that has other maps now are unwound by those that it had. */
static int test__old_maps(void)
{
	struct live_spaces *spaces = live_spaces__new();
	struct waiting_sample s = { .time = 1, .pid = 7, .tid = 7, .size = 80, .record = record };
	uint64_t words[LIVE_RECORD_WORDS];
	struct waiting_samples w = { 0 };
	const struct waiting_sample *first, *second;
	struct record r;

	(void)live_record__mmap(words, 7, 0x1000, 0x1000, 0, "/bin/old", 4, 0);
	r = live_record(words);
	live_spaces__add(spaces, &r, 1);
	waiting_samples__park(&w, &s, false, NULL);
	waiting_samples__keep_maps(&w, spaces, 8);
	TEST_ASSERT(!w.for_tables.oldest->maps);
	waiting_samples__keep_maps(&w, spaces, 7);
	TEST_ASSERT(!waiting_list__has(&w.for_tables, 7));
	(void)live_record__exec(words, 7, 0);
	r = live_record(words);
	live_spaces__add(spaces, &r, 2);
	TEST_ASSERT(!live_spaces__find(spaces, 7, 0x1800));
	/* Of the new program nothing is known yet, and then it gets maps. */
	waiting_samples__park(&w, &s, false, NULL);
	waiting_samples__keep_maps(&w, spaces, 7);
	(void)live_record__mmap(words, 7, 0x1000, 0x1000, 0, "/bin/new", 5, 0);
	r = live_record(words);
	live_spaces__add(spaces, &r, 3);
	first = w.for_tables.oldest;
	second = first->newer;
	TEST_ASSERT_STR(map_list__at(first->maps, 0x1800)->file->name, "/bin/old");
	TEST_ASSERT(!map_list__at(first->maps, 0x2000) && !map_list__at(first->maps, 0xfff) && !map_list__at(second->maps, 0x1800));
	TEST_ASSERT_STR(live_spaces__find(spaces, 7, 0x1800)->file->name, "/bin/new");
	take_out(&w, &w.for_tables, w.for_tables.oldest);
	waiting_samples__exit(&w);
	live_spaces__delete(spaces, NULL);
	return TEST_OK;
}

static int test__walks(void)
{
	static const uint64_t ips[100] = { 1, 2, 3 };
	struct waiting_samples w = { 0 };
	const struct last_walk *l;

	TEST_ASSERT(!waiting_samples__walk(&w, 11, 5));
	waiting_samples__note_walk(&w, 11, 5, ips, 3);
	TEST_ASSERT(!waiting_samples__walk(&w, 11, 6));
	TEST_ASSERT(!waiting_samples__walk(&w, 12, 5));
	l = waiting_samples__walk(&w, 11, 5);
	TEST_ASSERT(l);
	TEST_ASSERT_EQ(l->nr, 3);
	TEST_ASSERT(!memcmp(l->ips, ips, 24));
	/* The next one takes its place, longer or empty. */
	waiting_samples__note_walk(&w, 11, 6, ips, 100);
	TEST_ASSERT(!waiting_samples__walk(&w, 11, 5));
	TEST_ASSERT_EQ(waiting_samples__walk(&w, 11, 6)->nr, 100);
	waiting_samples__note_walk(&w, 11, 7, NULL, 0);
	TEST_ASSERT_EQ(waiting_samples__walk(&w, 11, 7)->nr, 0);
	/* A sample without a cookie has no walk. */
	waiting_samples__note_walk(&w, 11, 0, ips, 3);
	TEST_ASSERT(!waiting_samples__walk(&w, 11, 0));
	waiting_samples__exit(&w);
	return TEST_OK;
}

/* More tasks than are remembered: those with a waiting sample stay. */
static int test__many_tasks(void)
{
	struct waiting_samples w = { 0 };
	uint32_t tid;

	add(&w, 5, 1, 10);
	add(&w, 70, 2, 10);
	for (tid = 100; tid < 100 + (2U << 16); tid++)
		waiting_samples__note_walk(&w, tid, tid, NULL, 0);
	TEST_ASSERT(w.by_tid.nr <= (1U << 16));
	TEST_ASSERT(waiting_samples__walk(&w, tid - 1, tid - 1));
	TEST_ASSERT(!waiting_samples__walk(&w, 100, 100));
	TEST_ASSERT_EQ(waiting_samples__of(&w, 5)->time, 1);
	TEST_ASSERT_EQ(waiting_samples__of(&w, 70)->time, 2);
	waiting_samples__exit(&w);
	return TEST_OK;
}

DEFINE_SUITE("Samples that wait while recording", waiting_samples,
	     { "for the kernel's walk", test__for_walks },
	     { "for tables", test__for_tables },
	     { "records in rings", test__in_rings },
	     { "processes", test__of_processes },
	     { "stacks that are shorter than was asked for", test__short_stacks },
	     { "maps that a process had", test__old_maps },
	     { "walks that came first", test__walks },
	     { "many tasks", test__many_tasks })
