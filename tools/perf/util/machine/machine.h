/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the recorded machine over time: processes, their maps, threads and their names. Each fact is
 * kept with the time from which it was true, so that the state at any time can be asked for.
 *
 * Facts are added in time order (the session sorts them). The maps of a process at one time are a
 * persistent search tree: a fork shares the root, an mmap copies one path of the tree.
 */
#ifndef PERF_MACHINE_MACHINE_H
#define PERF_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/record.h"
#include "util/symbol/dso.h"

/* A range of an address space. It never changes, and is owned by the machine. */
struct map {
	uint64_t start, end;		/* [start, end) */
	uint64_t pgoff;			/* file offset of start, bytes (kernel maps: 0) */
	uint32_t prot, flags;
	struct dso *dso;
};

/* An address space at one time; NULL is an empty one. If two pointers are equal, the maps are equal. */
struct maps;

struct machine;

/* Returns a new machine. @pid: 0 for the host; for a guest its process on the host. @dsos is borrowed. */
struct machine *machine__new(uint32_t pid, struct dsos *dsos);
void machine__delete(struct machine *m);
uint32_t machine__pid(const struct machine *m);		/* returns the @pid of machine__new() */

/*
 * Add facts, in time order; @time is in ns. User maps are added to process @r->pid, kernel maps (by @cpumode) to the
 * kernel. In what was recorded inside a PID namespace, process 0 and thread 0 stand for all processes and threads outside of it. So
 * process 0 has no user maps, which would be those of many, and its name is "[outside]" as soon as one of these threads gets a name.
 */
void machine__add_mmap(struct machine *m, uint64_t time, unsigned int cpumode, const struct record_mmap *r);
void machine__add_comm(struct machine *m, uint64_t time, const struct record_comm *r);
void machine__add_fork(struct machine *m, uint64_t time, const struct record_task *r, bool exec);
void machine__add_exit(struct machine *m, uint64_t time, const struct record_task *r);
void machine__add_ksymbol(struct machine *m, uint64_t time, const struct record_ksymbol *r);

/* Returns the address space of @pid at @time. */
const struct maps *machine__maps_at(const struct machine *m, uint32_t pid, uint64_t time);
/*
 * Returns the address space of @pid for the user half of a callchain that was recorded in kernel mode at @time and begins
 * with @addr. It is that of @time, unless only the program before or after a nearby execve has mapped @addr: during
 * execve the registers are those of the old program, and in a merged recording a sample may have the stack of the new
 * program before that has mapped anything.
 */
const struct maps *machine__maps_for(const struct machine *m, uint32_t pid, uint64_t time, uint64_t addr);
/* Returns the map that contains @addr, or NULL. */
const struct map *maps__find(const struct maps *maps, uint64_t addr);
/* Calls @fn for each map, in the order of addresses. If @fn returns nonzero, stops and returns that. */
int maps__for_each(const struct maps *maps, int (*fn)(const struct map *map, void *ctx), void *ctx);
/*
 * Returns the map of the kernel or of a module that contains @addr, or NULL. Only maps from KSYMBOL records depend on
 * @time. An address behind the end of the kernel's map also belongs to that map if the kernel's symbol table has a symbol
 * there.
 */
const struct map *machine__kernel_map(const struct machine *m, uint64_t time, uint64_t addr);
/*
 * The two functions below do the same in two steps, for many addresses. If the members of two structs are equal, so are
 * the maps.
 */
struct kernel_maps {
	const struct maps *fixed, *ksymbols;
	const struct map *kernel;	/* the kernel's own, or NULL */
};
struct kernel_maps machine__kernel_maps_at(const struct machine *m, uint64_t time);
const struct map *kernel_maps__find(const struct kernel_maps *maps, uint64_t addr);

/*
 * Returns the name of thread @tid of @pid at @time, interned (equal names are equal pointers) and never NULL; it is
 * ":TID" if no name is known, "swapper" for tid 0, "[no-thread]" for -1.
 */
const char *machine__comm_at(struct machine *m, uint32_t pid, uint32_t tid, uint64_t time);
/* Returns the process of @tid at @time, for samples without a pid; (uint32_t)-1 if it is not known. */
uint32_t machine__pid_of(const struct machine *m, uint32_t tid, uint64_t time);

/*
 * The state of a task in [@from, @until), in ns. It is for callers that need the state of the same tasks many times, when no
 * facts are added to the machine any more.
 */
struct task_view {
	const struct machine *machine;
	uint32_t pid, tid;
	uint64_t from, until;
	const char *comm;		/* as machine__comm_at() */
	const struct maps *maps;	/* as machine__maps_at() */
};
/* Sets *@ret to the state of thread @tid of @pid at @time. */
void machine__view(struct machine *m, uint32_t pid, uint32_t tid, uint64_t time, struct task_view *ret);
static inline bool task_view__holds(const struct task_view *v, const struct machine *m, uint32_t pid, uint32_t tid,
				    uint64_t time)
{
	return v->machine == m && v->pid == pid && v->tid == tid && time >= v->from && time < v->until;
}
/*
 * Does the same as machine__kernel_maps_at(), and sets the time span [*@ret_from, *@ret_until) in which the result is
 * valid.
 */
struct kernel_maps machine__kernel_maps_span(const struct machine *m, uint64_t time, uint64_t *ret_from,
					     uint64_t *ret_until);

/* Turns @addr, an address in @map, into the address that dso__find_symbol() expects. */
static inline uint64_t map__to_dso(const struct map *map, uint64_t addr)
{
	return map->dso->kind == DSO_KIND_USER || map->dso->kind == DSO_KIND_VDSO
		? addr - map->start + map->pgoff : addr;
}

#endif /* PERF_MACHINE_MACHINE_H */
