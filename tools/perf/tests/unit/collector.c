// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/random.h"
#include "util/watch/collector-grpc.h"
#include "util/watch/collector.h"

static const struct collector otlp = { .kind = &collector_otlp }, otlp_grpc = { .kind = &collector_otlp_grpc };

static enum collector_verdict judge(const struct http_answer *a, char *text, size_t size, uint64_t *ret_rejected)
{
	return collector__judge(&otlp, a, text, size, ret_rejected);
}

static int test__statuses(void)
{
	static const struct {
		long status;
		bool sent_all;
		enum collector_verdict verdict;
	} cases[] = {
		{ 200, true, COLLECTOR_TOOK }, { 202, true, COLLECTOR_TOOK }, { 204, true, COLLECTOR_TOOK },
		{ 301, true, COLLECTOR_REFUSED }, { 400, true, COLLECTOR_REFUSED }, { 401, true, COLLECTOR_LATER }, { 403, true, COLLECTOR_REFUSED }, { 404, true, COLLECTOR_REFUSED },
		{ 407, true, COLLECTOR_LATER },
		{ 413, true, COLLECTOR_REFUSED }, { 429, true, COLLECTOR_LATER }, { 500, true, COLLECTOR_REFUSED }, { 502, true, COLLECTOR_UNSURE },
		{ 503, true, COLLECTOR_LATER }, { 504, true, COLLECTOR_UNSURE }, { 0, true, COLLECTOR_UNSURE }, { 0, false, COLLECTOR_LATER },
		{ 100, true, COLLECTOR_REFUSED }, { -1, true, COLLECTOR_REFUSED }, { 1000000, true, COLLECTOR_REFUSED },
	};
	uint64_t rejected;
	char text[100];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct http_answer a = { .status = cases[i].status, .sent_all = cases[i].sent_all, .error = "nobody there" };

		TEST_ASSERT_EQ(judge(&a, text, sizeof(text), &rejected), cases[i].verdict);
		TEST_ASSERT(!rejected && (cases[i].verdict == COLLECTOR_TOOK) == !*text);
	}
	TEST_ASSERT_STR(text, "HTTP 1000000");
	return TEST_OK;
}

static int test__texts(void)
{
	struct http_answer a = { .status = 200 };
	uint64_t rejected;
	char text[60];

	/* partial_success { rejected_profiles: 300 error_message: "old" }, behind a field that nobody knows. */
	memcpy(a.body, "\x12\x01x\x0a\x08\x08\xac\x02\x12\x03old", a.len = 13);
	TEST_ASSERT_EQ(judge(&a, text, sizeof(text), &rejected), COLLECTOR_TOOK);
	TEST_ASSERT(rejected == 300);
	TEST_ASSERT_STR(text, "old");
	/* google.rpc.Status { code: 3 message: "bad\n\33[1m" } is one harmless line; a page is no such message. */
	a.status = 400;
	memcpy(a.body, "\x08\x03\x12\x08" "bad\n\33[1m", a.len = 12);
	(void)judge(&a, text, sizeof(text), &rejected);
	TEST_ASSERT_STR(text, "HTTP 400: bad\\x0a\\x1b[1m");
	memcpy(a.body, "<html>No.</html>\r\n", a.len = 18);
	(void)judge(&a, text, sizeof(text), &rejected);
	TEST_ASSERT_STR(text, "HTTP 400: <html>No.</html>");
	/* A server that shows a page for whatever it is asked is no collector. */
	a.status = 200;
	memcpy(a.body, "\r\n<!doctype html>", a.len = 17);
	TEST_ASSERT_EQ(judge(&a, text, sizeof(text), &rejected), COLLECTOR_LATER);
	TEST_ASSERT_STR(text, "HTTP 200 with a page for people (is there a collector at th");
	memcpy(a.body, "{}", a.len = 2);
	TEST_ASSERT_EQ(judge(&a, text, sizeof(text), &rejected), COLLECTOR_TOOK);
	a.status = 400;
	/* As much as there is room for. */
	memset(a.body, 'y', a.len = sizeof(a.body));
	(void)judge(&a, text, sizeof(text), &rejected);
	TEST_ASSERT(strlen(text) < sizeof(text) && strlen(text) > 30);
	return TEST_OK;
}

