// SPDX-License-Identifier: GPL-2.0-only
#include "util/machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/machine/map-dso.h"
#include "util/machine/maps.h"
#include "util/machine/threads.h"

U64_MAP(maps_histories, struct maps_history *)

struct machine {
	uint32_t pid;
	struct dsos *dsos;
	struct maps_histories processes;	/* pid -> struct maps_history */
	struct maps_history kernel;	/* the kernel and its modules: one version, whatever the time */
	struct maps_history ksymbols;
	const struct map *kernel_map;	/* the kernel's own, or NULL */
	struct maps_pool pool;
	struct threads threads;
	const char *idle_comm;
};

struct machine *machine__new(uint32_t pid, struct dsos *dsos)
{
	struct machine *m = xzalloc(sizeof(*m));

	m->pid = pid;
	m->dsos = dsos;
	maps_pool__init(&m->pool);
	m->idle_comm = threads__intern(&m->threads, "swapper");
	return m;
}

void machine__delete(struct machine *m)
{
	size_t i;

	if (!m)
		return;
	HASH_EACH(&m->processes, i) {
		maps_history__exit(m->processes.slots[i].val);
		free(m->processes.slots[i].val);
	}
	maps_histories__exit(&m->processes);
	maps_history__exit(&m->kernel);
	maps_history__exit(&m->ksymbols);
	maps_pool__exit(&m->pool);
	threads__exit(&m->threads);
	free(m);
}

uint32_t machine__pid(const struct machine *m)
{
	return m->pid;
}

static struct maps_history *process(struct machine *m, uint32_t pid)
{
	struct maps_history *h = maps_histories__find(&m->processes, pid);

	if (!h) {
		h = xzalloc(sizeof(*h));
		maps_histories__set(&m->processes, pid, h);
	}
	return h;
}

/* Something happened to thread @tid of @pid: if its process was not known, it is now. */
static void learn_pid(struct machine *m, uint64_t time, uint32_t pid, uint32_t tid)
{
	struct thread *thread = threads__findnew(&m->threads, tid);
	const struct thread_state *last = thread->nr ? &thread->states[thread->nr - 1] : NULL;

	if (!last || last->pid == PID_UNKNOWN)
		thread__set(thread, time, pid, last ? last->comm : NULL);
}

static bool is_kernel_mode(unsigned int cpumode)
{
	return cpumode == PERF_RECORD_MISC_KERNEL || cpumode == PERF_RECORD_MISC_GUEST_KERNEL;
}

void machine__add_mmap(struct machine *m, uint64_t time, unsigned int cpumode, const struct record_mmap *r)
{
	struct map map = { .start = r->start, .end = r->start + r->len, .pgoff = r->pgoff,
			   .prot = r->prot, .flags = r->flags };

	if (map.end <= map.start) {
		pr_debug("mmap of '%s' at %#llx: impossible length %#llx, skipped\n", r->filename,
			 (unsigned long long)r->start, (unsigned long long)r->len);
		return;
	}
	if (is_kernel_mode(cpumode)) {
		map.dso = kernel_map__dso(m->dsos, r);
		map.pgoff = 0;
		maps_history__insert(&m->kernel, &m->pool, 0, &map);
		if (map.dso->kind == DSO_KIND_KERNEL)
			m->kernel_map = arena__memdup(&m->pool.arena, &map, sizeof(map));
		return;
	}
	if (!r->pid)
		return;
	map.dso = user_map__dso(m->dsos, r, time);
	if (map.dso->kind == DSO_KIND_VDSO)
		map.pgoff = 0;
	maps_history__insert(process(m, r->pid), &m->pool, time, &map);
	/* The vdso is the last thing that execve maps. */
	if (map.dso->kind == DSO_KIND_VDSO)
		maps_history__exec_done(process(m, r->pid), &m->pool, time);
	learn_pid(m, time, r->pid, r->tid);
}

/* Recorded inside a PID namespace, all threads outside of it are 0, as the idle threads are, which are called swapper/CPU. */
static bool is_outside(const struct record_comm *r)
{
	return !r->tid && strncmp(r->comm, "swapper", strlen("swapper"));
}

void machine__add_comm(struct machine *m, uint64_t time, const struct record_comm *r)
{
	struct thread *thread = threads__findnew(&m->threads, r->tid);

	thread__set(thread, time, r->pid, threads__intern(&m->threads, is_outside(r) ? "[outside]" : r->comm));
	if (r->exec && r->pid)
		maps_history__exec(process(m, r->pid));
}

