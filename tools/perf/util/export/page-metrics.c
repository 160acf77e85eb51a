// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/page-metrics.h"

#include "util/event/evlist.h"
#include "util/event/metric.h"
#include "util/export/export-json.h"

/* Numbers, ["event"], and the operations, by their signs. */
static void write_step(const struct formula_step *step, uint32_t event, struct text_out *out)
{
	static const char *const signs[] = {
		[FORMULA_NEGATE] = "neg", [FORMULA_ADD] = "+", [FORMULA_SUB] = "-", [FORMULA_MUL] = "*", [FORMULA_DIV] = "/",
		[FORMULA_MIN] = "min", [FORMULA_MAX] = "max",
	};

	if (step->op == FORMULA_NUMBER)
		text_out__addf(out, "%.17g", step->number);
	else if (step->op == FORMULA_NAME)
		text_out__addf(out, "[%u]", event);
	else
		text_out__addf(out, "\"%s\"", signs[step->op]);
}

/* The first of its names that no event of the page has; NULL: all are there, and @ret_events has them. */
static const char *find_events(const struct metric *m, const struct metric_events *events, const uint32_t *of, uint32_t *ret_events)
{
	size_t i, event;

	for (i = 0; i < m->formula.nr_names; i++) {
		event = metric__event(m, i, events);
		if (event == SIZE_MAX || of[event] == UINT32_MAX)
			return m->formula.names[i];
		ret_events[i] = of[event];
	}
	return NULL;
}

void page_metrics__write(const struct export *e, const uint32_t *of, struct text_out *out)
{
	const struct evlist *evlist = session__evlist(e->session);
	const struct metric_events events = { .list = evlist->evsels, .nr = evlist->nr };
	const struct metrics *metrics = e->opts->code.metrics;
	uint32_t of_name[FORMULA_MAX_NAMES];
	bool some = false;
	size_t i, k;

	text_out__addstr(out, "\"metrics\":[");
	for (i = 0; metrics && i < metrics->nr; i++) {
		const struct metric *m = metrics->list[i];
		const char *missing = find_events(m, &events, of, of_name);

		if (missing) {
			metric__warn(m, missing);
			continue;
		}
		text_out__addstr(out, some ? ",[" : "[");
		some = true;
		text_out__json(out, m->name);
		text_out__addstr(out, ",[");
		for (k = 0; k < m->formula.nr_steps; k++) {
			text_out__addstr(out, k ? "," : "");
			write_step(&m->formula.steps[k], of_name[m->formula.steps[k].name], out);
		}
		text_out__addstr(out, "]]");
	}
	text_out__addstr(out, "],");
}
