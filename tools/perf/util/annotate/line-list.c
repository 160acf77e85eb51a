// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/line-list.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/text-out.h"

struct listed_line {
	const struct src_frame *place;
	double most;
	struct annotate_stat *stats;	/* for each member */
};

struct line_key {
	const char *file;
	uint32_t line;
};

static inline uint64_t listed_lines__hash(struct line_key key)
{
	return hash_combine(hash_str(key.file), key.line);
}

static inline bool listed_lines__is(const struct listed_line *l, struct line_key key)
{
	return l->place->line == key.line && !strcmp(l->place->file, key.file);
}

HASH_SET(listed_lines, struct line_key, struct listed_line *)

static struct listed_line *place_of(struct listed_lines *all, const struct src_frame *f, size_t nr_members)
{
	struct listed_line **place = listed_lines__place(all, (struct line_key){ .file = f->file, .line = f->line });

	if (!*place) {
		*place = xzalloc(sizeof(**place));
		(*place)->place = f;
		(*place)->stats = xcalloc(nr_members, sizeof(*(*place)->stats));
	}
	return *place;
}

/* The largest share first; of equal ones that whose line comes first. */
static int by_share(const void *x, const void *y)
{
	const struct listed_line *a = *(const struct listed_line *const *)x, *b = *(const struct listed_line *const *)y;
	int ret = a->most > b->most ? -1 : a->most < b->most;

	if (!ret)
		ret = strcmp(a->place->file, b->place->file);
	return ret ? ret : a->place->line < b->place->line ? -1 : a->place->line > b->place->line;
}

static void collect(struct listed_lines *all, const struct code_lines *l, const struct annotate_shares *shares)
{
	size_t nr = shares->members.nr, i, m;
	struct annotate_stat *stats = xcalloc(nr, sizeof(*stats));

	for (i = 0; i < l->nr; i++) {
		const struct src_frame *f = code_line__source(l, &l->lines[i]);
		struct listed_line *line;
		bool any = false;

		annotate_shares__range(shares, l->lines[i].addr, l->lines[i].end, stats);
		for (m = 0; m < nr; m++)
			any |= stats[m].nr;
		if (!f || !any)
			continue;
		line = place_of(all, f, nr);
		for (m = 0; m < nr; m++) {
			line->stats[m].nr += stats[m].nr;
			line->stats[m].period += stats[m].period;
		}
	}
	free(stats);
}

static void print_lines(const struct annotate_text *t, const struct annotate_shares *shares, struct listed_line **list, size_t nr,
			struct strbuf *sb)
{
	size_t i;

	for (i = 0; i < nr && list[i]->most >= LINE_LIST_LEAST; i++) {
		annotate_text__percents(t, shares, list[i]->stats, sb);
		strbuf__addch(sb, ' ');
		annotate_text__place(t, list[i]->place, sb);
		strbuf__addch(sb, '\n');
	}
	if (!i)
		strbuf__addstr(sb, " Nothing higher than 0.5%\n");
}

static void print_title(const struct code_lines *l, struct strbuf *sb)
{
	size_t from, len;

	strbuf__addch(sb, '\n');
	from = sb->len;
	strbuf__addf(sb, "Sorted summary for file %s", l->func->dso->long_name);
	len = sb->len - from;
	strbuf__addch(sb, '\n');
	while (len--)
		strbuf__addch(sb, '-');
	strbuf__addstr(sb, "\n\n");
}

void line_list__print(const struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
		      struct text_out *out)
{
	struct listed_lines all = { 0 };
	struct strbuf sb = STRBUF_INIT;
	struct listed_line **list;
	size_t nr = 0, i;

	collect(&all, l, shares);
	list = xcalloc(all.nr ? all.nr : 1, sizeof(struct listed_line *));
	HASH_EACH(&all, i) {
		list[nr] = all.slots[i].val;
		list[nr]->most = annotate_text__most(t, shares, list[nr]->stats);
		nr++;
	}
	qsort(list, nr, sizeof(struct listed_line *), by_share);
	print_title(l, &sb);
	print_lines(t, shares, list, nr, &sb);
	text_out__add(out, strbuf__str(&sb), sb.len);
	for (i = 0; i < nr; i++) {
		free(list[i]->stats);
		free(list[i]);
	}
	free(list);
	listed_lines__exit(&all);
	strbuf__exit(&sb);
}
