// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/collector.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/watch/collector-grpc.h"

/* Where a profile can be known again that was sent twice: collectors that know this header look at it. */
#define SAME_HEADER	"Idempotency-Key: "

int collector__set_url(struct collector *c, const char *url, struct diag *diag)
{
	const char *name = c->kind->name, *rest = url;
	size_t host;

	if (!strncasecmp(url, "https://", 8))
		rest += 8;
	else if (!strncasecmp(url, "http://", 7))
		rest += 7;
	host = strcspn(rest, "/");
	if (rest == url || !host)
		return diag__msg(diag, -EINVAL, "--%s takes a URL, http://HOST:PORT or https://HOST:PORT, not '%s'", name,
				 shown__in_message(url));
	/* Others can read the command line, and a query is ours to make. */
	if (strcspn(url, "@?#\\ \t\r\n") != strlen(url))
		return diag__msg(diag, -EINVAL,
				 "the URL of --%s has no user, query or fragment in it: --header-file names a file with headers, such "
				 "as that of a token",
				 name);
	if (c->kind->grpc && rest[host] && strcmp(rest + host, "/"))
		return diag__msg(diag, -EINVAL, "by gRPC the URL of --%s has no path, as that is the name of a function: %.*s", name,
				 (int)(rest + host - url), url);
	free(c->url);
	if (!rest[host] || !strcmp(rest + host, "/"))
		c->url = xasprintf("%.*s%s", (int)(rest + host - url), url, c->kind->path);
	else
		c->url = xstrdup(url);
	return 0;
}

void collector__exit(struct collector *c)
{
	free(c->url);
	c->url = NULL;
}

static size_t count(const char *const *list)
{
	size_t n = 0;

	while (list && list[n])
		n++;
	return n;
}

/* What all requests have, what says which one this is, and how long there is for it, if that is said. */
static const char **make_headers(const struct collector *c, const char *same, const char *deadline)
{
	const char *const *lines = c->headers ? c->headers->lines : NULL;
	size_t own = count(c->kind->headers), more = count(lines);
	const char **headers = xcalloc(own + more + 4, sizeof(*headers));

	memcpy(headers, c->kind->headers, own * sizeof(*headers));
	if (more)
		memcpy(headers + own, lines, more * sizeof(*headers));
	headers[own + more] = "User-Agent: perf-defer-watch";
	headers[own + more + 1] = same;
	headers[own + more + 2] = deadline;
	return headers;
}

void collector__send(const struct collector *c, struct http *http, const struct watch_waiting *w, const char *data, size_t size,
		     struct http_answer *ret)
{
	struct strbuf url = STRBUF_INIT, body = STRBUF_INIT;
	char *same = xasprintf(SAME_HEADER "%s-%.41s", c->host ? c->host : "unknown", w->name);
	char *deadline = c->kind->grpc ? xasprintf("grpc-timeout: %uS", c->seconds) : NULL;
	struct http_request r = { .seconds = c->seconds, .http2 = c->kind->grpc, .ca_file = c->ca_file, .cert_file = c->cert_file,
				  .key_file = c->key_file, .stop = c->stop,
				  .ctx = c->stop_ctx };
	const char **headers;

	if (c->headers)
		header_file__renew(c->headers);
	r.headers = headers = make_headers(c, same, deadline);
	strbuf__addstr(&url, c->url);
	if (c->kind->add_query)
		c->kind->add_query(c, w, &url);
	if (c->kind->grpc)
		collector_grpc__begin(&r, size, &body);
	strbuf__addstr(&body, c->kind->before);
	strbuf__add(&body, data, size);
	strbuf__addstr(&body, c->kind->after);
	r.url = url.buf;
	r.body = body.buf;
	r.size = body.len;
	http__post(http, &r, ret);
	if (c->kind->grpc)
		collector_grpc__find_delay(ret);
	strbuf__exit(&url);
	strbuf__exit(&body);
	free(headers);
	free(same);
	free(deadline);
}
