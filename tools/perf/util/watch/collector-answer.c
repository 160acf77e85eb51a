// SPDX-License-Identifier: GPL-2.0-only
/* What the answer of a collector means. Nothing of it is trusted but what it costs to believe it: a profile, or a wait. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/base/leb128.h"
#include "util/base/shown.h"
#include "util/watch/collector.h"

/* Of ExportProfilesServiceResponse and its partial_success; and of google.rpc.Status. */
enum { RESPONSE_PARTIAL = 1 };
enum { PARTIAL_REJECTED = 1, PARTIAL_TEXT };
enum { STATUS_TEXT = 2 };
/* How fields are encoded. */
enum { WIRE_NUMBER, WIRE_64, WIRE_BYTES, WIRE_32 = 5 };

/* A field of a message. */
struct field {
	uint64_t number, value;		/* @value: of a number; else 0 */
	const char *bytes;		/* of bytes; else NULL */
	size_t size;
};

/* Takes the next field apart; false: there is none, or it is none. */
static bool next_field(struct cursor *c, struct field *ret)
{
	uint64_t head;

	*ret = (struct field){ 0 };
	if (!cursor__left(c))
		return false;
	head = cursor__uleb128(c, "field");
	ret->number = head >> 3;
	switch (head & 7) {
	case WIRE_NUMBER:
		ret->value = cursor__uleb128(c, "number");
		break;
	case WIRE_64:
		cursor__skip(c, 8, "number");
		break;
	case WIRE_BYTES:
		head = cursor__uleb128(c, "size");
		ret->bytes = cursor__bytes(c, head, "bytes");
		ret->size = ret->bytes ? (size_t)head : 0;
		break;
	case WIRE_32:
		cursor__skip(c, 4, "number");
		break;
	default:
		cursor__fail(c, "kind of field");
	}
	return !c->bad;
}

/* One harmless line of it. */
static void take_text(const char *s, size_t n, char *ret, size_t size)
{
	struct strbuf text = STRBUF_INIT;

	while (n && (isspace((unsigned char)s[n - 1]) || !s[n - 1]))
		n--;
	strbuf__add_harmless(&text, s, n < size / 2 ? n : size / 2);
	snprintf(ret, size, "%s", strbuf__str(&text));
	strbuf__exit(&text);
}

/* What was not taken of what was taken. */
static void read_partial(const struct http_answer *a, char *ret_text, size_t size, uint64_t *ret_rejected)
{
	struct cursor c = cursor__make(a->body, a->len, false);
	struct field f, inner;

	while (next_field(&c, &f)) {
		struct cursor p = cursor__make(f.bytes, f.size, false);

		if (f.number != RESPONSE_PARTIAL || !f.bytes)
			continue;
		while (next_field(&p, &inner)) {
			if (inner.number == PARTIAL_REJECTED && !inner.bytes)
				*ret_rejected = inner.value;
			else if (inner.number == PARTIAL_TEXT && inner.bytes)
				take_text(inner.bytes, inner.size, ret_text, size);
		}
	}
}

/* The text of a google.rpc.Status. @a may as well be a page: then there is no such field. */
static bool read_status(const struct http_answer *a, char *ret_text, size_t size)
{
	struct cursor c = cursor__make(a->body, a->len, false);
	struct field f, text = { 0 };

	while (next_field(&c, &f))
		if (f.number == STATUS_TEXT && f.bytes)
			text = f;
	if (c.bad || !text.bytes)
		return false;
	take_text(text.bytes, text.size, ret_text, size);
	return true;
}

/* "HTTP 400: what the body says" */
static void describe(const struct collector *c, const struct http_answer *a, char *ret_text, size_t size)
{
	int n = snprintf(ret_text, size, "HTTP %ld", a->status);
	char text[200] = "";

	if (!c->kind->messages || !read_status(a, text, sizeof(text)))
		take_text(a->body, a->len, text, sizeof(text));
	if (*text)
		snprintf(ret_text + n, size - (size_t)n, ": %s", text);
}

enum collector_verdict collector__judge(const struct collector *c, const struct http_answer *a, char *ret_text, size_t size,
					uint64_t *ret_rejected)
{
	*ret_text = 0;
	*ret_rejected = 0;
	if (!a->status) {
		take_text(a->error, strlen(a->error), ret_text, size);
		return a->sent_all ? COLLECTOR_UNSURE : COLLECTOR_LATER;
	}
	if (a->status >= 200 && a->status < 300) {
		if (c->kind->messages)
			read_partial(a, ret_text, size, ret_rejected);
		return COLLECTOR_TOOK;
	}
	describe(c, a, ret_text, size);
	switch (a->status) {
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
