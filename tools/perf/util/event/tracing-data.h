/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tracing data of a recording: which tracepoints it has and how their raw bytes are laid out, in the text of
 * the kernel's format files. The form (in HEADER_TRACING_DATA, or in the bytes that follow the record of that name):
 *
 *	0x17 0x08 0x44 "tracing"; version "0.6\0"; u8 big_endian; u8 long_size; u32 page_size
 *	"header_page\0"; u64 size; text;  "header_event\0"; u64 size; text
 *	u32 n; n * { u64 size; format text }				system "ftrace"
 *	u32 n; n * { name\0; u32 m; m * { u64 size; format text } }	other systems
 *	u32 size; kallsyms text;  u32 size; printk formats text;  from 0.6: u64 size; saved command lines
 *
 * Numbers have the byte order of the machine that made the recording.
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
	void *blob;			/* a copy, owned */
	bool big_endian, swap;		/* byte order of the machine that recorded; it differs from this machine's */
	unsigned int long_size, page_size;	/* bytes */
	struct tracing_event *events;
	size_t nr_events, cap_events;
	const char *printk;		/* lines "0xADDRESS : "text"", not zero-terminated; borrowed */
	size_t printk_len;
};

/*
 * Copies and parses the @size bytes at @blob. Returns 0, or -EBADMSG with @diag set (offset within the blob); @td then
 * has what precedes the damage. In both cases the caller calls tracing_data__exit().
 */
int tracing_data__parse(struct tracing_data *td, const void *blob, size_t size, struct diag *diag);
void tracing_data__exit(struct tracing_data *td);

#endif /* PERF_EVENT_TRACING_DATA_H */
