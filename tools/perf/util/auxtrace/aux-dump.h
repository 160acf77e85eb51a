/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `-D` shows of AUX traces after the line of each record: the private words of AUXTRACE_INFO, and packets.
 */
#ifndef PERF_AUXTRACE_AUX_DUMP_H
#define PERF_AUXTRACE_AUX_DUMP_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct record;

/* Must be zero-initialised. */
struct aux_dump {
	uint32_t type;			/* enum auxtrace_type, from AUXTRACE_INFO */
	uint64_t wanted;		/* how many bytes of data belong to the last AUXTRACE record */
	struct strbuf data;		/* when reading a pipe: the bytes of the record that have come so far */
};

/* Prints the content of @out and empties it. */
typedef void (*aux_dump_flush)(void *ctx, struct strbuf *out);

void aux_dump__exit(struct aux_dump *d);
/* Appends the lines of the next record, in file order, to @out; nothing for a damaged record. */
void aux_dump__record(struct aux_dump *d, const struct record *r, struct strbuf *out);
/*
 * Appends the lines of bytes that follow the last record (see session_ops.follow) to @out, and calls @flush when
 * @out is long.
 */
void aux_dump__follow(struct aux_dump *d, const void *data, size_t size, struct strbuf *out,
		      aux_dump_flush flush, void *ctx);

#endif /* PERF_AUXTRACE_AUX_DUMP_H */
