/* SPDX-License-Identifier: GPL-2.0-only */
/* What answers over HTTP and over gRPC have in common. */
#ifndef PERF_WATCH_COLLECTOR_ANSWER_H
#define PERF_WATCH_COLLECTOR_ANSWER_H

#include <stddef.h>
#include <stdint.h>

/* Writes the @n bytes at @s to @ret of @size bytes as one harmless line, cut off where they do not fit. */
void collector_answer__take_text(const char *s, size_t n, char *ret, size_t size);
/*
 * Reads the @n bytes at @message, an ExportProfilesServiceResponse: *@ret_rejected and @ret_text, as collector__judge()
 * has them, are changed where it says that something was not taken.
 */
void collector_answer__read_partial(const char *message, size_t n, char *ret_text, size_t size, uint64_t *ret_rejected);

/* Adds to the @text of a refusal, in an array of @size bytes, what can be done about a profile that is too large. */
void collector_answer__advise_smaller(char *text, size_t size);
/* The same about one for want of a token that is good. */
void collector_answer__advise_token(char *text, size_t size);

#endif /* PERF_WATCH_COLLECTOR_ANSWER_H */
