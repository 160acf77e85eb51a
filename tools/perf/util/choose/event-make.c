// SPDX-License-Identifier: GPL-2.0-only
/* Making evsels of generic, raw and PMU events; tracepoints are in event-make-tracepoint.c. */
#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/aux-action.h"
#include "util/choose/event-known.h"
#include "util/choose/event-make-tracepoint.h"
#include "util/choose/event-make.h"
#include "util/choose/event-suggest.h"
#include "util/choose/pmu-defaults.h"

void event_text__exit(struct event_text *e)
{
	free(e->name);
	free(e->second);
	event_terms__exit(&e->terms);
}

static struct evsel *new_event(struct evlist *evlist, uint32_t type, uint64_t config)
{
	struct perf_event_attr attr = { .type = type, .size = sizeof(attr), .config = config };
	struct evsel *evsel = evsel__new(&attr);

	evsel__get_config(evsel);
	evlist__add(evlist, evsel);
	return evsel;
}

static const char *pmu_name_for_messages(uint32_t type)
{
	switch (type) {
	case PERF_TYPE_SOFTWARE: return "software";
	case PERF_TYPE_TRACEPOINT: return "tracepoint";
	case PERF_TYPE_BREAKPOINT: return "breakpoint";
	default: return "cpu";
	}
}

static int make_generic(struct event_text *e, uint32_t type, uint64_t config, struct evlist *evlist,
			struct parse_events_error *err)
{
	bool on_cores = type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW;
	char **cores = on_cores ? pmu_core_names() : NULL;
	size_t i;
	int ret = 0;

	if (!cores || !cores[0] || !cores[1]) {
		struct evsel *evsel = new_event(evlist, type, config);

		free_names(cores);
		return evsel__apply_terms(evsel, NULL, pmu_name_for_messages(type), &e->terms, err);
	}
	/* Several kinds of cores: one event for each. */
	e->per_pmu_names = true;
	for (i = 0; cores[i] && !ret; i++) {
		struct diag diag = DIAG_INIT;
		struct pmu *pmu = pmu__load(cores[i], &diag);
		struct evsel *evsel;

		if (!pmu) {
			ret = parse_events_error__set(err, e->pos, NULL, "%s", diag.text);
			break;
		}
		if (type == PERF_TYPE_RAW)
			evsel = new_event(evlist, pmu->type, config);
		else
			evsel = new_event(evlist, type, (uint64_t)pmu->type << PERF_PMU_TYPE_SHIFT | config);
		evsel->config->pmu_name = xstrdup(pmu->name);
		evsel->config->cpus = pmu->cpus ? xstrdup(pmu->cpus) : NULL;
		ret = evsel__apply_terms(evsel, NULL, pmu->name, &e->terms, err);
		pmu__delete(pmu);
	}
	free_names(cores);
	return ret;
}

/* One event on one PMU. */
static int make_on_pmu(const struct event_text *e, const char *name, const struct event_terms *terms,
		       struct evlist *evlist, struct parse_events_error *err)
{
	struct diag diag = DIAG_INIT;
	struct pmu *pmu = pmu__load(name, &diag);
	struct evsel_config *config;
	struct evsel *evsel;
	int ret;

	if (!pmu)
		return parse_events_error__set(err, e->pos, NULL, "%s", diag.text);
	evsel = new_event(evlist, pmu->type, 0);
	config = evsel->config;
	config->pmu_name = xstrdup(pmu->name);
	config->cpus = pmu->cpus ? xstrdup(pmu->cpus) : NULL;
	config->is_uncore = pmu->is_uncore;
	config->is_aux = pmu__has_aux(pmu, &config->aux_unknown);
	pmu__set_defaults(pmu, &evsel->attr);
	ret = evsel__apply_terms(evsel, pmu, pmu->name, terms, err);
	pmu__delete(pmu);
	return ret;
}

/* PMU/terms/ */
static int make_pmu_events(struct event_text *e, char **pmus, struct evlist *evlist,
			   struct parse_events_error *err)
{
	size_t i;
	int ret = 0;

	e->per_pmu_names = pmus[1] != NULL;
	for (i = 0; pmus[i] && !ret; i++)
		ret = make_on_pmu(e, pmus[i], &e->terms, evlist, err);
	return ret;
}

/* NAME of an event in the sysfs of some PMU, with what terms stand behind it. */
static int make_pmu_alias(struct event_text *e, char **pmus, struct evlist *evlist,
			  struct parse_events_error *err)
{
	struct event_term alias = { .name = e->name, .pos = e->pos, .value_pos = e->pos };
	struct event_terms terms = { 0 };
	size_t i;
	int ret = 0;

	terms.cap = terms.nr = e->terms.nr + 1;
	terms.terms = xcalloc(terms.nr, sizeof(*terms.terms));
	terms.terms[0] = alias;
	for (i = 0; i < e->terms.nr; i++)
		terms.terms[i + 1] = e->terms.terms[i];
	e->per_pmu_names = pmus[1] != NULL;
	for (i = 0; pmus[i] && !ret; i++)
		ret = make_on_pmu(e, pmus[i], &terms, evlist, err);
	free(terms.terms);	/* the texts are borrowed */
	return ret;
}

