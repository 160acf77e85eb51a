// SPDX-License-Identifier: GPL-2.0-only
/*
 * OpenTelemetry's profiles: the message that is sent to a collector, which is stored in files in the same form. A profile has one kind
 * of numbers there, so each event makes two of them, as it makes two sample types of pprof. Lengths come before what they
 * count, so the messages are kept until all is known. Documentation/export-formats.txt says what stands where.
 */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/export/export-formats.h"
#include "util/export/export-labels.h"
#include "util/export/otlp-tables.h"
#include "util/export/protobuf.h"

/* Numbers of the fields, by their messages. */
enum { REQUEST_PROFILES = 1, REQUEST_DICTIONARY };
enum { RESOURCE_PROFILES_RESOURCE = 1, RESOURCE_PROFILES_SCOPE };
enum { RESOURCE_ATTRIBUTE = 1 };
enum { PAIR_KEY = 1, PAIR_VALUE };
enum { VALUE_TEXT = 1 };
enum { SCOPE_PROFILES_SCOPE = 1, SCOPE_PROFILES_PROFILE };
enum { SCOPE_NAME = 1 };
enum { PROFILE_TYPE = 1, PROFILE_SAMPLE, PROFILE_TIME, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD,
       PROFILE_ATTRIBUTES = 11 };
enum { SAMPLE_STACK = 1, SAMPLE_ATTRIBUTES, SAMPLE_VALUES = 4 };
enum { TYPE_NAME = 1, TYPE_UNIT };

/* Of an event: the samples of its two profiles, as fields of these. */
struct otlp_event {
	struct strbuf periods, samples;
};

struct otlp {
	struct export *e;
	struct otlp_tables tables;
	struct otlp_event *events;
	struct strbuf part, inner;		/* of what is just being made */
	struct strbuf profiles;			/* fields of ScopeProfiles */
};

/* --- samples --------------------------------------------------------------------------------- */

static void add_id(struct otlp *o, const char *key, uint32_t id)
{
	if (id != (uint32_t)-1)
		protobuf__varint(&o->inner, otlp_tables__number(&o->tables, key, id));
}

/* By the names that OpenTelemetry's conventions have for them; there is none for a unit. */
static void add_group(void *ctx, enum export_label which, const char *text)
{
	struct otlp *o = ctx;

	protobuf__varint(&o->inner, otlp_tables__text(&o->tables, which == EXPORT_LABEL_CGROUP ? "process.linux.cgroup" :
						      which == EXPORT_LABEL_CONTAINER ? "container.id" : "systemd.unit", text));
}

static void add_attributes(struct otlp *o, const struct export_row *r, const struct place *outermost)
{
	const struct export_thread *t = &o->e->profile.threads[r->thread];
	const char *orphan = outermost ? export__orphan(outermost) : NULL;
	unsigned int labels = export_labels__of(o->e);

	strbuf__reset(&o->inner);
	protobuf__varint(&o->inner, otlp_tables__text(&o->tables, "thread.name", t->comm));
	if (labels & EXPORT_LABEL_TASK) {
		add_id(o, "thread.id", t->tid);
		add_id(o, "process.pid", t->pid);
	}
	if (labels & EXPORT_LABEL_CPU)
		add_id(o, "cpu.logical_number", r->cpu);
	export_labels__of_group(o->e, t, add_group, o);
	if (orphan)
		protobuf__varint(&o->inner, otlp_tables__text(&o->tables, "perf.orphan", orphan));
	protobuf__bytes(&o->part, SAMPLE_ATTRIBUTES, o->inner.buf, o->inner.len);
}

/* Appends the sample in o->part with its @value, which is left out of o->part again. */
static void add_sample(struct otlp *o, uint64_t value, struct strbuf *samples)
{
	size_t len = o->part.len;

	strbuf__reset(&o->inner);
	protobuf__varint(&o->inner, value);
	protobuf__bytes(&o->part, SAMPLE_VALUES, o->inner.buf, o->inner.len);
	protobuf__bytes(samples, PROFILE_SAMPLE, o->part.buf, o->part.len);
	strbuf__truncate(&o->part, len);
}

static void add_samples(struct otlp *o)
{
	const struct export_profile *profile = &o->e->profile;
	uint32_t *way = NULL;
	size_t i, n, cap = 0;

	for (i = 0; i < profile->rows.nr; i++) {
		const struct export_row *r = &profile->rows.rows[i];

		n = export_stacks__way(&profile->stacks, r->node, &way, &cap);
		strbuf__reset(&o->part);
		protobuf__number(&o->part, SAMPLE_STACK, otlp_tables__stack(&o->tables, r->node, way, n));
		add_attributes(o, r, n ? place_table__get(profile->places, way[n - 1]) : NULL);
		add_sample(o, r->period, &o->events[r->event].periods);
		add_sample(o, r->samples, &o->events[r->event].samples);
	}
	free(way);
}

/* --- profiles -------------------------------------------------------------------------------- */

static void add_type(struct otlp *o, unsigned int field, const char *name, const char *unit)
{
	strbuf__reset(&o->inner);
	protobuf__number(&o->inner, TYPE_NAME, pprof_tables__string(&o->tables.base, name));
	protobuf__number(&o->inner, TYPE_UNIT, pprof_tables__string(&o->tables.base, unit));
	protobuf__bytes(&o->part, field, o->inner.buf, o->inner.len);
}

