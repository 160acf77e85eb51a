// SPDX-License-Identifier: GPL-2.0-only
/*
 * The profile format of pprof: one message, packed with gzip. Written field by field as it is made; the strings come last,
 * when all are known. Documentation/export-formats.txt says what stands where.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/export/export-formats.h"
#include "util/export/export-labels.h"
#include "util/export/gzip.h"
#include "util/export/pprof-tables.h"
#include "util/export/protobuf.h"

/* Numbers of the fields, by their messages. */
enum { PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING,
       PROFILE_TIME = 9, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD, PROFILE_COMMENT, PROFILE_DEFAULT_TYPE };
enum { TYPE_NAME = 1, TYPE_UNIT };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_STRING };

struct pprof {
	struct export *e;
	struct gzip *gzip;
	struct pprof_tables tables;
	struct strbuf part, inner, scratch;
	/* Of each event the number of its first value; events without samples have none. */
	size_t *value_of, nr_values;
};

/* Field @field of the profile is what p->part holds. */
static void emit(struct pprof *p, unsigned int field)
{
	strbuf__reset(&p->scratch);
	protobuf__bytes(&p->scratch, field, strbuf__str(&p->part), p->part.len);
	gzip__add(p->gzip, p->scratch.buf, p->scratch.len);
	strbuf__reset(&p->part);
}

static void emit_number(struct pprof *p, unsigned int field, uint64_t v)
{
	strbuf__reset(&p->scratch);
	protobuf__number(&p->scratch, field, v);
	gzip__add(p->gzip, strbuf__str(&p->scratch), p->scratch.len);
}

static uint32_t string_of(struct pprof *p, const char *s)
{
	return pprof_tables__string(&p->tables, s);
}

static void make_type(struct pprof *p, const char *name, const char *unit)
{
	protobuf__number(&p->part, TYPE_NAME, string_of(p, name));
	protobuf__number(&p->part, TYPE_UNIT, string_of(p, unit));
}

/* Two values an event: how many samples, and the sum of their periods. */
static void add_types(struct pprof *p)
{
	struct evlist *evlist = session__evlist(p->e->session);
	uint64_t *samples = xcalloc(evlist->nr + 1, sizeof(*samples));
	size_t several = export_profile__events(&p->e->profile, samples, evlist->nr), i;
	struct evsel *evsel, *first = NULL;
	char *name;

	p->value_of = xcalloc(evlist->nr + 1, sizeof(*p->value_of));
	evlist__for_each(evlist, i, evsel) {
		if (!samples[i] && several)
			continue;
		p->value_of[i] = p->nr_values;
		p->nr_values += 2;
		name = several > 1 ? xasprintf("%s:samples", evsel__name(evsel)) : xstrdup("samples");
		make_type(p, name, "count");
		emit(p, PROFILE_SAMPLE_TYPE);
		free(name);
		make_type(p, evsel__name(evsel), evsel__unit(evsel));
		emit(p, PROFILE_SAMPLE_TYPE);
		first = first ? first : evsel;
	}
	if (first) {
		emit_number(p, PROFILE_DEFAULT_TYPE, string_of(p, evsel__name(first)));
		make_type(p, evsel__name(first), evsel__unit(first));
		emit(p, PROFILE_PERIOD_TYPE);
		if (!first->attr.freq)
			emit_number(p, PROFILE_PERIOD, first->attr.sample_period);
	}
	free(samples);
}

static void add_label(struct pprof *p, const char *key, const char *text)
{
	strbuf__reset(&p->inner);
	protobuf__number(&p->inner, LABEL_KEY, string_of(p, key));
	protobuf__number(&p->inner, LABEL_STRING, string_of(p, text));
	protobuf__bytes(&p->part, SAMPLE_LABEL, p->inner.buf, p->inner.len);
}

/* As text: pprof drops the number 0, which is a CPU, and puts numbers into groups of similar size. */
static void add_id_label(struct pprof *p, const char *key, uint32_t id)
{
	char text[16];

	if (id == (uint32_t)-1)
		return;
	snprintf(text, sizeof(text), "%" PRIu32, id);
	add_label(p, key, text);
}

static void add_group_label(void *ctx, enum export_label which, const char *text)
{
	add_label(ctx, export_label__name(which), text);
}

static void add_labels(struct pprof *p, const struct export_row *r, const struct place *outermost)
{
	const struct export_thread *t = &p->e->profile.threads[r->thread];
	struct evlist *evlist = session__evlist(p->e->session);
	const char *orphan = outermost ? export__orphan(outermost) : NULL;
	unsigned int labels = export_labels__of(p->e);

	add_label(p, "comm", t->comm);
	if (labels & EXPORT_LABEL_TASK) {
		add_id_label(p, "pid", t->pid);
		add_id_label(p, "tid", t->tid);
	}
	if (labels & EXPORT_LABEL_CPU)
		add_id_label(p, "cpu", r->cpu);
	export_labels__of_group(p->e, t, add_group_label, p);
	add_label(p, "event", evsel__name(evlist->evsels[r->event]));
	if (orphan)
		add_label(p, "orphan", orphan);
}

