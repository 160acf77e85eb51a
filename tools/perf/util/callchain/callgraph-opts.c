// SPDX-License-Identifier: GPL-2.0-only
/* The words of `perf report -g`. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/callgraph-opts.h"

enum word_kind { WORD_PRINT, WORD_ORDER, WORD_KEY, WORD_BRANCH, WORD_VALUE };

/* A beginning that fits several words means the first. */
static const struct {
	const char *word;
	enum word_kind kind;
	int value;
} words[] = {
	{ "graph",	WORD_PRINT,	CALLGRAPH_PRINT_GRAPH },
	{ "flat",	WORD_PRINT,	CALLGRAPH_PRINT_FLAT },
	{ "fractal",	WORD_PRINT,	CALLGRAPH_PRINT_FRACTAL },
	{ "folded",	WORD_PRINT,	CALLGRAPH_PRINT_FOLDED },
	{ "none",	WORD_PRINT,	CALLGRAPH_PRINT_NONE },
	{ "no",		WORD_PRINT,	CALLGRAPH_PRINT_NONE },
	{ "caller",	WORD_ORDER,	CALLGRAPH_CALLER },
	{ "callee",	WORD_ORDER,	CALLGRAPH_CALLEE },
	{ "function",	WORD_KEY,	CALLGRAPH_KEY_FUNCTION },
	{ "address",	WORD_KEY,	CALLGRAPH_KEY_ADDRESS },
	{ "srcline",	WORD_KEY,	CALLGRAPH_KEY_SRCLINE },
	{ "branch",	WORD_BRANCH,	1 },
	{ "percent",	WORD_VALUE,	CALLGRAPH_VALUE_PERCENT },
	{ "period",	WORD_VALUE,	CALLGRAPH_VALUE_PERIOD },
	{ "count",	WORD_VALUE,	CALLGRAPH_VALUE_COUNT },
};

static bool apply_word(struct callgraph_opts *opts, const char *word)
{
	size_t n = strlen(word), i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (n && n <= strlen(words[i].word) && !memcmp(words[i].word, word, n))
			break;
	if (i == ARRAY_SIZE(words))
		return false;
	switch (words[i].kind) {
	case WORD_PRINT:
		opts->print = (enum callgraph_print)words[i].value;
		break;
	case WORD_ORDER:
		opts->order = (enum callgraph_order)words[i].value;
		opts->has_order = true;
		break;
	case WORD_KEY:
		opts->key = (enum callgraph_key)words[i].value;
		break;
	case WORD_BRANCH:
		opts->branch = true;
		break;
	case WORD_VALUE:
		opts->value = (enum callgraph_value)words[i].value;
		break;
	}
	return true;
}

/* The first number is the threshold, the second the limit. */
static bool apply_number(struct callgraph_opts *opts, const char *word, unsigned int *numbers)
{
	char *end;

	if (!isdigit((unsigned char)*word) && *word != '.')
		return false;
	if (*numbers == 0) {
		double percent = strtod(word, &end);

		if (end == word || *end || !isfinite(percent))
			return false;
		opts->min_percent = percent;
	} else {
		unsigned long limit;

		errno = 0;
		limit = strtoul(word, &end, 0);
		if (end == word || *end || errno || limit > UINT32_MAX || *numbers > 1)
			return false;
		opts->print_limit = (uint32_t)limit;
	}
	++*numbers;
	return true;
}

int callgraph_opts__parse(struct callgraph_opts *opts, const char *arg, struct diag *diag)
{
	struct callgraph_opts new = *opts;
	char *copy, *rest, *word;
	unsigned int numbers = 0;
	int err = 0;

	if (!arg || !*arg)
		return 0;
	copy = rest = xstrdup(arg);
	while (!err && (word = strsep(&rest, ",")))
		if (!apply_number(&new, word, &numbers) && !apply_word(&new, word))
			err = diag__msg(diag, -EINVAL, "cannot understand '%.64s' in the call graph options '%.100s'",
					word, arg);
	free(copy);
	if (!err)
		*opts = new;
	return err;
}
