// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/intel-pt-trace.h"

#include <stdlib.h>
#include <string.h>

#include "util/auxtrace/intel-pt-psb.h"
#include "util/base/alloc.h"

#define PSB_TSC_SIZE	(INTEL_PT_PSB_SIZE + 8)

uint64_t tsc_conv__time(const struct tsc_conv *c, uint64_t tsc)
{
	uint64_t quot, rem;

	if (c->shift >= 64)
		return c->zero;
	quot = tsc >> c->shift;
	rem = tsc & (((uint64_t)1 << c->shift) - 1);
	return c->zero + quot * c->mult + ((rem * c->mult) >> c->shift);
}

void intel_pt_trace__init(struct intel_pt_trace *t, const struct intel_pt_common *common, uint32_t index, uint32_t cpu,
			  uint32_t tid)
{
	*t = (struct intel_pt_trace){ .common = common, .index = index, .cpu = cpu, .tid = tid,
				      .now_pid = (uint32_t)-1, .now_tid = tid };
}

static void close_flow(struct intel_pt_trace *t)
{
	pt_flow__delete(t->flow);
	t->flow = NULL;
	zfree(&t->joined);
}

void intel_pt_trace__exit(struct intel_pt_trace *t)
{
	close_flow(t);
	zfree(&t->stretches);
	t->nr = t->cap = 0;
}

void intel_pt_trace__add(struct intel_pt_trace *t, const struct pt_stretch *s)
{
	GROW(t->stretches, t->nr, t->cap);
	t->stretches[t->nr++] = *s;
}

/* The first PSB with its TSC packet at or after @p. */
static const unsigned char *find_psb_tsc(const unsigned char *p, const unsigned char *end)
{
	while ((p = intel_pt__find_psb(p, end)) && end - p >= PSB_TSC_SIZE) {
		if (p[INTEL_PT_PSB_SIZE] == 0x19)
			return p;
		p += INTEL_PT_PSB_SIZE;
	}
	return NULL;
}

/* How many bytes of [@a, @a_end) @b begins with. The kernel fills the last word of a sample with zeroes. */
static uint64_t common_bytes(const unsigned char *a, const unsigned char *a_end, const unsigned char *b, uint64_t b_size)
{
	const unsigned char *rest;
	uint64_t n = 0;

	while (a + n < a_end && n < b_size && a[n] == b[n])
		n++;
	for (rest = a + n; rest < a_end; rest++)
		if (*rest || a_end - rest > 8)
			return 0;
	return n;
}

/*
 * The time of a PSB names it: where the first one of @b is in @a, and the bytes from there are the same, the rest
 * of @a is what repeats.
 */
uint64_t intel_pt__overlap(const unsigned char *a, uint64_t a_size, const unsigned char *b, uint64_t b_size)
{
	const unsigned char *first = find_psb_tsc(b, b + b_size), *at = a;
	uint64_t before, same;

	if (!first)
		return 0;
	before = (uint64_t)(first - b);
	at = memmem(a, a_size, first, PSB_TSC_SIZE);
	if (!at)
		return 0;
	same = common_bytes(at, a + a_size, first, b_size - before);
	return same ? before + same : 0;
}

/* Puts stretches that follow each other without a hole together: the decoder wants bytes side by side. */
static void join(struct intel_pt_trace *t, size_t from, size_t to)
{
	uint64_t size = 0;
	size_t i;

	for (i = from; i < to; i++)
		size += t->stretches[i].size;
	t->size = size;
	t->data = t->stretches[from].data;
	t->offset = t->stretches[from].offset;
	if (to - from == 1)
		return;
	t->joined = xmalloc(size);
	size = 0;
	for (i = from; i < to; i++) {
		memcpy(t->joined + size, t->stretches[i].data, t->stretches[i].size);
		size += t->stretches[i].size;
	}
	t->data = t->joined;
}

static size_t read_code(void *ctx, uint64_t ip, void *buf, size_t size)
{
	struct intel_pt_trace *t = ctx;

	return trace_code__read(t->common->code, &t->cache, &(struct trace_place){ t->now_pid, t->time, ip }, buf, size);
}

static bool open_next(struct intel_pt_trace *t)
{
	while (t->next < t->nr) {
		size_t from = t->next, to = from + 1;
		uint64_t repeated;

		while (to < t->nr && t->stretches[to].joins)
			to++;
		t->next = to;
		join(t, from, to);
		if (t->stretches[from].may_repeat && from) {
			const struct pt_stretch *before = &t->stretches[from - 1];

			repeated = intel_pt__overlap(before->data, before->size, t->data, t->size);
			t->data += repeated;
			t->size -= repeated;
			t->offset += repeated;
		}
		/* A trace without times: not before the last one, and as late as the kernel knew of it. */
		if (!t->common->conv.valid && t->stretches[from].time > t->time)
			t->time = t->stretches[from].time;
		t->flow = pt_flow__new(t->data, t->size, &t->common->cpu, read_code, t);
		if (t->flow) {
			if (t->common->cycles)
				pt_flow__count_cycles(t->flow);
			return true;
		}
		close_flow(t);
	}
	return false;
}

/* Time and thread of @item. */
static void place(struct intel_pt_trace *t, const struct pt_item *item)
{
	struct trace_thread thread;

	if (item->has_tsc && t->common->conv.valid) {
		uint64_t time = tsc_conv__time(&t->common->conv, item->tsc);

		if (time > t->time)
			t->time = time;
	}
	if (t->cpu != (uint32_t)-1 && t->tid == (uint32_t)-1 &&
	    trace_threads__at(t->common->threads, t->cpu, t->time, &t->hint, &thread)) {
		t->now_tid = thread.tid;
		t->now_pid = thread.pid;
		if (thread.pid == (uint32_t)-1)
			t->now_pid = machine__pid_of(t->common->machine, thread.tid, t->time);
	} else if (t->tid != (uint32_t)-1 && t->now_pid == (uint32_t)-1) {
		t->now_pid = machine__pid_of(t->common->machine, t->tid, t->time);
	}
}

bool intel_pt_trace__next(struct intel_pt_trace *t, struct pt_item *ret)
{
	for (;;) {
		if (!t->flow && !open_next(t))
			return false;
		if (pt_flow__next(t->flow, ret))
			break;
		close_flow(t);
	}
	place(t, ret);
	ret->offset += t->offset;
	return true;
}
