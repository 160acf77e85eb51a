// SPDX-License-Identifier: GPL-2.0-only
/* The world over time, against a model that keeps whole copies. */
#include <stdlib.h>
#include <sys/mman.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/machine/machine.h"

#define NR_PIDS		5u
#define NR_PAGES	64u
#define NR_STEPS	4000u

/* What a page of a process's address space holds: a file and a page in it. */
struct page {
	unsigned int file;		/* 0: nothing */
	uint64_t pgoff;
};

struct model {
	uint64_t time;
	struct page pages[NR_PIDS][NR_PAGES];
	struct page fresh[NR_PIDS][NR_PAGES];	/* what is mapped since exec, which is all at the vdso */
	bool in_exec[NR_PIDS];
};

static uint64_t seed;

static unsigned int pick(unsigned int n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)(seed >> 33) % n;
}

static void mmap_pages(struct machine *m, struct model *now, unsigned int pid, unsigned int file)
{
	unsigned int first = pick(NR_PAGES), nr = 1 + pick(NR_PAGES - first), i;
	uint64_t pgoff = pick(1000);
	char name[16];
	struct record_mmap r = { .pid = pid + 1, .tid = pid + 1, .start = (uint64_t)first << 12,
				 .len = (uint64_t)nr << 12, .pgoff = pgoff << 12, .prot = PROT_EXEC,
				 .flags = MAP_PRIVATE, .filename = name };

	if (!pick(4)) {
		/* The vdso: ends an exec. */
		r.filename = "[vdso]";
		r.len = 0x1000;
		r.start = NR_PAGES << 12;
		machine__add_mmap(m, now->time, PERF_RECORD_MISC_USER, &r);
		if (now->in_exec[pid])
			memcpy(now->pages[pid], now->fresh[pid], sizeof(now->pages[pid]));
		now->in_exec[pid] = false;
		return;
	}
	snprintf(name, sizeof(name), "/lib/%u", file);
	machine__add_mmap(m, now->time, PERF_RECORD_MISC_USER, &r);
	for (i = 0; i < nr; i++)
		now->pages[pid][first + i] = now->fresh[pid][first + i] = (struct page){ file, pgoff + i };
}

static void fork_or_exec(struct machine *m, struct model *now, unsigned int pid)
{
	unsigned int child = (pid + 1 + pick(NR_PIDS - 1)) % NR_PIDS;
	struct record_task fork = { .pid = child + 1, .tid = child + 1, .ppid = pid + 1, .ptid = pid + 1 };
	struct record_comm comm = { .pid = pid + 1, .tid = pid + 1, .comm = "x", .exec = true };

	if (pick(2)) {
		machine__add_fork(m, now->time, &fork, false);
		memcpy(now->pages[child], now->pages[pid], sizeof(now->pages[pid]));
		memcpy(now->fresh[child], now->fresh[pid], sizeof(now->fresh[pid]));
		now->in_exec[child] = now->in_exec[pid];
	} else {
		machine__add_comm(m, now->time, &comm);
		memset(now->fresh[pid], 0, sizeof(now->fresh[pid]));
		now->in_exec[pid] = true;
	}
}

static int check(const struct machine *m, const struct model *at, uint64_t time)
{
	unsigned int pid, i;

	for (pid = 0; pid < NR_PIDS; pid++) {
		const struct maps *maps = machine__maps_at(m, pid + 1, time);

		for (i = 0; i < NR_PAGES; i++) {
			uint64_t addr = ((uint64_t)i << 12) + pick(4096);
			const struct page *want = &at->pages[pid][i];
			const struct map *map = maps__find(maps, addr);

			TEST_ASSERT_EQ(map != NULL, want->file != 0);
			if (!map)
				continue;
			TEST_ASSERT_EQ(atoi(map->dso->short_name), want->file);
			TEST_ASSERT_EQ(map__to_dso(map, addr), (want->pgoff << 12) + (addr & 4095));
		}
	}
	return TEST_OK;
}

