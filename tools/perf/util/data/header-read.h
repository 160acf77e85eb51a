/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads the head of a perf.data file that lies in memory (mapped), and the head records of a pipe. */
#ifndef PERF_DATA_HEADER_READ_H
#define PERF_DATA_HEADER_READ_H

#include "util/data/header.h"

struct perf_header *perf_header__new(void);
void perf_header__delete(struct perf_header *h);

/*
 * The whole file's bytes @data. Returns 0; -EBADMSG with @diag when this is no perf.data file or its
 * events cannot be read. Damaged features are notes.
 */
int perf_header__read_file(struct perf_header *h, const void *data, uint64_t size, struct diag *diag);
/* The 16 bytes a pipe begins with. */
int perf_header__read_pipe(struct perf_header *h, const void *data, uint64_t size, struct diag *diag);
/*
 * Records that tell about events and features: HEADER_ATTR, EVENT_UPDATE, HEADER_BUILD_ID,
 * HEADER_FEATURE, ID_INDEX. 1 if it was one of them, 0 if not, -EBADMSG with @diag. TRACING_DATA is
 * handled where its bytes are.
 */
int perf_header__read_record(struct perf_header *h, const struct record *r, struct diag *diag);

#endif /* PERF_DATA_HEADER_READ_H */
