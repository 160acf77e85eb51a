// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/graph-opts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"

enum what { MODE, ORDER, KEY, BRANCHES, VALUE };

static const struct {
	const char *token;
	enum what what;
	int val;
} tokens[] = {
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

static bool parse_token(struct graph_opts *opts, const char *token)
{
	size_t i, len = strlen(token);

	/* As in any perf, a word may be cut short ("call" is the first that fits). */
	for (i = 0; i < ARRAY_SIZE(tokens); i++) {
		if (strncmp(tokens[i].token, token, len))
			continue;
		switch (tokens[i].what) {
		case MODE:
			opts->mode = (enum graph_mode)tokens[i].val;
			break;
		case ORDER:
			opts->caller = tokens[i].val;
			opts->order_set = true;
			break;
		case KEY:
			opts->by_address = tokens[i].val;
			break;
		case BRANCHES:
			opts->branches = true;
			break;
		case VALUE:
			opts->value = (enum graph_value)tokens[i].val;
			break;
		}
		return true;
	}
	return false;
}

/* The first number is the percent limit, the second the number of branches. */
static bool parse_number(struct graph_opts *opts, const char *token, int *nr_numbers)
{
	char *end;
	double v = strtod(token, &end);

	if (end == token || *end || !(v >= 0))
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

static int unknown(struct diag *diag, const char *token)
{
	struct near_names near = { .want = token, .want_len = strlen(token) };
	struct strbuf text = STRBUF_INIT;
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(tokens); i++)
		near_names__look_at(&near, tokens[i].token, strlen(tokens[i].token));
	near_names__print(&near, &text);
	err = diag__msg(diag, -EINVAL, "call graph option '%s' is not known: there are graph, flat, fractal, folded, none; "
			"PERCENT[,LIMIT]; caller, callee; function, address, branch; percent, period, count%s", token,
			strbuf__str(&text));
	strbuf__exit(&text);
	near_names__exit(&near);
	return err;
}

int graph_opts__parse(struct graph_opts *opts, const char *arg, struct diag *diag)
{
	struct graph_opts new = *opts;
	char *copy, *pos, *token;
	int nr_numbers = 0, err = 0;

	if (!arg)
		return 0;
	copy = pos = xstrdup(arg);
	while (!err && (token = strsep(&pos, ",")) != NULL) {
		if (!*token || parse_number(&new, token, &nr_numbers) || parse_token(&new, token))
			continue;
		err = unknown(diag, token);
	}
	free(copy);
	if (!err)
		*opts = new;
	return err;
}

uint64_t graph_opts__least(const struct graph_opts *opts, uint64_t branches, uint64_t total)
{
	double of = (double)(opts->mode == GRAPH_REL ? branches : total) * (opts->min_percent / 100);

	/* 2^64 is the first one that fits no more. */
	if (of >= 0x1p64)
		return UINT64_MAX;
	return (uint64_t)(opts->mode == GRAPH_REL ? ceil(of) : of);
}