void machine__add_fork(struct machine *m, uint64_t time, const struct record_task *r, bool exec)
{
	struct thread *parent = threads__find(&m->threads, r->ptid);
	const struct thread_state *state = parent ? thread__at(parent, time) : NULL;
	const char *comm = NULL;

	/* A parent of another process had its tid before: the one that forked is not known. */
	if (state && (state->pid == r->ppid || state->pid == PID_UNKNOWN))
		comm = state->comm;
	thread__set(threads__findnew(&m->threads, r->tid), time, r->pid, comm);
	if (r->pid == r->ppid)
		return;			/* a thread: shares the address space itself */
	if (exec)
		maps_history__clear(process(m, r->pid), &m->pool, time);
	else
		maps_history__share(process(m, r->pid), &m->pool, time, process(m, r->ppid));
}

void machine__add_exit(struct machine *m, uint64_t time, const struct record_task *r)
{
	learn_pid(m, time, r->pid, r->tid);
}

void machine__add_ksymbol(struct machine *m, uint64_t time, const struct record_ksymbol *r)
{
	struct map map = { .start = r->addr, .end = r->addr + r->len };

	if (r->flags & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER) {
		maps_history__remove(&m->ksymbols, &m->pool, time, r->addr);
		return;
	}
	if (map.end <= map.start)
		return;
	map.dso = dsos__get_ksymbol(m->dsos, r->name, map.start, map.end);
	maps_history__insert(&m->ksymbols, &m->pool, time, &map);
}

const struct maps *machine__maps_at(const struct machine *m, uint32_t pid, uint64_t time)
{
	const struct maps_history *h = maps_histories__find(&m->processes, pid);

	return h ? maps_history__at(h, time) : NULL;
}

const struct maps *machine__maps_for(const struct machine *m, uint32_t pid, uint64_t time, uint64_t addr)
{
	const struct maps_history *h = maps_histories__find(&m->processes, pid);
	const struct maps *now = h ? maps_history__at(h, time) : NULL, *other;
	int after;

	if (!h || maps__find(now, addr))
		return now;
	for (after = 0; after < 2; after++) {
		other = maps_history__across_exec(h, time, after);
		if (maps__find(other, addr))
			return other;
	}
	return now;
}

struct kernel_maps machine__kernel_maps_at(const struct machine *m, uint64_t time)
{
	return (struct kernel_maps){ maps_history__at(&m->kernel, 0), maps_history__at(&m->ksymbols, time),
				     m->kernel_map };
}

const struct map *kernel_maps__find(const struct kernel_maps *maps, uint64_t addr)
{
	const struct map *map = maps__find(maps->fixed, addr);

	if (!map)
		map = maps__find(maps->ksymbols, addr);
	/* The recorded length ends with the kernel's data; the code of its start lies behind. */
	if (!map && maps->kernel && dso__covers(maps->kernel->dso, addr))
		map = maps->kernel;
	return map;
}

const struct map *machine__kernel_map(const struct machine *m, uint64_t time, uint64_t addr)
{
	struct kernel_maps maps = machine__kernel_maps_at(m, time);

	return kernel_maps__find(&maps, addr);
}

struct kernel_maps machine__kernel_maps_span(const struct machine *m, uint64_t time, uint64_t *ret_from,
					     uint64_t *ret_until)
{
	*ret_from = 0;
	*ret_until = UINT64_MAX;
	return (struct kernel_maps){ maps_history__at(&m->kernel, 0),
				     maps_history__span(&m->ksymbols, time, ret_from, ret_until), m->kernel_map };
}

static const char *comm_of(struct machine *m, const struct thread_state *state, uint32_t tid)
{
	char unknown[16];

	if (state && state->comm)
		return state->comm;
	if (!tid)
		return m->idle_comm;
	/* The kernel could not tell, as the task was gone already, or the samples have no room for it. */
	if (tid == (uint32_t)-1)
		return threads__intern(&m->threads, "[no-thread]");
	snprintf(unknown, sizeof(unknown), ":%d", (int)tid);
	return threads__intern(&m->threads, unknown);
}

const char *machine__comm_at(struct machine *m, uint32_t pid, uint32_t tid, uint64_t time)
{
	const struct thread *thread = threads__find(&m->threads, tid);

	(void)pid;	/* threads have one name space: the state at @time is that of the right process */
	return comm_of(m, thread ? thread__at(thread, time) : NULL, tid);
}

void machine__view(struct machine *m, uint32_t pid, uint32_t tid, uint64_t time, struct task_view *ret)
{
	const struct maps_history *h = maps_histories__find(&m->processes, pid);
	const struct thread *thread = threads__find(&m->threads, tid);

	*ret = (struct task_view){ .machine = m, .pid = pid, .tid = tid, .until = UINT64_MAX };
	ret->comm = comm_of(m, thread ? thread__span(thread, time, &ret->from, &ret->until) : NULL, tid);
	ret->maps = h ? maps_history__span(h, time, &ret->from, &ret->until) : NULL;
}

uint32_t machine__pid_of(const struct machine *m, uint32_t tid, uint64_t time)
{
	const struct thread *thread = threads__find(&m->threads, tid);
	const struct thread_state *state = thread ? thread__at(thread, time) : NULL;

	return state ? state->pid : PID_UNKNOWN;
}
