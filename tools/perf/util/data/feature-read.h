/* SPDX-License-Identifier: GPL-2.0-only */
/* The features of a perf.data file, one reader each. */
#ifndef PERF_DATA_FEATURE_READ_H
#define PERF_DATA_FEATURE_READ_H

#include "util/data/header.h"

/*
 * Reads feature @feature from @c into @h. @offset: of the first byte in the file, for messages. What
 * cannot be read becomes one of @h's notes; the rest of the file does not suffer from it.
 */
void feature__read(struct perf_header *h, int feature, struct cursor *c, uint64_t offset);
/* A HEADER_BUILD_ID entry; @r is its record-like header and payload. */
void feature__add_build_id(struct perf_header *h, uint16_t misc, struct cursor *c);
void perf_header__note(struct perf_header *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same, about something that could not be read. */
void perf_header__damage(struct perf_header *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif /* PERF_DATA_FEATURE_READ_H */
