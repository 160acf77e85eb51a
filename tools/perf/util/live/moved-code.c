// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/moved-code.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/base/alloc.h"
#include "util/event/record.h"
#include "util/live/maps-now.h"
#include "util/symbol/vdso.h"

/* Processes that are remembered; when there are more, all are forgotten. */
#define MAX_PROCESSES	((size_t)1 << 16)
/* A look takes 10 us, of two processes, and 70 on a busy machine: processes that end soon are not looked at, others less and less often. */
#define LOOK_NS		(100 * 1000000ULL)
#define LOOK_MAX_NS	(10 * LOOK_NS)
/* Where maps are read as text: with so many lines it is looked half as often. */
#define LINES		256

struct moved_process {
	uint64_t since;			/* ns: of the last look, or (@looked 0) of the first sample */
	uint64_t newest;		/* of the last sample */
	uint64_t pause;			/* until the next look, ns, but for the time that text takes */
	unsigned int times;		/* as long it is in fact */
	uint64_t losses;		/* moved_code.losses as they were when it was last known what it has mapped */
	bool looked, due;		/* @due: there are samples behind the last look */
};

static void free_all(struct moved_code *m)
{
	size_t i;

	HASH_EACH(&m->by_pid, i)
		free(m->by_pid.slots[i].val);
	moved_processes__exit(&m->by_pid);
}

void moved_code__exit(struct moved_code *m)
{
	free_all(m);
}

bool moved_code__is_due(struct moved_code *m, const struct perf_sample *sample, const struct perf_event_attr *attr)
{
	struct moved_process *p = moved_processes__find(&m->by_pid, (uint64_t)sample->pid + 1);

	if (!p) {
		if (m->by_pid.nr >= MAX_PROCESSES)
			free_all(m);
		p = xzalloc(sizeof(*p));
		p->since = sample->time;
		p->pause = LOOK_NS;
		p->times = 1;
		moved_processes__set(&m->by_pid, (uint64_t)sample->pid + 1, p);
	}
	m->attr = attr;
	m->id = sample->id;
	m->stream_id = sample->stream_id;
	m->cpu = sample->cpu;
	p->newest = sample->time;
	p->due = true;
	/* One that began when records were lost may have all of its maps in these. */
	if (p->losses != m->losses)
		return !p->looked || sample->time >= p->since + LOOK_NS;
	return sample->time >= p->since + p->pause * p->times;
}

void moved_code__doubt(struct moved_code *m, uint32_t pid)
{
	struct moved_process *p = moved_processes__find(&m->by_pid, (uint64_t)pid + 1);

	if (p)
		p->pause = LOOK_NS;
}

void moved_code__note_loss(struct moved_code *m)
{
	m->losses++;
}

uint32_t moved_code__next_due(const struct moved_code *m, size_t *pos)
{
	for (; *pos < m->by_pid.cap; ++*pos)
		if (m->by_pid.slots[*pos].val && m->by_pid.slots[*pos].val->due)
			return (uint32_t)(m->by_pid.slots[(*pos)++].key - 1);
	return 0;
}

