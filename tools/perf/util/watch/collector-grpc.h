/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gRPC, as much of it as one call takes: a POST over HTTP/2 whose body is one message behind five bytes, and whose answer has its status in
 * headers behind the body, whatever HTTP's own is. See PROTOCOL-HTTP2 and the status codes of gRPC, and OTLP/gRPC for what they mean to a
 * profile.
 */
#ifndef PERF_WATCH_COLLECTOR_GRPC_H
#define PERF_WATCH_COLLECTOR_GRPC_H

#include "util/watch/collector.h"

/* Appends to @body what stands before a message of @size bytes, which gzip has packed, and sets which headers of @r's answer are kept. */
void collector_grpc__begin(struct http_request *r, size_t size, struct strbuf *body);
/* Sets @a->retry_after to the delay that its status asks for, if it does. */
void collector_grpc__find_delay(struct http_answer *a);
/* Has @a a status of gRPC? */
bool collector_grpc__has_status(const struct http_answer *a);
/* What @a means, as collector__judge() says it: an answer with such a status, or one with none that says that all went well. */
enum collector_verdict collector_grpc__judge(const struct http_answer *a, char *ret_text, size_t size, uint64_t *ret_rejected);

#endif /* PERF_WATCH_COLLECTOR_GRPC_H */
