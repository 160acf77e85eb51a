/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tracing data of a recording: which tracepoints it has and how their raw bytes are laid out, as
 * the kernel's format files say it. The form (HEADER_TRACING_DATA, or behind the record of that name):
 *
 *	0x17 0x08 0x44 "tracing"; version "0.6\0"; u8 big_endian; u8 long_size; u32 page_size
 *	"header_page\0"; u64 size; text;  "header_event\0"; u64 size; text
 *	u32 n; n * { u64 size; format text }				system "ftrace"
 *	u32 n; n * { name\0; u32 m; m * { u64 size; format text } }	other systems
 *	u32 size; kallsyms text;  u32 size; printk formats text;  from 0.6: u64 size; saved command lines
 *
 * Numbers are in the recording machine's byte order.
 */
#ifndef PERF_EVENT_TRACING_DATA_H
#define PERF_EVENT_TRACING_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

/* One format file, borrowed from the blob. */
struct tracing_event {
	uint64_t id;
	const char *system;		/* zero-terminated */
	const char *text;		/* not zero-terminated */
	size_t len;			/* bytes */
};

struct tracing_data {
	void *blob;			/* copied, owned */
	bool big_endian, swap;		/* of the machine that recorded; it is not ours */
	unsigned int long_size, page_size;	/* bytes */
	struct tracing_event *events;
	size_t nr_events, cap_events;
	const char *printk;		/* lines "0xADDRESS : "text"", not zero-terminated; borrowed */
	size_t printk_len;
};

/*
 * Copies and parses. Returns 0, or -EBADMSG with @diag set (offset within the blob); what stands before
 * the damage is there then, too. In both cases: tracing_data__exit().
 */
int tracing_data__parse(struct tracing_data *td, const void *blob, size_t size, struct diag *diag);
void tracing_data__exit(struct tracing_data *td);

#endif /* PERF_EVENT_TRACING_DATA_H */
