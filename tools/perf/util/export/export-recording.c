// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export-recording.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "util/base/alloc.h"
#include "util/base/new-file.h"
#include "util/export/export-json.h"

#define RECORDING_VERSION	1
#define HOST_LETTERS		64

void export_recording__init(struct export_recording *x, const struct stat *st)
{
	*x = (struct export_recording){ .changed = st->st_mtim.tv_sec, .bytes = (uint64_t)st->st_size };
}

void export_recording__exit(struct export_recording *x)
{
	size_t i;

	HASH_EACH(&x->files, i)
		free(x->files.slots[i].val);
	export_files__exit(&x->files);
}

/* The program: of the user frames the outermost one that is not in a library. Else where the sample lies. */
static const struct dso *dso_of(const struct session_sample *s)
{
	const struct chain_half *user = s->chain.user;
	uint32_t i;

	for (i = user ? user->nr : 0; i; i--) {
		const struct map *map = user->frames[i - 1]->map;

		if (map && map->dso->kind == DSO_KIND_USER && !strstr(map->dso->short_name, ".so"))
			return map->dso;
	}
	return s->ip && s->ip->map ? s->ip->map->dso : NULL;
}

void export_recording__sample(struct export_recording *x, const struct session_sample *s)
{
	const struct dso *dso = dso_of(s);
	uint64_t *nr;

	if (!dso)
		return;
	nr = export_files__find(&x->files, (uintptr_t)dso);
	if (!nr) {
		nr = xzalloc(sizeof(*nr));
		export_files__set(&x->files, (uintptr_t)dso, nr);
	}
	++*nr;
}

/* Of user space the file that most samples lie in; if there is none, of all. By name where that is equal. */
static const struct dso *program_of(const struct export_recording *x)
{
	const struct dso *best = NULL;
	uint64_t most = 0;
	size_t i;

	HASH_EACH(&x->files, i) {
		const struct dso *dso = (const struct dso *)(uintptr_t)x->files.slots[i].key;
		uint64_t nr = *(uint64_t *)x->files.slots[i].val;
		bool user = dso->kind == DSO_KIND_USER, best_user = best && best->kind == DSO_KIND_USER;

		if (best && (user != best_user ? best_user : nr != most ? nr < most : strcmp(dso->long_name, best->long_name) > 0))
			continue;
		best = dso;
		most = nr;
	}
	return best;
}

char *export_recording__name(const struct export_recording *x, struct session *s, uint64_t key)
{
	const char *host = session__header(s)->hostname;
	const struct dso *dso = program_of(x);
	char id[41], text[HOST_LETTERS + 1];
	size_t i;

	for (i = 0; host && host[i] && i < HOST_LETTERS; i++)
		text[i] = isalnum((unsigned char)host[i]) || (host[i] == '.' && i) || host[i] == '_' || host[i] == '-' ? host[i] : '_';
	text[i] = 0;
	return xasprintf("%s-%s-%016" PRIx64, *text ? text : "unknown",
			 dso && dso->build_id_size ? build_id__text(dso->build_id, dso->build_id_size, id) : "unknown", key);
}

/* When it was recorded, seconds since 1970. */
static int64_t recorded(const struct export_recording *x, const struct session *s)
{
	const struct perf_header *h = session__header(s);

	if (x->began)
		return x->began;
	return h->clock_data_tod ? (int64_t)(h->clock_data_tod / 1000000000) : x->changed;
}

char *export_recording__day(const struct export_recording *x, const struct session *s)
{
	time_t t = (time_t)recorded(x, s);
	struct tm tm;

	if (!gmtime_r(&t, &tm) || tm.tm_year < 70 || tm.tm_year > 8000)
		return xstrdup("day=unknown");
	return xasprintf("day=%04d-%02d-%02d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
}

static void add_line(const struct export_recording *x, const struct export *e, struct text_out *out, const char *path, bool partial)
{
	const struct perf_header *h = session__header(e->session);
	const struct session_stats *st = session__stats(e->session);
	const struct dso *dso = program_of(x);
	const struct session_stats none = { 0 }, *before = x->before ? x->before : &none;
	uint64_t orphans = 0;
	char id[41];
	size_t i;

	for (i = 0; i < PERF_STITCH_NR_REASONS; i++)
		orphans += i == PERF_STITCH_WHOLE ? 0 : st->orphans[i] - before->orphans[i];
	text_out__addf(out, "{\"v\":%d,\"recording\":", RECORDING_VERSION);
	text_out__json(out, path);
	text_out__addstr(out, ",\"host\":");
	text_out__json(out, h->hostname);
	text_out__addstr(out, ",\"kernel\":");
	text_out__json(out, h->osrelease);
	text_out__addstr(out, ",\"program\":");
	text_out__json(out, dso ? dso->short_name : NULL);
	text_out__addstr(out, ",\"build_id\":");
	text_out__json(out, dso && dso->build_id_size ? build_id__text(dso->build_id, dso->build_id_size, id) : NULL);
	text_out__addf(out,
		       ",\"recorded\":%" PRId64 ",\"bytes\":%" PRIu64 ",\"samples\":%" PRIu64 ",\"first\":%" PRIu64 ",\"last\":%" PRIu64,
		       recorded(x, e->session), x->bytes, e->samples, e->first_time, e->last_time);
	text_out__addf(out, ",\"lost_events\":%" PRIu64 ",\"lost_samples\":%" PRIu64 ",\"waiting\":%" PRIu64 ",\"orphans\":%" PRIu64,
		       st->lost_events - before->lost_events, st->lost_samples - before->lost_samples, st->waiting - before->waiting,
		       orphans);
	text_out__addf(out, ",\"damaged\":%" PRIu64 ",\"truncated\":%s", st->damaged - before->damaged,
		       st->truncated || st->unfinished ? "true" : "false");
	text_out__addstr(out, partial ? EXPORT_RECORDING_PARTIAL : ",\"partial\":false}\n");
}

int export_recording__write(const struct export_recording *x, const struct export *e, int out_fd, const struct export_recording_line *line)
{
	char *folder = xasprintf("recordings/%s", line->day), *base = xasprintf("%s.json", line->name);
	struct text_out out;
	int err;

	text_out__init(&out, -1);
	add_line(x, e, &out, line->path, line->partial);
	err = new_file__write_below(out_fd, folder, base, out.buf, out.len);
	text_out__exit(&out);
	free(folder);
	free(base);
	return err;
}
