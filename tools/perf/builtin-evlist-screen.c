// SPDX-License-Identifier: GPL-2.0-only
/* perf evlist on a terminal: a row for each event. */
#include <string.h>

#include "builtin-evlist.h"
#include "util/base/shown.h"
#include "util/event/evlist.h"

static const char *pmu_name(const struct perf_header *h, uint32_t type)
{
	uint32_t i;

	for (i = 0; i < h->nr_pmus; i++)
		if (h->pmus[i].type == type)
			return h->pmus[i].name;
	return NULL;
}

struct attr_names evlist_cmd__names(const struct perf_header *h, struct evsel *evsel)
{
	const struct perf_event_attr *attr = &evsel->attr;
	uint32_t extended = (uint32_t)(attr->config >> PERF_PMU_TYPE_SHIFT);
	bool generic = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;

	return (struct attr_names){
		.pmu = pmu_name(h, generic && extended ? extended : attr->type),
		.config = attr->type == PERF_TYPE_TRACEPOINT ? evsel__name(evsel) : NULL,
	};
}

static void add_field(void *ctx, const char *name, const char *value)
{
	text_out__addf(ctx, "%s: %s\n", name, value);
}

static void add_event(struct table *t, const struct perf_header *h, struct evsel *evsel, bool groups)
{
	const struct perf_event_attr *attr = &evsel->attr;
	struct attr_names names = evlist_cmd__names(h, evsel);
	struct strbuf fields = STRBUF_INIT;
	struct text_out below;

	table__add_row(t);
	table__add_text(t, evsel__name(evsel));
	if (attr->freq) {
		table__add_count(t, attr->sample_freq);
		table__add_text(t, "");
	} else {
		table__add_text(t, "");
		table__add_count(t, attr->sample_period);
	}
	if (groups)
		table__add_text(t, evsel__is_group_leader(evsel) ? "" : evsel__name(evsel->leader));
	text_out__init(&below, -1);
	attr__print(attr, &names, add_field, &below);
	if (attr->type == PERF_TYPE_TRACEPOINT) {
		evlist_cmd__add_fields(evsel, &fields);
		text_out__addf(&below, "%s\n", strbuf__str(&fields));
	}
	table__take_below(t, &below);
	strbuf__exit(&fields);
}

bool evlist_cmd__show_screen(struct screen_choice *screen, struct session *s)
{
	struct evlist *evlist = session__evlist(s);
	struct tables ts = { 0 };
	struct table *t = tables__add(&ts, shown(session__input_name(s)));
	struct evsel *evsel;
	bool groups = false, shown = false;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		groups |= !evsel__is_group_leader(evsel);
	table__add_column(t, "Event", TABLE_TEXT);
	table__add_column(t, "Frequency", TABLE_NUMBER);
	table__add_column(t, "Period", TABLE_NUMBER);
	if (groups)
		table__add_column(t, "In the group of", TABLE_TEXT);
	evlist__for_each(evlist, i, evsel)
		add_event(t, session__header(s), evsel, groups);
	if (t->nr)
		shown = screen_choice__show(screen, &ts);
	tables__exit(&ts);
	return shown;
}
