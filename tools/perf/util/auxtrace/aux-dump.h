/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `-D` shows of AUX traces after the line of each record: the private words of AUXTRACE_INFO, and packets.
 */
#ifndef PERF_AUXTRACE_AUX_DUMP_H
#define PERF_AUXTRACE_AUX_DUMP_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/base/text-out.h"

struct record;

/* Must be zero-initialised. */
struct aux_dump {
	uint32_t type;			/* enum auxtrace_type, from AUXTRACE_INFO */
	uint64_t wanted;		/* how many bytes of data belong to the last AUXTRACE record */
	struct strbuf data;		/* when reading a pipe: the bytes of the record that have come so far */
};

void aux_dump__exit(struct aux_dump *d);
/* Prints the lines of the next record, in file order; nothing for a damaged record. */
void aux_dump__record(struct aux_dump *d, const struct record *r, struct text_out *out);
/* Prints the lines of the bytes that follow the last record (see session_ops.follow). */
void aux_dump__follow(struct aux_dump *d, const void *data, size_t size, struct text_out *out);

#endif /* PERF_AUXTRACE_AUX_DUMP_H */
