// SPDX-License-Identifier: GPL-2.0-only
/* What columns do with rows: print, measure, tell them apart by a hash. */
#include "util/rows/columns.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/hash.h"
#include "util/event/metric.h"
#include "util/rows/hist.h"

void columns__delete(struct columns *c)
{
	size_t i;

	if (!c)
		return;
	for (i = 0; i < c->nr_own; i++)
		free(c->own[i]);
	free(c->own);
	free(c->cells);
	free(c->shown);
	free(c->order);
	free(c->by_metric);
	free(c->keys);
	free(c->hashed);
	free(c);
}

void columns__elide(struct columns *c, const char *name)
{
	size_t i, left = 0;

	for (i = 0; i < c->nr_shown; i++)
		if (column__is_key(c->shown[i].col) && !c->shown[i].elided)
			left++;
	for (i = 0; i < c->nr_shown && left > 1; i++)
		if (!strcmp(c->shown[i].col->name, name))
			c->shown[i].elided = true;
}

void columns__hide_latency(struct columns *c)
{
	size_t i;

	for (i = 0; !c->own_latency && i < c->nr_shown; i++)
		if (c->shown[i].col->latency)
			c->shown[i].elided = true;
}

bool columns__has_key(const struct columns *c, const char *name)
{
	size_t i;

	for (i = 0; i < c->nr_keys; i++)
		if (!strcasecmp(c->keys[i]->name, name) || (c->keys[i]->long_name && !strcasecmp(c->keys[i]->long_name, name)))
			return true;
	return false;
}

const struct column_use *columns__use_of(const struct columns *c, const struct column *col)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col == col)
			return &c->shown[i];
	return NULL;
}

void columns__reset_widths(struct columns *c)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		struct column_use *u = &c->shown[i];
		unsigned int header = (unsigned int)strlen(u->header);

		u->width = header > u->col->min_width ? header : u->col->min_width;
	}
}

static struct column_cell cell_of(const struct column *col, const struct hist *h, const struct hist_entry *e)
{
	return (struct column_cell){ .h = h, .e = e, .value = col->cell ? hist_entry__origin(e)->cells[col->slot] : 0 };
}

void columns__fit(struct columns *columns, const struct hist *h, const struct hist_entry *e)
{
	size_t i;

	for (i = 0; i < columns->nr_shown; i++) {
		struct column_use *u = &columns->shown[i];
		struct column_cell c;
		unsigned int w;

		if (!u->col->width && !u->col->text)
			continue;
		c = cell_of(u->col, h, e);
		w = u->col->width ? u->col->width(&c) : (unsigned int)strlen(u->col->text(&c));
		if (w > u->width)
			u->width = w;
	}
}

unsigned int column_use__width(const struct column_use *u, const struct hist *h)
{
	unsigned int w;

	if (u->col->mem_stat)
		return MEM_STAT_PART_WIDTH * mem_stat__nr_shown(u->col->mem_stat, h->mem_totals) *
		       hist__nr_shown_members(h);
	if (column__is_key(u->col))
		return u->user_width ? u->user_width : u->width;
	/* -w makes numbers wider, but not narrower than a number and the header want it. */
	w = u->user_width ? u->user_width : u->col->min_width;
	if (w < strlen(u->header))
		w = (unsigned int)strlen(u->header);
	if (h->hists->opts.group && !u->col->metric && w < u->col->min_width * hist__nr_shown_members(h))
		w = u->col->min_width * hist__nr_shown_members(h);
	return w;
}

bool column_use__is_shown(const struct column_use *u, const struct hist *h)
{
	if (h->is_part && (u->col->detail || u->col->mem_stat))
		return false;
	if (h->by_count && !strcmp(u->col->name, "period"))
		return false;
	return !u->elided && (!u->col->evsel || u->col->evsel == h->leader);
}

/* What each event has in the row itself, not in what it calls. */
static struct metric_events counts_of(const struct hist *h, const struct hist_entry *e, uint64_t *counts)
{
	unsigned int i;