static char *no_such_event(const char *name, const char *near)
{
	return xasprintf("Unable to find event on a PMU of '%s'%s%s", name, near ? "\n" : "", near ? near : "");
}

/* What stands before a slash is nearly always meant as a PMU. @near may say so already, and what machine has it. */
static char *no_such_pmu(const char *name, const char *near)
{
	struct strbuf text = STRBUF_INIT;

	if (!near || strncmp(near, "This machine", strlen("This machine")))
		strbuf__addf(&text, "This machine has no PMU '%s', and no event of that name\n", name);
	if (near)
		strbuf__addf(&text, "%s\n", near);
	strbuf__addstr(&text, "PMUs of this machine are the folders in /sys/bus/event_source/devices");
	return strbuf__detach(&text);
}

static int make_named(struct event_text *e, struct evlist *evlist, struct parse_events_error *err)
{
	char **pmus = e->has_terms ? pmu_names(e->name) : NULL;
	uint64_t config;
	uint32_t type;
	int ret;

	if (pmus && pmus[0]) {
		ret = make_pmu_events(e, pmus, evlist, err);
		free_names(pmus);
		return ret;
	}
	free_names(pmus);
	if (event_name__find_generic(e->name, &type, &config))
		return make_generic(e, type, config, evlist, err);
	pmus = event_name__pmus(e->name);
	if (pmus[0]) {
		ret = make_pmu_alias(e, pmus, evlist, err);
	} else {
		char *near = event_suggest__name(e->name);

		ret = -ENOENT;
		parse_events_error__set(err, e->pos, e->has_terms ? no_such_pmu(e->name, near) : no_such_event(e->name, near),
					e->has_terms ? "Bad event or PMU" : "Bad event name");
		free(near);
	}
	free_names(pmus);
	return ret;
}

static int make_numeric(struct event_text *e, struct evlist *evlist, struct parse_events_error *err)
{
	uint64_t type, config;

	if (parse_u64(e->name, &type) || type > UINT32_MAX)
		return parse_events_error__set(err, e->pos, NULL, "bad type number '%s'", e->name);
	if (parse_u64(e->second, &config))
		return parse_events_error__set(err, e->second_pos, NULL, "bad config number '%s'", e->second);
	return evsel__apply_terms(new_event(evlist, (uint32_t)type, config), NULL,
				  pmu_name_for_messages((uint32_t)type), &e->terms, err);
}

static int make_breakpoint(struct event_text *e, struct evlist *evlist, struct parse_events_error *err)
{
	struct evsel *evsel = new_event(evlist, PERF_TYPE_BREAKPOINT, 0);
	struct perf_event_attr *attr = &evsel->attr;

	attr->bp_addr = e->bp_addr;
	attr->bp_type = e->bp_type ? e->bp_type : 3;	/* read and write */
	/* The kernel wants a word's length for execution. */
	attr->bp_len = e->bp_len ? e->bp_len : attr->bp_type == 4 ? sizeof(long) : 4;
	attr->sample_period = 1;
	return evsel__apply_terms(evsel, NULL, "breakpoint", &e->terms, err);
}

int event_text__make(struct event_text *e, struct evlist *evlist, struct parse_events_error *err)
{
	switch (e->kind) {
	case EVENT_TEXT_TRACEPOINT:
		return event_text__make_tracepoints(e, evlist, err);
	case EVENT_TEXT_NUMERIC:
		return make_numeric(e, evlist, err);
	case EVENT_TEXT_BREAKPOINT:
		return make_breakpoint(e, evlist, err);
	case EVENT_TEXT_PROBE:
		return event_text__make_probe(e, e->name, evlist, err);
	default:
		return make_named(e, evlist, err);
	}
}

/* The typed terms once more: for names. */
static void add_terms(const struct event_terms *terms, struct strbuf *sb)
{
	size_t i;

	for (i = 0; i < terms->nr; i++)
		strbuf__addf(sb, "%s%s%s%s", i ? "," : "", terms->terms[i].name,
			     terms->terms[i].value ? "=" : "",
			     terms->terms[i].value ? terms->terms[i].value : "");
}

void event_text__finish_names(const struct event_text *e, struct evlist *evlist, size_t first,
			      const char *mods)
{
	size_t i;

	for (i = first; e->per_pmu_names && i < evlist->nr; i++) {
		struct evsel *evsel = evlist->evsels[i];
		struct strbuf sb = STRBUF_INIT;
		bool pmu_typed = e->has_terms && strcmp(e->name, evsel->config->pmu_name) &&
				 !event_name__is_known(e->name);

		if (evsel->name)
			continue;
		strbuf__addf(&sb, "%s/", evsel->config->pmu_name);
		if (!pmu_typed)
			strbuf__addf(&sb, "%s%s", e->name, e->terms.nr ? "," : "");
		add_terms(&e->terms, &sb);
		strbuf__addf(&sb, "/%s", mods);
		evsel->name = strbuf__detach(&sb);
	}
}
