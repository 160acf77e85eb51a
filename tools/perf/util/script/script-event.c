// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-event.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

bool script_text__addr_is_place(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE &&
	       (attr->config == PERF_COUNT_SW_PAGE_FAULTS || attr->config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
		attr->config == PERF_COUNT_SW_PAGE_FAULTS_MAJ);
}

bool script_text__counts_branches(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE && attr->config & PERF_COUNT_HW_BRANCH_INSTRUCTIONS && !attr->freq &&
	       attr->sample_period == 1 && attr->sample_type & PERF_SAMPLE_ADDR;
}

static void make_columns(const struct script_text *st, struct script_event *e, const char *name)
{
	size_t len = e->fields & SCRIPT_EVENT ? strlen(name) : 0, width = (size_t)st->name_width;
	char *p;

	/* Room for reading USUAL_COLUMNS from anywhere before the end. */
	e->columns = xzalloc(PERIOD_WIDTH + (len > width ? len : width) + 2 + USUAL_COLUMNS);
	e->columns_begin = e->columns_end = PERIOD_WIDTH;
	if (!(e->fields & SCRIPT_EVENT))
		return;
	p = e->columns + PERIOD_WIDTH;
	if (len < width) {
		memset(p, ' ', width - len);
		p += width - len;
	}
	memcpy(p, name, len);
	memcpy(p + len, ": ", 2);
	e->columns_end = (size_t)(p + len + 2 - e->columns);
}

void script_event__set_period(struct script_event *e, uint64_t period)
{
	char *end = e->columns + PERIOD_WIDTH, text[PERIOD_WIDTH];
	int len = snprintf(text, sizeof(text), "%10" PRIu64 " ", period);

	e->period = period;
	e->columns_begin = PERIOD_WIDTH - (size_t)len;
	memcpy(end - len, text, (size_t)len);
}

static void fill_in_event(const struct script_text *st, struct script_event *e, struct evsel *evsel)
{
	const struct script_type_fields *t = &st->fields->types[script_type__of(&evsel->attr)];
	uint64_t f = t->fields;

	e->evsel = evsel;
	e->fields = f;
	e->style = (f & SCRIPT_SYM ? FRAME_SYM : 0) | (f & SCRIPT_SYMOFF ? FRAME_SYMOFF : 0) |
		   (f & SCRIPT_DSO ? FRAME_DSO : 0) | (f & SCRIPT_DSOFF ? FRAME_DSOFF : 0) |
		   (f & SCRIPT_SRCLINE ? FRAME_SRCLINE : 0) | (st->opts.kernel_path ? FRAME_KERNEL_PATH : 0);
	e->chains = f & SCRIPT_IP && evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN && !st->opts.no_chains;
	e->head_form = head_task__form(f, e->chains);
	e->addr_is_place = script_text__addr_is_place(&evsel->attr);
	e->is_branch = script_text__counts_branches(&evsel->attr) &&
		       (f & SCRIPT_ADDR || !st->fields->types[script_type__of(&evsel->attr)].user_set);
	e->branch_to = f & SCRIPT_ADDR || (!t->listed && !(t->removed & SCRIPT_ADDR));
	e->late = f & LATE_FIELDS;
	/* Shown by default, but only one kind of event has it. */
	if (evsel->attr.type != PERF_TYPE_SOFTWARE || evsel->attr.config != PERF_COUNT_SW_BPF_OUTPUT)
		e->late &= ~SCRIPT_BPF_OUTPUT;
	e->plain = f && !(f & (FEW_FIELDS | SCRIPT_MISC | SCRIPT_TOD)) && !e->late && !e->is_branch && !st->opts.stop_at && !st->opts.raw &&
		   !st->opts.reltime && !st->opts.deltatime;
	make_columns(st, e, evsel__name(evsel));
}

static struct script_event *new_event(struct script_text *st, struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx;

	if (idx >= st->nr_events) {
		st->events = xreallocarray(st->events, idx + 1, sizeof(*st->events));
		memset(st->events + st->nr_events, 0, (idx + 1 - st->nr_events) * sizeof(*st->events));
		st->nr_events = idx + 1;
		st->event = NULL;
	}
	fill_in_event(st, &st->events[idx], evsel);
	return &st->events[idx];
}

struct script_event *script_event__of(struct script_text *st, struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx;

	return idx < st->nr_events && st->events[idx].evsel == evsel ? &st->events[idx] : new_event(st, evsel);
}

void script_events__exit(struct script_text *st)
{
	size_t i;

	for (i = 0; i < st->nr_events; i++)
		free(st->events[i].columns);
	zfree(&st->events);
	st->nr_events = 0;
	st->event = NULL;
}
