// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/rewrite-attr.h"

#include <string.h>

void rewrite__put16(struct strbuf *out, uint16_t v, bool swap)
{
	v = swap ? __builtin_bswap16(v) : v;
	strbuf__add(out, &v, sizeof(v));
}

void rewrite__put32(struct strbuf *out, uint32_t v, bool swap)
{
	v = swap ? __builtin_bswap32(v) : v;
	strbuf__add(out, &v, sizeof(v));
}

void rewrite__put64(struct strbuf *out, uint64_t v, bool swap)
{
	v = swap ? __builtin_bswap64(v) : v;
	strbuf__add(out, &v, sizeof(v));
}

/* The compiler of the other byte order counts the bits of a bit-field from the other end of each byte. */
static uint64_t mirror_bits_in_bytes(uint64_t v)
{
	uint64_t out = 0;
	int i;

	for (i = 0; i < 64; i++)
		if (v >> i & 1)
			out |= 1ULL << ((i & ~7) + 7 - (i & 7));
	return out;
}

static void put_flags(const struct perf_event_attr *a, bool swap, struct strbuf *out)
{
	uint64_t flags;

	memcpy(&flags, (const char *)a + 40, sizeof(flags));
	if (swap)
		flags = mirror_bits_in_bytes(flags);
	strbuf__add(out, &flags, sizeof(flags));
}

bool attr__has_stack_copy(const struct perf_event_attr *attr)
{
	const uint64_t needed = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;

	return (attr->sample_type & needed) == needed;
}

bool attr__has_repair_bytes(const struct perf_event_attr *attr)
{
	return attr__has_stack_copy(attr) && !attr->exclude_callchain_user;
}

void rewrite_attr__append(const struct perf_event_attr *attr, uint32_t size, bool swap, struct strbuf *out)
{
	const struct perf_event_attr a = *attr;
	size_t begin = out->len;

	rewrite__put32(out, a.type, swap);
	rewrite__put32(out, size, swap);
	rewrite__put64(out, a.config, swap);
	rewrite__put64(out, a.sample_period, swap);
	rewrite__put64(out, a.sample_type, swap);
	rewrite__put64(out, a.read_format, swap);
	put_flags(&a, swap, out);
	rewrite__put32(out, a.wakeup_events, swap);
	rewrite__put32(out, a.bp_type, swap);
	rewrite__put64(out, a.config1, swap);
	rewrite__put64(out, a.config2, swap);
	rewrite__put64(out, a.branch_sample_type, swap);
	rewrite__put64(out, a.sample_regs_user, swap);
	rewrite__put32(out, a.sample_stack_user, swap);
	rewrite__put32(out, (uint32_t)a.clockid, swap);
	rewrite__put64(out, a.sample_regs_intr, swap);
	rewrite__put32(out, a.aux_watermark, swap);
	rewrite__put16(out, a.sample_max_stack, swap);
	rewrite__put16(out, a.__reserved_2, swap);
	rewrite__put32(out, a.aux_sample_size, swap);
	rewrite__put32(out, a.aux_action, swap);
	rewrite__put64(out, a.sig_data, swap);
	rewrite__put64(out, a.config3, swap);
	rewrite__put64(out, a.config4, swap);
	out->len = begin + size;
}
