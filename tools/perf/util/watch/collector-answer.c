// SPDX-License-Identifier: GPL-2.0-only
/* What the answer of a collector means. Nothing of it is trusted but what it costs to believe it: a profile, or a wait. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/base/shown.h"
#include "util/watch/collector-answer.h"
#include "util/watch/collector-grpc.h"
#include "util/watch/collector.h"
#include "util/watch/wire-field.h"

/* Of ExportProfilesServiceResponse and its partial_success; and of google.rpc.Status. */
enum { RESPONSE_PARTIAL = 1 };
enum { PARTIAL_REJECTED = 1, PARTIAL_TEXT };
enum { STATUS_TEXT = 2 };

void collector_answer__take_text(const char *s, size_t n, char *ret, size_t size)
{
	struct strbuf text = STRBUF_INIT;

	while (n && (isspace((unsigned char)s[n - 1]) || !s[n - 1]))
		n--;
	strbuf__add_harmless(&text, s, n < size / 2 ? n : size / 2);
	snprintf(ret, size, "%s", strbuf__str(&text));
	strbuf__exit(&text);
}

void collector_answer__read_partial(const char *message, size_t n, char *ret_text, size_t size, uint64_t *ret_rejected)
{
	struct cursor c = cursor__make(message, n, false);
	struct wire_field f, inner;

	while (wire_field__next(&c, &f)) {
		struct cursor p = cursor__make(f.bytes, f.size, false);

		if (f.number != RESPONSE_PARTIAL || !f.bytes)
			continue;
		while (wire_field__next(&p, &inner)) {
			if (inner.number == PARTIAL_REJECTED && !inner.bytes)
				*ret_rejected = inner.value;
			else if (inner.number == PARTIAL_TEXT && inner.bytes)
				collector_answer__take_text(inner.bytes, inner.size, ret_text, size);
		}
	}
}

/* The text of a google.rpc.Status. @a may as well be a page: then there is no such field. */
static bool read_status(const struct http_answer *a, char *ret_text, size_t size)
{
	struct cursor c = cursor__make(a->body, a->len, false);
	struct wire_field f, text = { 0 };

	while (wire_field__next(&c, &f))
		if (f.number == STATUS_TEXT && f.bytes)
			text = f;
	if (c.bad || !text.bytes)
		return false;
	collector_answer__take_text(text.bytes, text.size, ret_text, size);
	return true;
}

void collector_answer__advise_smaller(char *text, size_t size)
{
	size_t n = strlen(text);

	snprintf(text + n, size - n, " (is it too large? A shorter --slice makes smaller ones)");
}

void collector_answer__advise_token(char *text, size_t size)
{
	size_t n = strlen(text);

	snprintf(text + n, size - n, " (is the token in --header-file still good? The file is read before each request)");
}

/* "HTTP 400: what the body says" */
static void describe(const struct collector *c, const struct http_answer *a, char *ret_text, size_t size)
{
	int n = snprintf(ret_text, size, "HTTP %ld", a->status);
	char text[200] = "";

	if (!c->kind->messages || !read_status(a, text, sizeof(text)))
		collector_answer__take_text(a->body, a->len, text, sizeof(text));
	if (*text)
		snprintf(ret_text + n, size - (size_t)n, ": %s", text);
	if (a->status == 413)
		collector_answer__advise_smaller(ret_text, size);
	if (a->status == 401)
		collector_answer__advise_token(ret_text, size);
}

/* Where a URL is not that of a collector, some servers say yes to everything, and show their first page. */
static bool is_page(const struct http_answer *a)
{
	size_t i = 0;

	while (i < a->len && isspace((unsigned char)a->body[i]))
		i++;
	return i < a->len && a->body[i] == '<';
}

enum collector_verdict collector__judge(const struct collector *c, const struct http_answer *a, char *ret_text, size_t size,
					uint64_t *ret_rejected)
{
	*ret_text = 0;
	*ret_rejected = 0;
	/* Its status is an answer even if the connection broke behind it, as it does where a server does not want the rest of a request. */
	if (c->kind->grpc && (collector_grpc__has_status(a) || (a->status >= 200 && a->status < 300)))
		return collector_grpc__judge(a, ret_text, size, ret_rejected);
	if (!a->status) {
		collector_answer__take_text(a->error, strlen(a->error), ret_text, size);
		return a->sent_all ? COLLECTOR_UNSURE : COLLECTOR_LATER;
	}
	if (a->status >= 200 && a->status < 300 && is_page(a)) {
		snprintf(ret_text, size, "HTTP %ld with a page for people (is there a collector at this URL?)", a->status);
		return COLLECTOR_LATER;
	}
	if (a->status >= 200 && a->status < 300) {
		if (c->kind->messages)
			collector_answer__read_partial(a->body, a->len, ret_text, size, ret_rejected);
		return COLLECTOR_TOOK;
	}
	describe(c, a, ret_text, size);
	switch (a->status) {
	case 401:
		/* For want of a token that is good, which says nothing of the profile. */
	case 407:
		/* Of a proxy that does not let it through. */
	case 429:
	case 503:
		return COLLECTOR_LATER;
	case 502:
	case 504:
		/* Somebody in between does not know what became of it. */
		return COLLECTOR_UNSURE;
	default:
		return COLLECTOR_REFUSED;
	}
}