	for (i = 0; i < h->nr_members && i < HIST_MAX_MEMBERS; i++)
		counts[i] = e->common->self[i].period;
	return (struct metric_events){ .list = h->members, .nr = i };
}

enum metric_state column__metric(const struct column *col, const struct hist *h, const struct hist_entry *e, double *ret)
{
	uint64_t counts[HIST_MAX_MEMBERS];
	struct metric_events events = counts_of(h, e, counts);

	return metric__value(col->metric, &events, counts, ret);
}

static void print_metric(const struct column *col, const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	uint64_t counts[HIST_MAX_MEMBERS];
	struct metric_events events = counts_of(h, e, counts);

	metric__print(col->metric, &events, counts, (int)width, out);
}

static uint64_t nr_samples(const struct hist *h, const struct hist_entry *e)
{
	uint64_t nr = 0;
	unsigned int i;

	for (i = 0; i < h->nr_members; i++)
		nr += e->common->self[i].nr;
	return nr;
}

static void print_cell(const struct column *col, const struct column_cell *c, struct strbuf *out)
{
	size_t start = out->len;

	if (col->text) {
		const char *text = col->text(c);
		size_t len = strlen(text);

		strbuf__add(out, text, c->width && len > c->width ? c->width : len);
	} else {
		col->print(c, out);
	}
	if (col->cut && c->width && out->len - start > c->width)
		strbuf__truncate(out, start + c->width);
	if (col->blanks && out->len - start < c->width)
		strbuf__addblanks(out, c->width - (out->len - start));
}

void column__print(const struct column *col, const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	struct column_cell c;

	if (col->metric) {
		print_metric(col, h, e, width, out);
		return;
	}
	c = cell_of(col, h, e);
	c.width = width;
	if (col->summed)
		c.value *= nr_samples(h, e);
	print_cell(col, &c, out);
}

/* Rows with the same cells have the same pointer to them. */
static bool same_cells(const struct hist_entry *a, const struct hist_entry *b, const struct column *col)
{
	return col->cell && hist_entry__origin(a)->cells == hist_entry__origin(b)->cells;
}

/* Are all columns of a name and a place, or cells, and these the same? */
static bool is_same(const struct columns *c, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct row_origin *x = hist_entry__origin(a), *y = hist_entry__origin(b);

	return a->where == b->where && x->comm == y->comm && x->cells == y->cells &&
	       !(c->needs & ~(unsigned int)(NEEDS_COMM | NEEDS_PLACE | NEEDS_ADDRESS));
}

int columns__compare(const struct columns *c, const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	int r = 0;
	size_t i;

	if (is_same(c, a, b))
		return 0;
	for (i = 0; !r && i < c->nr_keys; i++)
		r = same_cells(a, b, c->keys[i]) ? 0 : column__compare(c->keys[i], h, a, b);
	return r;
}

/* @hash, with the steps @i to @end - 1. */
static uint64_t hash_parts(const struct columns *c, const struct hist *h, const struct hist_entry *e, size_t i, size_t end, uint64_t hash)
{
	for (; i < end; i++) {
		const struct column_part *part = c->hashed[i];
		uint64_t cell = part->hash ? part->hash(e) : part->cell(h, e);

		hash = hash_combine(hash, part->text && !part->hash ? hash_str((const char *)(uintptr_t)cell) : cell);
	}
	return hash;
}

uint64_t columns__hash_but_place(const struct columns *c, const struct hist *h, const struct hist_entry *e)
{
	return hash_parts(c, h, e, 0, c->nr_but_place, (uintptr_t)hist_entry__origin(e)->cells);
}

uint64_t columns__hash(const struct columns *c, const struct hist *h, const struct hist_entry *e, uint64_t but_place)
{
	return hash_parts(c, h, e, c->nr_but_place, c->nr_hashed, but_place);
}
