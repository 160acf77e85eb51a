// SPDX-License-Identifier: GPL-2.0-only
/* The maps of a running process, with the build ids of files that lie on a disk here: opening a file by its map takes the same lock. */
#include <ctype.h>
#include <string.h>

#include "util/base/maps-text.h"
#include "util/machine/synth-record.h"

#define MAP_SHARED_FLAG	1u
#define MAP_PRIVATE_FLAG 2u

/* Reads hexadecimal digits. */
static const char *hex(const char *p, uint64_t *ret)
{
	uint64_t v = 0;

	for (;; p++) {
		int c = *p | 32;

		if (c >= '0' && c <= '9')
			v = v << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (uint64_t)(c - 'a' + 10);
		else
			break;
	}
	*ret = v;
	return p;
}

/* "START-END rwxp OFFSET MAJ:MIN INODE   PATH". Returns false if it is none. */
static bool parse_map(const char *line, struct record_mmap *m)
{
	uint64_t end, maj, min;
	const char *p = hex(line, &m->start);

	if (*p != '-')
		return false;
	p = hex(p + 1, &end);
	if (*p != ' ' || end <= m->start || strnlen(p, 6) < 6)
		return false;
	m->len = end - m->start;
	m->prot = (p[1] == 'r' ? 1u : 0) | (p[2] == 'w' ? 2u : 0) | (p[3] == 'x' ? 4u : 0);
	m->flags = p[4] == 's' ? MAP_SHARED_FLAG : MAP_PRIVATE_FLAG;
	p = hex(p + 6, &m->pgoff);
	p = hex(p + (*p == ' '), &maj);
	p = hex(p + (*p == ':'), &min);
	m->maj = (uint32_t)maj;
	m->min = (uint32_t)min;
	for (p += *p == ' ', m->ino = 0; isdigit((unsigned char)*p); p++)
		m->ino = m->ino * 10 + (uint64_t)(*p - '0');
	p += strspn(p, " ");
	m->filename = *p ? p : "//anon";
	return true;
}

static bool is_wanted(const struct record_mmap *m, bool data_maps)
{
	return m->prot & 4 || (data_maps && m->prot & 3);
}

int synth__read_maps(const struct synth_opts *opts, pid_t pid, int (*emit)(void *ctx, const struct record_mmap *m, bool known))
{
	struct strbuf text = STRBUF_INIT;
	char *line, *next;
	int err = 0, size;

	if (!maps_text__read(pid, &text)) {
		strbuf__exit(&text);
		return 0;
	}
	for (line = text.buf; *line && !err; line = next) {
		struct record_mmap m = { .pid = (uint32_t)pid, .tid = (uint32_t)pid };

		next = strchrnul(line, '\n');
		if (*next)
			*next++ = 0;
		if (!parse_map(line, &m) || !is_wanted(&m, opts->data_maps))
			continue;
		size = opts->build_ids && opts->cache && m.ino ? synth__local_build_id(opts->cache, &m, m.build_id) : -1;
		m.build_id_size = size > 0 ? (uint8_t)size : 0;
		err = emit(opts->ctx, &m, size >= 0);
	}
	strbuf__exit(&text);
	return err;
}
