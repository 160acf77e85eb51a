/* SPDX-License-Identifier: GPL-2.0-only */
/* The file around the records: header, attrs, features; pipe; directory; compressed blocks. */
#ifndef PERF_GENERATE_CONTAINER_H
#define PERF_GENERATE_CONTAINER_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"

struct container {
	const struct scenario *s;
	struct bytes body;		/* the main file's records */
	struct bytes *parts;		/* directory format: a file a CPU */
	struct bytes aux_index;		/* u64 offset, u64 size of each AUXTRACE record */
	uint64_t nr_aux;
	uint64_t first_time, last_time;	/* ns, of the samples; 0: none */
	bool stream_begun;		/* the compressed stream has its header */
};

void container__init(struct container *c, const struct scenario *s);
void container__exit(struct container *c);
/* Records that never lie in a ring buffer: side-band of what ran before, FINISHED_ROUND. */
void container__add_synthetic(struct container *c, const struct bytes *records);
void container__add_round_mark(struct container *c);
/* Writes an AUXTRACE record of @record_size bytes, and the data that follow it. */
void container__add_trace(struct container *c, const struct bytes *record, size_t record_size);
/* What was read out of @cpu's buffer. */
void container__add_ring(struct container *c, uint32_t cpu, const struct bytes *records);
/* The whole file (of a directory: of its "data" file); @ret_file is reset first. */
void container__assemble(const struct container *c, struct bytes *ret_file);

#endif /* PERF_GENERATE_CONTAINER_H */
