/* SPDX-License-Identifier: GPL-2.0-only */
/* The code that a task saw at an address at a moment: maps from the world, bytes from files. */
#ifndef PERF_AUXTRACE_TRACE_CODE_H
#define PERF_AUXTRACE_TRACE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/machine/machine.h"

struct dso_image;

struct trace_code {
	const struct machine *machine;		/* borrowed */
	const char *kcore;			/* borrowed; or NULL */
	struct u64map images;			/* dso -> struct dso_image * */
	struct dso_image **list;		/* the same in the order of first use, owned */
	size_t nr, cap;
};

/* What was read last: for one reader of many, who mostly stays where he was. Zero-initialised is empty. */
struct trace_code_cache {
	const struct maps *maps;
	uint32_t pid;
	uint64_t time;
	uint64_t start, end;			/* [start, end) lies at bytes */
	const unsigned char *bytes;
	bool bits32;				/* ... and belongs to a 32-bit program */
};

void trace_code__init(struct trace_code *c, const struct machine *machine, const char *kcore);
void trace_code__exit(struct trace_code *c);
/* Up to @size bytes at @ip in process @pid at @time (ns) into @buf. Returns how many, 0: none are known. */
size_t trace_code__read(struct trace_code *c, struct trace_code_cache *cache, uint32_t pid, uint64_t time, uint64_t ip,
			void *buf, size_t size);

/* Calls @fn for each file, or kernel, whose code was asked for and is not known, with the reason. */
void trace_code__each_missing(const struct trace_code *c, void (*fn)(void *ctx, const char *why), void *ctx);

#endif /* PERF_AUXTRACE_TRACE_CODE_H */
