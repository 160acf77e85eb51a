// SPDX-License-Identifier: GPL-2.0-only
/* What the features of a generated file say. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/generate/container-features.h"
#include "util/generate/container.h"
#include "util/generate/encode.h"
#include "util/generate/tracing.h"

/* Features, by their numbers in the file format. */
enum {
	FEATURE_TRACING_DATA = 1,
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CPUDESC = 8,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_GROUP_DESC = 17,
	FEATURE_AUXTRACE = 18,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_DIR_FORMAT = 24,
	FEATURE_COMPRESSED = 27,
};
#define STRING_ALIGN		64

static void put_string(struct bytes *b, const char *text)
{
	size_t len = (strlen(text) + STRING_ALIGN) / STRING_ALIGN * STRING_ALIGN;

	bytes__u32(b, (uint32_t)len);
	bytes__str(b, text, STRING_ALIGN);
}

static void put_event_desc(struct bytes *b, const struct scenario *s)
{
	uint32_t cpu;
	size_t i;

	bytes__u32(b, (uint32_t)s->nr_events);
	bytes__u32(b, s->attr_size);
	for (i = 0; i < s->nr_events; i++) {
		encode_attr(b, s, &s->events[i]);
		bytes__u32(b, s->cpus);
		put_string(b, s->events[i].name);
		for (cpu = 0; cpu < s->cpus; cpu++)
			bytes__u64(b, event_id(s, i, cpu));
	}
}

/* The one group that there may be: the AUX event, and what switches it. */
static bool put_groups(struct bytes *b, const struct scenario *s)
{
	size_t leader, end;

	for (leader = 0; leader < s->nr_events && !s->events[leader].aux; leader++)
		;
	for (end = leader + 1; end < s->nr_events && (s->events[end].resume || s->events[end].pause); end++)
		;
	if (end < leader + 2 || end > s->nr_events)
		return false;
	bytes__u32(b, 1);
	put_string(b, "{anon_group}");
	bytes__u32(b, (uint32_t)leader);
	bytes__u32(b, (uint32_t)(end - leader));
	return true;
}

bool container__put_feature(const struct container *c, int n, struct bytes *b)
{
	const struct scenario *s = c->s;

	switch (n) {
	case FEATURE_TRACING_DATA:
		return s->format != FORMAT_PIPE && put_tracing_data(b, s);
	case FEATURE_HOSTNAME:
		put_string(b, s->host);
		return true;
	case FEATURE_OSRELEASE:
		put_string(b, "6.19.0-generated");
		return true;
	case FEATURE_VERSION:
		put_string(b, "generated");
		return true;
	case FEATURE_ARCH:
		put_string(b, s->big ? "s390x" : "x86_64");
		return true;
	case FEATURE_NRCPUS:
		bytes__u32(b, s->cpus);
		bytes__u32(b, s->cpus);
		return true;
	case FEATURE_CPUDESC:
		put_string(b, "generated");
		return true;
	case FEATURE_CMDLINE:
		bytes__u32(b, 3);
		put_string(b, "perf");
		put_string(b, "defer");
		put_string(b, "generate");
		return true;
	case FEATURE_EVENT_DESC:
		put_event_desc(b, s);
		return true;
	case FEATURE_GROUP_DESC:
		return put_groups(b, s);
	case FEATURE_AUXTRACE:
		bytes__u64(b, c->nr_aux);
		bytes__add(b, c->aux_index.data, c->aux_index.len);
		return c->nr_aux && s->format != FORMAT_PIPE;
	case FEATURE_SAMPLE_TIME:
		bytes__u64(b, c->first_time);
		bytes__u64(b, c->last_time);
		return c->last_time && s->format != FORMAT_PIPE;
	case FEATURE_DIR_FORMAT:
		bytes__u64(b, 1);
		return s->format == FORMAT_DIRECTORY;
	case FEATURE_COMPRESSED:
		bytes__u32(b, 1);		/* version */
		bytes__u32(b, 1);		/* zstd */
		bytes__u32(b, 1);		/* level */
		bytes__u32(b, 1);		/* ratio */
		bytes__u32(b,
			   1 << 20); /* length of a ring buffer: bounds what a record unpacks to */
		return s->compress;
	default:
		return false;
	}
}
