/* SPDX-License-Identifier: GPL-2.0-only */
/* The file around the records: header, attrs and features; also pipe format, directories and compressed blocks. */
#ifndef PERF_GENERATE_CONTAINER_H
#define PERF_GENERATE_CONTAINER_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"

struct container {
	const struct scenario *s;
	struct bytes body;		/* records of the main file */
	struct bytes *parts;		/* directory format: one file for each CPU */
	struct bytes aux_index;		/* u64 offset, u64 size of each AUXTRACE record */
	uint64_t nr_aux;
	uint64_t first_time, last_time;	/* ns: time of the first and last sample; 0: none */
	bool stream_begun;		/* the header of the compressed stream was written */
};

void container__init(struct container *c, const struct scenario *s);
void container__exit(struct container *c);
/*
 * Add records that never go through a ring buffer: side-band records about what existed before the recording, and
 * FINISHED_ROUND.
 */
void container__add_synthetic(struct container *c, const struct bytes *records);
void container__add_round_mark(struct container *c);
/*
 * Adds an AUXTRACE record and the data that follow it. @record: both of them; @record_size: size of the record alone, bytes.
 */
void container__add_trace(struct container *c, const struct bytes *record, size_t record_size);
/* Adds the records that were read from @cpu's buffer. */
void container__add_ring(struct container *c, uint32_t cpu, const struct bytes *records);
/* Writes the whole file (for a directory, its file "data") to @ret_file, whose former contents are removed. */
void container__assemble(const struct container *c, struct bytes *ret_file);

#endif /* PERF_GENERATE_CONTAINER_H */
