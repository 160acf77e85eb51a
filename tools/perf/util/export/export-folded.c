// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folded stacks, as flamegraph.pl and inferno take them: "comm;outermost;...;innermost WEIGHT", each stack once. Where samples
 * of several events are there the event is the outermost frame, since numbers of different events have no sum.
 */
#include <stdlib.h>

#include "util/export/export-formats.h"
#include "util/export/export-functions.h"

/* A name beside the frames: of an event, a thread. */
static void add_name(struct text_out *out, const char *name)
{
	for (; *name; name++)
		text_out__addch(out, *name == ';' ? ':' : *name == '\n' || *name == '\r' ? ' ' : *name);
}

static void end(struct export *e)
{
	const struct evlist *evlist = session__evlist(e->session);
	bool several = export_profile__events(&e->profile, NULL, evlist->nr) > 1;
	struct export_functions f;
	uint32_t *way = NULL;
	size_t i, n, cap = 0;

	export_functions__init(&f, true);
	f.by_line = e->opts->lines;
	free(export_functions__add(&f, &e->profile, &f.rows));
	for (i = 0; i < f.rows.nr; i++) {
		const struct export_row *r = &f.rows.rows[i];

		if (several) {
			add_name(e->out, evsel__name(evlist->evsels[r->event]));
			text_out__addch(e->out, ';');
		}
		add_name(e->out, e->profile.threads[r->thread].comm);
		for (n = export_stacks__way(&f.stacks, r->node, &way, &cap); n; n--) {
			text_out__addch(e->out, ';');
			text_out__addstr(e->out, f.list[way[n - 1]].name);
		}
		text_out__addch(e->out, ' ');
		text_out__dec(e->out, export__weight(e, r), 0);
		text_out__addch(e->out, '\n');
	}
	free(way);
	export_functions__exit(&f);
}

const struct export_format export_folded = {
	.name = "folded", .suffix = ".folded", .what = "a line a stack, for flamegraph.pl, inferno, speedscope",
	.counts = true, .grain = 0, .end = end, .has_lines = true,
};