/* What a view says holds at each moment that it names, and ends there where something else begins. */
static int check_views(struct machine *m, uint32_t tid, uint64_t last)
{
	struct task_view v = { 0 }, at;
	unsigned int nr = 0;
	uint64_t time;

	for (time = 0; time <= last; time++) {
		if (!task_view__holds(&v, m, tid, tid, time)) {
			TEST_ASSERT(!time || v.until == time);
			machine__view(m, tid, tid, time, &v);
			TEST_ASSERT(v.from == time);
			nr++;
		}
		TEST_ASSERT(v.maps == machine__maps_at(m, tid, time) && v.comm == machine__comm_at(m, tid, tid, time));
		machine__view(m, tid, tid, time, &at);
		TEST_ASSERT(at.from == v.from && at.until == v.until);
	}
	TEST_ASSERT(nr > 1 && v.until == UINT64_MAX);
	return TEST_OK;
}

static int test__maps(void)
{
	struct model *models = xcalloc(NR_STEPS, sizeof(*models)), now = { .time = 0 };
	struct dsos *dsos = dsos__new(NULL);
	struct machine *m = machine__new(0, dsos);
	unsigned int i, n;

	seed = 7;
	for (n = 0; n < NR_STEPS; n++) {
		/* Several changes at one time, as synthesized ones are. */
		if (n > 50 && pick(3))
			now.time += pick(3);
		if (pick(6))
			mmap_pages(m, &now, pick(NR_PIDS), n + 1);
		else
			fork_or_exec(m, &now, pick(NR_PIDS));
		models[n] = now;
		/* A look in between must not see later changes of the same time undone, nor done to the past. */
		if (!pick(50) && check(m, &now, now.time))
			return TEST_FAIL;
	}
	for (i = 0; i < NR_STEPS; i++) {
		if (i + 1 < NR_STEPS && models[i + 1].time == models[i].time)
			continue;
		if (check(m, &models[i], models[i].time))
			return TEST_FAIL;
	}
	TEST_ASSERT(!machine__maps_at(m, 99, 5));
	for (i = 0; i < NR_PIDS; i++)
		if (check_views(m, i + 1, now.time))
			return TEST_FAIL;
	machine__delete(m);
	dsos__delete(dsos);
	free(models);
	return TEST_OK;
}

static int test__shared(void)
{
	struct dsos *dsos = dsos__new(NULL);
	struct machine *m = machine__new(0, dsos);
	struct record_mmap r = { .pid = 1, .tid = 1, .start = 0x1000, .len = 0x1000, .prot = PROT_EXEC,
				 .flags = MAP_PRIVATE, .filename = "/bin/x" };
	struct record_task fork = { .pid = 2, .tid = 2, .ppid = 1, .ptid = 1 };
	const struct maps *before;
	unsigned int i;

	for (i = 0; i < 1000; i++, r.start += 0x1000)
		machine__add_mmap(m, 0, PERF_RECORD_MISC_USER, &r);
	machine__add_fork(m, 10, &fork, false);
	before = machine__maps_at(m, 1, 10);
	TEST_ASSERT(before && before == machine__maps_at(m, 2, 10));
	TEST_ASSERT(!machine__maps_at(m, 2, 9));
	/* What the child does now is not seen by the parent, nor before. */
	r.pid = r.tid = 2;
	r.start = 0x1000;
	r.filename = "/bin/y";
	machine__add_mmap(m, 10, PERF_RECORD_MISC_USER, &r);
	TEST_ASSERT(machine__maps_at(m, 1, 11) == before);
	TEST_ASSERT_STR(maps__find(machine__maps_at(m, 2, 10), 0x1000)->dso->short_name, "y");
	TEST_ASSERT_STR(maps__find(before, 0x1000)->dso->short_name, "x");
	/* 32-bit processes have another vdso of the same name. */
	r.filename = "[vdso]";
	machine__add_mmap(m, 11, PERF_RECORD_MISC_USER, &r);
	r.start = 0x7f0000001000;
	machine__add_mmap(m, 11, PERF_RECORD_MISC_USER, &r);
	TEST_ASSERT(maps__find(machine__maps_at(m, 2, 11), 0x1000)->dso !=
		    maps__find(machine__maps_at(m, 2, 11), r.start)->dso);
	TEST_ASSERT_STR(maps__find(machine__maps_at(m, 2, 11), 0x1000)->dso->long_name, "[vdso]");
	/* A synthesized FORK (exec) shares nothing. */
	fork.pid = fork.tid = 3;
	machine__add_fork(m, 12, &fork, true);
	TEST_ASSERT(!machine__maps_at(m, 3, 12));
	/* Impossible lengths. */
	r = (struct record_mmap){ .pid = 9, .tid = 9, .start = UINT64_MAX - 5, .len = 6, .filename = "/a" };
	machine__add_mmap(m, 13, PERF_RECORD_MISC_USER, &r);
	r.len = 0;
	machine__add_mmap(m, 13, PERF_RECORD_MISC_USER, &r);
	r.len = UINT64_MAX;
	machine__add_mmap(m, 13, PERF_RECORD_MISC_USER, &r);
	TEST_ASSERT(!machine__maps_at(m, 9, 14));
	machine__delete(m);
	dsos__delete(dsos);
	return TEST_OK;
}

