// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/defer/durations.h"
#include "util/defer/wakers.h"

#define INDENT	"                                                "	/* as deep as it gets; deeper ones stand below each other */

static const char *indent(unsigned int columns)
{
	return &INDENT[columns < sizeof(INDENT) - 1 ? sizeof(INDENT) - 1 - columns : 0];
}

static void print_stacks(stack_text kernel, stack_text user, unsigned int columns, struct text_out *out)
{
	stack_text__print(kernel, indent(columns), out);
	stack_text__print(user, indent(columns), out);
}

void waker_row__print_below(const struct waker_row *r, struct text_out *out)
{
	const struct waker *waker;
	unsigned int columns;

	print_stacks(r->kernel, r->user, 16, out);
	for (waker = r->waker, columns = 12; waker; waker = waker->before, columns += 4) {
		text_out__addf(out, "%swoken by %s\n", indent(columns), waker->comm);
		print_stacks(waker->kernel, waker->user, columns + 4, out);
	}
}

void wakers__print_notes(const struct wakers *w, struct text_out *out)
{
	text_out__addf(out, "# %" PRIu64 " waits,", w->nr);
	durations__print_ms(out, w->total, 0);
	text_out__addstr(out, " ms");
	if (w->not_recorded)
		text_out__addf(out, "; of %" PRIu64 " nobody tells who ended them", w->not_recorded);
	text_out__addch(out, '\n');
}

void wakers__print_text(const struct wakers *w, size_t max_rows, struct text_out *out)
{
	size_t i, nr = w->nr_rows < max_rows ? w->nr_rows : max_rows;

	wakers__print_notes(w, out);
	text_out__addf(out, "#\n# %7s %15s %15s  %s\n", "Waits", "Total ms", "Longest", "Who waited, and who woke whom");
	for (i = 0; i < nr; i++) {
		const struct waker_row *r = w->rows[i];

		text_out__addf(out, "%9" PRIu64, r->nr);
		durations__print_ms(out, r->total, 15);
		durations__print_ms(out, r->max, 15);
		text_out__addf(out, "  %s\n", r->comm);
		waker_row__print_below(r, out);
	}
	if (nr < w->nr_rows)
		text_out__addf(out, "# %zu more rows (--rows)\n", w->nr_rows - nr);
}

/* --- the graph --------------------------------------------------------------------------------------------------- */

struct edge {
	const char *from, *to;
	uint64_t nr, total;
};

static int by_names(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	return strcmp(x->from, y->from) ?: strcmp(x->to, y->to);
}

static int by_weight(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	return x->total != y->total ? (x->total > y->total ? -1 : 1) : by_names(a, b);
}

static void print_quoted(const char *text, struct text_out *out)
{
	text_out__addch(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			text_out__addch(out, '\\');
		text_out__addch(out, *text);
	}
	text_out__addch(out, '"');
}

void wakers__print_dot(const struct wakers *w, struct text_out *out)
{
	struct edge *edges = xcalloc(w->nr_rows + 1, sizeof(*edges));
	size_t i, nr = 0;

	for (i = 0; i < w->nr_rows; i++)
		edges[i] = (struct edge){ w->rows[i]->waker->comm, w->rows[i]->comm, w->rows[i]->nr, w->rows[i]->total };
	qsort(edges, w->nr_rows, sizeof(*edges), by_names);
	for (i = 0; i < w->nr_rows; i++) {
		if (nr && !by_names(&edges[nr - 1], &edges[i])) {
			edges[nr - 1].nr += edges[i].nr;
			edges[nr - 1].total += edges[i].total;
		} else {
			edges[nr++] = edges[i];
		}
	}
	qsort(edges, nr, sizeof(*edges), by_weight);
	text_out__addstr(out, "digraph wakers {\n");
	for (i = 0; i < nr; i++) {
		text_out__addch(out, '\t');
		print_quoted(edges[i].from, out);
		text_out__addstr(out, " -> ");
		print_quoted(edges[i].to, out);
		text_out__addf(out, " [label=\"%" PRIu64 " waits,", edges[i].nr);
		durations__print_ms(out, edges[i].total, 0);
		text_out__addstr(out, " ms\"];\n");
	}
	text_out__addstr(out, "}\n");
	free(edges);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

void wakers__print_json(const struct wakers *w, struct text_out *out)
{
	const struct waker *waker;
	struct json j;
	size_t i;

	json__init(&j, out);
	json__object(&j, NULL);
	json__str(&j, "schema", "perf-defer-wakers");
	json__u64(&j, "version", 1);
	json__str(&j, "input", session__input_exact(w->session));
	json__u64(&j, "depth", w->opts.depth);
	json__u64(&j, "waits", w->nr);
	json__u64(&j, "total", w->total);
	json__u64(&j, "not_recorded", w->not_recorded);
	json__array(&j, "rows");
	for (i = 0; i < w->nr_rows; i++) {
		const struct waker_row *r = w->rows[i];

		json__object(&j, NULL);
		json__str(&j, "comm", r->comm);
		json__u64(&j, "waits", r->nr);
		json__u64(&j, "total", r->total);
		json__u64(&j, "max", r->max);
		stack_text__json(r->kernel, r->user, &j);
		json__array(&j, "wakers");
		for (waker = r->waker; waker; waker = waker->before) {
			json__object(&j, NULL);
			json__str(&j, "comm", waker->comm);
			stack_text__json(waker->kernel, waker->user, &j);
			json__end(&j);
		}
		json__end(&j);
		json__end(&j);
	}
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}