static int test__grpc(void)
{
	static const struct {
		const char *status, *details;
		int64_t delay;
		enum collector_verdict verdict;
	} cases[] = {
		{ "0", "", 0, COLLECTOR_TOOK }, { "1", "", 0, COLLECTOR_UNSURE }, { "2", "", 0, COLLECTOR_REFUSED }, { "3", "", 0, COLLECTOR_REFUSED },
		{ "4", "", 0, COLLECTOR_UNSURE }, { "5", "", 0, COLLECTOR_REFUSED }, { "6", "", 0, COLLECTOR_REFUSED }, { "7", "", 0, COLLECTOR_REFUSED },
		{ "8", "", 0, COLLECTOR_REFUSED }, { "9", "", 0, COLLECTOR_REFUSED }, { "10", "", 0, COLLECTOR_UNSURE }, { "11", "", 0, COLLECTOR_UNSURE },
		{ "12", "", 0, COLLECTOR_REFUSED }, { "13", "", 0, COLLECTOR_REFUSED }, { "14", "", 0, COLLECTOR_LATER }, { "15", "", 0, COLLECTOR_UNSURE },
		{ "16", "", 0, COLLECTOR_LATER }, { "17", "", 0, COLLECTOR_REFUSED }, { "", "", 0, COLLECTOR_UNSURE }, { "0 ", "", 0, COLLECTOR_REFUSED },
		{ "00000", "", 0, COLLECTOR_REFUSED }, { "-0", "", 0, COLLECTOR_REFUSED },
		/* Details of any kind, and RetryInfo: 7 s; 1 ns; nothing, which is at once; less than nothing; and one that is cut off. */
		{ "8", "GiAKFi9nb29nbGUucnBjLlJldHJ5SW5mbzISBgoECPQDEAA=", 0, COLLECTOR_REFUSED },
		{ "8", "CAgaHwoVL2dvb2dsZS5ycGMuUmV0cnlJbmZvEgYKBAgHEAA", 7, COLLECTOR_LATER },
		{ "8", "CAgaHQoVL2dvb2dsZS5ycGMuUmV0cnlJbmZvEgQKAhAB", 1, COLLECTOR_LATER },
		{ "8", "CAgaGwoVL2dvb2dsZS5ycGMuUmV0cnlJbmZvEgIKAA==", 1, COLLECTOR_LATER },
		{ "14", "CAgaJgoVL2dvb2dsZS5ycGMuUmV0cnlJbmZvEg0KCwj///////////8B", 1, COLLECTOR_LATER },
		{ "8", "CAgaHwoVL2dvb2dsZS5ycGMuUmV0cnlJbmZvEgYK", 0, COLLECTOR_REFUSED },
	};
	uint64_t rejected;
	char text[100];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct http_answer a = { .status = 200, .sent_all = true };

		snprintf(a.kept[0], sizeof(a.kept[0]), "%s", cases[i].status);
		snprintf(a.kept[2], sizeof(a.kept[2]), "%s", cases[i].details);
		collector_grpc__find_delay(&a);
		TEST_ASSERT_EQ(a.retry_after, cases[i].delay);
		TEST_ASSERT_EQ(collector__judge(&otlp_grpc, &a, text, sizeof(text), &rejected), cases[i].verdict);
		TEST_ASSERT(!rejected && (cases[i].verdict == COLLECTOR_TOOK) == !*text);
	}
	return TEST_OK;
}

static int test__grpc_texts(void)
{
	struct http_answer a = { .status = 200, .kept = { "13", "50%25 of %41%0A%e2%82%AC %4 %zz %" } };
	uint64_t rejected;
	char text[60];

	TEST_ASSERT_EQ(collector__judge(&otlp_grpc, &a, text, sizeof(text), &rejected), COLLECTOR_REFUSED);
	TEST_ASSERT_STR(text, "gRPC INTERNAL: 50% of A\\x0a\xe2\x82\xac %4 %zz %");
	/* Behind what is before a message: one that is not packed, and is whole. */
	strcpy(a.kept[0], "0");
	memcpy(a.body, "\0\0\0\0\x08\x0a\x06\x08\x02\x12\x02no", a.len = 13);
	TEST_ASSERT_EQ(collector__judge(&otlp_grpc, &a, text, sizeof(text), &rejected), COLLECTOR_TOOK);
	TEST_ASSERT(rejected == 2);
	TEST_ASSERT_STR(text, "no");
	a.body[0] = 1;
	TEST_ASSERT_EQ(collector__judge(&otlp_grpc, &a, text, sizeof(text), &rejected), COLLECTOR_TOOK);
	TEST_ASSERT(!rejected && !*text);
	/* Somebody in between says it by HTTP; a status that came counts, although the connection broke. */
	a = (struct http_answer){ .status = 503, .len = 4, .body = "busy" };
	TEST_ASSERT_EQ(collector__judge(&otlp_grpc, &a, text, sizeof(text), &rejected), COLLECTOR_LATER);
	TEST_ASSERT_STR(text, "HTTP 503: busy");
	a = (struct http_answer){ .sent_all = true, .kept = { "12" }, .error = "broke" };
	TEST_ASSERT_EQ(collector__judge(&otlp_grpc, &a, text, sizeof(text), &rejected), COLLECTOR_REFUSED);
	TEST_ASSERT_STR(text, "gRPC UNIMPLEMENTED");
	return TEST_OK;
}

