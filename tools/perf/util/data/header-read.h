/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads the head of a perf.data file that lies in memory (mapped), and the head records of a pipe. */
#ifndef PERF_DATA_HEADER_READ_H
#define PERF_DATA_HEADER_READ_H

#include "util/data/header.h"

struct perf_header *perf_header__new(void);
void perf_header__delete(struct perf_header *h);

/*
 * Reads the head of a file from @data, all @size bytes of the file. Returns 0, or -EBADMSG with @diag set if this is no
 * perf.data file or its events cannot be read. A damaged feature is no error: a note in @h describes it.
 */
int perf_header__read_file(struct perf_header *h, const void *data, uint64_t size, struct diag *diag);
/* Reads the 16 bytes at the beginning of a pipe's stream. Returns the same. */
int perf_header__read_pipe(struct perf_header *h, const void *data, uint64_t size, struct diag *diag);
/*
 * Reads a record that describes events or features: HEADER_ATTR, EVENT_UPDATE, HEADER_BUILD_ID, HEADER_FEATURE or
 * ID_INDEX. Returns 1 if @r is one of these, 0 if it is not, or -EBADMSG with @diag set. TRACING_DATA is not read here,
 * as its data are not in the record.
 */
int perf_header__read_record(struct perf_header *h, const struct record *r, struct diag *diag);

#endif /* PERF_DATA_HEADER_READ_H */
