// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/collector-grpc.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/watch/collector-answer.h"
#include "util/watch/wire-field.h"

/* Headers of an answer, by their place in struct http_answer. */
enum { KEPT_STATUS, KEPT_MESSAGE, KEPT_DETAILS };

/* What stands before a message: is it packed, and how long it is, big-endian. */
#define PREFIX		5

/* Of google.rpc.Status, of google.protobuf.Any, of google.rpc.RetryInfo and of google.protobuf.Duration. */
enum { STATUS_DETAILS = 3 };
enum { ANY_TYPE = 1, ANY_VALUE };
enum { RETRY_DELAY = 1 };
enum { DURATION_SECONDS = 1, DURATION_NANOS };
#define RETRY_INFO	"/google.rpc.RetryInfo"

enum status {
	STATUS_OK, STATUS_CANCELLED, STATUS_UNKNOWN, STATUS_DEADLINE_EXCEEDED = 4, STATUS_RESOURCE_EXHAUSTED = 8, STATUS_ABORTED = 10,
	STATUS_OUT_OF_RANGE, STATUS_UNAVAILABLE = 14, STATUS_DATA_LOSS, STATUS_UNAUTHENTICATED,
};

static const char *const status_names[] = {
	"OK",	     "CANCELLED",	"UNKNOWN",	     "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
	"NOT_FOUND", "ALREADY_EXISTS",	"PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
	"ABORTED",   "OUT_OF_RANGE",	"UNIMPLEMENTED",     "INTERNAL",	   "UNAVAILABLE",
	"DATA_LOSS", "UNAUTHENTICATED",
};

void collector_grpc__begin(struct http_request *r, size_t size, struct strbuf *body)
{
	static const char *const keep[] = { "grpc-status", "grpc-message", "grpc-status-details-bin", NULL };
	const unsigned char prefix[PREFIX] = { 1, (unsigned char)(size >> 24), (unsigned char)(size >> 16), (unsigned char)(size >> 8),
					       (unsigned char)size };

	r->keep = keep;
	strbuf__add(body, prefix, sizeof(prefix));
}

/* --- the delay ------------------------------------------------------------------------------------------------------- */

/* The value of a character of base64; -1: it is none. */
static int of_base64(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *p = c ? strchr(digits, c) : NULL;

	return p ? (int)(p - digits) : -1;
}

/* Decodes up to the first character that is none; there is room for all of it. Returns the number of bytes. */
static size_t decode_base64(const char *text, char *ret)
{
	unsigned int bits = 0, have = 0;
	size_t n = 0;
	int value;

	for (; (value = of_base64(*text)) >= 0; text++) {
		bits = bits << 6 | (unsigned int)value;
		have += 6;
		if (have < 8)
			continue;
		have -= 8;
		ret[n++] = (char)(bits >> have & 0xff);
	}
	return n;
}

/* Seconds of a RetryInfo, at least one; 0: it has no delay. */
static int64_t delay_of(const struct wire_field *info)
{
	struct cursor c = cursor__make(info->bytes, info->size, false);
	struct wire_field f, part;
	int64_t delay = 0;

	while (wire_field__next(&c, &f)) {
		struct cursor d = cursor__make(f.bytes, f.size, false);
		uint64_t seconds = 0, nanos = 0;

		if (f.number != RETRY_DELAY || !f.bytes)
			continue;
		while (wire_field__next(&d, &part)) {
			if (part.number == DURATION_SECONDS)
				seconds = part.value;
			else if (part.number == DURATION_NANOS)
				nanos = part.value;
		}
		/* A negative number is a large one here: that time is over. */
		delay = seconds > INT64_MAX - 1 ? 1 : (int64_t)seconds + (nanos > 0);
		delay = delay ? delay : 1;
	}
	return delay;
}

void collector_grpc__find_delay(struct http_answer *a)
{
	char status[HTTP_KEPT_MAX];
	struct cursor c = cursor__make(status, decode_base64(a->kept[KEPT_DETAILS], status), false);
	struct wire_field f, part;

	while (wire_field__next(&c, &f)) {
		struct cursor any = cursor__make(f.bytes, f.size, false);
		struct wire_field type = { 0 }, value = { 0 };
		int64_t delay;

		if (f.number != STATUS_DETAILS || !f.bytes)
			continue;
		while (wire_field__next(&any, &part)) {
			if (part.number == ANY_TYPE)
				type = part;
			else if (part.number == ANY_VALUE)
				value = part;
		}
		if (!value.bytes || type.size < strlen(RETRY_INFO) ||
		    memcmp(type.bytes + type.size - strlen(RETRY_INFO), RETRY_INFO, strlen(RETRY_INFO)))
			continue;
		delay = delay_of(&value);
		if (delay)
			a->retry_after = delay;
	}
}

