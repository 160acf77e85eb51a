// SPDX-License-Identifier: GPL-2.0-only
/* Which instructions of the shown function are hot, and the way from one to the next. */
#include "util/view/code-view.h"

#include <stdlib.h>

#include "util/base/alloc.h"

struct ranked {
	double percent;
	uint32_t line;
};

static int by_percent(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;

	if (a->percent != b->percent)
		return a->percent > b->percent ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static int by_line(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;

	return a->line < b->line ? -1 : a->line > b->line;
}

/* The instructions with samples of any member, each once. The caller frees the array. */
static struct ranked *list_sampled(const struct code_view *v, size_t *ret_nr)
{
	struct ranked *list = NULL;
	size_t nr = 0, cap = 0, m, i, k;

	for (m = 0; m < v->shares.members.nr; m++) {
		const struct annotate_share *share = v->shares.of[m];

		for (i = 0; share && i < share->nr_hits; i++) {
			const struct code_line *line = code_lines__find(v->lines, share->hits[i]->addr);

			if (!line)
				continue;
			GROW(list, nr, cap);
			list[nr++] = (struct ranked){ .line = (uint32_t)(line - v->lines->lines) };
		}
	}
	if (nr)
		qsort(list, nr, sizeof(*list), by_line);
	for (i = k = 0; i < nr; i++)
		if (!i || list[i].line != list[i - 1].line)
			list[k++] = list[i];
	*ret_nr = k;
	return list;
}

void code_view__rank(struct code_view *v)
{
	struct annotate_stat *stats = xcalloc(v->shares.members.nr, sizeof(*stats));
	struct ranked *list;
	size_t nr, i;

	list = list_sampled(v, &nr);
	for (i = 0; i < nr; i++) {
		const struct code_line *line = &v->lines->lines[list[i].line];

		annotate_shares__range(&v->shares, line->addr, line->end, stats);
		list[i].percent = annotate_text__most(v->text, &v->shares, stats);
	}
	if (nr)
		qsort(list, nr, sizeof(*list), by_percent);
	free(v->hot);
	v->hot = xcalloc(nr ? nr : 1, sizeof(*v->hot));
	for (i = 0; i < nr; i++)
		v->hot[i] = list[i].line;
	v->nr_hot = nr;
	free(list);
	free(stats);
}

size_t code_view__rank_of_cursor(const struct code_view *v)
{
	const struct code_line *line = code_view__line(v);
	size_t i;

	for (i = 0; line && i < v->nr_hot; i++)
		if (&v->lines->lines[v->hot[i]] == line)
			return i + 1;
	return 0;
}

bool code_view__go_hot(struct code_view *v, int by)
{
	size_t at = code_view__rank_of_cursor(v);

	if (!v->nr_hot)
		return false;
	/* From elsewhere it begins with the hottest. */
	at = !by || !at ? 0 : (at - 1 + v->nr_hot + (size_t)by) % v->nr_hot;
	code_view__go_to_line(v, v->hot[at]);
	return true;
}
