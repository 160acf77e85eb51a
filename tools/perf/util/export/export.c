// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export.h"

#include <errno.h>
#include <string.h>

#include "util/data/header.h"
#include "util/export/export-formats.h"
#include "util/export/export-labels.h"
#include "util/export/page-hits.h"
#include "util/output/missing.h"

const struct export_format *const export_formats[] = {
	&export_folded,
	&export_ndjson,
	&export_pprof,
	&export_otlp,
	&export_flamegraph,
	&export_diff_page,
	&export_timeline,
	&export_speedscope,
	&export_firefox,
	&export_json,
	NULL
};

const struct export_format *export_format__find(const char *name)
{
	const struct export_format *const *f;

	for (f = export_formats; *f; f++)
		if (!strcmp((*f)->name, name))
			return *f;
	return NULL;
}

static bool has_profile(const struct export *e)
{
	return e->opts->format->counts || e->opts->format->profiles;
}

static unsigned int grain_of(const struct export_opts *opts)
{
	unsigned int grain = opts->format->grain;

	return opts->labels && opts->format->has_labels ? (grain & ~(EXPORT_BY_TASK | EXPORT_BY_CPU)) | export_labels__grain(opts->labels) :
							  grain;
}

void export__init(struct export *e, const struct export_opts *opts, struct text_out *out)
{
	*e = (struct export){ .opts = opts, .out = out };
	if (has_profile(e))
		export_profile__init(&e->profile,
				     grain_of(opts) | (opts->no_marks ? EXPORT_NO_MARKS : 0) | (opts->lines ? EXPORT_BY_ADDRESS : 0));
	if (opts->format->says_missing && !opts->branches)
		e->missing = missing__new(false, NULL);
}

void export__exit(struct export *e)
{
	if (has_profile(e))
		export_profile__exit(&e->profile);
	if (e->opts->format->exit)
		e->opts->format->exit(e);
	missing__delete(e->missing);
	page_hits__delete(e->hits);
}

static bool has_event(const struct evlist *evlist, const char *name)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!strcmp(evsel__name(evsel), name))
			return true;
	return false;
}

int export__begin(struct export *e, struct session *session, struct diag *diag)
{
	e->session = session;
	if (e->opts->event && !has_event(session__evlist(session), e->opts->event))
		return diag__msg(diag, -EINVAL, "no event of the recording is called '%s' (perf evlist lists them)", e->opts->event);
	if (e->opts->branches && !evlist__has_sample_type(session__evlist(session), PERF_SAMPLE_BRANCH_STACK))
		return diag__msg(diag, -EINVAL, "'%s' has no branch stacks: perf record -b records them", session__input_name(session));
	if (e->opts->format->most_events && !e->opts->event && session__evlist(session)->nr > e->opts->format->most_events)
		return diag__msg(diag, -EINVAL, "%s has numbers of each event for each stack: %zu events are too many (%zu at most; "
				 "-e chooses one of them)", e->opts->format->name, (size_t)session__evlist(session)->nr,
				 e->opts->format->most_events);
	if (e->opts->code.on)
		e->hits = page_hits__new(e);
	if (e->opts->format->begin)
		e->opts->format->begin(e);
	return 0;
}

static bool is_wanted(const struct export *e, const struct session_sample *s)
{
	return !e->opts->event || !strcmp(evsel__name(s->evsel), e->opts->event);
}

static void add_branches(struct export *e, const struct session_sample *s)
{
	uint64_t i;

	for (i = 0; i < s->sample->nr_branches; i++) {
		const struct branch_entry *b = &s->sample->branches[i];

		export_profile__add_branch(&e->profile, s, session__frame(e->session, s, b->from), session__frame(e->session, s, b->to),
					   !i);
	}
}

void export__sample(struct export *e, const struct session_sample *s)
{
	const struct export_format *f = e->opts->format;

	if (!is_wanted(e, s))
		return;
	if (e->opts->branches && !s->sample->nr_branches)
		return;
	if (!e->samples++)
		e->first_time = s->sample->time;
	if (s->sample->time > e->last_time)
		e->last_time = s->sample->time;
	if (e->missing)
		missing__add(e->missing, s);
	if (e->hits)
		page_hits__count(e->hits, s, 1, s->sample->period);
	if (f->counts && e->opts->branches)
		add_branches(e, s);
	else if (f->counts)
		export_profile__add(&e->profile, s);
	if (f->sample)
		f->sample(e, s);
}

unsigned int export__needs(const struct export *e)
{
	const struct export_format *f = e->opts->format;
	unsigned int needs = SESSION_NEEDS_IP | SESSION_NEEDS_COMM | SESSION_NEEDS_CHAIN;

	if (f->looks_at)
		return f->looks_at | SESSION_NEEDS_TIME;
	if (!f->counts || f->sample || f->any_sample || f->event || f->spans || e->opts->branches)
		return SESSION_NEEDS_ALL;
	if (e->profile.grain & EXPORT_BY_TASK)
		needs |= SESSION_NEEDS_PID | SESSION_NEEDS_TID;
	if (e->profile.grain & EXPORT_BY_CPU)
		needs |= SESSION_NEEDS_CPU;
	if (e->profile.grain & EXPORT_BY_GROUP && evlist__has_sample_type(session__evlist(e->session), PERF_SAMPLE_CGROUP))
		needs |= SESSION_NEEDS_FIELDS;
	return needs;
}

void export__more(struct export *e, const struct session_sample *like, const struct session_more *more)
{
	if (!is_wanted(e, like))
		return;
	e->samples += more->nr;
	if (e->missing)
		missing__add_more(e->missing, like, more->nr);
	if (e->hits)
		page_hits__count(e->hits, like, more->nr, more->period);
	if (more->last_time > e->last_time)
		e->last_time = more->last_time;
	export_profile__add_more(&e->profile, like, more->nr, more->period);
}

void export__flush(struct export *e)
{
	if (has_profile(e))
		export_profile__flush(&e->profile);
}

void export__end(struct export *e)
{
	if (e->opts->format->end)
		e->opts->format->end(e);
}

void export__restart(struct export *e)
{
	if (has_profile(e))
		export_profile__restart(&e->profile);
	e->samples = e->first_time = e->last_time = 0;
}

uint64_t export__weight(const struct export *e, const struct export_row *r)
{
	return e->opts->weight == EXPORT_WEIGHT_SAMPLES ? r->samples : r->period;
}

uint64_t export__wall_time(const struct export *e)
{
	const struct perf_header *h = session__header(e->session);

	return h->clock_data_tod ? h->clock_data_tod + e->first_time - h->clock_data_clock : 0;
}

const char *evsel__unit(const struct evsel *evsel)
{
	if (evsel->attr.type == PERF_TYPE_SOFTWARE &&
	    (evsel->attr.config == PERF_COUNT_SW_CPU_CLOCK || evsel->attr.config == PERF_COUNT_SW_TASK_CLOCK))
		return "nanoseconds";
	/* The events of spans (util/offcpu), which no attribute tells. */
	if (evsel->name && (!strcmp(evsel->name, "offcpu-time") || !strcmp(evsel->name, "wall-time")))
		return "nanoseconds";
	return "count";
}