static void exec_and_map(struct machine *m, uint64_t time, uint64_t start, const char *name)
{
	struct record_comm comm = { .pid = 1, .tid = 1, .comm = "x", .exec = true };
	struct record_mmap r = { .pid = 1, .tid = 1, .start = start, .len = 0x1000, .prot = PROT_EXEC,
				 .flags = MAP_PRIVATE, .filename = name };

	machine__add_comm(m, time, &comm);
	machine__add_mmap(m, time + 1, PERF_RECORD_MISC_USER, &r);
	r.start = 0x90000;
	r.filename = "[vdso]";
	machine__add_mmap(m, time + 2, PERF_RECORD_MISC_USER, &r);
}

static const char *name_for(const struct machine *m, uint64_t time, uint64_t addr)
{
	const struct map *map = maps__find(machine__maps_for(m, 1, time, addr), addr);

	return map ? map->dso->short_name : "none";
}

/* A program that is started again has the same maps, not others that are equal. */
static int test__again(void)
{
	struct dsos *dsos = dsos__new(NULL);
	struct machine *m = machine__new(0, dsos);
	struct record_mmap r = { .pid = 1, .tid = 1, .start = 0x1000, .len = 0x3000, .prot = PROT_EXEC, .filename = "/lib/1" };
	const struct map *one, *part;

	machine__add_mmap(m, 1, PERF_RECORD_MISC_USER, &r);
	r.pid = r.tid = 2;
	machine__add_mmap(m, 2, PERF_RECORD_MISC_USER, &r);
	one = maps__find(machine__maps_at(m, 1, 3), 0x1500);
	TEST_ASSERT(one && one == maps__find(machine__maps_at(m, 2, 3), 0x1500));
	/* What is left of one of them is another. */
	r.start = 0x2000;
	r.len = 0x1000;
	r.filename = "/lib/2";
	machine__add_mmap(m, 4, PERF_RECORD_MISC_USER, &r);
	part = maps__find(machine__maps_at(m, 2, 5), 0x1500);
	TEST_ASSERT(part && part != one && part->end == 0x2000);
	TEST_ASSERT(maps__find(machine__maps_at(m, 1, 5), 0x1500) == one && one->end == 0x4000);
	machine__delete(m);
	dsos__delete(dsos);
	return TEST_OK;
}

