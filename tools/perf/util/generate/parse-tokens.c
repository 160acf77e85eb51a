// SPDX-License-Identifier: GPL-2.0-only
/* A line of a scenario as tokens: KEY=VALUE, flags, and numbers in them. */
#include "util/generate/parse.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int parser__fail(struct parser *p, const char *fmt, ...)
{
	char text[180];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (!p->line)
		return diag__msg(p->diag, -EINVAL, "%s", text);
	return diag__msg(p->diag, -EINVAL, "line %d: %s", p->line, text);
}

int parse_number(struct parser *p, const char *what, const char *token, uint64_t max, uint64_t *ret)
{
	unsigned long long v;
	char *end;

	errno = 0;
	v = token ? strtoull(token, &end, 0) : 0;
	if (!token || !isdigit((unsigned char)*token) || *end || errno || v > max)
		return parser__fail(p, "%s takes a number up to %" PRIu64 ", not '%s'", what, max,
				    token ? token : "");
	*ret = v;
	return 0;
}

const char *token_value(struct parser *p, const char *key)
{
	size_t len = strlen(key);
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!strncmp(p->tokens[i], key, len) && p->tokens[i][len] == '=') {
			p->used[i] = true;
			return p->tokens[i] + len + 1;
		}
	return NULL;
}

bool token_flag(struct parser *p, const char *flag)
{
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!p->used[i] && !strcmp(p->tokens[i], flag)) {
			p->used[i] = true;
			return true;
		}
	return false;
}

const char *token_next(struct parser *p)
{
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!p->used[i]) {
			p->used[i] = true;
			return p->tokens[i];
		}
	return NULL;
}

int parse_number_of(struct parser *p, const char *key, uint64_t max, uint64_t *ret)
{
	const char *v = token_value(p, key);

	return v ? parse_number(p, key, v, max, ret) : 0;
}

int parser__find_name(const char *const *names, const char *token)
{
	int i;

	for (i = 0; names[i]; i++)
		if (!strcmp(names[i], token))
			return i;
	return -1;
}
