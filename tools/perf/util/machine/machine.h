/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The world a recording saw, over time: processes, their maps, threads and their names. Everything is
 * kept with the time from which it held, so that any moment can be asked for at any time.
 *
 * Facts are added in time order (the session sorts them). A process's maps at a moment are a
 * persistent search tree: a fork shares the root, an mmap copies one path.
 */
#ifndef PERF_MACHINE_MACHINE_H
#define PERF_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/record.h"
#include "util/symbol/dso.h"

/* A stretch of an address space. Never changes; owned by the machine. */
struct map {
	uint64_t start, end;		/* [start, end) */
	uint64_t pgoff;			/* file offset of start, bytes (kernel maps: 0) */
	uint32_t prot, flags;
	struct dso *dso;
};

/* An address space at a moment: NULL is an empty one. Equal pointers are equal maps. */
struct maps;

struct machine;

/* @pid: 0 for the host, else the guest's process on the host. @dsos is borrowed. */
struct machine *machine__new(uint32_t pid, struct dsos *dsos);
void machine__delete(struct machine *m);
uint32_t machine__pid(const struct machine *m);		/* as given to machine__new() */

/* Facts, in time order; @time in ns. User maps go to @r->pid, those of the kernel (cpumode) to the kernel. */
void machine__add_mmap(struct machine *m, uint64_t time, unsigned int cpumode, const struct record_mmap *r);
void machine__add_comm(struct machine *m, uint64_t time, const struct record_comm *r);
void machine__add_fork(struct machine *m, uint64_t time, const struct record_task *r, bool exec);
void machine__add_exit(struct machine *m, uint64_t time, const struct record_task *r);
void machine__add_ksymbol(struct machine *m, uint64_t time, const struct record_ksymbol *r);

/* The address space of @pid at @time. */
const struct maps *machine__maps_at(const struct machine *m, uint32_t pid, uint64_t time);
/*
 * The address space of @pid for a user half that was taken in kernel mode at @time, of which @addr is the
 * first address: that of @time, unless only the program before or after an execve nearby has mapped
 * @addr. In execve the registers are the old program's up to the end, and in a merged recording a sample
 * has the stack of the new one before anything of it is mapped.
 */
const struct maps *machine__maps_for(const struct machine *m, uint32_t pid, uint64_t time, uint64_t addr);
/* The map over @addr, or NULL. */
const struct map *maps__find(const struct maps *maps, uint64_t addr);
/* Calls @fn for each map, by address; stops at nonzero, which is returned. */
int maps__for_each(const struct maps *maps, int (*fn)(const struct map *map, void *ctx), void *ctx);
/*
 * The kernel's or a module's map over @addr, or NULL. The same at all times but for KSYMBOLs. What lies
 * behind the kernel's map, and has a symbol in its table, is its too.
 */
const struct map *machine__kernel_map(const struct machine *m, uint64_t time, uint64_t addr);
/* The same in two steps, for many addresses; equal members are equal maps, as with struct maps. */
struct kernel_maps {
	const struct maps *fixed, *ksymbols;
	const struct map *kernel;	/* the kernel's own, or NULL */
};
struct kernel_maps machine__kernel_maps_at(const struct machine *m, uint64_t time);
const struct map *kernel_maps__find(const struct kernel_maps *maps, uint64_t addr);

/*
 * The name of thread @tid of @pid at @time: interned (equal names are equal pointers), never NULL;
 * ":TID" if none is known, "swapper" for tid 0.
 */
const char *machine__comm_at(struct machine *m, uint32_t pid, uint32_t tid, uint64_t time);
/* The process of @tid at @time, for samples without a pid. (uint32_t)-1 if not known. */
uint32_t machine__pid_of(const struct machine *m, uint32_t tid, uint64_t time);

/*
 * A task as it is from @from to before @until (ns): for readers who ask again and again about the same tasks of a world that
 * does not change any more.
 */
struct task_view {
	const struct machine *machine;
	uint32_t pid, tid;
	uint64_t from, until;
	const char *comm;		/* as machine__comm_at() */
	const struct maps *maps;	/* as machine__maps_at() */
};
void machine__view(struct machine *m, uint32_t pid, uint32_t tid, uint64_t time, struct task_view *ret);
static inline bool task_view__holds(const struct task_view *v, const struct machine *m, uint32_t pid, uint32_t tid,
				    uint64_t time)
{
	return v->machine == m && v->pid == pid && v->tid == tid && time >= v->from && time < v->until;
}
/* machine__kernel_maps_at(), which holds from *@ret_from to before *@ret_until. */
struct kernel_maps machine__kernel_maps_span(const struct machine *m, uint64_t time, uint64_t *ret_from,
					     uint64_t *ret_until);

/* In a map: the address by which dso__find_symbol() knows @addr. */
static inline uint64_t map__to_dso(const struct map *map, uint64_t addr)
{
	return map->dso->kind == DSO_KIND_USER || map->dso->kind == DSO_KIND_VDSO
		? addr - map->start + map->pgoff : addr;
}

#endif /* PERF_MACHINE_MACHINE_H */
