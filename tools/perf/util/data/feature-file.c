// SPDX-License-Identifier: GPL-2.0-only
/* Features about the file itself: what else lies in it, in which form, and of which time. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/data/feature-internal.h"

static void read_tracing_data(struct perf_header *h, struct cursor *c)
{
	size_t size = cursor__left(c);

	free(h->tracing_data);
	h->tracing_data = xmemdup(cursor__bytes(c, size, "tracing data"), size);
	h->tracing_data_size = size;
}

static void free_tracing_data(struct perf_header *h)
{
	free(h->tracing_data);
}

static void read_sample_time(struct perf_header *h, struct cursor *c)
{
	h->first_sample_time = cursor__u64(c, "first sample time");
	h->last_sample_time = cursor__u64(c, "last sample time");
	h->has_sample_time = !c->bad;
}

static void read_dir_format(struct perf_header *h, struct cursor *c)
{
	h->dir_version = cursor__u64(c, "directory version");
}

static void read_compressed(struct perf_header *h, struct cursor *c)
{
	h->compressed.version = cursor__u32(c, "compressed version");
	h->compressed.type = cursor__u32(c, "compressed type");
	h->compressed.level = cursor__u32(c, "compressed level");
	h->compressed.ratio = cursor__u32(c, "compressed ratio");
	h->compressed.mmap_len = cursor__u32(c, "compressed mmap_len");
}

/* It has no contents. */
static bool write_branch_stack(struct strbuf *out, const struct feature_about *about)
{
	(void)out;
	return about->opts->branch_stack;
}

const struct feature features_of_file[] = {
	{ HEADER_TRACING_DATA, "TRACING_DATA", .read = read_tracing_data, .free = free_tracing_data },
	{ HEADER_SAMPLE_TIME, "SAMPLE_TIME", .read = read_sample_time },
	{ HEADER_DIR_FORMAT, "DIR_FORMAT", .read = read_dir_format },
	{ HEADER_COMPRESSED, "COMPRESSED", .read = read_compressed },
	{ HEADER_BRANCH_STACK, "BRANCH_STACK", .write = write_branch_stack },
	{ HEADER_REPAIRED, "REPAIRED", FEATURE_TEXT(repaired) },
	/* Its index is read where the traces are: aux-data.c */
	{ HEADER_AUXTRACE, "AUXTRACE", .read = NULL },
	{ HEADER_STAT, "STAT", .read = NULL },
	{ 0 }
};
