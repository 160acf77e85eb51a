// SPDX-License-Identifier: GPL-2.0-only
#include "util/columns/column-names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/columns/column-tables.h"

/* Is @token the name, or (with @abbreviated) how the name begins? */
static bool is_named(const struct column *col, const char *token, bool abbreviated)
{
	size_t len = strlen(token);

	if (!abbreviated)
		return !strcasecmp(col->name, token) || (col->long_name && !strcasecmp(col->long_name, token));
	return len && (!strncasecmp(col->name, token, len) || (col->long_name && !strncasecmp(col->long_name, token, len)));
}

/* Of two columns that a token may mean: the one of the kind that is asked for, else the one of the lower rank. */
static const struct column *meant(const struct column *a, const struct column *b, bool numbers)
{
	if (!a || !b)
		return a ? a : b;
	if (column__is_key(a) != column__is_key(b))
		return column__is_key(a) != numbers ? a : b;
	return a->rank < b->rank ? a : b;
}

const struct column *column_names__find(const char *token, bool numbers)
{
	const struct column *col, *called = NULL, *begins = NULL;
	size_t i, j;

	for (i = 0; i < NR_COLUMN_TABLES; i++) {
		for (j = 0; j < column_tables[i]->nr; j++) {
			col = &column_tables[i]->columns[j];
			if (is_named(col, token, false))
				called = meant(called, col, numbers);
			else if (!called && is_named(col, token, true))
				begins = meant(begins, col, numbers);
		}
	}
	return called ? called : begins;
}

int column_names__unknown(struct diag *diag, bool fields, const char *token)
{
	struct near_names near = { .want = token, .want_len = strlen(token) };
	struct strbuf text = STRBUF_INIT;
	const struct column *col;
	struct column_walk w;
	int err;

	for_each_column(&w, col) {
		near_names__look_at(&near, col->name, strlen(col->name));
		if (col->long_name)
			near_names__look_at(&near, col->long_name, strlen(col->long_name));
	}
	near_names__print(&near, &text);
	near_names__exit(&near);
	err = diag__set(diag, -EINVAL, DIAG_NO_OFFSET, NULL, "key", "Unknown --%s key: `%s'%s",
			fields ? "fields" : "sort", token, strbuf__str(&text));
	strbuf__exit(&text);
	return err;
}

void column_names__add(struct strbuf *out, const char *indent)
{
	const struct column *col;
	size_t line = out->len;
	struct column_walk w;

	strbuf__addstr(out, indent);
	for_each_column(&w, col) {
		if (out->len - line > 70) {
			strbuf__addf(out, "\n%s", indent);
			line = out->len;
		}
		if (col->alias)
			continue;
		strbuf__addf(out, " %s", col->long_name ? col->long_name : col->name);
	}
	strbuf__addch(out, '\n');
}

bool column_names__any(const char *list, bool fields, bool (*matches)(const struct column *col))
{
	char *copy = xstrdup(list ? list : ""), *pos = copy, *token;
	const struct column *col;
	bool found = false;

	while (!found && (token = strsep(&pos, "+, ")) != NULL) {
		col = *token ? column_names__find(token, fields) : NULL;
		found = col && matches(col);
	}
	free(copy);
	return found;
}
