// SPDX-License-Identifier: GPL-2.0-only
/* Processes and their address spaces as they are now, by the records of a recording that goes on. */
#include "util/live/live-spaces.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/live/live-spaces-internal.h"

/* How long a process that has ended stays known, ns: samples that were taken as it ended may come out of other rings later. */
#define KEEP_NS		(5 * 1000000000ULL)

struct live_spaces *live_spaces__new(void)
{
	return xzalloc(sizeof(struct live_spaces));
}

void live_spaces__delete(struct live_spaces *s, void (*free_tables)(void *tables))
{
	size_t i;

	if (!s)
		return;
	HASH_EACH(&s->by_pid, i) {
		live_space__forget_maps(s->by_pid.slots[i].val);
		free(s->by_pid.slots[i].val);
	}
	live_spaces__delete_files(s, free_tables);
	space_map__exit(&s->by_pid);
	free(s);
}

static struct live_space *find_space(struct live_spaces *s, uint32_t pid)
{
	if (!s->last || s->last->pid != pid)
		s->last = space_map__find(&s->by_pid, pid);
	return s->last;
}

static struct live_space *findnew_space(struct live_spaces *s, uint32_t pid)
{
	struct live_space *space = find_space(s, pid), **place;

	if (space)
		return space;
	place = space_map__place(&s->by_pid, pid);
	*place = space = xzalloc(sizeof(*space));
	space->pid = pid;
	s->nr++;
	return space;
}

/* False: it is no record of code that a process has mapped. */
static bool decode_mmap(const struct record *r, struct record_mmap *ret)
{
	struct diag ignored = DIAG_INIT;

	if (r->header.type != PERF_RECORD_MMAP && r->header.type != PERF_RECORD_MMAP2)
		return false;
	return record__cpumode(r) == PERF_RECORD_MISC_USER && !(r->header.misc & PERF_RECORD_MISC_MMAP_DATA) &&
	       !record__decode_mmap(r, ret, &ignored) && ret->pid && ret->len && ret->start + ret->len > ret->start;
}

static void note_process(const struct live_spaces *s, const struct live_space *space, struct live_file *file)
{
	size_t i;

	file->pid = space->pid;
	for (i = 0; i < LIVE_ABOVE; i++) {
		file->above[i] = space ? space->parent : 0;
		space = file->above[i] ? space_map__find(&s->by_pid, file->above[i]) : NULL;
	}
}

static void add_mmap(struct live_spaces *s, const struct record *r, uint64_t time)
{
	struct live_space *space;
	struct record_mmap m;
	struct live_map map;

	if (!decode_mmap(r, &m))
		return;
	map = (struct live_map){ .start = m.start, .end = m.start + m.len, .pgoff = m.pgoff, .since = time,
				 .is_probe = !strcmp(m.filename, "[uprobes]") };
	space = findnew_space(s, m.pid);
	live_spaces__name_vdso(&m);
	if (live_spaces__is_file(&m)) {
		map.file = live_spaces__file(s, &m);
		note_process(s, space, map.file);
		map.file->start = map.start;
		map.file->end = map.end;
	}
	live_space__insert(space, &map);
}

bool live_spaces__replaces(struct live_spaces *s, const struct record *r, uint32_t *ret_pid)
{
	struct live_file *file = NULL;
	struct live_space *space;
	const struct live_map *map;
	struct record_mmap m;
	size_t i;

	if (!decode_mmap(r, &m))
		return false;
	*ret_pid = m.pid;
	space = find_space(s, m.pid);
	if (!space || !space->list)
		return false;
	i = map_list__find(space->list, m.start);
	live_spaces__name_vdso(&m);
	if (i < space->list->nr && live_spaces__is_file(&m))
		file = live_spaces__file(s, &m);
	for (; i < space->list->nr && space->list->maps[i].start < m.start + m.len; i++) {
		map = &space->list->maps[i];
		/* Memory that gets other rights, as that of JIT compilers again and again, is told once more. */
		if (map->file != file || (file && map->start - map->pgoff != m.start - m.pgoff))
			return true;
	}
	return false;
}

