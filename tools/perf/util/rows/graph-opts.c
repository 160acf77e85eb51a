// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/graph-opts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"

enum what { MODE, ORDER, KEY, BRANCHES, VALUE };

static const struct {
	const char *word;
	enum what what;
	int val;
} words[] = {
	{ "graph",	MODE,	GRAPH_ABS },
	{ "flat",	MODE,	GRAPH_FLAT },
	{ "fractal",	MODE,	GRAPH_REL },
	{ "folded",	MODE,	GRAPH_FOLDED },
	{ "none",	MODE,	GRAPH_NONE },
	{ "caller",	ORDER,	true },
	{ "callee",	ORDER,	false },
	{ "function",	KEY,	false },
	{ "address",	KEY,	true },
	{ "branch",	BRANCHES, true },
	{ "percent",	VALUE,	GRAPH_PERCENT },
	{ "period",	VALUE,	GRAPH_PERIOD },
	{ "count",	VALUE,	GRAPH_COUNT },
};

static bool parse_word(struct graph_opts *opts, const char *word)
{
	size_t i, len = strlen(word);

	/* As in any perf, a word may be cut short ("call" is the first that fits). */
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (strncmp(words[i].word, word, len))
			continue;
		switch (words[i].what) {
		case MODE:
			opts->mode = (enum graph_mode)words[i].val;
			break;
		case ORDER:
			opts->caller = words[i].val;
			opts->order_set = true;
			break;
		case KEY:
			opts->by_address = words[i].val;
			break;
		case BRANCHES:
			opts->branches = true;
			break;
		case VALUE:
			opts->value = (enum graph_value)words[i].val;
			break;
		}
		return true;
	}
	return false;
}

/* The first number is the percent limit, the second the number of branches. */
static bool parse_number(struct graph_opts *opts, const char *word, int *nr_numbers)
{
	char *end;
	double v = strtod(word, &end);

	if (end == word || *end || !(v >= 0))
		return false;
	if (*nr_numbers == 0)
		opts->min_percent = v;
	else if (*nr_numbers == 1 && v < UINT32_MAX)
		opts->print_limit = (uint32_t)v;
	else
		return false;
	(*nr_numbers)++;
	return true;
}

static int unknown(struct diag *diag, const char *word)
{
	struct near_names near = { .want = word, .want_len = strlen(word) };
	struct strbuf text = STRBUF_INIT;
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		near_names__look_at(&near, words[i].word, strlen(words[i].word));
	near_names__print(&near, &text);
	err = diag__msg(diag, -EINVAL, "call graph option '%s' is not known: there are graph, flat, fractal, folded, none; "
			"PERCENT[,LIMIT]; caller, callee; function, address, branch; percent, period, count%s", word,
			strbuf__str(&text));
	strbuf__exit(&text);
	near_names__exit(&near);
	return err;
}

int graph_opts__parse(struct graph_opts *opts, const char *arg, struct diag *diag)
{
	struct graph_opts new = *opts;
	char *copy, *pos, *word;
	int nr_numbers = 0, err = 0;

	if (!arg)
		return 0;
	copy = pos = xstrdup(arg);
	while (!err && (word = strsep(&pos, ",")) != NULL) {
		if (!*word || parse_number(&new, word, &nr_numbers) || parse_word(&new, word))
			continue;
		err = unknown(diag, word);
	}
	free(copy);
	if (!err)
		*opts = new;
	return err;
}
