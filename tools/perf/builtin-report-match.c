// SPDX-License-Identifier: GPL-2.0-only
/* Which samples came to a row of an earlier report, where they are counted once more: is it that row, and that way? */
#include <stdlib.h>
#include <string.h>

#include "builtin-report-match.h"
#include "util/base/alloc.h"
#include "util/tui/browser.h"

static char *text_of(const struct column *key, const struct hist *h, const struct hist_entry *e)
{
	struct strbuf text = STRBUF_INIT;

	column__print(key, h, e, 0, &text);
	return text.buf ? text.buf : xstrdup("");
}

/* Functions of the same name and file are others if they lie elsewhere. */
static bool same_function(const struct hist_entry *a, const struct hist_entry *b)
{
	const struct symbol *x = place__kind(hist_entry__place(a))->sym, *y = place__kind(hist_entry__place(b))->sym;

	return !x == !y && (!x || x->start == y->start);
}

static bool is_chosen(const struct hist *h, const struct hist_entry *e, const struct browser_choice *choice)
{
	const struct columns *c = h->hists->columns;
	bool same = false;
	size_t i;

	if (!choice->key)
		return hist_entry__level(e) == 'k';
	for (i = 0; !same && i < c->nr_keys; i++) {
		char *text = strcmp(c->keys[i]->name, choice->key) ? NULL : text_of(c->keys[i], h, e);

		same = text && !strcmp(text, choice->text);
		free(text);
	}
	return same;
}

static bool is_row(const struct row_match *m, const struct hist *h, const struct hist_entry *e)
{
	const struct columns *c = h->hists->columns;
	bool same = !e->filtered && (!c->has_sym || m->row->nr_keys || same_function(e, m->row->entry));
	size_t i, level = 0;

	for (i = 0; same && i < m->row->nr_choices; i++)
		same = is_chosen(h, e, &m->row->choices[i]);
	for (i = 0; same && i < c->nr_keys; i++) {
		char *text;

		/* As the levels of a tree are chosen. */
		if (m->row->nr_keys && ((c->keys[i]->evsel && c->keys[i]->evsel != h->leader) || level++ >= m->row->nr_keys))
			continue;
		/* What is known of a function when all was read tells no rows apart. */
		if (!strcmp(c->keys[i]->name, "ipc_lbr"))
			continue;
		text = text_of(c->keys[i], h, e);

		same = !strcmp(text, m->texts[i]);
		free(text);
	}
	return same;
}

static bool same_place(struct row_match *m, const struct hists *h, uint32_t place, size_t i)
{
	uint64_t key = ((uint64_t)place << 32 | i) + 1, known = u64num__find(&m->frames, key);
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	if (!known) {
		place__print(place_table__get(h->places, place), h->opts.graph.by_address, &a);
		place__print(m->row->frames[i], h->opts.graph.by_address, &b);
		known = strcmp(strbuf__str(&a), strbuf__str(&b)) ? 2 : 1;
		u64num__set(&m->frames, key, known);
		strbuf__exit(&a);
		strbuf__exit(&b);
	}
	return known == 1;
}

/* Do the chain's frames begin, at the row, as the way to the chosen one? The row's last chain is that of the last sample that had one. */
static bool goes_through(struct row_match *m, const struct hists *h, const struct hist_entry *e, const struct session_sample *s)
{
	const struct stored_chain *c;
	struct hist_ref r;
	size_t i;

	if (!m->row->nr_frames)
		return true;
	if (!e->common->nr_refs || h->member_of[s->evsel->idx])
		return false;
	r = hist_entry__ref(&h->list[m->row->hist], e, e->common->nr_refs - 1);
	c = chain_store__get(h->chains, r.chain);
	if (m->row->nr_frames > (h->opts.graph.caller ? r.pos + 1U : c->nr - r.pos))
		return false;
	for (i = 0; i < m->row->nr_frames; i++)
		if (!same_place(m, h, c->places[h->opts.graph.caller ? r.pos - i : r.pos + i], i))
			return false;
	return true;
}

static bool has_chain(const struct session_sample *s)
{
	return (s->chain.kernel && s->chain.kernel->nr) || (s->chain.user && s->chain.user->nr) || s->orphan != PERF_STITCH_WHOLE;
}

/* The row into which the sample fell is known; whether it is one of those that are asked for, too, after its first sample. */
static bool is_of_several(struct row_match *m, const struct hists *hists, const struct hist *h)
{
	const struct hist_entry *e = hists->counted_in;
	uint64_t known = e ? u64num__find(&m->rows, (uintptr_t)e) : 2;

	if (!known) {
		known = is_row(m, h, e) ? 1 : 2;
		u64num__set(&m->rows, (uintptr_t)e, known);
	}
	return known == 1;
}

bool row_match__count(struct row_match *m, struct hists *hists, const struct session_sample *s)
{
	struct hist *h = &hists->list[m->row->hist];
	uint32_t serial = hists->serial;
	size_t before = h->nr, i;
	struct hist_entry *e;

	hists->counted_in = NULL;
	hists__add(hists, s);
	hists__fold(hists);
	if (m->row->nr_keys)
		return hists->by_evsel[s->evsel->idx] == h && is_of_several(m, hists, h);
	for (i = before; i < h->nr && !m->found; i++) {
		m->found = is_row(m, h, hist__row(h, (uint32_t)i));
		m->number = (uint32_t)i;
	}
	if (!m->found)
		return false;
	e = hist__row(h, m->number);
	return (m->number >= before || e->common->seen > serial) && (!m->row->nr_frames || has_chain(s)) && goes_through(m, hists, e, s);
}

void row_match__init(struct row_match *m, const struct browser_row *row, const struct columns *c)
{
	size_t i;

	*m = (struct row_match){ .row = row, .texts = xcalloc(c->nr_keys + 1, sizeof(*m->texts)), .nr_texts = c->nr_keys };
	for (i = 0; i < c->nr_keys; i++)
		m->texts[i] = text_of(c->keys[i], row->h, row->entry);
}

void row_match__exit(struct row_match *m)
{
	size_t i;

	u64num__exit(&m->frames);
	u64num__exit(&m->rows);
	for (i = 0; i < m->nr_texts; i++)
		free(m->texts[i]);
	free(m->texts);
}