/*
 * A thread shares the space of its process, which has the same pid; another process gets what its parent has. @told: perf has
 * written the record, for a process whose own maps follow.
 */
static void add_fork(struct live_spaces *s, const struct record_task *task, bool told)
{
	struct live_space *parent, *child;

	if (task->pid == task->ppid)
		return;
	child = findnew_space(s, task->pid);
	parent = find_space(s, task->ppid);
	live_space__forget_maps(child);
	child->ended = 0;
	child->parent = task->ppid;
	if (told || !parent || !parent->list)
		return;
	child->list = parent->list;
	child->list->users++;
}

void live_spaces__add(struct live_spaces *s, const struct record *r, uint64_t time)
{
	struct diag ignored = DIAG_INIT;
	struct record_comm comm;
	struct record_task task;
	struct live_space *space;

	switch (r->header.type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		add_mmap(s, r, time);
		break;
	case PERF_RECORD_COMM:
		if (!record__decode_comm(r, &comm, &ignored) && comm.exec) {
			space = findnew_space(s, comm.pid);
			live_space__forget_maps(space);
			space->ended = 0;
		}
		break;
	case PERF_RECORD_FORK:
		if (!record__decode_task(r, &task, &ignored))
			add_fork(s, &task, r->header.misc & PERF_RECORD_MISC_FORK_EXEC);
		break;
	case PERF_RECORD_EXIT:
		if (!record__decode_task(r, &task, &ignored) && task.pid == task.tid) {
			space = find_space(s, task.pid);
			if (space)
				space->ended = time ? time : 1;
		}
		break;
	default:
		break;
	}
}

bool live_spaces__begins(const struct record *r, uint32_t *ret_pid)
{
	struct diag ignored = DIAG_INIT;
	struct record_comm comm;
	struct record_task task;

	if (r->header.type == PERF_RECORD_COMM && !record__decode_comm(r, &comm, &ignored)) {
		*ret_pid = comm.pid;
		return comm.exec;
	}
	if (r->header.type == PERF_RECORD_FORK && !record__decode_task(r, &task, &ignored)) {
		*ret_pid = task.pid;
		return task.pid != task.ppid;
	}
	return false;
}

const struct live_map *live_spaces__find(struct live_spaces *s, uint32_t pid, uint64_t addr)
{
	struct live_space *space = find_space(s, pid);
	const struct live_map *found;

	if (!space || !space->list)
		return NULL;
	if (space->last && addr >= space->last->start && addr < space->last->end)
		return space->last;
	found = map_list__at(space->list, addr);
	if (found)
		space->last = found;
	return found;
}

struct map_list *live_spaces__keep(struct live_spaces *s, uint32_t pid)
{
	struct live_space *space = find_space(s, pid);
	struct map_list *list = space ? space->list : NULL;

	if (!list)
		list = xzalloc(sizeof(*list));
	list->users++;
	return list;
}

const struct live_map *live_spaces__next(struct live_spaces *s, uint32_t pid, uint64_t addr)
{
	struct live_space *space = find_space(s, pid);
	size_t at = space && space->list ? map_list__find(space->list, addr) : 0;

	return space && space->list && at < space->list->nr ? &space->list->maps[at] : NULL;
}

bool live_spaces__touches(const struct record *r, uint32_t pid, uint64_t start, uint64_t end)
{
	struct record_mmap m;
	uint32_t begins;

	if (decode_mmap(r, &m))
		return m.pid == pid && m.start < end && m.start + m.len > start;
	return live_spaces__begins(r, &begins) && begins == pid;
}

void live_spaces__tidy(struct live_spaces *s, uint64_t time, bool (*exists)(uint32_t pid))
{
	struct space_map kept = { 0 };
	size_t i;

	HASH_EACH(&s->by_pid, i) {
		struct live_space *space = s->by_pid.slots[i].val;

		/* A process whose first thread has ended may have others. */
		if (space->ended && time > space->ended + KEEP_NS && !exists(space->pid)) {
			live_space__forget_maps(space);
			free(space);
			s->nr--;
			continue;
		}
		space_map__set(&kept, space->pid, space);
	}
	s->last = NULL;
	space_map__exit(&s->by_pid);
	s->by_pid = kept;
}
