// SPDX-License-Identifier: GPL-2.0-only
/* The language of --fail-on. */
#include "util/diff/diff-rules.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

static int wrong(const char *text, const char *what, struct diag *diag)
{
	return diag__msg(diag, -EINVAL, "--fail-on '%s': %s (as in 'sym>+2%%', 'sym=parse>x1.1', 'children:sym~^json_>+1%%', "
			 "'total>5%%')", text, what);
}

static bool take(const char **s, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(*s, word, len))
		return false;
	*s += len;
	return true;
}

static int parse_limit(struct diff_rule *r, const char *s, struct diag *diag)
{
	char *end;

	r->unit = *s == 'x' ? RULE_TIMES : RULE_PERIOD;
	s += *s == 'x';
	/* strtod() also takes blanks, and words for what is no number. */
	if (!strchr(r->unit == RULE_TIMES ? "0123456789." : "+-0123456789.", *s) || !*s)
		return wrong(r->text, "behind '>' or '<' comes a number, with '%' behind it, 'x' in front of it, or neither", diag);
	r->limit = strtod(s, &end);
	if (end != s && *end == '%' && r->unit == RULE_PERIOD) {
		r->unit = RULE_PERCENT;
		end++;
	}
	if (end == s || *end || !isfinite(r->limit))
		return wrong(r->text, "behind '>' or '<' comes a number, with '%' behind it, 'x' in front of it, or neither", diag);
	return 0;
}

/* @s: what stands behind the word, up to @end. */
static int parse_name(struct diff_rule *r, const char *s, const char *end, struct diag *diag)
{
	char why[128];
	int err;

	if (s == end)
		return 0;
	if (*s != '=' && *s != '~')
		return wrong(r->text, "it is about sym, dso, comm or total, and a name comes behind '=' or '~'", diag);
	if (!r->key)
		return wrong(r->text, "total has no names", diag);
	if (s + 1 == end)
		return wrong(r->text, "the name is empty", diag);
	r->match = *s++;
	r->name = xstrndup(s, (size_t)(end - s));
	if (r->match == '=')
		return 0;
	err = regcomp(&r->regex, r->name, REG_EXTENDED | REG_NOSUB);
	if (!err)
		return 0;
	r->match = 0;
	regerror(err, &r->regex, why, sizeof(why));
	return diag__msg(diag, -EINVAL, "--fail-on '%s': '%s' is no regular expression: %s", r->text, r->name, why);
}

static int parse(struct diff_rule *r, const char *text, struct diag *diag)
{
	const char *s = text, *at = text + strlen(text);

	r->text = text;
	/* The last one: names of C++ have these, too. */
	while (at > text && *at != '>' && *at != '<')
		at--;
	if (at == text)
		return wrong(text, "there is no '>' and no '<'", diag);
	r->less = *at == '<';
	r->children = take(&s, "children:");
	if (!r->children)
		take(&s, "self:");
	if (take(&s, "sym"))
		r->key = "sym";
	else if (take(&s, "dso"))
		r->key = "dso";
	else if (take(&s, "comm"))
		r->key = "comm";
	else if (!take(&s, "total"))
		return wrong(text, "it is about sym, dso, comm or total", diag);
	if (r->children && (!r->key || strcmp(r->key, "sym")))
		return wrong(text, "only functions have children: children:sym", diag);
	if (parse_name(r, s, at, diag) < 0)
		return -EINVAL;
	return parse_limit(r, at + 1, diag);
}

int diff_rules__add(struct diff_rules *r, const char *text, struct diag *diag)
{
	GROW(r->list, r->nr, r->cap);
	r->list[r->nr] = (struct diff_rule){ 0 };
	return parse(&r->list[r->nr++], text, diag);
}

bool diff_rules__ask(const struct diff_rules *r, const char *key)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		if (r->list[i].key && !strcmp(r->list[i].key, key))
			return true;
	return false;
}

bool diff_rules__ask_children(const struct diff_rules *r)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		if (r->list[i].children)
			return true;
	return false;
}

bool diff_rules__fail(const struct diff_rules *r)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		if (r->list[i].fails)
			return true;
	return false;
}

void diff_rules__exit(struct diff_rules *r)
{
	size_t i;

	for (i = 0; i < r->nr; i++) {
		if (r->list[i].match == '~')
			regfree(&r->list[i].regex);
		free(r->list[i].name);
	}
	free(r->list);
	free(r->findings);
	*r = (struct diff_rules){ 0 };
}
