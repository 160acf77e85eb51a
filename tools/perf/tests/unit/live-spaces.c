// SPDX-License-Identifier: GPL-2.0-only
/* The address spaces of recorded processes as they are now. */
#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/live-records.h"
#include "util/base/alloc.h"
#include "util/live/live-spaces.h"

#define PAGE		0x1000ULL
/* Where programs of 64 bits have their libraries. */
#define BASE		0x7f0000500000ULL

static uint64_t words[LIVE_RECORD_WORDS];

static void add(struct live_spaces *s, uint64_t time)
{
	const struct record r = live_record(words);

	live_spaces__add(s, &r, time);
}

static void map(struct live_spaces *s, uint32_t pid, uint64_t page, uint64_t nr, const char *name, uint64_t pgoff)
{
	(void)live_record__mmap(words, pid, BASE + page * PAGE, nr * PAGE, pgoff * PAGE, name, name[0] == '/' ? (uint64_t)name[1] : 0, 0);
	add(s, 0);
}

static void fork_of(struct live_spaces *s, uint32_t pid, uint32_t child, uint16_t misc)
{
	(void)live_record__task(words, PERF_RECORD_FORK, misc, child, child, pid, 1);
	add(s, 1);
}

static void exit_of(struct live_spaces *s, uint32_t pid, uint32_t tid, uint64_t time)
{
	(void)live_record__task(words, PERF_RECORD_EXIT, 0, pid, tid, pid, time);
	add(s, time);
}

static void exec_of(struct live_spaces *s, uint32_t pid)
{
	(void)live_record__exec(words, pid, 1);
	add(s, 1);
}

/* Is page @page of @pid the page @pgoff of the file @name? NULL: nothing is there; "": something without a file. */
static int check(struct live_spaces *s, uint32_t pid, uint64_t page, const char *name, uint64_t pgoff)
{
	const struct live_map *first = live_spaces__find(s, pid, BASE + page * PAGE);
	const struct live_map *last = live_spaces__find(s, pid, BASE + page * PAGE + PAGE - 1);
	uint64_t addr = BASE + page * PAGE;

	TEST_ASSERT_EQ(!first, !name);
	TEST_ASSERT(first == last);
	if (!name)
		return TEST_OK;
	TEST_ASSERT(first->start <= addr && addr < first->end);
	if (!*name) {
		TEST_ASSERT(!first->file);
		return TEST_OK;
	}
	TEST_ASSERT(first->file);
	TEST_ASSERT_STR(first->file->name, name);
	TEST_ASSERT_EQ(addr - first->start + first->pgoff, pgoff * PAGE);
	return TEST_OK;
}

#define CHECK(...)	TEST_ASSERT_EQ(check(s, __VA_ARGS__), TEST_OK)

