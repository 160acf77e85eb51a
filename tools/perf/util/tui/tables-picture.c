// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/tables-picture.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/tui/screen.h"
#include "util/tui/tables-state.h"

static void draw_table(const struct table *t)
{
	struct table_view view;
	int *widths = tables__widths(t);
	struct table_screen s = {
		.views = &view, .view = &view, .widths = &widths, .headers = true, .no_cursor = true,
		.fitted = xcalloc(t->nr_columns + 1, sizeof(int)),
	};

	table_view__init(&view, t);
	tables__draw_rows(&s, 1);
	table_view__exit(&view);
	free(widths);
	free(s.fitted);
}

void tables_picture__draw(const struct table *t, const char *title, const char *status)
{
	int y = screen__lines() - 1;

	screen__clear();
	screen__blank(0, 0, STYLE_BAR, screen__columns());
	screen__put(0, 0, STYLE_BAR, title, screen__columns());
	if (t)
		draw_table(t);
	screen__blank(y, 0, STYLE_BAR, screen__columns());
	screen__put(y, 0, STYLE_BAR, status, screen__columns());
	screen__set_cursor(-1, 0);
}
