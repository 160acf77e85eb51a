// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/encode.h"

#include <string.h>

#include <linux/perf_event.h>

#define FIRST_ID	1001
#define REGS_MASK	0x7ULL		/* the registers that a sample with REGS_* has */
#define STACK_BYTES	64
#define STREAM_ID	77

uint64_t event_id(const struct scenario *s, size_t event, uint32_t cpu)
{
	return FIRST_ID + event * s->cpus + cpu;
}

/*
 * Bit fields count from the least significant bit, on a big endian machine from the most
 * significant.
 */
static uint64_t flag(const struct bytes *b, bool on, unsigned int bit)
{
	return on ? 1ULL << (b->big ? 63 - bit : bit) : 0;
}

uint32_t attr_size_needed(const struct scenario_event *e)
{
	if (e->start_paused || e->resume || e->pause)
		return PERF_ATTR_SIZE_VER6;
	if (e->sample_type & PERF_SAMPLE_REGS_INTR)
		return PERF_ATTR_SIZE_VER4;
	if (e->sample_type & (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER))
		return PERF_ATTR_SIZE_VER3;
	if (e->sample_type & PERF_SAMPLE_BRANCH_STACK)
		return PERF_ATTR_SIZE_VER2;
	return PERF_ATTR_SIZE_VER0;
}

void encode_attr(struct bytes *b, const struct scenario *s, const struct scenario_event *e)
{
	uint64_t t = e->sample_type;
	struct bytes whole = { .big = b->big };

	bytes__u32(&whole, e->type);
	bytes__u32(&whole, s->attr_size);
	bytes__u64(&whole, e->config);
	bytes__u64(&whole, e->period);
	bytes__u64(&whole, t);
	bytes__u64(&whole, e->read_format);
	bytes__u64(&whole, flag(b, true, 0) | flag(b, e->tracking, 8) | flag(b, e->tracking, 9) |
				   flag(b, e->tracking, 13) | flag(b, s->sample_id_all, 18) |
				   flag(b, e->tracking, 23) | flag(b, e->tracking, 24) |
				   flag(b, e->tracking && s->switch_records, 26) |
				   flag(b, e->defer, 38) |
				   flag(b, e->defer_output && s->protocol == PROTOCOL_C, 39));
	bytes__u32(&whole, 1);			/* wakeup_events */
	bytes__u32(&whole, 0);			/* bp_type */
	bytes__u64(&whole, 0);			/* config1 */
	bytes__u64(&whole, 0);			/* config2 */
	bytes__u64(&whole, e->branch_sample_type);
	bytes__u64(&whole, t & PERF_SAMPLE_REGS_USER ? REGS_MASK : 0);
	bytes__u32(&whole, t & PERF_SAMPLE_STACK_USER ? STACK_BYTES : 0);
	bytes__u32(&whole, 0);			/* clockid */
	bytes__u64(&whole, t & PERF_SAMPLE_REGS_INTR ? REGS_MASK : 0);
	if (e->start_paused || e->resume || e->pause) {
		bytes__u64(&whole, 0);		/* aux_watermark, sample_max_stack */
		bytes__u32(&whole, 0);		/* aux_sample_size */
		bytes__u32(&whole, (uint32_t)((flag(b, e->start_paused, 0) | flag(b, e->pause, 1) |
					       flag(b, e->resume, 2)) >> (b->big ? 32 : 0)));
	}
	if (whole.len < s->attr_size)
		bytes__zeros(&whole, s->attr_size - whole.len);
	bytes__add(b, whole.data, s->attr_size);
	bytes__exit(&whole);
}

/* One value of a READ field, with what read_format hangs on it. */
static void put_value(struct bytes *b, uint64_t format, const struct sample_values *v)
{
	bytes__u64(b, v->time);			/* a counter that counts nanoseconds */
	if (!(format & PERF_FORMAT_GROUP)) {
		if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
			bytes__u64(b, v->time);
		if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
			bytes__u64(b, v->time);
	}
	if (format & PERF_FORMAT_ID)
		bytes__u64(b, v->id);
	if (format & PERF_FORMAT_LOST)
		bytes__u64(b, 0);
}

static void put_read(struct bytes *b, uint64_t format, const struct sample_values *v)
{
	if (format & PERF_FORMAT_GROUP) {
		bytes__u64(b, 2);
		if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
			bytes__u64(b, v->time);
		if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
			bytes__u64(b, v->time);
		put_value(b, format, v);
	}
	put_value(b, format, v);
}

static void put_chain(struct bytes *b, const struct sample_values *v)
{
	size_t i;

	bytes__u64(b, v->nr_chain);
	for (i = 0; i < v->nr_chain; i++)
		bytes__u64(b, v->chain[i]);
}

