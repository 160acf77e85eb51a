// SPDX-License-Identifier: GPL-2.0-only
/*
 * The file format of speedscope: the functions once, and a profile for each thread in each event. Stacks have their sums, not
 * their moments: what is for the views "left heavy" and "sandwich".
 */
#include <inttypes.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/export/export-formats.h"
#include "util/export/export-functions.h"
#include "util/export/export-json.h"
#include "util/export/export-source.h"

struct speedscope {
	struct export *e;
	struct export_functions f;
	uint32_t *way;			/* for export_stacks__way() */
	size_t cap;
};

static int by_profile(const void *a, const void *b)
{
	const struct export_row *const *x = a, *const *y = b;

	if ((*x)->event != (*y)->event)
		return (*x)->event < (*y)->event ? -1 : 1;
	if ((*x)->thread != (*y)->thread)
		return (*x)->thread < (*y)->thread ? -1 : 1;
	return *x < *y ? -1 : 1;
}

/*
 * The source file and the line with which the function begins, so that it is one frame; one that is inlined begins at no line of
 * its own. Without these, what it lies in. Where each line of a function is a frame it has that line.
 */
static void add_place(struct text_out *out, const struct export_function *f)
{
	const struct src_frame *begin = f->several ? NULL : export__source_of_function(f->place);
	const struct src_frame *src = f->line ? f->line : begin || f->several ? begin : export__source(f->place);
	const char *file = src && src->file ? src->file : f->file;

	if (!*file)
		return;
	text_out__addstr(out, ",\"file\":");
	text_out__json(out, file);
	if (f->line)
		begin = f->line;
	if (begin && begin->file && begin->line)
		text_out__addf(out, ",\"line\":%" PRIu32, begin->line);
}

static void add_frames(struct text_out *out, const struct export_functions *f)
{
	size_t i;

	text_out__addstr(out, "\"shared\":{\"frames\":[");
	for (i = 0; i < f->nr; i++) {
		text_out__addstr(out, i ? ",\n{\"name\":" : "\n{\"name\":");
		text_out__json(out, f->list[i].name);
		add_place(out, &f->list[i]);
		text_out__addch(out, '}');
	}
	text_out__addstr(out, "]},\n");
}

static void add_stack(struct speedscope *s, uint32_t node)
{
	size_t n = export_stacks__way(&s->f.stacks, node, &s->way, &s->cap);

	text_out__addch(s->e->out, '[');
	for (; n; n--) {
		text_out__dec(s->e->out, s->way[n - 1], 0);
		if (n > 1)
			text_out__addch(s->e->out, ',');
	}
	text_out__addch(s->e->out, ']');
}

/* The @nr rows of one thread in one event. */
static void add_profile(struct speedscope *s, const struct export_row *const *rows, size_t nr, bool several)
{
	struct evsel *evsel = session__evlist(s->e->session)->evsels[rows[0]->event];
	const struct export_thread *t = &s->e->profile.threads[rows[0]->thread];
	bool clock = s->e->opts->weight == EXPORT_WEIGHT_PERIOD && *evsel__unit(evsel) == 'n';
	struct strbuf name = STRBUF_INIT;
	uint64_t sum = 0;
	size_t i;

	strbuf__addf(&name, "%s %" PRId32 "/%" PRId32, t->comm, (int32_t)t->pid, (int32_t)t->tid);
	if (several)
		strbuf__addf(&name, " (%s)", evsel__name(evsel));
	text_out__addstr(s->e->out, "{\"type\":\"sampled\",\"name\":");
	text_out__json(s->e->out, strbuf__str(&name));
	strbuf__exit(&name);
	text_out__addf(s->e->out, ",\"unit\":\"%s\",\"startValue\":0,\"samples\":[", clock ? "nanoseconds" : "none");
	for (i = 0; i < nr; i++) {
		if (i)
			text_out__addch(s->e->out, ',');
		add_stack(s, rows[i]->node);
		sum += export__weight(s->e, rows[i]);
	}
	text_out__addstr(s->e->out, "],\n\"weights\":[");
	for (i = 0; i < nr; i++) {
		if (i)
			text_out__addch(s->e->out, ',');
		text_out__dec(s->e->out, export__weight(s->e, rows[i]), 0);
	}
	text_out__addf(s->e->out, "],\"endValue\":%" PRIu64 "}", sum);
}

static void end(struct export *e)
{
	struct speedscope s = { .e = e };
	const struct export_row **rows;
	bool several = export_profile__events(&e->profile, NULL, session__evlist(e->session)->nr) > 1;
	size_t i, from;

	export_functions__init(&s.f, false);
	s.f.by_line = e->opts->lines;
	free(export_functions__add(&s.f, &e->profile, &s.f.rows));
	rows = xcalloc(s.f.rows.nr + 1, sizeof(*rows));
	for (i = 0; i < s.f.rows.nr; i++)
		rows[i] = &s.f.rows.rows[i];
	qsort(rows, s.f.rows.nr, sizeof(*rows), by_profile);
	text_out__addstr(e->out, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"perf defer export\",\n"
			 "\"name\":");
	text_out__json(e->out, session__input_exact(e->session));
	text_out__addstr(e->out, ",\"activeProfileIndex\":0,\n");
	add_frames(e->out, &s.f);
	text_out__addstr(e->out, "\"profiles\":[\n");
	for (i = 0, from = 0; i < s.f.rows.nr; i++) {
		if (i + 1 < s.f.rows.nr && rows[i + 1]->event == rows[i]->event && rows[i + 1]->thread == rows[i]->thread)
			continue;
		if (from)
			text_out__addstr(e->out, ",\n");
		add_profile(&s, rows + from, i + 1 - from, several);
		from = i + 1;
	}
	text_out__addstr(e->out, "]}\n");
	free(rows);
	free(s.way);
	export_functions__exit(&s.f);
}

const struct export_format export_speedscope = {
	.name = "speedscope", .suffix = ".speedscope.json", .what = "speedscope's own format: a profile for each thread and event",
	.counts = true, .grain = EXPORT_BY_TASK, .end = end, .has_lines = true,
};