/* Whatever comes is within its bytes (a build with sanitizers looks), and one line. */
static int test__any_bytes(void)
{
	uint64_t rejected, seed = 7;
	char text[400];
	unsigned int i;
	size_t n;

	for (i = 0; i < test_inputs(20000); i++) {
		struct http_answer *a = xzalloc(sizeof(*a));

		a->status = i & 1 ? 200 : 400;
		a->len = random__next(&seed) % (i & 2 ? 12 : 200);
		for (n = 0; n < a->len; n++)
			a->body[n] = (char)(random__next(&seed) % (i & 4 ? 32 : 256));
		if (i & 8) {
			/* Of base64, most of the time; and what a status says with that. */
			for (n = 0; n < sizeof(a->kept[2]) - 1 && n < 16 + i % 100; n++)
				a->kept[2][n] = "CAgaEhQoVL2dvb2dsZS5ycGMu=/"[random__next(&seed) % 27];
			snprintf(a->kept[1], sizeof(a->kept[1]), "%%%02x%.*s", i & 255, (int)(a->len & 127), a->body);
			strcpy(a->kept[0], i & 16 ? "0" : "8");
			collector_grpc__find_delay(a);
		}
		(void)collector__judge(i & 8 ? &otlp_grpc : &otlp, a, text, sizeof(text), &rejected);
		free(a);
		for (n = 0; text[n]; n++)
			TEST_ASSERT((unsigned char)text[n] >= 32 && text[n] != 127);
	}
	return TEST_OK;
}

static int test__urls(void)
{
	static const char *const wrong[] = { "", "http://", "https:///x", "collector:4318", "ftp://host", "http://me@host", "http://host/?x=1", "http://host/#x",
					     "http://ho st", "file:///etc/passwd", "http://host\r\nX: y" };
	struct collector c = { .kind = &collector_otlp };
	struct diag diag = DIAG_INIT;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		diag__clear(&diag);
		TEST_ASSERT(collector__set_url(&c, wrong[i], &diag) < 0 && diag__is_set(&diag) && !c.url);
	}
	TEST_ASSERT(!collector__set_url(&c, "http://host:4318", &diag));
	TEST_ASSERT_STR(c.url, "http://host:4318/v1development/profiles");
	TEST_ASSERT(!collector__set_url(&c, "HTTPS://[::1]:1/", &diag));
	TEST_ASSERT_STR(c.url, "HTTPS://[::1]:1/v1development/profiles");
	TEST_ASSERT(!collector__set_url(&c, "https://host/a/b", &diag));
	TEST_ASSERT_STR(c.url, "https://host/a/b");
	c.kind = &collector_otlp_grpc;
	TEST_ASSERT(collector__set_url(&c, "https://host:4317/a", &diag) < 0);
	TEST_ASSERT(!collector__set_url(&c, "https://host:4317/", &diag));
	TEST_ASSERT_STR(c.url, "https://host:4317/opentelemetry.proto.collector.profiles.v1development.ProfilesService/Export");
	collector__exit(&c);
	return TEST_OK;
}

DEFINE_SUITE("Collectors: what an answer means, whatever it is, and URLs", collector,
	{ "statuses", test__statuses }, { "texts", test__texts }, { "gRPC", test__grpc }, { "gRPC: texts", test__grpc_texts },
	{ "any bytes", test__any_bytes }, { "URLs", test__urls })
