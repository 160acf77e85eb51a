// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/live-spaces.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/symbol/vdso.h"

/* How long a process that has ended stays known, ns: samples that were taken as it ended may come out of other rings later. */
#define KEEP_NS		(5 * 1000000000ULL)
/* More maps than a process can have: /proc/sys/vm/max_map_count is 65,530, and 1,048,576 where distributions raise it. */
#define MAX_MAPS	((size_t)1 << 21)

/* Maps by address. Shared by processes until one of them changes something. */
struct map_list {
	unsigned int users;
	size_t nr, cap;
	struct live_map *maps;
};

struct live_space {
	uint32_t pid, parent;		/* @parent 0: not known */
	uint64_t ended;			/* ns; 0: it has not, as far as is known */
	struct map_list *list;		/* NULL: empty */
	const struct live_map *last;	/* found last; NULL: none since the list has changed */
};

struct file_key {
	const struct record_mmap *m;
	uint64_t hash;
};

HASH_SET_TYPE(live_files, struct live_file *)
U64_MAP(space_map, struct live_space *)

struct live_spaces {
	struct live_files files;
	uint32_t nr_files;
	struct space_map by_pid;
	size_t nr;
	struct live_space *last;
};

/* --- files ------------------------------------------------------------------------------------ */

static inline uint64_t live_files__hash(struct file_key key)
{
	return key.hash;
}

static inline bool live_files__is(struct live_file *f, struct file_key key)
{
	const struct record_mmap *m = key.m;

	return f->ino == m->ino && f->maj == m->maj && f->min == m->min && f->ino_generation == m->ino_generation &&
	       f->build_id_size == m->build_id_size && !memcmp(f->build_id, m->build_id, m->build_id_size) &&
	       !strcmp(f->name, m->filename);
}

HASH_SET_FUNCTIONS(live_files, struct file_key, struct live_file *)

/* Names that are no path: memory without a file, "[heap]", what MMAP says of memory that nobody has named. */
static bool is_file(const struct record_mmap *m)
{
	static const char *const none[] = { "//anon", "/anon_hugepage", "/dev/zero", "/SYSV", "/[aio]" };
	size_t i;

	if (!strcmp(m->filename, VDSO_NAME) || !strcmp(m->filename, VDSO32_NAME))
		return true;
	for (i = 0; i < ARRAY_SIZE(none); i++)
		if (!strncmp(m->filename, none[i], strlen(none[i])))
			return false;
	return m->filename[0] == '/' && m->filename[1] != '/';
}

/* That of 32-bit processes is another file. */
static void name_vdso(struct record_mmap *m)
{
	if (!strcmp(m->filename, VDSO_NAME))
		m->filename = vdso__name(m->start);
}

static struct live_file *find_file(struct live_spaces *s, const struct record_mmap *m)
{
	struct file_key key = { .m = m, .hash = hash_combine(hash_str(m->filename), m->ino) };
	struct live_file **place, *f;

	key.hash = hash_bytes(m->build_id, m->build_id_size, key.hash);
	place = live_files__place(&s->files, key);
	if (*place)
		return *place;
	f = xzalloc(sizeof(*f));
	f->name = xstrdup(m->filename);
	f->maj = m->maj;
	f->min = m->min;
	f->ino = m->ino;
	f->ino_generation = m->ino_generation;
	f->build_id_size = m->build_id_size;
	memcpy(f->build_id, m->build_id, m->build_id_size);
	f->nr = ++s->nr_files;
	*place = f;
	return f;
}

/* --- maps ------------------------------------------------------------------------------------- */

static void put_list(struct map_list *list)
{
	if (!list || --list->users)
		return;
	free(list->maps);
	free(list);
}

static void forget_maps(struct live_space *space)
{
	put_list(space->list);
	space->list = NULL;
	space->last = NULL;
}

/* The maps of @space, which it has for itself afterwards, with room for @more. */
static struct map_list *own_list(struct live_space *space, size_t more)
{
	struct map_list *old = space->list, *list = old;