/* Programs a (from 10), b (from 20), c (from 30), each at a place of its own. */
static int test__across_exec(void)
{
	struct dsos *dsos = dsos__new(NULL);
	struct machine *m = machine__new(0, dsos);

	TEST_ASSERT(!machine__maps_for(m, 1, 5, 0x1000));
	exec_and_map(m, 10, 0x1000, "/bin/a");
	exec_and_map(m, 20, 0x2000, "/bin/b");
	exec_and_map(m, 30, 0x3000, "/bin/c");
	/* The kernel has mapped b, and the registers are a's. */
	TEST_ASSERT_STR(name_for(m, 22, 0x1000), "a");
	TEST_ASSERT_STR(name_for(m, 22, 0x2000), "b");
	/* Before anything of c is mapped, when execve begins. */
	TEST_ASSERT_STR(name_for(m, 28, 0x3000), "c");
	TEST_ASSERT_STR(name_for(m, 5, 0x1000), "a");
	/* No further than the next one. */
	TEST_ASSERT_STR(name_for(m, 15, 0x3000), "none");
	TEST_ASSERT_STR(name_for(m, 40, 0x1000), "none");
	TEST_ASSERT_STR(name_for(m, 40, 0x2000), "b");
	TEST_ASSERT_STR(name_for(m, 40, 0x7000), "none");
	/* What nobody maps is looked up where everything else is. */
	TEST_ASSERT(machine__maps_for(m, 1, 40, 0x7000) == machine__maps_at(m, 1, 40));
	machine__delete(m);
	dsos__delete(dsos);
	return TEST_OK;
}

static void add_comm(struct machine *m, uint64_t time, uint32_t pid, uint32_t tid, const char *name)
{
	struct record_comm r = { .pid = pid, .tid = tid, .comm = name };

	machine__add_comm(m, time, &r);
}

static int test__comms(void)
{
	struct dsos *dsos = dsos__new(NULL);
	struct machine *m = machine__new(0, dsos);
	struct record_task fork = { .pid = 20, .tid = 20, .ppid = 10, .ptid = 10 };
	const struct record_mmap outside = { .start = 0x1000, .len = 0x1000, .prot = PROT_EXEC, .filename = "/bin/true" };
	const char *sh;

	TEST_ASSERT_STR(machine__comm_at(m, 0, 0, 0), "swapper");
	/* The idle threads' own names, and then all threads that are outside of the PID namespace. */
	add_comm(m, 1, 0, 0, "swapper/1");
	TEST_ASSERT_STR(machine__comm_at(m, 0, 0, 1), "swapper/1");
	add_comm(m, 2, 0, 0, "true");
	TEST_ASSERT_STR(machine__comm_at(m, 0, 0, 2), "[outside]");
	machine__add_mmap(m, 2, PERF_RECORD_MISC_USER, &outside);
	TEST_ASSERT(!maps__find(machine__maps_at(m, 0, 3), 0x1500));
	TEST_ASSERT_STR(machine__comm_at(m, 10, 10, 5), ":10");
	TEST_ASSERT_STR(machine__comm_at(m, 10, (uint32_t)-1, 5), "[no-thread]");
	TEST_ASSERT_EQ(machine__pid_of(m, 10, 5), (uint32_t)-1);
	add_comm(m, 5, 10, 10, "sh");
	sh = machine__comm_at(m, 10, 10, 5);
	TEST_ASSERT_STR(sh, "sh");
	TEST_ASSERT_STR(machine__comm_at(m, 10, 10, 4), ":10");
	machine__add_fork(m, 7, &fork, false);
	TEST_ASSERT(machine__comm_at(m, 20, 20, 8) == sh);
	TEST_ASSERT_EQ(machine__pid_of(m, 20, 8), 20);
	add_comm(m, 9, 20, 20, "ls");
	TEST_ASSERT(machine__comm_at(m, 20, 20, 8) == sh);
	TEST_ASSERT_STR(machine__comm_at(m, 20, 20, 9), "ls");
	/* A thread is born with its maker's name, and is of the same process. */
	fork = (struct record_task){ .pid = 20, .tid = 21, .ppid = 20, .ptid = 20 };
	machine__add_fork(m, 10, &fork, false);
	TEST_ASSERT_STR(machine__comm_at(m, 20, 21, 10), "ls");
	TEST_ASSERT_EQ(machine__pid_of(m, 21, 10), 20);
	/* The tid is used again, by a child of somebody unknown: the old name is gone. */
	machine__add_exit(m, 11, &fork);
	fork = (struct record_task){ .pid = 21, .tid = 21, .ppid = 77, .ptid = 77 };
	machine__add_fork(m, 12, &fork, false);
	TEST_ASSERT_STR(machine__comm_at(m, 21, 21, 12), ":21");
	TEST_ASSERT_EQ(machine__pid_of(m, 21, 12), 21);
	TEST_ASSERT_EQ(machine__pid_of(m, 21, 11), 20);
	/* The parent's tid is known, but as somebody else's: its name is not inherited. */
	fork = (struct record_task){ .pid = 30, .tid = 30, .ppid = 99, .ptid = 10 };
	machine__add_fork(m, 13, &fork, false);
	TEST_ASSERT_STR(machine__comm_at(m, 30, 30, 13), ":30");
	if (check_views(m, 20, 20) || check_views(m, 21, 20))
		return TEST_FAIL;
	machine__delete(m);
	dsos__delete(dsos);
	return TEST_OK;
}

