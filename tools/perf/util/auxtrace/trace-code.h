/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads the code that a task had at an address at a given time, by the maps of the machine and the bytes of files. */
#ifndef PERF_AUXTRACE_TRACE_CODE_H
#define PERF_AUXTRACE_TRACE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/machine/machine.h"

struct dso_image;

U64_MAP(trace_images, struct dso_image *)

struct trace_code {
	const struct machine *machine;		/* borrowed */
	const char *kcore;			/* borrowed; or NULL */
	struct trace_images images;		/* dso -> struct dso_image * */
	struct dso_image **list;		/* the same images in the order of first use; owned */
	size_t nr, cap;
};

/*
 * What one reader has read last. Each reader has its own, as it mostly reads near the last place. Zero-initialised is empty.
 */
struct trace_code_cache {
	const struct maps *maps;
	uint32_t pid;
	uint64_t time;
	uint64_t start, end;			/* the code of [start, end) is at @bytes */
	const unsigned char *bytes;
	bool bits32;				/* it belongs to a 32-bit program */
};

void trace_code__init(struct trace_code *c, const struct machine *machine, const char *kcore);
void trace_code__exit(struct trace_code *c);
/* Where code ran. */
struct trace_place {
	uint32_t pid;
	uint64_t time;			/* ns */
	uint64_t ip;
};

/* Reads up to @size bytes at @at into @buf. Returns their number; 0 if the code is not known. */
size_t trace_code__read(struct trace_code *c, struct trace_code_cache *cache, const struct trace_place *at, void *buf, size_t size);

/* Calls @fn, with the reason, for each file or kernel whose code was needed and is not known. */
void trace_code__each_missing(const struct trace_code *c, void (*fn)(void *ctx, const char *why), void *ctx);

#endif /* PERF_AUXTRACE_TRACE_CODE_H */
