// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/thread-counts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"

void thread_counts__exit(struct thread_counts *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		free(t->threads[i]);
	free(t->threads);
	free(t->seen);
	thread_count_map__exit(&t->by_thread);
	*t = (struct thread_counts){ 0 };
}

static struct thread_count *get(struct thread_counts *t, const struct evlist *evlist, uint32_t pid,
				uint32_t tid)
{
	uint64_t key = (uint64_t)pid << 32 | tid;
	struct thread_count *c = thread_count_map__find(&t->by_thread, key);

	if (c)
		return c;
	if (!t->seen) {
		t->nr_events = evlist->nr;
		t->seen = xcalloc(t->nr_events + 1, sizeof(*t->seen));
	}
	c = xzalloc(sizeof(*c) + t->nr_events * sizeof(c->values[0]));
	c->pid = pid;
	c->tid = tid;
	GROW(t->threads, t->nr, t->cap);
	t->threads[t->nr++] = c;
	thread_count_map__set(&t->by_thread, key, c);
	return c;
}

static struct evsel *event_of(const struct evlist *evlist, uint64_t id)
{
	const struct evlist_id *known = evlist__find_id(evlist, id);

	return known ? known->evsel : evlist->nr == 1 ? evlist->evsels[0] : NULL;
}

static void add_value(struct thread_counts *t, struct thread_count *c, const struct evsel *evsel,
		      uint64_t value)
{
	if (!evsel || evsel->idx < 0 || (size_t)evsel->idx >= t->nr_events)
		return;
	c->values[evsel->idx] += value;
	t->seen[evsel->idx] = true;
}

/*
 * What attr.read_format says: value or count, times, then { value, id, lost } of each member. The kernel writes
 * such a record for each member of a group, with the values of all that are still there: counted is only that
 * of the one whose record it is, @of (0: the record does not tell).
 */
static void read_values(struct thread_counts *t, struct thread_count *c, const struct evlist *evlist,
			const struct evsel *evsel, uint64_t of, struct cursor *cur)
{
	uint64_t format = evsel->attr.read_format, nr = 1, value = 0;
	size_t elem = 8 * (1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST));
	bool group = format & PERF_FORMAT_GROUP;

	if (group)
		nr = cursor__u64(cur, "nr");
	else
		value = cursor__u64(cur, "value");
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		cursor__skip(cur, 8, "time_enabled");
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		cursor__skip(cur, 8, "time_running");
	if (group && nr > cursor__left(cur) / elem)
		cursor__fail(cur, "nr");
	while (nr-- && !cur->bad) {
		const struct evsel *e = evsel;
		uint64_t number = 0;

		if (group)
			value = cursor__u64(cur, "value");
		if (format & PERF_FORMAT_ID) {
			number = cursor__u64(cur, "id");
			e = event_of(evlist, number);
		}
		if (format & PERF_FORMAT_LOST)
			cursor__skip(cur, 8, "lost");
		if (!cur->bad && (!group || !of || !number || number == of))
			add_value(t, c, e, value);
	}
}

int thread_counts__add(struct thread_counts *t, const struct evlist *evlist, const struct record *r,
		       const struct sample_id *id, struct diag *diag)
{
	struct cursor c = record__payload(r);
	const struct evsel *evsel;
	uint32_t pid, tid;

	if (r->header.type != PERF_RECORD_READ || !evlist->nr)
		return 0;
	pid = cursor__u32(&c, "pid");
	tid = cursor__u32(&c, "tid");
	/* Formats of events that can be told apart only by the values' ids are equal. */
	evsel = event_of(evlist, id->id);
	if (!evsel)
		evsel = evlist->evsels[0];
	if (!c.bad)
		read_values(t, get(t, evlist, pid, tid), evlist, evsel, id->id, &c);
	return record__check(r, &c, diag);
}

/* --- printing ----------------------------------------------------------------------------------- */

static int wider(int width, int than)
{
	return width > than ? width : than;
}

static int digits(uint64_t v)
{
	char text[24];

	return snprintf(text, sizeof(text), "%" PRIu64, v);
}

struct widths {
	int pid, tid, name, value;
};

static struct widths fit(const struct thread_counts *t, const struct evlist *evlist)
{
	struct widths w = { 3, 3, 4, 5 };
	size_t i, e;

	for (i = 0; i < t->nr; i++) {
		w.pid = wider(w.pid, digits(t->threads[i]->pid));
		w.tid = wider(w.tid, digits(t->threads[i]->tid));
		for (e = 0; e < t->nr_events; e++)
			w.value = wider(w.value, digits(t->threads[i]->values[e]));
	}
	for (e = 0; e < t->nr_events; e++)
		if (t->seen[e])
			w.name = wider(w.name, (int)strlen(evsel__name(evlist->evsels[e])));
	return w;
}

/* A column is as wide as its event's name and its own values. */
static int column_width(const struct thread_counts *t, const struct evlist *evlist, size_t e)
{
	int width = (int)strlen(evsel__name(evlist->evsels[e]));
	size_t i;

	for (i = 0; i < t->nr; i++)
		width = wider(width, digits(t->threads[i]->values[e]));
	return width;
}

static void print_table(const struct thread_counts *t, const struct evlist *evlist, struct text_out *out)
{
	struct widths w = fit(t, evlist);
	int *columns = xcalloc(t->nr_events + 1, sizeof(*columns));
	size_t i, e;

	text_out__addf(out, "# %*s  %*s", w.pid, "PID", w.tid, "TID");
	for (e = 0; e < t->nr_events; e++) {
		if (!t->seen[e])
			continue;
		columns[e] = column_width(t, evlist, e);
		text_out__addf(out, "  %*s", columns[e], evsel__name(evlist->evsels[e]));
	}
	text_out__addch(out, '\n');
	for (i = 0; i < t->nr; i++) {
		text_out__addf(out, "  %*d  %*d", w.pid, (int)t->threads[i]->pid, w.tid,
			     (int)t->threads[i]->tid);
		for (e = 0; e < t->nr_events; e++)
			if (t->seen[e])
				text_out__addf(out, "  %*" PRIu64, columns[e], t->threads[i]->values[e]);
		text_out__addch(out, '\n');
	}
	free(columns);
}

static void print_raw(const struct thread_counts *t, const struct evlist *evlist, struct text_out *out)
{
	struct widths w = fit(t, evlist);
	size_t i, e;

	if (!t->nr)
		w = (struct widths){ 0 };
	text_out__addf(out, "# %*s  %*s  %*s  %*s  %*s\n", w.pid, "PID", w.tid, "TID", w.name, "Name", 3, "Raw",
		     w.value, "Count");
	for (i = 0; i < t->nr; i++)
		for (e = 0; e < t->nr_events; e++)
			if (t->seen[e])
				text_out__addf(out, "  %*d  %*d  %*s  %3zx  %*" PRIu64 "\n", w.pid,
					     (int)t->threads[i]->pid, w.tid, (int)t->threads[i]->tid, w.name,
					     evsel__name(evlist->evsels[e]), e, w.value,
					     t->threads[i]->values[e]);
}

void thread_counts__print(const struct thread_counts *t, const struct evlist *evlist, bool raw,
			  struct text_out *out)
{
	(raw ? print_raw : print_table)(t, evlist, out);
}
