/* SPDX-License-Identifier: GPL-2.0-only */
/* Who takes profiles: what is sent there, and what an answer means. */
#ifndef PERF_WATCH_COLLECTOR_H
#define PERF_WATCH_COLLECTOR_H

#include "util/base/strbuf.h"
#include "util/export/export.h"
#include "util/watch/header-file.h"
#include "util/watch/http.h"
#include "util/watch/watch-queue.h"

struct collector;

/* A kind of collector; see perf-defer-watch(1). */
struct collector_kind {
	const char *name;		/* of the option, and of the folder of its queue */
	const char *suffix;		/* of what is sent to it, with the dot */
	const char *path;		/* where it takes that, if the URL has none */
	const char *format;		/* the name of what is sent, as perf defer export knows it */
	bool pack;			/* with gzip, which the format itself does not do */
	bool messages;			/* answers are messages of OTLP and of gRPC's status */
	bool grpc;			/* a call of gRPC, see collector-grpc.h; else a post of HTTP/1.1 */
	const char *const *headers;	/* of each request: what its body is; ended by NULL */
	/* Appends what a request for @w has behind c->url; or NULL. */
	void (*add_query)(const struct collector *c, const struct watch_waiting *w, struct strbuf *url);
	const char *before, *after;	/* what stands around the profile in a body */
};

extern const struct collector_kind collector_otlp, collector_otlp_grpc, collector_pyroscope;

struct collector {
	const struct collector_kind *kind;
	char *url;			/* with the path; owned */
	const char *service;		/* under which profiles are found */
	const char *host;		/* this machine; or NULL */
	const struct export_pair *labels;	/* more words about where they come from, ended by a NULL key */
	struct header_file *headers;	/* more of them; borrowed, may be NULL */
	const char *ca_file, *cert_file, *key_file;	/* see struct http_request */
	unsigned int seconds;		/* for a request */
	bool (*stop)(void *ctx);	/* see struct http_request; or NULL */
	void *stop_ctx;
};

/*
 * Sets c->url to @url with the path of its kind, if it has none. Returns 0, or -EINVAL with @diag set: it is no URL of http or https,
 * has a user, a query or a fragment in it, or a path where that says which function is called.
 */
int collector__set_url(struct collector *c, const char *url, struct diag *diag);
void collector__exit(struct collector *c);
/* Sends the @size bytes at @data, which are profile @w, once, with the headers that the file has now. */
void collector__send(const struct collector *c, struct http *http, const struct watch_waiting *w, const char *data, size_t size,
		     struct http_answer *ret);

enum collector_verdict {
	COLLECTOR_TOOK,
	COLLECTOR_REFUSED,		/* for good: it will not take it later either */
	COLLECTOR_LATER,		/* it has not taken it */
	COLLECTOR_UNSURE,		/* perhaps it has taken it, perhaps not */
};

/*
 * What @a means: @ret_text, of @size bytes, gets why it was not taken, or what was not taken of it, as one harmless line; "" if there is
 * nothing to say. *@ret_rejected: how many profiles of it were not taken.
 */
enum collector_verdict collector__judge(const struct collector *c, const struct http_answer *a, char *ret_text, size_t size,
					uint64_t *ret_rejected);

#endif /* PERF_WATCH_COLLECTOR_H */
