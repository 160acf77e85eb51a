// SPDX-License-Identifier: GPL-2.0-only
/* The one file that uses libcurl. It is loaded when it is needed, since it brings some twenty more libraries along. */
#include <ctype.h>
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/base/library.h"
#include "util/watch/http.h"

#define SONAME		"libcurl.so.4"
#define CONNECT_SECONDS	10L

/* The header makes macros of these names, which look at the types of arguments. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

struct http {
	CURL *(*init)(void);
	void (*cleanup)(CURL *c);
	CURLcode (*setopt)(CURL *c, CURLoption option, ...);
	CURLcode (*getinfo)(CURL *c, CURLINFO info, ...);
	CURLcode (*perform)(CURL *c);
	const char *(*strerror)(CURLcode code);
	struct curl_slist *(*append)(struct curl_slist *list, const char *text);
	void (*free_all)(struct curl_slist *list);
	curl_version_info_data *(*version_info)(CURLversion age);
};

struct http *http__new(char *err, size_t size)
{
	struct http *h = xzalloc(sizeof(*h));
	const struct library_function functions[] = {
		{ "curl_easy_init", &h->init },
		{ "curl_easy_cleanup", &h->cleanup },
		{ "curl_easy_setopt", &h->setopt },
		{ "curl_easy_getinfo", &h->getinfo },
		{ "curl_easy_perform", &h->perform },
		{ "curl_easy_strerror", &h->strerror },
		{ "curl_slist_append", &h->append },
		{ "curl_slist_free_all", &h->free_all },
		{ "curl_version_info", &h->version_info },
	};

	if (library__load(SONAME, functions, ARRAY_SIZE(functions), err, size))
		return h;
	free(h);
	return NULL;
}

void http__delete(struct http *h)
{
	free(h);
}

bool http__has_http2(const struct http *h)
{
	return h->version_info(CURLVERSION_FIRST)->features & CURL_VERSION_HTTP2;
}

/* Returns false if there was too much of it. */
static bool count(struct http_answer *a, size_t n)
{
	a->came += n;
	return a->came <= HTTP_ANSWER_LIMIT;
}

/* The rest of a long answer is taken, and forgotten; an endless one is given up. */
static size_t on_body(char *data, size_t size, size_t nr, void *ctx)
{
	struct http_answer *a = ctx;
	size_t n = size * nr, room = sizeof(a->body) - a->len;

	if (!count(a, n))
		return 0;
	memcpy(a->body + a->len, data, n < room ? n : room);
	a->len += n < room ? n : room;
	return n;
}

/* A request, and where its answer goes. */
struct post {
	const struct http_request *request;
	struct http_answer *answer;
};

/* A line "Name: value", with its end, of the headers before and behind the body. */
static size_t on_header(char *line, size_t size, size_t nr, void *ctx)
{
	const struct post *p = ctx;
	size_t n = size * nr, len, i;

	if (!count(p->answer, n))
		return 0;
	for (i = 0; i < HTTP_KEPT && p->request->keep && p->request->keep[i]; i++) {
		const char *value = line + strlen(p->request->keep[i]) + 1, *end = line + n;

		if (value > end || strncasecmp(line, p->request->keep[i], (size_t)(value - line) - 1) || value[-1] != ':')
			continue;
		while (value < end && isspace((unsigned char)*value))
			value++;
		while (end > value && isspace((unsigned char)end[-1]))
			end--;
		len = (size_t)(end - value) < HTTP_KEPT_MAX ? (size_t)(end - value) : 0;
		memcpy(p->answer->kept[i], value, len);
		p->answer->kept[i][len] = 0;
	}
	return n;
}

static int on_progress(void *ctx, curl_off_t down_all, curl_off_t down, curl_off_t up_all, curl_off_t up)
{
	const struct http_request *r = ctx;

	(void)down_all;
	(void)down;
	(void)up_all;
	(void)up;
	return r->stop && r->stop(r->ctx);
}