/* --- what it means ----------------------------------------------------------------------------------------------------- */

bool collector_grpc__has_status(const struct http_answer *a)
{
	return *a->kept[KEPT_STATUS];
}

static unsigned int status_of(const struct http_answer *a)
{
	const char *text = a->kept[KEPT_STATUS];
	unsigned int status = 0;

	if (strlen(text) > 4)
		return STATUS_UNKNOWN;
	for (; *text; text++) {
		if (!isdigit((unsigned char)*text))
			return STATUS_UNKNOWN;
		status = status * 10 + (unsigned int)(*text - '0');
	}
	return status;
}

/* The message of a status, in which '%' and two digits stand for a byte. Returns its length. */
static size_t decode_message(const char *text, char *ret)
{
	static const char digits[] = "0123456789abcdef";
	size_t n = 0;

	for (; *text; text++) {
		const char *high = text[0] == '%' && text[1] ? strchr(digits, tolower((unsigned char)text[1])) : NULL;
		const char *low = high && text[2] ? strchr(digits, tolower((unsigned char)text[2])) : NULL;

		ret[n++] = low ? (char)((high - digits) << 4 | (low - digits)) : *text;
		text += low ? 2 : 0;
	}
	return n;
}

/* "gRPC UNAVAILABLE: what the message says" */
static void describe(const struct http_answer *a, unsigned int status, char *ret_text, size_t size)
{
	char message[HTTP_KEPT_MAX], text[200];
	int n;

	if (status < ARRAY_SIZE(status_names))
		n = snprintf(ret_text, size, "gRPC %s", status_names[status]);
	else
		n = snprintf(ret_text, size, "gRPC %u", status);
	collector_answer__take_text(message, decode_message(a->kept[KEPT_MESSAGE], message), text, sizeof(text));
	if (*text && (size_t)n < size)
		snprintf(ret_text + n, size - (size_t)n, ": %s", text);
}

static enum collector_verdict verdict(const struct http_answer *a, unsigned int status)
{
	switch (status) {
	case STATUS_UNAVAILABLE:
	case STATUS_UNAUTHENTICATED:
		return COLLECTOR_LATER;
	case STATUS_RESOURCE_EXHAUSTED:
		/* With a delay it is busy; without one this profile is more than it takes. */
		return a->retry_after ? COLLECTOR_LATER : COLLECTOR_REFUSED;
	case STATUS_CANCELLED:
	case STATUS_DEADLINE_EXCEEDED:
	case STATUS_ABORTED:
	case STATUS_OUT_OF_RANGE:
	case STATUS_DATA_LOSS:
		/* To be tried again, and what was done until then is not said. */
		return COLLECTOR_UNSURE;
	default:
		return COLLECTOR_REFUSED;
	}
}

enum collector_verdict collector_grpc__judge(const struct http_answer *a, char *ret_text, size_t size, uint64_t *ret_rejected)
{
	unsigned int status;

	/*
	 * Either this is another kind of server, or it has closed the connection behind its answer, and libcurl (7.88
	 * for one) has not looked at the headers behind the body any more.
	 */
	if (!collector_grpc__has_status(a)) {
		snprintf(ret_text, size, "HTTP %ld without a status of gRPC (is it a server of gRPC?)", a->status);
		return COLLECTOR_UNSURE;
	}
	status = status_of(a);
	if (status == STATUS_OK) {
		/* The answer's message is not packed, since nobody has said that it may be. */
		if (a->len >= PREFIX && !a->body[0])
			collector_answer__read_partial(a->body + PREFIX, a->len - PREFIX, ret_text, size, ret_rejected);
		return COLLECTOR_TOOK;
	}
	describe(a, status, ret_text, size);
	if (status == STATUS_RESOURCE_EXHAUSTED && !a->retry_after)
		collector_answer__advise_smaller(ret_text, size);
	if (status == STATUS_UNAUTHENTICATED)
		collector_answer__advise_token(ret_text, size);
	return verdict(a, status);
}
