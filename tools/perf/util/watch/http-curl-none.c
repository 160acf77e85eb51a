// SPDX-License-Identifier: GPL-2.0-only
/* Built where libcurl is missing. */
#include <stdio.h>

#include "util/watch/http.h"

struct http *http__new(char *err, size_t size)
{
	snprintf(err, size, "this perf was built without libcurl");
	return NULL;
}

void http__delete(struct http *h)
{
	(void)h;
}

bool http__has_http2(const struct http *h)
{
	(void)h;
	return false;
}

void http__post(struct http *h, const struct http_request *r, struct http_answer *ret)
{
	(void)h;
	(void)r;
	*ret = (struct http_answer){ .error = "this perf was built without libcurl" };
}
