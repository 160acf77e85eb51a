/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads the features of a perf.data file. */
#ifndef PERF_DATA_FEATURE_READ_H
#define PERF_DATA_FEATURE_READ_H

#include "util/data/header.h"

/*
 * Reads feature @feature from @c into @h. @offset: where its first byte is in the file, for messages. If it cannot be
 * read, a note in @h says so; the rest of the file can still be read.
 */
void feature__read(struct perf_header *h, int feature, struct cursor *c, uint64_t offset);
/* Frees all that was read of features. */
void feature__free_all(struct perf_header *h);
/* Adds one entry of HEADER_BUILD_ID to @h; @misc is that of its header, @c has what follows the header. */
void feature__add_build_id(struct perf_header *h, uint16_t misc, struct cursor *c);
/* Adds a note, made from @fmt, to @h: a warning shows it later. */
void perf_header__note(struct perf_header *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Does the same for something that could not be read because it is damaged. */
void perf_header__damage(struct perf_header *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif /* PERF_DATA_FEATURE_READ_H */
