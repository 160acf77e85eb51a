// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/attr-read.h"

/* Of the other byte order the compiler laid the bit-field out from the other end of each byte. */
static uint64_t mirror_bits_in_bytes(uint64_t v)
{
	v = ((v >> 1) & 0x5555555555555555ULL) | ((v & 0x5555555555555555ULL) << 1);
	v = ((v >> 2) & 0x3333333333333333ULL) | ((v & 0x3333333333333333ULL) << 2);
	return ((v >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((v & 0x0f0f0f0f0f0f0f0fULL) << 4);
}

/* Optional fields: 0 once the bytes have ended. */
static uint64_t opt_u64(struct cursor *c)
{
	return cursor__left(c) >= 8 ? cursor__u64(c, "attr") : 0;
}

static uint32_t opt_u32(struct cursor *c)
{
	return cursor__left(c) >= 4 ? cursor__u32(c, "attr") : 0;
}

/* A word of bit-fields: as the flags above. */
static uint32_t opt_bits32(struct cursor *c)
{
	uint32_t v = opt_u32(c);

	return c->swap ? (uint32_t)mirror_bits_in_bytes(__builtin_bswap32(v)) : v;
}

static uint16_t opt_u16(struct cursor *c)
{
	return cursor__left(c) >= 2 ? cursor__u16(c, "attr") : 0;
}

static void read_flags(struct cursor *c, struct perf_event_attr *a)
{
	uint64_t flags;
	const unsigned char *at = c->pos;

	cursor__skip(c, 8, "attr flags");
	if (c->bad)
		return;
	/* The flags follow read_format: the word is not swapped but its bytes' bits are mirrored. */
	memcpy(&flags, at, 8);
	if (c->swap)
		flags = mirror_bits_in_bytes(flags);
	memcpy((char *)a + 40, &flags, 8);
}

bool attr__read(struct cursor *c, struct perf_event_attr *ret)
{
	size_t there = cursor__left(c);
	struct perf_event_attr a;

	memset(&a, 0, sizeof(a));
	a.type = cursor__u32(c, "attr type");
	a.size = cursor__u32(c, "attr size");
	/* The first perfs left the size 0. */
	if (!a.size)
		a.size = PERF_ATTR_SIZE_VER0;
	if (a.size > there || a.size < PERF_ATTR_SIZE_VER0)
		cursor__fail(c, "attr size");
	else if (a.size < there)
		c->end = c->base + (cursor__offset(c) - 8) + a.size;
	a.config = cursor__u64(c, "attr config");
	a.sample_period = cursor__u64(c, "attr sample_period");
	a.sample_type = cursor__u64(c, "attr sample_type");
	a.read_format = cursor__u64(c, "attr read_format");
	read_flags(c, &a);
	a.wakeup_events = cursor__u32(c, "attr wakeup_events");
	a.bp_type = cursor__u32(c, "attr bp_type");
	a.bp_addr = cursor__u64(c, "attr config1");
	a.bp_len = opt_u64(c);
	a.branch_sample_type = opt_u64(c);
	a.sample_regs_user = opt_u64(c);
	a.sample_stack_user = opt_u32(c);
	a.clockid = (int32_t)opt_u32(c);
	a.sample_regs_intr = opt_u64(c);
	a.aux_watermark = opt_u32(c);
	a.sample_max_stack = opt_u16(c);
	a.__reserved_2 = opt_u16(c);
	a.aux_sample_size = opt_u32(c);
	a.aux_action = opt_bits32(c);
	a.sig_data = opt_u64(c);
	a.config3 = opt_u64(c);
	a.config4 = opt_u64(c);
	if (c->bad)
		return false;
	*ret = a;
	return true;
}
