// SPDX-License-Identifier: GPL-2.0-only
/* perf defer verify as tables: the text with all its sums, and what has rows as tables that can be put in another order. */
#include <inttypes.h>

#include "util/base/shown.h"
#include "util/base/strbuf.h"
#include "util/defer/verify-print.h"
#include "util/event/evlist.h"
#include "util/output/table.h"

static uint64_t sum(const uint64_t *n, int from, int to)
{
	uint64_t all = 0;

	for (; from < to; from++)
		all += n[from];
	return all;
}

static void add_text(const struct verify *v, const char *input, struct tables *ts)
{
	struct strbuf title = STRBUF_INIT;
	struct text_out text;

	strbuf__addf(&title, "Stacks of %s, judged by the code", shown(input));
	text_out__init(&text, -1);
	verify__print_text(v, input, SIZE_MAX, SIZE_MAX, &text);
	tables__take_lines(ts, strbuf__str(&title), &text);
	strbuf__exit(&title);
}

static void add_examples(const struct verify *v, struct tables *ts)
{
	struct table *t = tables__add(ts, "What is bad, with the first stack that has it");
	struct text_out frames;
	size_t i;

	table__add_column(t, "What", TABLE_TEXT);
	table__add_column(t, "Times", TABLE_NUMBER);
	table__add_column(t, "Half", TABLE_TEXT);
	table__add_column(t, "Thread", TABLE_TEXT);
	table__add_column(t, "Tid", TABLE_NUMBER);
	table__add_column(t, "At second", TABLE_NUMBER);
	for (i = 0; i < v->nr_examples; i++) {
		const struct verify_example *e = v->examples[i];

		table__add_row(t);
		table__set_row_bar(t, (double)e->count);
		table__add_text(t, verify_example__text(e));
		table__add_count(t, e->count);
		table__add_text(t, e->half == VERIFY_KERNEL ? "kernel" : "user");
		table__add_text(t, e->comm ? e->comm : "");
		table__add_number(t, (int32_t)e->tid, "%" PRId32, (int32_t)e->tid);
		table__add_number(t, (double)e->time, "%" PRIu64 ".%06" PRIu64, e->time / 1000000000, e->time % 1000000000 / 1000);
		text_out__init(&frames, -1);
		verify_example__print_frames(e, UINT32_MAX, &frames);
		table__take_below(t, &frames);
	}
	table__set_bar(t, TABLE_SHARE, 0);
}

static void add_files(const struct verify *v, struct tables *ts)
{
	struct table *t = tables__add(ts, "Return addresses by file");
	size_t i;

	table__add_column(t, "In", TABLE_TEXT);
	table__add_column(t, "Steps", TABLE_NUMBER);
	table__add_column(t, "Not known", TABLE_NUMBER);
	table__add_column(t, "Bad", TABLE_NUMBER);
	for (i = 0; i < v->nr_dsos; i++) {
		const struct verify_dso *d = &v->dsos[i];

		table__add_row(t);
		table__set_row_bar(t, (double)sum(d->steps, 0, VERIFY_NR_STEPS));
		table__add_text(t, d->dso ? d->dso->long_name : "(no file)");
		table__add_count(t, sum(d->steps, 0, VERIFY_NR_STEPS));
		table__add_count(t, d->steps[VERIFY_UNKNOWN]);
		table__add_count(t, sum(d->steps, VERIFY_FIRST_BAD, VERIFY_NR_STEPS));
	}
	table__set_bar(t, TABLE_SHARE, 0);
}

static void add_events(const struct verify *v, struct tables *ts)
{
	struct table *t = tables__add(ts, "Stacks by event");
	struct evsel *evsel;
	size_t i;

	table__add_column(t, "Event", TABLE_TEXT);
	table__add_column(t, "Whole", TABLE_NUMBER);
	table__add_column(t, "Not known", TABLE_NUMBER);
	table__add_column(t, "Bad", TABLE_NUMBER);
	evlist__for_each(session__evlist(v->owner), i, evsel) {
		const uint64_t *n = i < v->nr_events ? v->events[i].stacks : NULL;

		if (!n || !sum(n, 0, VERIFY_NR_VERDICTS))
			continue;
		table__add_row(t);
		table__set_row_bar(t, (double)sum(n, 0, VERIFY_NR_VERDICTS));
		table__add_text(t, evsel__name(evsel));
		table__add_count(t, n[VERIFY_WHOLE]);
		table__add_count(t, n[VERIFY_NOT_KNOWN]);
		table__add_count(t, n[VERIFY_BAD]);
	}
	table__set_bar(t, TABLE_SHARE, 0);
}

void verify__make_tables(const struct verify *v, const char *input, struct tables *ts)
{
	add_text(v, input, ts);
	if (v->nr_examples)
		add_examples(v, ts);
	if (v->nr_dsos)
		add_files(v, ts);
	if (v->nr_events > 1)
		add_events(v, ts);
}