static void add_samples(struct pprof *p)
{
	const struct export_profile *profile = &p->e->profile;
	uint32_t *way = NULL;
	size_t i, k, n, cap = 0;

	for (i = 0; i < profile->rows.nr; i++) {
		const struct export_row *r = &profile->rows.rows[i];

		n = export_stacks__way(&profile->stacks, r->node, &way, &cap);
		strbuf__reset(&p->inner);
		for (k = 0; k < n;) {
			size_t taken;

			protobuf__varint(&p->inner, pprof_tables__location(&p->tables, way + k, n - k, &taken));
			k += taken;
		}
		protobuf__bytes(&p->part, SAMPLE_LOCATIONS, strbuf__str(&p->inner), p->inner.len);
		strbuf__reset(&p->inner);
		for (k = 0; k < p->nr_values; k++)
			protobuf__varint(&p->inner, k == p->value_of[r->event] ? r->samples :
						    k == p->value_of[r->event] + 1 ? r->period : 0);
		protobuf__bytes(&p->part, SAMPLE_VALUES, p->inner.buf, p->inner.len);
		add_labels(p, r, n ? place_table__get(profile->places, way[n - 1]) : NULL);
		emit(p, PROFILE_SAMPLE);
	}
	free(way);
}

static void add_comment(struct pprof *p, const char *key, const char *value)
{
	char *text;

	if (!value)
		return;
	text = xasprintf("%s: %s", key, value);
	emit_number(p, PROFILE_COMMENT, string_of(p, text));
	free(text);
}

static void add_comments(struct pprof *p)
{
	const struct perf_header *h = session__header(p->e->session);
	struct strbuf line = STRBUF_INIT;
	uint32_t i;

	add_comment(p, "host", h->hostname);
	add_comment(p, "kernel", h->osrelease);
	for (i = 0; i < h->nr_cmdline; i++)
		strbuf__addf(&line, "%s%s", i ? " " : "", h->cmdline[i] ? h->cmdline[i] : "");
	add_comment(p, "command", line.len ? line.buf : NULL);
	strbuf__exit(&line);
	emit_number(p, PROFILE_TIME, export__wall_time(p->e));
	emit_number(p, PROFILE_DURATION, p->e->last_time - p->e->first_time);
}

/* pprof takes the first one for the program: the file that the thread with the first samples is named after. */
static void add_mappings(struct pprof *p)
{
	const struct export_profile *profile = &p->e->profile;
	const char *comm = profile->nr_threads ? profile->threads[0].comm : "";
	size_t main = pprof_tables__mapping_of_comm(&p->tables, comm), i;

	for (i = 0; i < p->tables.nr_mappings; i++) {
		/* The main one and the first one change places. */
		pprof_tables__write_mapping(&p->tables, i == 0 ? main : i == main ? 0 : i, &p->part);
		emit(p, PROFILE_MAPPING);
	}
}

static void end(struct export *e)
{
	struct pprof p = { .e = e, .gzip = gzip__new(e->out) };
	size_t i;

	pprof_tables__init(&p.tables, &e->profile);
	add_types(&p);
	add_samples(&p);
	add_comments(&p);
	for (i = 0; i < p.tables.nr_functions; i++) {
		pprof_tables__write_function(&p.tables, i, &p.part);
		emit(&p, PROFILE_FUNCTION);
	}
	for (i = 0; i < p.tables.nr_locations; i++) {
		pprof_tables__write_location(&p.tables, i, &p.part);
		emit(&p, PROFILE_LOCATION);
	}
	add_mappings(&p);
	for (i = 0; i < p.tables.nr_strings; i++) {
		strbuf__addstr(&p.part, p.tables.strings[i]);
		emit(&p, PROFILE_STRING);
	}
	gzip__finish(p.gzip);
	pprof_tables__exit(&p.tables);
	free(p.value_of);
	strbuf__exit(&p.part);
	strbuf__exit(&p.inner);
	strbuf__exit(&p.scratch);
}

const struct export_format export_pprof = {
	.name = "pprof", .suffix = ".pb.gz", .what = "a profile for pprof, Pyroscope, Parca, speedscope", .binary = true,
	.counts = true, .has_labels = true, .most_events = 1024, .grain = EXPORT_BY_TASK | EXPORT_BY_CPU | EXPORT_BY_ADDRESS, .end = end,
};