static int test__kernel(void)
{
	struct symbol_opts opts = { .kallsyms = "/dev/null" };
	struct dsos *dsos = dsos__new(&opts);
	struct machine *m = machine__new(0, dsos);
	struct record_mmap r = { .pid = (uint32_t)-1, .start = 0xffffffff81000000, .len = 0x1000000,
				 .pgoff = 0xffffffff81000000, .filename = "[kernel.kallsyms]_text" };
	struct record_ksymbol k = { .addr = 0xffffffffc0100000, .len = 0x100, .name = "bpf_prog_1_x" };
	const struct map *map;

	machine__add_mmap(m, 0, PERF_RECORD_MISC_KERNEL, &r);
	r = (struct record_mmap){ .pid = (uint32_t)-1, .start = 0xffffffffc0000000, .len = 0x5000,
				  .filename = "/lib/modules/6.1/kernel/drivers/snd-hda.ko.xz" };
	machine__add_mmap(m, 0, PERF_RECORD_MISC_KERNEL, &r);
	map = machine__kernel_map(m, 9, 0xffffffff81000010);
	TEST_ASSERT(map && map->dso->kind == DSO_KIND_KERNEL);
	TEST_ASSERT_STR(map->dso->long_name, "[kernel.kallsyms]");
	TEST_ASSERT_EQ(map__to_dso(map, 0xffffffff81000010), 0xffffffff81000010);
	map = machine__kernel_map(m, 0, 0xffffffffc0004fff);
	TEST_ASSERT(map && map->dso->kind == DSO_KIND_MODULE);
	TEST_ASSERT_STR(map->dso->short_name, "[snd_hda]");
	TEST_ASSERT(!machine__kernel_map(m, 0, 0xffffffff82000000));
	/* A BPF program comes, goes, and comes again elsewhere. */
	machine__add_ksymbol(m, 5, &k);
	k.flags = PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER;
	machine__add_ksymbol(m, 8, &k);
	TEST_ASSERT(!machine__kernel_map(m, 4, k.addr) && !machine__kernel_map(m, 8, k.addr));
	map = machine__kernel_map(m, 7, k.addr + 0xff);
	TEST_ASSERT(map && map->dso->kind == DSO_KIND_KSYMBOL);
	TEST_ASSERT_STR(dso__find_symbol(map->dso, k.addr + 0xff)->name, "bpf_prog_1_x");
	TEST_ASSERT(!machine__kernel_map(m, 7, k.addr + 0x100));
	machine__delete(m);
	dsos__delete(dsos);
	return TEST_OK;
}

DEFINE_SUITE("Processes and maps over time", machine,
	{ "maps against a model", test__maps },
	{ "shared address spaces, bad lengths", test__shared },
	{ "a program that is started again", test__again },
	{ "the programs before and after an execve", test__across_exec },
	{ "names and pids of threads", test__comms },
	{ "kernel, modules, BPF programs", test__kernel })
