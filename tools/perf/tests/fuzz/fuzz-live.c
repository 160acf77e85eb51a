// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: two rings with any bytes, merged by time; what they say of maps is heeded, and their samples are written anew.
 * The first 32 bytes are the event's, as in fuzz-record.c; the rest goes into both rings, and some of it only at the second look.
 */
#include "tests/fuzz/fuzz.h"

#include "util/event/evlist.h"
#include "util/event/evsel.h"
#include "util/live/live-spaces.h"
#include "util/live/ring-merge.h"
#include "util/live/sample-rewrite.h"

#define RING	((size_t)1 << 17)

struct head {
	uint64_t sample_type;
	uint32_t read_format, branch_sample_type;
	uint64_t regs;
	uint8_t flags, second, rest[6];
};

struct ring {
	struct perf_event_mmap_page control;
	uint64_t data[RING / 8];
	struct perf_mmap map;
};

static struct ring rings[2];
static struct perf_mmap *const maps[2] = { &rings[0].map, &rings[1].map };
static const uint8_t *later;
static size_t nr_later;

static void put(struct ring *r, const uint8_t *bytes, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		((uint8_t *)r->data)[(r->control.data_head + i) & (RING - 1)] = bytes[i];
	r->control.data_head += size;
}

/* Whole records from the beginning. What comes meanwhile goes into the other ring. */
static size_t see(void *ctx, struct perf_mmap *ring, const struct iovec iov[2], size_t size)
{
	size_t pos = 0;

	(void)ctx;
	if (ring == maps[0] && nr_later)
		put(&rings[1], later, nr_later);
	nr_later = 0;
	while (size - pos >= sizeof(struct perf_event_header)) {
		struct perf_event_header h;
		const struct iovec *v = pos < iov[0].iov_len ? &iov[0] : &iov[1];

		memcpy(&h, (const char *)v->iov_base + (v == iov ? pos : pos - iov[0].iov_len), sizeof(h));
		if (h.size < sizeof(h) || h.size % 8 || h.size > size - pos)
			break;
		pos += h.size;
	}
	return pos;
}

static void rewrite(struct sample_decoder *d, const struct record *r, uint64_t regs)
{
	static uint64_t to[8192];
	const struct kept_copy as_recorded = { .as_recorded = true };
	struct record again = { .data = (const unsigned char *)to };
	struct kept_copy some = { .regs_mask = regs };
	struct diag diag = DIAG_INIT;
	struct perf_sample s, t;
	struct live_chain c = { 0 };
	struct chain_parts parts;
	const struct evsel *evsel = sample_decoder__sample(d, r, &s, &diag);
	bool copy;
	int i;

	if (!evsel || !s.callchain_offset)
		return;
	/* What a newer kernel has behind all fields is not counted as too much then. */
	if (s.user_regs.abi > PERF_SAMPLE_REGS_ABI_64 || s.intr_regs.abi > PERF_SAMPLE_REGS_ABI_64)
		return;
	copy = (evsel->attr.sample_type & (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER)) ==
	       (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);
	chain_parts__of(&parts, &s);
	some.size = (size_t)s.user_stack_dyn_size & ~(size_t)7;
	for (i = 0; i < (copy ? 3 : 1); i++) {
		live_chain__plain(&c, &s, &parts, parts.nr_user ? parts.user : &s.ip, parts.nr_user ? parts.nr_user : 1);
		if (!sample_rewrite((unsigned char *)to, r, &s, &c, !i ? &as_recorded : i == 1 ? &some : NULL))
			continue;
		memcpy(&again.header, to, sizeof(again.header));
		/* The decoder's memory is used again: the sample is taken apart anew each time. */
		if (!sample_decoder__sample(d, &again, &t, &diag) || t.nr_ips != c.nr || t.cgroup != s.cgroup || t.aux_size != s.aux_size)
			abort();
		(void)sample_decoder__sample(d, r, &s, &diag);
		chain_parts__of(&parts, &s);
	}
	live_chain__exit(&c);
}

static void run(struct evlist *evlist, uint64_t regs)
{
	struct ring_merge *m = ring_merge__new(evlist);
	struct live_spaces *spaces = live_spaces__new();
	struct sample_decoder decoder;
	struct record stays = { .data = NULL };
	struct merged_record r;
	double fullest = 0;
	int round;

	sample_decoder__init(&decoder, evlist);
	for (round = 0; round < 2; round++) {
		(void)ring_merge__begin(m, maps, 2, see, NULL, &fullest);
		while (ring_merge__next(m, &r)) {
			if (!r.heeded)
				live_spaces__add(spaces, &r.r, r.time);
			if (r.r.header.type == PERF_RECORD_SAMPLE)
				rewrite(&decoder, &r.r, regs);
			(void)live_spaces__find(spaces, 7, r.time);
			if (r.stays)
				stays = r.r;
		}
		/* What stays is there until the end of the round. */
		if (stays.data && memcmp(stays.data, &stays.header, sizeof(stays.header)) != 0)
			abort();
		ring_merge__end(m);
		stays.data = NULL;
	}
	if (rings[0].control.data_tail != rings[0].control.data_head || rings[1].control.data_tail != rings[1].control.data_head)
		abort();
	sample_decoder__exit(&decoder);
	live_spaces__delete(spaces, NULL);
	ring_merge__delete(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr) };
	struct evlist *evlist;
	struct head head;
	size_t i;

	if (size < sizeof(head) + 8 || size > RING / 2)
		return 0;
	memcpy(&head, data, sizeof(head));
	data += sizeof(head);
	size = (size - sizeof(head)) & ~(size_t)7;
	attr.sample_type = head.sample_type & ((1ULL << 25) - 1);
	attr.read_format = head.read_format & 31;
	attr.branch_sample_type = head.branch_sample_type;
	attr.sample_regs_user = attr.sample_regs_intr = head.regs;
	attr.sample_id_all = !(head.flags & 1);
	evlist = evlist__new();
	evlist__add(evlist, evsel__new(&attr));
	nr_later = head.second * 8UL < size ? head.second * 8UL : size;
	later = data;
	for (i = 0; i < 2; i++) {
		struct ring *r = &rings[i];

		/* So that records lie around the end. */
		memset(&r->control, 0, sizeof(r->control));
		r->control.data_head = r->control.data_tail = RING - size / 2 / 8 * 8;
		perf_mmap__attach(&r->map, &r->control, r->data, RING);
		r->map.pos = r->control.data_head;
		put(r, data, size);
	}
	run(evlist, attr.sample_regs_user);
	for (i = 0; i < 2; i++)
		perf_mmap__unmap(&rings[i].map);
	evlist__delete(evlist);
	return 0;
}
