// SPDX-License-Identifier: GPL-2.0-only
/*
 * What perf data convert --to-json writes: members, order and texts are those of upstream's version 1. Stacks are whole: a
 * deferred user half is there, what is inferred or inlined is not, as nothing of the recording's words.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/event/tracepoint-format.h"
#include "util/export/export-formats.h"
#include "util/export/export-json.h"

#define JSON_VERSION	1

static void add_string(struct text_out *out, const char *key, const char *value)
{
	if (!value)
		return;
	text_out__addf(out, ",\n\t\t\"%s\": ", key);
	text_out__json(out, value);
}

/* When the file was written: recordings do not tell. */
static void add_captured(struct export *e, const char *path)
{
	struct stat st;
	struct tm tm;
	char text[64];

	if (stat(path, &st) || !gmtime_r(&st.st_mtime, &tm) || !strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm))
		return;
	add_string(e->out, "captured-on", text);
}

static void add_headers(struct export *e)
{
	const struct perf_header *h = session__header(e->session);
	struct text_out *out = e->out;
	uint32_t i;

	text_out__addstr(out, "\t\"headers\": {\n\t\t\"header-version\": 1");
	add_captured(e, session__input_exact(e->session));
	text_out__addf(out, ",\n\t\t\"data-offset\": %" PRIu64 ",\n\t\t\"data-size\": %" PRIu64 ",\n\t\t\"feat-offset\": %" PRIu64,
		       h->data_offset, h->data_size, h->feat_offset);
	add_string(out, "hostname", h->hostname);
	add_string(out, "os-release", h->osrelease);
	add_string(out, "arch", h->arch);
	add_string(out, "cpu-desc", h->cpudesc);
	add_string(out, "cpuid", h->cpuid);
	if (h->nrcpus.available)
		text_out__addf(out, ",\n\t\t\"nrcpus-online\": %" PRIu32 ",\n\t\t\"nrcpus-avail\": %" PRIu32, h->nrcpus.online,
			       h->nrcpus.available);
	add_string(out, "perf-version", h->version);
	if (h->nr_cmdline) {
		text_out__addstr(out, ",\n\t\t\"cmdline\": [");
		for (i = 0; i < h->nr_cmdline; i++) {
			text_out__addstr(out, i ? ",\n\t\t\t" : "\n\t\t\t");
			text_out__json(out, h->cmdline[i]);
		}
		text_out__addstr(out, "\n\t\t]");
	}
	text_out__addstr(out, "\n\t},\n");
}

static void begin(struct export *e)
{
	text_out__addf(e->out, "{\n\t\"linux-perf-json-version\": %d,\n", JSON_VERSION);
	add_headers(e);
	text_out__addstr(e->out, "\t\"samples\": [");
	e->own = xzalloc(sizeof(struct strbuf));
}

static void add_frame(struct export *e, const struct frame *f, bool *first)
{
	if (f->inlined || f->kind == FRAME_GAP || f->kind == FRAME_BY_CALL)
		return;
	text_out__addf(e->out, "%s\n\t\t\t\t{\n\t\t\t\t\t\"ip\": \"0x%" PRIx64 "\"", *first ? "" : ",", f->ip);
	*first = false;
	if (f->sym) {
		text_out__addstr(e->out, ",\n\t\t\t\t\t\"symbol\": ");
		text_out__json(e->out, f->sym->name);
		if (f->map) {
			text_out__addstr(e->out, ",\n\t\t\t\t\t\"dso\": ");
			text_out__json(e->out, f->map->dso->short_name);
		}
	}
	text_out__addstr(e->out, "\n\t\t\t\t}");
}

static void add_half(struct export *e, const struct chain_half *half, bool *first)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++)
		add_frame(e, half->frames[i], first);
}

/* Each field of a tracepoint is a string. */
static void add_fields(struct export *e, const struct session_sample *s)
{
	const struct tracepoint_format *format = s->evsel->tp_format;
	struct strbuf *value = e->own;
	size_t i;

	for (i = 0; format && s->sample->raw_data && i < format->nr_fields; i++) {
		const struct tracepoint_field *field = &format->fields[i];

		if (field->is_common)
			continue;
		strbuf__reset(value);
		tracepoint_format__print_field(format, field, s->sample->raw_data, s->sample->raw_size, value);
		text_out__addstr(e->out, ",\n\t\t\t");
		text_out__json(e->out, field->name);
		text_out__addstr(e->out, ": ");
		text_out__json(e->out, strbuf__str(value));
	}
}

static void sample(struct export *e, const struct session_sample *s)
{
	struct text_out *out = e->out;
	bool first = true;

	text_out__addf(out, "%s\n\t\t{\n\t\t\t\"timestamp\": %" PRIu64 ",\n\t\t\t\"pid\": %" PRId32 ",\n\t\t\t\"tid\": %" PRId32,
		       e->samples > 1 ? "," : "", s->sample->time, (int32_t)s->pid, (int32_t)s->tid);
	if (s->evsel->attr.sample_type & PERF_SAMPLE_CPU)
		text_out__addf(out, ",\n\t\t\t\"cpu\": %" PRIu32, s->sample->cpu);
	text_out__addstr(out, ",\n\t\t\t\"comm\": ");
	text_out__json(out, s->comm);
	text_out__addstr(out, ",\n\t\t\t\"callchain\": [");
	add_half(e, s->chain.kernel, &first);
	add_half(e, s->chain.user, &first);
	if (first && s->ip)
		add_frame(e, s->ip, &first);
	text_out__addstr(out, "\n\t\t\t]");
	add_fields(e, s);
	text_out__addstr(out, "\n\t\t}");
}

static void end(struct export *e)
{
	text_out__addstr(e->out, "\n\t]\n}\n");
}

static void free_own(struct export *e)
{
	if (e->own)
		strbuf__exit(e->own);
	free(e->own);
}

const struct export_format export_json = {
	.name = "json", .suffix = ".json", .what = "as perf data convert --to-json writes it", .exact_names = true,
	.begin = begin, .sample = sample, .end = end, .exit = free_own,
};