	space->last = NULL;
	if (!old || old->users > 1) {
		list = xzalloc(sizeof(*list));
		list->users = 1;
		list->cap = (old ? old->nr : 0) + more + 14;
		list->maps = xcalloc(list->cap, sizeof(*list->maps));
		if (old) {
			list->nr = old->nr;
			memcpy(list->maps, old->maps, old->nr * sizeof(*list->maps));
			put_list(old);
		}
		space->list = list;
	} else if (list->cap - list->nr < more) {
		list->cap = 2 * list->cap + more;
		list->maps = xreallocarray(list->maps, list->cap, sizeof(*list->maps));
	}
	return list;
}

/* The number of the first map that ends behind @addr. */
static size_t lower_bound(const struct map_list *list, uint64_t addr)
{
	size_t low = 0, high = list->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (list->maps[mid].end <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Takes [@start, @end) out of the list, and returns where a map that begins at @start has its place. */
static size_t cut_out(struct map_list *list, uint64_t start, uint64_t end)
{
	size_t at = lower_bound(list, start), last;
	struct live_map *m = &list->maps[at];

	if (at < list->nr && m->start < start) {
		if (m->end > end) {
			memmove(m + 1, m, (list->nr - at) * sizeof(*m));
			list->nr++;
			m[1].pgoff += end - m[1].start;
			m[1].start = end;
			m->end = start;
			return at + 1;
		}
		m->end = start;
		at++;
	}
	for (last = at; last < list->nr && list->maps[last].end <= end; last++)
		;
	memmove(&list->maps[at], &list->maps[last], (list->nr - last) * sizeof(*m));
	list->nr -= last - at;
	m = &list->maps[at];
	if (at < list->nr && m->start < end) {
		m->pgoff += end - m->start;
		m->start = end;
	}
	return at;
}

static void insert(struct live_space *space, const struct live_map *map)
{
	struct map_list *list;
	size_t at;

	if (space->list && space->list->nr >= MAX_MAPS)
		return;
	list = own_list(space, 2);
	at = cut_out(list, map->start, map->end);
	memmove(&list->maps[at + 1], &list->maps[at], (list->nr - at) * sizeof(*map));
	list->maps[at] = *map;
	list->nr++;
}

/* --- processes -------------------------------------------------------------------------------- */

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
		forget_maps(s->by_pid.slots[i].val);
		free(s->by_pid.slots[i].val);
	}
	HASH_EACH(&s->files, i) {
		struct live_file *f = s->files.slots[i].val;

		if (f->tables && free_tables)
			free_tables(f->tables);
		free(f->name);
		free(f);
	}
	space_map__exit(&s->by_pid);
	live_files__exit(&s->files);
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
	name_vdso(&m);
	if (is_file(&m)) {
		map.file = find_file(s, &m);
		note_process(s, space, map.file);
		map.file->start = map.start;
		map.file->end = map.end;
	}
	insert(space, &map);
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
	i = lower_bound(space->list, m.start);
	name_vdso(&m);
	if (i < space->list->nr && is_file(&m))
		file = find_file(s, &m);
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
	forget_maps(child);
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
			forget_maps(space);
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
	size_t at;

	if (!space || !space->list)
		return NULL;
	if (space->last && addr >= space->last->start && addr < space->last->end)
		return space->last;
	at = lower_bound(space->list, addr);
	if (at == space->list->nr || space->list->maps[at].start > addr)
		return NULL;
	space->last = &space->list->maps[at];
	return space->last;
}

const struct live_map *live_spaces__next(struct live_spaces *s, uint32_t pid, uint64_t addr)
{
	struct live_space *space = find_space(s, pid);
	size_t at = space && space->list ? lower_bound(space->list, addr) : 0;

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
			forget_maps(space);
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

size_t live_spaces__nr(const struct live_spaces *s)
{
	return s->nr;
}
