// SPDX-License-Identifier: GPL-2.0-only
/*
 * The maps of running processes. A deputy reads /proc/PID/maps, leaves out what is not wanted, and adds the build ids of files that lie on a disk
 * here: opening a file by its map takes the same lock. Where it could tell, a line in front of that of the map says "#HEX", or "#": it has none. In
 * front of the lines of a process stands "!PID".
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/maps-text.h"
#include "util/machine/synth-record.h"

#define MAP_SHARED_FLAG	1u
#define MAP_PRIVATE_FLAG 2u

struct maps_question {
	struct process_asker *asker;	/* both at the same place as here */
	struct synth_cache *cache;	/* the deputy's own; NULL: build ids are not asked for */
	bool data_maps;
	uint32_t nr;
	pid_t pids[SYNTH_AT_ONCE];
};

_Static_assert(sizeof(struct maps_question) <= PROCESS_QUESTION_MAX, "a question has room for all");

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

/* Each line of @text, the first of which is at *@at, ends with a zero then. NULL: there is none. */
static char *next_line(char **at)
{
	char *line = *at, *end = strchrnul(line, '\n');

	if (!*line)
		return NULL;
	*at = *end ? end + 1 : end;
	*end = 0;
	return line;
}

/* --- in the deputy ---------------------------------------------------------------------------- */

static void add_build_id(struct synth_cache *cache, const struct record_mmap *m, struct strbuf *out)
{
	static const char digits[] = "0123456789abcdef";
	uint8_t id[BUILD_ID_MAX];
	int n = synth__local_build_id(cache, m, id), i;

	if (n < 0)
		return;
	strbuf__addch(out, '#');
	for (i = 0; i < n; i++) {
		strbuf__addch(out, digits[id[i] >> 4]);
		strbuf__addch(out, digits[id[i] & 15]);
	}
	strbuf__addch(out, '\n');
}

static void add_maps(const struct maps_question *q, pid_t pid, struct strbuf *text, struct strbuf *out)
{
	struct record_mmap m = { .pid = (uint32_t)pid, .tid = (uint32_t)pid };
	char *at, *line;

	if (!maps_text__read(pid, text))
		return;
	strbuf__addf(out, "!%d\n", (int)pid);
	for (at = text->buf; (line = next_line(&at));) {
		if (!parse_map(line, &m) || !is_wanted(&m, q->data_maps))
			continue;
		if (q->cache && m.ino)
			add_build_id(q->cache, &m, out);
		strbuf__addstr(out, line);
		strbuf__addch(out, '\n');
	}
}

static void read_maps(struct deputy_job *job)
{
	const struct maps_question *q = job->in;
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
	uint32_t i;

	for (i = 0; i < q->nr; i++)
		if (process_asker__at(q->asker, q->pids[i]))
			add_maps(q, q->pids[i], &text, &out);
	process_job__answer(job, strbuf__str(&out), out.len);
	strbuf__exit(&text);
	strbuf__exit(&out);
}

/* --- here ------------------------------------------------------------------------------------- */

int synth__put_maps(const struct synth_opts *opts, const pid_t *pids, size_t nr)
{
	struct maps_question q = { .asker = opts->asker, .data_maps = opts->data_maps, .cache = opts->build_ids ? opts->cache : NULL,
				   .nr = (uint32_t)nr };

	memcpy(q.pids, pids, nr * sizeof(*pids));
	return process_asker__put(opts->asker, 0, read_maps, &q, sizeof(q));
}

int synth__take_maps(const struct synth_opts *opts, char **ret)
{
	size_t size;

	return process_asker__take(opts->asker, ret, &size);
}

/* "HEX" */
static uint8_t parse_id(const char *text, uint8_t ret[BUILD_ID_MAX])
{
	uint8_t n = 0;

	for (; n < BUILD_ID_MAX && text[0] && text[1]; text += 2) {
		const char byte[3] = { text[0], text[1], 0 };
		uint64_t v;

		(void)hex(byte, &v);
		ret[n++] = (uint8_t)v;
	}
	return n;
}

/* @known: m->build_id is that of the file, if it has one. */
static int emit_map(const struct synth_opts *opts, struct record_mmap *m, bool known)
{
	if (opts->build_ids && m->ino && !known)
		m->build_id_size = (uint8_t)synth__build_id(opts, m, m->build_id);
	if (!m->build_id_size && m->ino && (m->prot & 4) && opts->on_file)
		opts->on_file(opts->ctx, m->filename);
	return synth__emit_mmap(opts, PERF_RECORD_MISC_USER, m);
}

/* Are they of @pid that come next? */
static bool begins_with(char **answer, pid_t pid)
{
	char *end;

	if (**answer != '!' || strtol(*answer + 1, &end, 10) != pid)
		return false;
	*answer = end + (*end == '\n');
	return true;
}

int synth__emit_maps(const struct synth_opts *opts, pid_t pid, char **answer)
{
	bool known = false;
	struct record_mmap m = { 0 };
	char *line;
	int err = 0;

	if (!begins_with(answer, pid))
		return 0;
	while (!err && **answer != '!' && (line = next_line(answer))) {
		if (*line == '#') {
			m.build_id_size = parse_id(line + 1, m.build_id);
			known = true;
			continue;
		}
		m.pid = m.tid = (uint32_t)pid;
		if (parse_map(line, &m) && is_wanted(&m, opts->data_maps))
			err = emit_map(opts, &m, known);
		m = (struct record_mmap){ 0 };
		known = false;
	}
	return err;
}