static int test__over_others(void)
{
	struct live_spaces *s = live_spaces__new();

	map(s, 1, 10, 10, "/a", 0);
	CHECK(1, 9, NULL, 0);
	CHECK(1, 10, "/a", 0);
	CHECK(1, 19, "/a", 9);
	CHECK(1, 20, NULL, 0);
	CHECK(2, 10, NULL, 0);
	/* Into its middle, over its end, over its beginning, over several, over all. */
	map(s, 1, 14, 2, "/b", 7);
	CHECK(1, 13, "/a", 3);
	CHECK(1, 14, "/b", 7);
	CHECK(1, 15, "/b", 8);
	CHECK(1, 16, "/a", 6);
	CHECK(1, 19, "/a", 9);
	map(s, 1, 18, 4, "/c", 0);
	CHECK(1, 17, "/a", 7);
	CHECK(1, 18, "/c", 0);
	CHECK(1, 21, "/c", 3);
	map(s, 1, 8, 3, "/d", 0);
	CHECK(1, 10, "/d", 2);
	CHECK(1, 11, "/a", 1);
	map(s, 1, 13, 6, "//anon", 0);
	CHECK(1, 12, "/a", 2);
	CHECK(1, 13, "", 0);
	CHECK(1, 18, "", 0);
	CHECK(1, 19, "/c", 1);
	map(s, 1, 0, 100, "[vdso]", 0);
	CHECK(1, 0, "[vdso]", 0);
	CHECK(1, 99, "[vdso]", 99);
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

/* The kernel calls both the same; below 4 GB it is that of 32-bit programs, which is another file. */
static int test__narrow_vdso(void)
{
	struct live_spaces *s = live_spaces__new();
	const struct live_map *low;

	(void)live_record__mmap(words, 1, 0xf7fc0000, 2 * PAGE, 0, "[vdso]", 0, 0);
	add(s, 1);
	map(s, 1, 0, 2, "[vdso]", 0);
	CHECK(1, 0, "[vdso]", 0);
	low = live_spaces__find(s, 1, 0xf7fc0000 + PAGE);
	TEST_ASSERT(low && low->file);
	TEST_ASSERT_STR(low->file->name, "[vdso32]");
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

/* Threads and names are not new processes. */
static int test__begins(void)
{
	struct record r;
	uint32_t pid = 0;

	(void)live_record__exec(words, 7, 1);
	r = live_record(words);
	TEST_ASSERT(live_spaces__begins(&r, &pid) && pid == 7);
	(void)live_record__task(words, PERF_RECORD_FORK, 0, 8, 8, 7, 1);
	r = live_record(words);
	TEST_ASSERT(live_spaces__begins(&r, &pid) && pid == 8);
	(void)live_record__task(words, PERF_RECORD_FORK, 0, 7, 9, 7, 1);
	r = live_record(words);
	TEST_ASSERT(!live_spaces__begins(&r, &pid));
	(void)live_record__task(words, PERF_RECORD_EXIT, 0, 8, 8, 7, 1);
	r = live_record(words);
	TEST_ASSERT(!live_spaces__begins(&r, &pid));
	return TEST_OK;
}

static int test__fork_exec(void)
{
	struct live_spaces *s = live_spaces__new();

	map(s, 1, 0, 4, "/a", 0);
	fork_of(s, 1, 2, 0);
	fork_of(s, 1, 3, 0);
	CHECK(2, 3, "/a", 3);
	/* What one of them changes, the others do not see. */
	map(s, 2, 1, 1, "/b", 0);
	map(s, 1, 2, 1, "/c", 0);
	CHECK(1, 1, "/a", 1);
	CHECK(1, 2, "/c", 0);
	CHECK(2, 1, "/b", 0);
	CHECK(2, 2, "/a", 2);
	CHECK(3, 1, "/a", 1);
	CHECK(3, 2, "/a", 2);
	/* A fork that perf tells of, for what ran before: the process's own maps come behind it. */
	fork_of(s, 1, 4, PERF_RECORD_MISC_FORK_EXEC);
	CHECK(4, 0, NULL, 0);
	map(s, 4, 0, 1, "/d", 0);
	CHECK(4, 0, "/d", 0);
	exec_of(s, 1);
	CHECK(1, 0, NULL, 0);
	CHECK(3, 0, "/a", 0);
	/* A new name without an execve changes nothing. */
	(void)live_record__exec(words, 3, 1);
	words[0] = head_word(PERF_RECORD_COMM, 0, live_record(words).header.size);
	add(s, 1);
	CHECK(3, 0, "/a", 0);
	/* Neither does a thread. */
	(void)live_record__task(words, PERF_RECORD_FORK, 0, 3, 33, 3, 1);
	add(s, 1);
	CHECK(3, 0, "/a", 0);
	CHECK(33, 0, NULL, 0);
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

static uint32_t alive;

static bool exists(uint32_t pid)
{
	return pid == alive;
}

static int test__exit(void)
{
	const uint64_t second = 1000000000;
	struct live_spaces *s = live_spaces__new();

	map(s, 1, 0, 4, "/a", 0);
	fork_of(s, 1, 2, 0);
	exit_of(s, 1, 11, second);
	live_spaces__tidy(s, 100 * second, exists);
	CHECK(1, 0, "/a", 0);
	/* Its last samples may come later; it may have other threads. */
	exit_of(s, 1, 1, 100 * second);
	live_spaces__tidy(s, 101 * second, exists);
	CHECK(1, 0, "/a", 0);
	alive = 1;
	live_spaces__tidy(s, 200 * second, exists);
	CHECK(1, 0, "/a", 0);
	alive = 0;
	live_spaces__tidy(s, 200 * second, exists);
	CHECK(1, 0, NULL, 0);
	CHECK(2, 0, "/a", 0);
	/* Another process gets the number before that. */
	exit_of(s, 2, 2, 200 * second);
	map(s, 5, 0, 1, "/b", 0);
	fork_of(s, 5, 2, 0);
	live_spaces__tidy(s, 300 * second, exists);
	CHECK(2, 0, "/b", 0);
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

static int test__files(void)
{
	static const char *const none[] = { "//anon", "/dev/zero (deleted)", "[heap]", "[stack]", "/SYSV00000000 (deleted)",
					    "anon_inode:[x]", "", "/anon_hugepage (deleted)" };
	const struct live_map *a, *b;
	struct live_spaces *s = live_spaces__new();
	size_t i, size;

	for (i = 0; i < ARRAY_SIZE(none); i++) {
		map(s, 1, i, 1, none[i], 0);
		CHECK(1, i, "", 0);
	}
	map(s, 1, 0, 1, "/memfd:code (deleted)", 0);
	CHECK(1, 0, "/memfd:code (deleted)", 0);
	/* One name, two files: it was replaced. */
	(void)live_record__mmap(words, 1, BASE, PAGE, 0, "/lib", 5, 0);
	add(s, 0);
	(void)live_record__mmap(words, 1, BASE + PAGE, PAGE, 0, "/lib", 6, 0);
	add(s, 0);
	(void)live_record__mmap(words, 2, BASE, PAGE, 0, "/lib", 5, 0);
	add(s, 0);
	a = live_spaces__find(s, 1, BASE);
	b = live_spaces__find(s, 1, BASE + PAGE);
	TEST_ASSERT(a->file != b->file);
	TEST_ASSERT(a->file->nr && b->file->nr && a->file->nr != b->file->nr);
	TEST_ASSERT(live_spaces__find(s, 2, BASE)->file == a->file);
	TEST_ASSERT_EQ(a->file->pid, 2);
	/* Damaged: shorter than its fields, no end of the name, no bytes, around the end of memory; and the kernel's own. */
	size = live_record__mmap(words, 3, BASE, PAGE, 0, "/x", 1, 0);
	for (i = 8; i < size; i += 8) {
		words[0] = head_word(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, (uint16_t)i);
		add(s, 0);
		CHECK(3, 0, NULL, 0);
	}
	(void)live_record__mmap(words, 3, BASE, 0, 0, "/x", 1, 0);
	add(s, 0);
	(void)live_record__mmap(words, 3, BASE, UINT64_MAX - 1, 0, "/x", 1, 0);
	add(s, 0);
	size = live_record__mmap(words, 3, BASE, PAGE, 0, "/x", 1, 0);
	words[0] = head_word(PERF_RECORD_MMAP2, PERF_RECORD_MISC_KERNEL, (uint16_t)size);
	add(s, 0);
	CHECK(3, 0, NULL, 0);
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

/* Does a map of @nr pages at @page put other code where code is? */
static bool replaces(struct live_spaces *s, uint32_t pid, uint64_t page, uint64_t nr, const char *name, uint64_t pgoff)
{
	uint32_t told = 0;
	struct record r;

	(void)live_record__mmap(words, pid, BASE + page * PAGE, nr * PAGE, pgoff * PAGE, name, name[0] == '/' ? (uint64_t)name[1] : 0, 0);
	r = live_record(words);
	return live_spaces__replaces(s, &r, &told) && told == pid;
}

static int test__replaces(void)
{
	struct live_spaces *s = live_spaces__new();
	uint32_t pid;
	struct record r;

	map(s, 1, 4, 4, "/a", 2);
	map(s, 1, 12, 2, "//anon", 0);
	/* Beside it, in another process, the same again, or a part of it. */
	TEST_ASSERT(!replaces(s, 1, 0, 4, "/b", 0));
	TEST_ASSERT(!replaces(s, 1, 8, 4, "/b", 0));
	TEST_ASSERT(!replaces(s, 2, 4, 4, "/b", 0));
	TEST_ASSERT(!replaces(s, 1, 4, 4, "/a", 2));
	TEST_ASSERT(!replaces(s, 1, 6, 4, "/a", 4));
	TEST_ASSERT(!replaces(s, 1, 12, 1, "//anon", 7));
	/* Another file, another part of it, memory in place of a file and a file in place of memory. */
	TEST_ASSERT(replaces(s, 1, 0, 5, "/b", 0));
	TEST_ASSERT(replaces(s, 1, 7, 4, "/b", 0));
	TEST_ASSERT(replaces(s, 1, 0, 40, "/b", 0));
	TEST_ASSERT(replaces(s, 1, 4, 4, "/a", 3));
	TEST_ASSERT(replaces(s, 1, 5, 1, "//anon", 0));
	TEST_ASSERT(replaces(s, 1, 13, 1, "/a", 0));
	/* Nothing has changed by that; other records do not count. */
	CHECK(1, 4, "/a", 2);
	(void)live_record__exec(words, 1, 1);
	r = live_record(words);
	TEST_ASSERT(!live_spaces__replaces(s, &r, &pid));
	/* Who started the process. */
	TEST_ASSERT_EQ(live_spaces__find(s, 1, BASE + 4 * PAGE)->file->above[0], 0);
	fork_of(s, 1, 9, 0);
	map(s, 9, 20, 1, "/a", 0);
	TEST_ASSERT_EQ(live_spaces__find(s, 9, BASE + 20 * PAGE)->file->above[0], 1);
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

/* --- against whole copies --------------------------------------------------------------------- */

#define NR_PIDS		4U
#define NR_PAGES	48U

/* File and page of each page of the processes from 1 on. */
struct model {
	unsigned int file[NR_PIDS][NR_PAGES], page[NR_PIDS][NR_PAGES];
};

static uint64_t seed;

static unsigned int pick(unsigned int n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)(seed >> 33) % n;
}

static void random_step(struct live_spaces *s, struct model *m)
{
	unsigned int pid = pick(NR_PIDS), other = (pid + 1 + pick(NR_PIDS - 1)) % NR_PIDS, first = pick(NR_PAGES);
	unsigned int nr = 1 + pick(NR_PAGES - first), file = 1 + pick(9), page = pick(100), i;
	const char name[] = { '/', (char)('a' + file), 0 };

	switch (pick(20)) {
	case 0:
		exec_of(s, pid + 1);
		memset(m->file[pid], 0, sizeof(m->file[pid]));
		return;
	case 1: case 2:
		fork_of(s, pid + 1, other + 1, 0);
		memcpy(m->file[other], m->file[pid], sizeof(m->file[pid]));
		memcpy(m->page[other], m->page[pid], sizeof(m->page[pid]));
		return;
	default:
		if (pick(2) && nr > 3)
			nr = 1 + pick(3);
		map(s, pid + 1, first, nr, name, page);
		for (i = 0; i < nr; i++) {
			m->file[pid][first + i] = file;
			m->page[pid][first + i] = page + i;
		}
	}
}

/* The kernel's code for uretprobes is told by its name alone. Process 0 is many, if anybody: see machine__add_mmap(). */
static int test__probes(void)
{
	struct live_spaces *s = live_spaces__new();

	map(s, 0, 0, 1, "[uprobes]", 0);
	TEST_ASSERT(!live_spaces__find(s, 0, BASE));
	map(s, 1, 0, 1, "[uprobes]", 0);
	map(s, 1, 1, 1, "/uprobes]", 0);
	CHECK(1, 0, "", 0);
	TEST_ASSERT(live_spaces__find(s, 1, BASE)->is_probe);
	TEST_ASSERT(!live_spaces__find(s, 1, BASE + PAGE)->is_probe);
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

static int test__random(void)
{
	struct live_spaces *s = live_spaces__new();
	static struct model m;
	unsigned int step, pid, page;

	for (step = 0; step < 3000; step++) {
		random_step(s, &m);
		for (pid = 0; pid < NR_PIDS; pid++)
			for (page = 0; page < NR_PAGES; page++) {
				const char name[] = { '/', (char)('a' + m.file[pid][page]), 0 };

				CHECK(pid + 1, page, m.file[pid][page] ? name : NULL, m.page[pid][page]);
			}
	}
	live_spaces__delete(s, NULL);
	return TEST_OK;
}

DEFINE_SUITE("Address spaces while recording", live_spaces,
	     { "maps over others", test__over_others },
	     { "the vdso of 32-bit programs is another file", test__narrow_vdso },
	     { "forks share, execve clears", test__fork_exec },
	     { "what begins a process", test__begins },
	     { "processes that have ended", test__exit },
	     { "what is a file, and which", test__files },
	     { "what takes the place of other code", test__replaces },
	     { "the code of uretprobes", test__probes },
	     { "any order, against whole copies", test__random })
