/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `-D` shows of AUX traces behind the records' own lines: the private words of AUXTRACE_INFO, packets.
 */
#ifndef PERF_AUXTRACE_AUX_DUMP_H
#define PERF_AUXTRACE_AUX_DUMP_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct record;

/* Zero-initialised is ready. */
struct aux_dump {
	uint32_t type;			/* enum auxtrace_type, from AUXTRACE_INFO */
	uint64_t wanted;		/* bytes of data that belong to the last AUXTRACE record */
	struct strbuf data;		/* of a pipe: what has come of them */
};

/* Takes what is in @out, and empties it. */
typedef void (*aux_dump_flush)(void *ctx, struct strbuf *out);

void aux_dump__exit(struct aux_dump *d);
/* A record of the recording, in file order; a damaged one adds nothing. Appends to @out. */
void aux_dump__record(struct aux_dump *d, const struct record *r, struct strbuf *out);
/*
 * Bytes that follow the last record (see session_ops.follow). Appends to @out, which is flushed when it is
 * long.
 */
void aux_dump__follow(struct aux_dump *d, const void *data, size_t size, struct strbuf *out,
		      aux_dump_flush flush, void *ctx);

#endif /* PERF_AUXTRACE_AUX_DUMP_H */