static void add_profile(struct otlp *o, struct evsel *evsel, const char *type, const char *unit, const struct strbuf *samples)
{
	strbuf__reset(&o->part);
	add_type(o, PROFILE_TYPE, type, unit);
	strbuf__add(&o->part, strbuf__str(samples), samples->len);
	protobuf__fixed64(&o->part, PROFILE_TIME, export__wall_time(o->e));
	protobuf__number(&o->part, PROFILE_DURATION, o->e->last_time - o->e->first_time);
	add_type(o, PROFILE_PERIOD_TYPE, evsel__name(evsel), evsel__unit(evsel));
	if (!evsel->attr.freq)
		protobuf__number(&o->part, PROFILE_PERIOD, evsel->attr.sample_period);
	strbuf__reset(&o->inner);
	protobuf__varint(&o->inner, otlp_tables__text(&o->tables, "perf.event", evsel__name(evsel)));
	protobuf__bytes(&o->part, PROFILE_ATTRIBUTES, o->inner.buf, o->inner.len);
	protobuf__bytes(&o->profiles, SCOPE_PROFILES_PROFILE, o->part.buf, o->part.len);
}

/* Two profiles of each event that has samples: the sums of the periods, and how many samples there are. */
static void add_profiles(struct otlp *o, const struct evlist *evlist)
{
	size_t several = export_profile__events(&o->e->profile, NULL, evlist->nr), i;
	struct evsel *evsel;
	char *name;

	evlist__for_each(evlist, i, evsel) {
		if (!o->events[i].samples.len)
			continue;
		name = several > 1 ? xasprintf("%s:samples", evsel__name(evsel)) : xstrdup("samples");
		add_profile(o, evsel, evsel__name(evsel), evsel__unit(evsel), &o->events[i].periods);
		strbuf__exit(&o->events[i].periods);
		add_profile(o, evsel, name, "count", &o->events[i].samples);
		strbuf__exit(&o->events[i].samples);
		free(name);
	}
}

/* --- the message ----------------------------------------------------------------------------- */

static void add_resource_pair(struct otlp *o, const char *key, const char *text)
{
	struct strbuf value = STRBUF_INIT;

	if (!text)
		return;
	protobuf__bytes(&value, VALUE_TEXT, text, strlen(text));
	strbuf__reset(&o->inner);
	protobuf__bytes(&o->inner, PAIR_KEY, key, strlen(key));
	protobuf__bytes(&o->inner, PAIR_VALUE, value.buf, value.len);
	protobuf__bytes(&o->part, RESOURCE_ATTRIBUTE, o->inner.buf, o->inner.len);
	strbuf__exit(&value);
}

/* What was recorded: a machine. */
static void add_resource(struct otlp *o, struct strbuf *out)
{
	const struct perf_header *h = session__header(o->e->session);
	const struct export_pair *more = o->e->opts->resource;

	strbuf__reset(&o->part);
	add_resource_pair(o, "host.name", h->hostname);
	add_resource_pair(o, "host.arch", h->arch);
	add_resource_pair(o, "os.type", "linux");
	add_resource_pair(o, "os.version", h->osrelease);
	for (; more && more->key; more++)
		add_resource_pair(o, more->key, more->value);
	protobuf__bytes(out, RESOURCE_PROFILES_RESOURCE, o->part.buf, o->part.len);
}

static void write_out(struct export *e, struct strbuf *sb)
{
	text_out__add(e->out, strbuf__str(sb), sb->len);
	strbuf__reset(sb);
}

static void write_message(struct otlp *o)
{
	struct strbuf resource = STRBUF_INIT, scope = STRBUF_INIT, head = STRBUF_INIT;
	static const char name[] = "perf";

	add_resource(o, &resource);
	strbuf__reset(&o->part);
	protobuf__bytes(&o->part, SCOPE_NAME, name, strlen(name));
	protobuf__bytes(&scope, SCOPE_PROFILES_SCOPE, o->part.buf, o->part.len);
	protobuf__head(&resource, RESOURCE_PROFILES_SCOPE, scope.len + o->profiles.len);
	protobuf__head(&head, REQUEST_PROFILES, resource.len + scope.len + o->profiles.len);
	write_out(o->e, &head);
	write_out(o->e, &resource);
	write_out(o->e, &scope);
	write_out(o->e, &o->profiles);
	strbuf__reset(&o->part);
	otlp_tables__write(&o->tables, &o->part);
	protobuf__head(&head, REQUEST_DICTIONARY, o->part.len);
	write_out(o->e, &head);
	write_out(o->e, &o->part);
	strbuf__exit(&resource);
	strbuf__exit(&scope);
	strbuf__exit(&head);
}

static void end(struct export *e)
{
	const struct evlist *evlist = session__evlist(e->session);
	struct otlp o = { .e = e, .events = xcalloc(evlist->nr + 1, sizeof(*o.events)) };

	otlp_tables__init(&o.tables, &e->profile);
	add_samples(&o);
	add_profiles(&o, evlist);
	write_message(&o);
	otlp_tables__exit(&o.tables);
	free(o.events);
	strbuf__exit(&o.part);
	strbuf__exit(&o.inner);
	strbuf__exit(&o.profiles);
}

const struct export_format export_otlp = {
	.name = "otlp", .suffix = ".otlp.pb", .what = "OpenTelemetry's profiles (v1development; experimental)", .binary = true,
	.counts = true, .has_labels = true, .grain = EXPORT_BY_TASK | EXPORT_BY_CPU | EXPORT_BY_ADDRESS, .end = end,
};
