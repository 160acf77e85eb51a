// SPDX-License-Identifier: GPL-2.0-only
/* Terms, split. What they do to an event: event-terms-apply.c. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/choose/event-terms.h"

int parse_u64(const char *s, uint64_t *ret)
{
	unsigned long long v;
	char *end;

	if (!isdigit((unsigned char)*s))
		return -EINVAL;
	errno = 0;
	v = strtoull(s, &end, 0);
	if (*end || errno)
		return -EINVAL;
	*ret = v;
	return 0;
}

void event_terms__exit(struct event_terms *terms)
{
	size_t i;

	for (i = 0; i < terms->nr; i++) {
		free(terms->terms[i].name);
		free(terms->terms[i].value);
	}
	free(terms->terms);
	*terms = (struct event_terms){ 0 };
}

static struct event_term *add_term(struct event_terms *terms, size_t pos)
{
	GROW(terms->terms, terms->nr, terms->cap);
	terms->terms[terms->nr] = (struct event_term){ .pos = pos, .value_pos = pos };
	return &terms->terms[terms->nr++];
}

/* The value at @pos, quoted or bare. Returns where it ends, or -EINVAL. */
static long parse_value(struct event_term *term, const char *text, size_t pos, struct parse_events_error *err)
{
	char quote = text[pos];
	size_t n;

	term->value_pos = pos;
	if (quote == '\'' || quote == '"') {
		const char *end = strchr(text + pos + 1, quote);

		if (!end)
			return parse_events_error__set(err, pos, NULL, "quote is not closed");
		term->value = xstrndup(text + pos + 1, (size_t)(end - text) - pos - 1);
		return end - text + 1;
	}
	n = strcspn(text + pos, ",/");
	term->value = xstrndup(text + pos, n);
	return (long)(pos + n);
}

/* The comma words that belong to call-graph=: "defer", "repair", "repair=BYTES" and numbers. */
static size_t swallow_callgraph(struct event_term *term, const char *text, size_t pos)
{
	while (text[pos] == ',') {
		size_t n = strcspn(text + pos + 1, ",/");
		const char *token = text + pos + 1;
		char *longer;

		if (!(n == 5 && !memcmp(token, "defer", 5)) && !(n >= 6 && !memcmp(token, "repair", 6)) &&
		    !(n && strspn(token, "0123456789") == n))
			break;
		longer = xasprintf("%s,%.*s", term->value, (int)n, token);
		free(term->value);
		term->value = longer;
		pos += n + 1;
	}
	return pos;
}

long event_terms__parse(struct event_terms *terms, const char *text, size_t pos,
			struct parse_events_error *err)
{
	for (;;) {
		struct event_term *term;
		size_t n;

		pos += strspn(text + pos, " ");
		if (!text[pos] || (text[pos] == '/' && !terms->nr))
			return (long)pos;
		n = strcspn(text + pos, "=,/ ");
		if (!n)
			return parse_events_error__set(err, pos, NULL, "Unrecognized input");
		term = add_term(terms, pos);
		term->name = xstrndup(text + pos, n);
		pos += n;
		if (text[pos] == '=') {
			long end = parse_value(term, text, pos + 1, err);

			if (end < 0)
				return end;
			pos = (size_t)end;
			if (!strcmp(term->name, "call-graph"))
				pos = swallow_callgraph(term, text, pos);
		}
		pos += strspn(text + pos, " ");
		if (text[pos] != ',')
			return (long)pos;
		pos++;
		if (!text[pos] || text[pos] == '/')
			return parse_events_error__set(err, pos, NULL, "Unrecognized input");
	}
}
