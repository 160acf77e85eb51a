/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Posts to a web server, by libcurl, which is loaded when it is needed. What a server answers is not trusted: no more than a few KB of it
 * are kept, no redirection is followed, nothing is run or written because of it.
 */
#ifndef PERF_WATCH_HTTP_H
#define PERF_WATCH_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HTTP_ANSWER_MAX	4096
/* An answer with more bytes than that, with its headers, is none: it might never end. */
#define HTTP_ANSWER_LIMIT	(64ULL << 20)
/* Headers of an answer that are kept, and how long their values may be. */
#define HTTP_KEPT		3
#define HTTP_KEPT_MAX		2048

struct http_request {
	const char *url;
	const char *const *headers;	/* "Name: value", ended by NULL */
	const void *body;
	size_t size;
	unsigned int seconds;		/* after which it is given up */
	bool http2;			/* HTTP/2 alone, also without TLS; else HTTP/1.1 */
	const char *const *keep;	/* names of at most HTTP_KEPT headers of the answer, ended by NULL; or NULL */
	const char *ca_file;		/* certificates that are trusted instead of the system's; NULL: those */
	const char *cert_file;		/* a certificate that says who we are, with those that vouch for it; NULL: none */
	const char *key_file;		/* its key; NULL: it is in cert_file, too */
	bool (*stop)(void *ctx);	/* asked now and then: true gives it up; or NULL */
	void *ctx;
};

struct http_answer {
	long status;			/* of HTTP; 0: none came */
	int64_t retry_after;		/* seconds; 0: not said */
	bool sent_all;			/* the server may have the whole request */
	char body[HTTP_ANSWER_MAX];	/* the beginning of what came; no text: it may have any bytes, and no zero ends it */
	size_t len;
	uint64_t came;			/* bytes of headers and body in all */
	char kept[HTTP_KEPT][HTTP_KEPT_MAX];	/* values of those in @keep, trailers as well, not text either; "": none, or one that is too long */
	char error[256];		/* why no answer came */
};

struct http;

/* NULL with the reason in @err of @size bytes: this perf was built without libcurl, or it cannot be loaded. */
struct http *http__new(char *err, size_t size);
void http__delete(struct http *h);
/* Does this libcurl know HTTP/2? */
bool http__has_http2(const struct http *h);
/* Sends the request once, and fills @ret. */
void http__post(struct http *h, const struct http_request *r, struct http_answer *ret);

#endif /* PERF_WATCH_HTTP_H */