static void put_branches(struct bytes *b, const struct scenario_event *e, uint64_t ip)
{
	int i;

	bytes__u64(b, 2);
	if (e->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
		bytes__u64(b, 0);
	for (i = 0; i < 2; i++) {
		bytes__u64(b, ip + 16 * (uint64_t)i);
		bytes__u64(b, ip + 16 * (uint64_t)i + 8);
		bytes__u64(b, flag(b, i, 1));		/* the second one was predicted */
	}
	if (e->branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS) {
		bytes__u64(b, 1);
		bytes__u64(b, 2);
	}
}

static void put_regs(struct bytes *b, uint64_t ip)
{
	bytes__u64(b, PERF_SAMPLE_REGS_ABI_64);
	bytes__u64(b, 1);
	bytes__u64(b, 2);
	bytes__u64(b, ip);
}

static void put_raw(struct bytes *b, const struct bytes *raw)
{
	size_t padding = raw ? -(raw->len + 4) & 7 : 0;

	/* The size field and the bytes together are a multiple of 8. */
	if (raw) {
		bytes__u32(b, (uint32_t)(raw->len + padding));
		bytes__add(b, raw->data, raw->len);
		bytes__zeros(b, padding);
		return;
	}
	bytes__u32(b, 12);
	bytes__u32(b, 0x01020304);
	bytes__u64(b, 0x1112131415161718);
}

static void put_stack(struct bytes *b, uint64_t ip)
{
	int i;

	bytes__u64(b, STACK_BYTES);
	for (i = 0; i < STACK_BYTES / 8; i++)
		bytes__u64(b, ip + (uint64_t)i);
	bytes__u64(b, STACK_BYTES / 2);
}

static void put_ids(struct bytes *b, int32_t pid, int32_t tid)
{
	bytes__u32(b, (uint32_t)pid);
	bytes__u32(b, (uint32_t)tid);
}

/* The fields behind the callchain, and the callchain. */
static void encode_tail(struct bytes *b, const struct scenario_event *e,
			const struct sample_values *v)
{
	uint64_t t = e->sample_type;

	if (t & PERF_SAMPLE_READ)
		put_read(b, e->read_format, v);
	if (t & PERF_SAMPLE_CALLCHAIN)
		put_chain(b, v);
	if (t & PERF_SAMPLE_RAW)
		put_raw(b, v->raw);
	if (t & PERF_SAMPLE_BRANCH_STACK)
		put_branches(b, e, v->ip);
	if (t & PERF_SAMPLE_REGS_USER)
		put_regs(b, v->ip);
	if (t & PERF_SAMPLE_STACK_USER)
		put_stack(b, v->ip);
	if (t & PERF_SAMPLE_WEIGHT_TYPE)
		bytes__u64(b, 42);
	if (t & PERF_SAMPLE_DATA_SRC)
		bytes__u64(b, 0x142);
	if (t & PERF_SAMPLE_TRANSACTION)
		bytes__u64(b, 1);
	if (t & PERF_SAMPLE_REGS_INTR)
		put_regs(b, v->ip);
	if (t & PERF_SAMPLE_PHYS_ADDR)
		bytes__u64(b, 0x123456000);
	if (t & PERF_SAMPLE_CGROUP)
		bytes__u64(b, 9);
	if (t & PERF_SAMPLE_DATA_PAGE_SIZE)
		bytes__u64(b, 4096);
	if (t & PERF_SAMPLE_CODE_PAGE_SIZE)
		bytes__u64(b, 4096);
	if (t & PERF_SAMPLE_AUX) {
		bytes__u64(b, 8);
		bytes__u64(b, v->time);
	}
}

void encode_sample(struct bytes *b, const struct scenario_event *e, const struct sample_values *v)
{
	uint64_t t = e->sample_type;

	if (t & PERF_SAMPLE_IDENTIFIER)
		bytes__u64(b, v->id);
	if (t & PERF_SAMPLE_IP)
		bytes__u64(b, v->ip);
	if (t & PERF_SAMPLE_TID)
		put_ids(b, v->pid, v->tid);
	if (t & PERF_SAMPLE_TIME)
		bytes__u64(b, v->time);
	if (t & PERF_SAMPLE_ADDR)
		bytes__u64(b, v->ip + 1);
	if (t & PERF_SAMPLE_ID)
		bytes__u64(b, v->id);
	if (t & PERF_SAMPLE_STREAM_ID)
		bytes__u64(b, STREAM_ID);
	if (t & PERF_SAMPLE_CPU) {
		bytes__u32(b, v->cpu);
		bytes__u32(b, 0);
	}
	if (t & PERF_SAMPLE_PERIOD)
		bytes__u64(b, v->period);
	encode_tail(b, e, v);
}

void encode_sample_id(struct bytes *b, const struct scenario *s, const struct scenario_event *e,
		      const struct sample_values *v)
{
	uint64_t t = s->sample_id_all ? e->sample_type : 0;

	if (t & PERF_SAMPLE_TID)
		put_ids(b, v->pid, v->tid);
	if (t & PERF_SAMPLE_TIME)
		bytes__u64(b, v->time);
	if (t & PERF_SAMPLE_ID)
		bytes__u64(b, v->id);
	if (t & PERF_SAMPLE_STREAM_ID)
		bytes__u64(b, v->id ? STREAM_ID : 0);
	if (t & PERF_SAMPLE_CPU) {
		bytes__u32(b, v->cpu);
		bytes__u32(b, 0);
	}
	if (t & PERF_SAMPLE_IDENTIFIER)
		bytes__u64(b, v->id);
}