void moved_code__forget(struct moved_code *m, uint32_t pid)
{
	struct moved_process *p = moved_processes__find(&m->by_pid, (uint64_t)pid + 1);

	if (p)
		*p = (struct moved_process){ .since = p->newest, .newest = p->newest, .pause = LOOK_NS, .times = 1 };
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Without what the kernel writes behind names of files that are deleted. */
static size_t bare_length(const char *name)
{
	static const char deleted[] = " (deleted)";
	size_t len = strlen(name), tail = sizeof(deleted) - 1;

	return len > tail && !strcmp(name + len - tail, deleted) ? len - tail : len;
}

/*
 * Names count where numbers differ, which those of some file systems do, or where records have a build id in place of
 * numbers. The same file has another path in another root.
 */
static bool is_same_name(const char *told, const char *now)
{
	const char *a = last_part(told), *b = last_part(now);
	size_t len = bare_length(a);

	if (!strcmp(told, VDSO32_NAME))
		return !strcmp(now, VDSO_NAME);
	return bare_length(b) == len && !memcmp(a, b, len);
}

static bool is_same_file(const struct live_file *file, const struct map_now *now)
{
	if (file->ino && file->ino == now->ino && file->maj == now->maj && file->min == now->min)
		return true;
	return is_same_name(file->name, now->name);
}

/* Nothing was told of [@start, @end) of @now; nor is it of the kernel's own page, which is in no map of a process. */
static void add_untold(const struct map_now *now, uint64_t start, uint64_t end, uint64_t since, struct moved_ranges *ret)
{
	if (start >= end || now->start >> 63 || ret->nr == MOVED_RANGES_MAX || strlen(now->name) >= PATH_MAX)
		return;
	ret->ranges[ret->nr++] = (struct moved_range){ .start = start, .end = end, .since = since, .name = xstrdup(now->name),
							.offset = now->ino ? start - now->start + now->offset : start,
							.ino = now->ino, .maj = now->maj, .min = now->min };
}

/* Compares one map as it is now with what records say of its addresses. @lost: these may not be all. */
static void compare(struct live_spaces *spaces, const struct map_now *now, uint64_t since, bool lost, struct moved_ranges *ret)
{
	const struct live_map *told = live_spaces__next(spaces, ret->pid, now->start);
	uint64_t at = now->start;

	for (; told && told->start < now->end && ret->nr < MOVED_RANGES_MAX; told = live_spaces__next(spaces, ret->pid, told->end)) {
		uint64_t start = told->start > now->start ? told->start : now->start, end = told->end < now->end ? told->end : now->end;

		if (lost)
			add_untold(now, at, start, since, ret);
		at = end;
		if (ret->nr < MOVED_RANGES_MAX && told->file &&
		    (start - told->start + told->pgoff != start - now->start + now->offset || !is_same_file(told->file, now)))
			ret->ranges[ret->nr++] = (struct moved_range){ .start = start, .end = end, .since = since > told->since ? since : told->since };
	}
	if (lost)
		add_untold(now, at, now->end, since, ret);
}

bool moved_code__look(struct moved_code *m, struct live_spaces *spaces, uint32_t pid, struct moved_ranges *ret)
{
	struct moved_process *p = moved_processes__find(&m->by_pid, (uint64_t)pid + 1);
	struct maps_now maps;
	struct map_now now;
	uint64_t since, losses = m->losses;
	int err;

	ret->pid = pid;
	ret->nr = 0;
	if (!p)
		return false;
	err = maps_now__open(&maps, m->asker, pid);
	/* While running processes are listed: it stays due. */
	if (err == -EBUSY)
		return false;
	/* The first sample is to be behind the record. */
	since = p->looked || !p->since ? p->since : p->since - 1;
	p->since = p->newest;
	p->due = false;
	if (err)
		return false;
	p->looked = true;
	while (maps_now__next(&maps, &now))
		compare(spaces, &now, since, p->losses != losses, ret);
	if (ret->nr < MOVED_RANGES_MAX)
		p->losses = losses;
	p->pause = 2 * p->pause < LOOK_MAX_NS ? 2 * p->pause : LOOK_MAX_NS;
	p->times = 1 + (unsigned int)(maps.read / LINES);
	return ret->nr;
}

void moved_ranges__exit(struct moved_ranges *m)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		free(m->ranges[i].name);
	m->nr = 0;
}

void moved_ranges__heed(struct moved_ranges *m, const struct record *r)
{
	size_t i, kept = 0;

	for (i = 0; i < m->nr; i++)
		if (live_spaces__touches(r, m->pid, m->ranges[i].start, m->ranges[i].end))
			free(m->ranges[i].name);
		else
			m->ranges[kept++] = m->ranges[i];
	m->nr = kept;
}

/* What follows every record of an event that is no sample. */
static size_t put_id(const struct moved_code *m, uint64_t *to, size_t n, uint32_t pid, uint64_t time)
{
	const uint64_t type = m->attr->sample_id_all ? m->attr->sample_type : 0;

	if (type & PERF_SAMPLE_TID)
		to[n++] = record__pair_word(pid, pid);
	if (type & PERF_SAMPLE_TIME)
		to[n++] = time;
	if (type & PERF_SAMPLE_ID)
		to[n++] = m->id;
	if (type & PERF_SAMPLE_STREAM_ID)
		to[n++] = m->stream_id;
	if (type & PERF_SAMPLE_CPU)
		to[n++] = record__pair_word(m->cpu, 0);
	if (type & PERF_SAMPLE_IDENTIFIER)
		to[n++] = m->id;
	return n;
}

size_t moved_code__record(const struct moved_code *m, uint64_t *to, uint32_t pid, const struct moved_range *range)
{
	const char *name = range->name && *range->name ? range->name : "//anon";
	size_t n = 1, len = strlen(name), name_words = len / sizeof(*to) + 1;

	to[n++] = record__pair_word(pid, pid);
	to[n++] = range->start;
	to[n++] = range->end - range->start;
	to[n++] = range->name ? range->offset : range->start;
	/* Device, inode and its generation, which nobody tells. */
	to[n++] = record__pair_word(range->maj, range->min);
	to[n++] = range->ino;
	to[n++] = 0;
	to[n++] = record__pair_word(PROT_READ | PROT_EXEC, MAP_PRIVATE | (range->ino ? 0 : MAP_ANONYMOUS));
	memset(&to[n], 0, name_words * sizeof(*to));
	memcpy(&to[n], name, len);
	n = put_id(m, to, n + name_words, pid, range->since);
	memcpy(to, &(struct perf_event_header){ .type = PERF_RECORD_MMAP2, .misc = PERF_RECORD_MISC_USER, .size = (uint16_t)(n * 8) }, sizeof(*to));
	return n * 8;
}
