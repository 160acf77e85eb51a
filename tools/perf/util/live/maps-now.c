// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/maps-now.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"

#define MAPS_MAX	(64U << 20)
/* Before the first number, and between two of a line. */
#define BLANK		" \t"

/* The question about one map, as the kernel has it since Linux 6.11. */
struct procmap_query_now {
	uint64_t size, flags, addr;
	uint64_t start, end, vma_flags, page_size, offset, ino;
	uint32_t maj, min;
	uint32_t name_size, build_id_size;
	uint64_t name, build_id;
};

#define QUERY		_IOWR('f', 17, struct procmap_query_now)
#define QUERY_EXEC	0x04U		/* only executable memory */
#define QUERY_NEXT	0x10U		/* the map with the address, or else the next one */

static int ask(const struct maps_now *m, struct procmap_query_now *q)
{
	q->size = sizeof(*q);
	return ioctl(m->fd, QUERY, q) ? -errno : 0;
}

int maps_now__open(struct maps_now *m, uint32_t pid)
{
	struct procmap_query_now q = { .flags = QUERY_EXEC | QUERY_NEXT };
	char *path = xasprintf("%s/%" PRIu32 "/maps", procfs__path(), pid);
	int err;

	m->text = m->next = NULL;
	m->from = m->read = 0;
	m->fd = open(path, O_RDONLY | O_CLOEXEC);
	err = m->fd < 0 ? -errno : ask(m, &q);
	if (err == -ENOTTY) {
		m->text = m->next = read_text_file(path, MAPS_MAX);
		err = m->text ? 0 : -errno;
	}
	free(path);
	if (err && m->fd >= 0)
		close(m->fd);
	return err;
}

void maps_now__close(struct maps_now *m)
{
	close(m->fd);
	free(m->text);
}

static bool next_asked(struct maps_now *m, struct map_now *ret)
{
	struct procmap_query_now q = { .flags = QUERY_EXEC | QUERY_NEXT, .addr = m->from };

	if (ask(m, &q) || q.end <= q.start)
		return false;
	m->from = q.end;
	*ret = (struct map_now){ .start = q.start, .end = q.end, .offset = q.offset, .ino = q.ino, .maj = q.maj, .min = q.min };
	return true;
}

/* "start-end perms offset maj:min inode   name"; false: it is no line of code. */
static bool parse(char *line, struct map_now *ret)
{
	char *at = line, *perms;

	ret->start = strtoull(at, &at, 16);
	if (*at++ != '-')
		return false;
	ret->end = strtoull(at, &at, 16);
	perms = at + strspn(at, BLANK);
	if (strcspn(perms, BLANK) != 4 || perms[2] != 'x' || ret->end <= ret->start)
		return false;
	ret->offset = strtoull(perms + 4, &at, 16);
	ret->maj = (uint32_t)strtoul(at, &at, 16);
	if (*at++ != ':')
		return false;
	ret->min = (uint32_t)strtoul(at, &at, 16);
	ret->ino = strtoull(at, &at, 10);
	ret->name = at + strspn(at, BLANK);
	return true;
}

static bool next_line(struct maps_now *m, struct map_now *ret)
{
	while (m->next && *m->next) {
		char *line = m->next, *end = strchr(line, '\n');

		if (end)
			*end++ = 0;
		m->next = end;
		m->read++;
		if (parse(line, ret))
			return true;
	}
	return false;
}

bool maps_now__next(struct maps_now *m, struct map_now *ret)
{
	return m->text ? next_line(m, ret) : next_asked(m, ret);
}

const char *maps_now__name(struct maps_now *m, const struct map_now *map)
{
	struct procmap_query_now q = { .addr = map->start, .name_size = sizeof(m->name), .name = (uintptr_t)m->name };

	if (map->name)
		return map->name;
	m->name[0] = 0;
	(void)ask(m, &q);
	m->name[sizeof(m->name) - 1] = 0;
	return m->name;
}