static void set_options(const struct http *h, CURL *c, const struct post *p)
{
	const struct http_request *r = p->request;
	struct http_answer *a = p->answer;

	(void)h->setopt(c, CURLOPT_URL, r->url);
	(void)h->setopt(c, CURLOPT_POST, 1L);
	(void)h->setopt(c, CURLOPT_POSTFIELDS, r->body);
	(void)h->setopt(c, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->size);
	(void)h->setopt(c, CURLOPT_NOSIGNAL, 1L);
	(void)h->setopt(c, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
	(void)h->setopt(c, CURLOPT_TIMEOUT, (long)r->seconds);
	(void)h->setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
	(void)h->setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
	(void)h->setopt(c, CURLOPT_HTTP_VERSION, r->http2 ? (long)CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE : (long)CURL_HTTP_VERSION_1_1);
	(void)h->setopt(c, CURLOPT_HEADERFUNCTION, on_header);
	(void)h->setopt(c, CURLOPT_HEADERDATA, p);
	(void)h->setopt(c, CURLOPT_WRITEFUNCTION, on_body);
	(void)h->setopt(c, CURLOPT_WRITEDATA, a);
	(void)h->setopt(c, CURLOPT_NOPROGRESS, 0L);
	(void)h->setopt(c, CURLOPT_XFERINFOFUNCTION, on_progress);
	(void)h->setopt(c, CURLOPT_XFERINFODATA, r);
	(void)h->setopt(c, CURLOPT_ERRORBUFFER, a->error);
	/* A proxy speaks HTTP/1.1: what is none goes through it unseen. */
	(void)h->setopt(c, CURLOPT_HTTPPROXYTUNNEL, r->http2 ? 1L : 0L);
	if (r->ca_file)
		(void)h->setopt(c, CURLOPT_CAINFO, r->ca_file);
	if (r->cert_file)
		(void)h->setopt(c, CURLOPT_SSLCERT, r->cert_file);
	if (r->key_file)
		(void)h->setopt(c, CURLOPT_SSLKEY, r->key_file);
}

static void take_answer(const struct http *h, CURL *c, const struct http_request *r, struct http_answer *a)
{
	curl_off_t sent = 0, after = 0;

	(void)h->getinfo(c, CURLINFO_RESPONSE_CODE, &a->status);
	(void)h->getinfo(c, CURLINFO_SIZE_UPLOAD_T, &sent);
	(void)h->getinfo(c, CURLINFO_RETRY_AFTER, &after);
	a->sent_all = sent >= (curl_off_t)r->size;
	a->retry_after = after > 0 ? after : 0;
}

void http__post(struct http *h, const struct http_request *r, struct http_answer *ret)
{
	const struct post post = { .request = r, .answer = ret };
	struct curl_slist *headers = NULL;
	/* A connection for each: on one that was idle, the library itself would send again what was perhaps taken. */
	CURL *c = h->init();
	CURLcode code;
	size_t i;

	*ret = (struct http_answer){ 0 };
	if (!c) {
		snprintf(ret->error, sizeof(ret->error), "libcurl does not start");
		return;
	}
	for (i = 0; r->headers[i]; i++)
		headers = h->append(headers, r->headers[i]);
	/* The whole body goes at once; and what is asked of it has to do with it alone. */
	headers = h->append(headers, "Expect:");
	set_options(h, c, &post);
	(void)h->setopt(c, CURLOPT_HTTPHEADER, headers);
	code = h->perform(c);
	take_answer(h, c, r, ret);
	/* An answer that broke off is none. */
	if (code) {
		ret->status = 0;
		if (ret->came > HTTP_ANSWER_LIMIT)
			snprintf(ret->error, sizeof(ret->error), "its answer has more than %llu MB, and was given up",
				 HTTP_ANSWER_LIMIT >> 20);
		else if (!*ret->error)
			snprintf(ret->error, sizeof(ret->error), "%s", h->strerror(code));
	}
	h->cleanup(c);
	h->free_all(headers);
}
