// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/source-rows.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

static void take_apart(struct source_row *s, struct diff_row *row)
{
	const char *colon, *slash;
	char *end;
	unsigned long line;

	*s = (struct source_row){ .row = row, .function = row->cells, .place = row->cells + strlen(row->cells) + 1 };
	colon = strrchr(s->place, ':');
	if (!colon || colon == s->place || colon[1] < '1' || colon[1] > '9')
		return;
	line = strtoul(colon + 1, &end, 10);
	if (*end || line > UINT32_MAX)
		return;
	s->path_len = (size_t)(colon - s->place);
	s->line = (uint32_t)line;
	slash = memrchr(s->place, '/', s->path_len);
	s->name_at = slash ? (size_t)(slash - s->place) + 1 : 0;
}

/* As strcmp() of the files' names. */
static int compare_files(const struct source_row *a, const struct source_row *b)
{
	size_t a_len = a->path_len - a->name_at, b_len = b->path_len - b->name_at;
	int r = memcmp(a->place + a->name_at, b->place + b->name_at, a_len < b_len ? a_len : b_len);

	return r ? r : a_len < b_len ? -1 : a_len > b_len;
}

bool source_row__same_file(const struct source_row *a, const struct source_row *b)
{
	return !compare_files(a, b);
}

static int compare(const void *x, const void *y)
{
	const struct source_row *a = x, *b = y;
	int r = strcmp(a->function, b->function);

	if (!r)
		r = compare_files(a, b);
	if (!r && a->line != b->line)
		r = a->line < b->line ? -1 : 1;
	return r ? r : strcmp(a->place, b->place);
}

/* The last recording that has it. */
static unsigned int last_file(const struct diff_print *p, const struct diff_row *row)
{
	unsigned int k = p->table->files;

	while (k && !row->counts[k - 1].nr)
		k--;
	return k;
}

static void add_counts(const struct diff_print *p, struct diff_row *to, const struct diff_row *from)
{
	unsigned int k;

	for (k = 0; k < p->table->files; k++) {
		to->counts[k].period += from->counts[k].period;
		to->counts[k].nr += from->counts[k].nr;
	}
}

static bool is_one_line(const struct source_row *a, const struct source_row *b)
{
	return b->path_len && !strcmp(a->function, b->function) && !compare_files(a, b) && a->line == b->line;
}

void source_rows__make(struct source_rows *ret, const struct diff_print *p, const struct diff_event *e)
{
	struct source_row *list = xcalloc(e->nr + 1, sizeof(*list)), *last;
	size_t nr = 0, i;

	for (i = 0; i < e->nr; i++)
		take_apart(&list[i], e->rows[i]);
	qsort(list, e->nr, sizeof(*list), compare);
	for (i = 0; i < e->nr; i++) {
		struct source_row *r = &list[i];

		last = nr ? &list[nr - 1] : NULL;
		if (!last || !is_one_line(last, r)) {
			list[nr++] = *r;
			continue;
		}
		if (last_file(p, r->row) > last_file(p, last->row)) {
			last->place = r->place;
			last->path_len = r->path_len;
			last->name_at = r->name_at;
		}
		add_counts(p, last->row, r->row);
	}
	*ret = (struct source_rows){ list, nr };
}

void source_rows__exit(struct source_rows *r)
{
	free(r->list);
	*r = (struct source_rows){ 0 };
}

size_t source_rows__end(const struct source_rows *r, size_t first)
{
	size_t end = first + 1;

	while (end < r->nr && !strcmp(r->list[end].function, r->list[first].function))
		end++;
	return end;
}

void source_rows__functions(const struct source_rows *r, const struct diff_print *p, const struct diff_event *e, struct diff_event *ret)
{
	size_t first, end, i;

	*ret = (struct diff_event){ .name = e->name, .nr_columns = 1, .totals = e->totals };
	for (first = 0; first < r->nr; first = end) {
		struct diff_row *sum = xzalloc(sizeof(*sum));

		end = source_rows__end(r, first);
		sum->cells = r->list[first].function;
		sum->counts = xcalloc(p->table->files, sizeof(*sum->counts));
		sum->root = (uint32_t)first;	/* it has no stacks */
		for (i = first; i < end; i++)
			add_counts(p, sum, r->list[i].row);
		GROW(ret->rows, ret->nr, ret->cap);
		ret->rows[ret->nr++] = sum;
	}
	diff_event__sort(ret, p->table, &p->compute, p->order);
}

void source_rows__free_functions(struct diff_event *functions)
{
	size_t i;

	for (i = 0; i < functions->nr; i++) {
		free(functions->rows[i]->counts);
		free(functions->rows[i]);
	}
	free(functions->rows);
}
