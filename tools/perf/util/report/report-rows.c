// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rows of a table with their call graphs. Threads make the text of rows in pieces, and it is handed on in order. What a graph
 * may take depends on those in front of it: where there was too much room for it, it is drawn once more.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/workers.h"
#include "util/report/report-stdio.h"

#define PIECE_ROWS	64
/* Pieces that each thread makes before they are handed on. */
#define PIECES		4
/* Fewer rows in all are made by one thread. */
#define FEW_ROWS	1024

/* Where the text of a row and of its graph ends in that of the piece. */
struct row_text {
	const struct hist_entry *row;	/* NULL: it is not shown */
	size_t end, graph_end;
	bool drawn, cut;		/* its graph is there; and was cut */
};

struct piece {
	struct strbuf text;
	struct row_text rows[PIECE_ROWS];
	size_t nr;
};

struct pieces {
	const struct report_stdio *r;
	const struct hist *h;
	size_t from, end;		/* rows, in their order */
	uint64_t room;			/* bytes that graphs may have taken when the first row begins */
	atomic_uint_fast64_t drawn;	/* of the graphs of all pieces */
	struct piece *list;
};

/* @r has a room of its own. */
static void make_row(struct pieces *p, const struct report_stdio *r, struct piece *to, struct row_text *t)
{
	t->drawn = t->cut = false;
	*r->graph_room = (struct graph_room){ .left = p->room };
	report_stdio__row(r, p->h, t->row, &to->text);
	t->end = t->graph_end = to->text.len;
	/* Others have used up the room: whether anything is left for this one is known when it is handed on. */
	if (atomic_load(&p->drawn) >= p->room)
		return;
	report_stdio__graph(r, p->h, t->row, &to->text);
	t->graph_end = to->text.len;
	t->drawn = true;
	t->cut = r->graph_room->cut;
	if (t->graph_end > t->end)
		atomic_fetch_add(&p->drawn, t->graph_end - t->end);
}

static void make_piece(void *ctx, size_t number)
{
	struct pieces *p = ctx;
	struct piece *to = &p->list[number];
	size_t from = p->from + number * PIECE_ROWS, i;
	struct report_stdio r = *p->r;
	struct graph_room room;

	r.graph_room = &room;
	strbuf__reset(&to->text);
	to->nr = p->end - from < PIECE_ROWS ? p->end - from : PIECE_ROWS;
	for (i = 0; i < to->nr; i++) {
		const struct hist_entry *e = hist__entry(p->h, from + i);
		bool shown = hist_entry__is_shown(p->h, e) && hist_entry__percent(p->h, e) >= p->r->percent_limit;

		to->rows[i].row = shown ? e : NULL;
		if (shown)
			make_row(p, &r, to, &to->rows[i]);
	}
}

/* Is the graph of @t as it would be drawn now? */
static bool fits(const struct pieces *p, const struct row_text *t)
{
	struct graph_room *room = p->r->graph_room;
	size_t len = t->graph_end - t->end;

	if (!t->drawn || (room && len >= room->left))
		return false;
	if (room) {
		room->cut |= t->cut;
		room->left -= len;
	}
	return true;
}

static size_t nr_lines(const char *text, size_t len)
{
	size_t nr = 0, i;

	for (i = 0; i < len; i++)
		nr += text[i] == '\n';
	return nr;
}

/* What the table may have, and has so far. */
struct extent {
	size_t rows, lines;
};

static bool is_enough(const struct report_stdio *r, const struct extent *had)
{
	return (r->max_rows && had->rows >= r->max_rows) || (r->max_lines && had->lines >= r->max_lines);
}

/* How many rows to make next, at most @many: where few rows or lines are wanted, none is made for nothing. */
static size_t most_next(const struct report_stdio *r, const struct extent *had, size_t many)
{
	if (r->max_lines)
		return 1;
	return r->max_rows && r->max_rows - had->rows < many ? r->max_rows - had->rows : many;
}

/* Until it is enough. */
static void hand_on(const struct pieces *p, const struct piece *piece, struct extent *had, struct strbuf *out)
{
	const struct report_stdio *r = p->r;
	const char *text = piece->text.buf;
	size_t at = 0, end = 0, drawn, i;	/* what lies between @at and @end is still to be added */

	for (i = 0; i < piece->nr && !is_enough(r, had); i++) {
		const struct row_text *t = &piece->rows[i];

		if (!t->row)
			continue;
		drawn = 0;
		had->rows++;
		if (fits(p, t)) {
			end = t->graph_end;
		} else {
			strbuf__add(out, text + at, t->end - at);
			drawn = out->len;
			report_stdio__graph(r, p->h, t->row, out);
			at = end = t->graph_end;
		}
		if (r->max_lines)
			had->lines += drawn ? 1 + nr_lines(out->buf + drawn, out->len - drawn) :
				      1 + nr_lines(text + t->end, t->graph_end - t->end);
	}
	strbuf__add(out, text + at, end - at);
	report_stdio__flush(r, out);
}

void report_stdio__rows(const struct report_stdio *r, const struct hist *h, struct strbuf *out)
{
	struct workers *workers = h->nr < FEW_ROWS ? NULL : r->hists->opts.workers;
	const size_t most = (size_t)PIECES * workers__jobs(workers);
	size_t each, nr, i;
	struct pieces p = { .r = r, .h = h };
	struct extent had = { 0 };

	p.list = xcalloc(most, sizeof(*p.list));
	for (; p.from < h->nr && !is_enough(r, &had); p.from = p.end) {
		each = most_next(r, &had, most * PIECE_ROWS);
		p.end = h->nr - p.from < each ? h->nr : p.from + each;
		p.room = r->graph_room ? r->graph_room->left : UINT64_MAX;
		atomic_store(&p.drawn, 0);
		nr = (p.end - p.from + PIECE_ROWS - 1) / PIECE_ROWS;
		workers__share(workers, nr, make_piece, &p);
		for (i = 0; i < nr; i++)
			hand_on(&p, &p.list[i], &had, out);
	}
	for (i = 0; i < most; i++)
		strbuf__exit(&p.list[i].text);
	free(p.list);
}
