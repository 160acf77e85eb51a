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
#include "util/base/maps-text.h"

/* Before the first number, and between two of a line. */
#define BLANK		" \t"
#define MAP_NAME_MAX	4096

/* An answer: how many lines were read, and each map with its name behind it, filled with zeros. */
struct told_map {
	uint64_t start, end, offset, ino;
	uint32_t maj, min;
	uint64_t name_size;		/* a multiple of 8 */
};

/* --- in the deputy ---------------------------------------------------------------------------- */

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

static void tell(struct strbuf *out, const struct map_now *map)
{
	static const char zeros[8];
	size_t len = strlen(map->name), size = (len + 8) & ~(size_t)7;
	const struct told_map t = { .start = map->start, .end = map->end, .offset = map->offset, .ino = map->ino, .maj = map->maj,
				    .min = map->min, .name_size = size };

	strbuf__add(out, &t, sizeof(t));
	strbuf__add(out, map->name, len);
	strbuf__add(out, zeros, size - len);
}

/* Returns 0 or negative errno; -ENOTTY: this kernel is not to be asked so. */
static int ask_kernel(int fd, struct strbuf *out)
{
	/* Checkers of memory do not know that the kernel writes it. */
	char name[MAP_NAME_MAX] = "";
	struct procmap_query_now q = { .end = 0 };
	int err;

	for (;;) {
		q = (struct procmap_query_now){ .size = sizeof(q), .flags = QUERY_EXEC | QUERY_NEXT, .addr = q.end, .name_size = sizeof(name),
						.name = (uintptr_t)name };
		name[0] = 0;
		err = ioctl(fd, QUERY, &q) ? -errno : 0;
		/* A name that is too long is none. */
		if (err == -ENAMETOOLONG) {
			q.name_size = q.name = 0;
			err = ioctl(fd, QUERY, &q) ? -errno : 0;
		}
		if (err || q.end <= q.start)
			return err == -ENOENT ? 0 : err;
		name[sizeof(name) - 1] = 0;
		tell(out, &(struct map_now){ .start = q.start, .end = q.end, .offset = q.offset, .ino = q.ino, .maj = q.maj, .min = q.min,
					     .name = name });
	}
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

/* Returns how many lines there are. */
static uint64_t read_text(uint32_t pid, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	char *line = NULL, *end;
	struct map_now map;
	uint64_t nr = 0;

	if (maps_text__read((pid_t)pid, &text))
		line = text.buf;
	for (; line && *line; line = end, nr++) {
		end = strchrnul(line, '\n');
		if (*end)
			*end++ = 0;
		if (parse(line, &map))
			tell(out, &map);
	}
	strbuf__exit(&text);
	return nr;
}

static void look(struct deputy_job *job)
{
	const uint32_t *pid = job->in;
	char *path = xasprintf("%s/%" PRIu32 "/maps", procfs__path(), *pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;
	struct strbuf out = STRBUF_INIT;
	uint64_t nr = 0;

	free(path);
	if (fd < 0)
		return;
	strbuf__add(&out, &nr, sizeof(nr));
	err = ask_kernel(fd, &out);
	(void)close(fd);
	if (err == -ENOTTY) {
		nr = read_text(*pid, &out);
		memcpy(out.buf, &nr, sizeof(nr));
		err = nr ? 0 : -ESRCH;
	}
	/* What was told before is true, but may not be all. */
	if (!err)
		process_job__answer(job, out.buf, out.len);
	strbuf__exit(&out);
}

/* --- here ------------------------------------------------------------------------------------- */

int maps_now__open(struct maps_now *m, struct process_asker *asker, uint32_t pid)
{
	uint64_t nr;
	size_t size;
	char *bytes;
	int err = process_asker__ask(asker, (pid_t)pid, &(struct deputy_question){ look, &pid, sizeof(pid) }, &bytes, &size);

	if (err)
		return err;
	if (size < sizeof(nr))
		return -EBADMSG;
	memcpy(&nr, bytes, sizeof(nr));
	m->read = (size_t)nr;
	m->at = bytes + sizeof(nr);
	m->end = bytes + size;
	return 0;
}

bool maps_now__next(struct maps_now *m, struct map_now *ret)
{
	struct told_map t;

	if ((size_t)(m->end - m->at) < sizeof(t))
		return false;
	memcpy(&t, m->at, sizeof(t));
	m->at += sizeof(t);
	*ret = (struct map_now){ .start = t.start, .end = t.end, .offset = t.offset, .ino = t.ino, .maj = t.maj, .min = t.min, .name = m->at };
	m->at += t.name_size;
	return true;
}
