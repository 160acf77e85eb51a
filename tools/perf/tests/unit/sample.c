// SPDX-License-Identifier: GPL-2.0-only
/* Samples, sample_ids and deferred records: every field, both byte orders, every truncation. */
#include <errno.h>
#include <stdlib.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/event/sample.h"

/* A record that is being written, word by word, by code that shares nothing with the decoder. */
struct writer {
	_Alignas(8) unsigned char buf[4096];
	size_t len;
	bool swap;
};

static void put(struct writer *w, uint64_t v, int bytes)
{
	int i;

	for (i = 0; i < bytes; i++) {
		int shift = 8 * (w->swap != machine_is_big() ? bytes - 1 - i : i);

		w->buf[w->len++] = (unsigned char)(v >> shift);
	}
}

#define U64(v) put(w, v, 8)
#define U32(v) put(w, v, 4)

static void begin(struct writer *w, uint32_t type, bool swap)
{
	memset(w, 0, sizeof(*w));
	w->swap = swap;
	w->len = sizeof(struct perf_event_header);
	(void)type;
}

static struct record end(struct writer *w, uint32_t type)
{
	return (struct record){ .header = { type, PERF_RECORD_MISC_KERNEL, (uint16_t)w->len },
				.data = w->buf, .offset = 0x100, .swap = w->swap };
}

/* What a field writes, and whether a decoded sample shows it. */
struct field {
	uint64_t bit, read_format, branch_type, regs_user, regs_intr;
	void (*write)(struct writer *w);
	bool (*seen)(const struct perf_sample *s);
};

#define FIELD(name, writes, cond)							\
	static void write_##name(struct writer *w) { writes; }				\
	static bool seen_##name(const struct perf_sample *s) { return cond; }

FIELD(identifier, U64(77), s->id == 77)
FIELD(ip, U64(0xffffffff81000001), s->ip == 0xffffffff81000001)
FIELD(tid, U32(11); U32(12), s->pid == 11 && s->tid == 12)
FIELD(time, U64(123456789012345), s->time == 123456789012345)
FIELD(addr, U64(0xdeadbeef12345678), s->addr == 0xdeadbeef12345678)
FIELD(stream, U64(99), s->stream_id == 99)
FIELD(cpu, U32(3); U32(0), s->cpu == 3)
FIELD(period, U64(1000003), s->period == 1000003)
FIELD(read, U64(5); U64(6); U64(7); U64(8); U64(9),
      s->read.nr == 1 && s->read.values[0].value == 5 && s->read.time_enabled == 6 &&
      s->read.time_running == 7 && s->read.values[0].id == 8 && s->read.values[0].lost == 9)
FIELD(read_group, U64(2); U64(6); U64(7); U64(5); U64(8); U64(15); U64(18),
      s->read.nr == 2 && s->read.time_enabled == 6 && s->read.time_running == 7 &&
      s->read.values[0].value == 5 && s->read.values[0].id == 8 &&
      s->read.values[1].value == 15 && s->read.values[1].id == 18)
FIELD(callchain, U64(3); U64(PERF_CONTEXT_KERNEL); U64(0xffffffff81000002); U64(0x400100),
      s->nr_ips == 3 && s->ips[0] == PERF_CONTEXT_KERNEL && s->ips[1] == 0xffffffff81000002 &&
      s->ips[2] == 0x400100)
FIELD(raw, U32(12); U32(0x64636261); U32(0x68676665); U32(0),
      s->raw_size == 12 && s->raw_data)
/* "predicted" from either end: bit fields begin at the other one in big-endian recordings. */
FIELD(branch, U64(2); U64(1); U64(2); U64(3); U64(4); U64(5); U64(0x4000000000000002),
      s->nr_branches == 2 && s->branches[0].from == 1 && s->branches[1].to == 5 &&
      (s->branches[1].flags & 0xf) == 2)
FIELD(branch_idx, U64(1); U64(42); U64(1); U64(2); U64(3),
      s->nr_branches == 1 && s->branch_hw_idx == 42 && s->branches[0].to == 2)
FIELD(regs_user, U64(2); U64(0x11); U64(0x22),
      s->user_regs.abi == 2 && s->user_regs.regs[0] == 0x11 && s->user_regs.regs[1] == 0x22)
FIELD(stack, U64(16); U64(1); U64(2); U64(8),
      s->user_stack_size == 16 && s->user_stack_dyn_size == 8 && s->user_stack)
FIELD(weight, U64(31), s->weight == 31)
FIELD(weight_struct, U64(0x0007000500000021), s->weight == 33 && s->ins_lat == 5 && s->retire_lat == 7)
FIELD(data_src, U64(32), s->data_src == 32)
FIELD(transaction, U64(33), s->transaction == 33)
FIELD(regs_intr, U64(2); U64(0x33), s->intr_regs.abi == 2 && s->intr_regs.regs[0] == 0x33)
FIELD(phys, U64(34), s->phys_addr == 34)
FIELD(cgroup, U64(35), s->cgroup == 35)
FIELD(data_page, U64(4096), s->data_page_size == 4096)
FIELD(code_page, U64(8192), s->code_page_size == 8192)
FIELD(aux, U64(8); U64(0x4142434445464748), s->aux_size == 8 && s->aux_data)

#define ALL_READ (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID)

/* In the order of the ABI, so that the whole list is a sample too. */
static const struct field fields[] = {
	{ PERF_SAMPLE_IDENTIFIER, 0, 0, 0, 0, write_identifier, seen_identifier },
	{ PERF_SAMPLE_IP, 0, 0, 0, 0, write_ip, seen_ip },
	{ PERF_SAMPLE_TID, 0, 0, 0, 0, write_tid, seen_tid },
	{ PERF_SAMPLE_TIME, 0, 0, 0, 0, write_time, seen_time },
	{ PERF_SAMPLE_ADDR, 0, 0, 0, 0, write_addr, seen_addr },
	{ PERF_SAMPLE_STREAM_ID, 0, 0, 0, 0, write_stream, seen_stream },
	{ PERF_SAMPLE_CPU, 0, 0, 0, 0, write_cpu, seen_cpu },
	{ PERF_SAMPLE_PERIOD, 0, 0, 0, 0, write_period, seen_period },
	{ PERF_SAMPLE_READ, ALL_READ | PERF_FORMAT_LOST, 0, 0, 0, write_read, seen_read },
	{ PERF_SAMPLE_CALLCHAIN, 0, 0, 0, 0, write_callchain, seen_callchain },
	{ PERF_SAMPLE_RAW, 0, 0, 0, 0, write_raw, seen_raw },
	{ PERF_SAMPLE_BRANCH_STACK, 0, 0, 0, 0, write_branch, seen_branch },
	{ PERF_SAMPLE_REGS_USER, 0, 0, 0x81, 0, write_regs_user, seen_regs_user },
	{ PERF_SAMPLE_STACK_USER, 0, 0, 0, 0, write_stack, seen_stack },
	{ PERF_SAMPLE_WEIGHT, 0, 0, 0, 0, write_weight, seen_weight },
	{ PERF_SAMPLE_DATA_SRC, 0, 0, 0, 0, write_data_src, seen_data_src },
	{ PERF_SAMPLE_TRANSACTION, 0, 0, 0, 0, write_transaction, seen_transaction },
	{ PERF_SAMPLE_REGS_INTR, 0, 0, 0, 0x10, write_regs_intr, seen_regs_intr },
	{ PERF_SAMPLE_PHYS_ADDR, 0, 0, 0, 0, write_phys, seen_phys },
	{ PERF_SAMPLE_CGROUP, 0, 0, 0, 0, write_cgroup, seen_cgroup },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, 0, 0, 0, 0, write_data_page, seen_data_page },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, 0, 0, 0, 0, write_code_page, seen_code_page },
	{ PERF_SAMPLE_AUX, 0, 0, 0, 0, write_aux, seen_aux },
};

static const struct field variants[] = {
	{ PERF_SAMPLE_READ, ALL_READ | PERF_FORMAT_GROUP, 0, 0, 0, write_read_group, seen_read_group },
	{ PERF_SAMPLE_WEIGHT_STRUCT, 0, 0, 0, 0, write_weight_struct, seen_weight_struct },
	{ PERF_SAMPLE_BRANCH_STACK, 0, PERF_SAMPLE_BRANCH_HW_INDEX, 0, 0, write_branch_idx, seen_branch_idx },
};

static struct evlist *list_of(const struct field *f, size_t nr)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .sample_id_all = 1 };
	struct evlist *list = evlist__new();
	struct evsel *evsel;
	size_t i;

	for (i = 0; i < nr; i++) {
		attr.sample_type |= f[i].bit;
		attr.read_format |= f[i].read_format;
		attr.branch_sample_type |= f[i].branch_type;
		attr.sample_regs_user |= f[i].regs_user;
		attr.sample_regs_intr |= f[i].regs_intr;
	}
	evsel = evsel__new(&attr);
	evlist__add(list, evsel);
	evlist__map_id(list, 77, evsel);
	return list;
}

/* A word behind the last field: of another record, unless the event has fields that are not known. */
static int check_longer(struct sample_decoder *d, struct evsel *evsel, struct writer *w)
{
	__u64 *masks[] = { &evsel->attr.sample_type, &evsel->attr.read_format, &evsel->attr.branch_sample_type };
	struct diag diag = DIAG_INIT;
	struct perf_sample s;
	struct record r;
	size_t i;

	U64(0);
	r = end(w, PERF_RECORD_SAMPLE);
	TEST_ASSERT(!sample_decoder__sample(d, &r, &s, &diag));
	TEST_ASSERT(diag__is_set(&diag) && !strcmp(diag.field, "size") && diag.offset == 0x100);
	for (i = 0; i < ARRAY_SIZE(masks); i++) {
		*masks[i] |= 1ULL << 60;
		TEST_ASSERT(sample_decoder__sample(d, &r, &s, NULL) == evsel);
		*masks[i] &= ~(1ULL << 60);
	}
	w->len -= 8;
	return TEST_OK;
}

/* Decodes a sample of @f[0..nr) whole, then longer, then cut at every length, which must fail. */
static int check_fields(const struct field *f, size_t nr, bool swap)
{
	struct evlist *list = list_of(f, nr);
	struct sample_decoder d;
	struct perf_sample s;
	struct record r;
	struct writer w;
	size_t i, len;

	sample_decoder__init(&d, list);
	begin(&w, PERF_RECORD_SAMPLE, swap);
	for (i = 0; i < nr; i++)
		f[i].write(&w);
	r = end(&w, PERF_RECORD_SAMPLE);
	TEST_ASSERT(sample_decoder__evsel(&d, &r, NULL) == list->evsels[0]);
	TEST_ASSERT(sample_decoder__sample(&d, &r, &s, NULL) == list->evsels[0]);
	for (i = 0; i < nr; i++) {
		if (!f[i].seen(&s))
			fprintf(stderr, "field with bit 0x%llx was not seen\n", (unsigned long long)f[i].bit);
		TEST_ASSERT(f[i].seen(&s));
	}
	if (check_longer(&d, list->evsels[0], &w))
		return TEST_FAIL;
	for (len = sizeof(struct perf_event_header); len < w.len; len++) {
		struct diag diag = DIAG_INIT;

		r.header.size = (uint16_t)len;
		TEST_ASSERT(!sample_decoder__sample(&d, &r, &s, &diag));
		TEST_ASSERT(diag__is_set(&diag) && diag.field && diag.offset == 0x100);
	}
	sample_decoder__exit(&d);
	evlist__delete(list);
	return TEST_OK;
}

static int test__each_field(void)
{
	size_t i;
	int swap;

	for (swap = 0; swap < 2; swap++) {
		for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
			if (check_fields(&fields[i], 1, swap))
				return TEST_FAIL;
		for (i = 0; i < sizeof(variants) / sizeof(variants[0]); i++)
			if (check_fields(&variants[i], 1, swap))
				return TEST_FAIL;
	}
	return TEST_OK;
}

static int test__all_fields(void)
{
	size_t nr = sizeof(fields) / sizeof(fields[0]);

	return check_fields(fields, nr, false) ?: check_fields(fields, nr, true);
}

/* Counts that would overflow when multiplied, and counts one too large. */
static int test__hostile_counts(void)
{
	static const uint64_t counts[] = { 3, 1ULL << 61, 1ULL << 62, UINT64_MAX, UINT64_MAX / 8 + 2 };
	const struct field *chain = NULL;
	struct sample_decoder d;
	struct perf_sample s;
	struct evlist *list;
	struct writer writer, *w = &writer;
	struct record r;
	size_t i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i].bit == PERF_SAMPLE_CALLCHAIN)
			chain = &fields[i];
	list = list_of(chain, 1);
	sample_decoder__init(&d, list);
	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		begin(w, PERF_RECORD_SAMPLE, false);
		U64(counts[i]);
		U64(1);
		U64(2);
		r = end(w, PERF_RECORD_SAMPLE);
		TEST_ASSERT(!sample_decoder__sample(&d, &r, &s, NULL));
	}
	sample_decoder__exit(&d);
	evlist__delete(list);
	return TEST_OK;
}

/* What is taken apart by known offsets, for any choice of fields, and what the same bytes give where they lie askew. */
static int check_both_ways(const struct field *f, size_t nr)
{
	struct evlist *list = list_of(f, nr);
	struct sample_glance glance, slow_glance;
	struct perf_sample quick, slow;
	struct sample_decoder d;
	struct record r, askew;
	struct writer w;
	size_t i, size;
	unsigned char *copy;

	sample_decoder__init(&d, list);
	begin(&w, PERF_RECORD_SAMPLE, false);
	for (i = 0; i < nr; i++)
		f[i].write(&w);
	r = end(&w, PERF_RECORD_SAMPLE);
	size = w.len;
	copy = xmalloc(size + 4);
	memcpy(copy + 4, w.buf, size);
	askew = r;
	askew.data = copy + 4;
	for (size = w.len; size >= sizeof(struct perf_event_header); size--) {
		r.header.size = askew.header.size = (uint16_t)size;
		TEST_ASSERT(sample_decoder__glance(&d, &r, &glance, NULL) ==
			    sample_decoder__glance(&d, &askew, &slow_glance, NULL));
		TEST_ASSERT(sample_decoder__sample(&d, &r, &quick, NULL) ==
			    sample_decoder__sample(&d, &askew, &slow, NULL));
	}
	r.header.size = askew.header.size = (uint16_t)w.len;
	TEST_ASSERT(sample_decoder__sample(&d, &r, &quick, NULL));
	TEST_ASSERT(sample_decoder__sample(&d, &askew, &slow, NULL));
	/* They point to their own bytes. */
	TEST_ASSERT(!quick.nr_ips || !memcmp(quick.ips, slow.ips, quick.nr_ips * 8));
	TEST_ASSERT(!quick.raw_size || !memcmp(quick.raw_data, slow.raw_data, quick.raw_size));
	quick.ips = slow.ips = NULL;
	quick.raw_data = slow.raw_data = NULL;
	TEST_ASSERT(!memcmp(&quick, &slow, sizeof(quick)));
	TEST_ASSERT(sample_decoder__glance(&d, &r, &glance, NULL));
	TEST_ASSERT(sample_decoder__glance(&d, &askew, &slow_glance, NULL));
	TEST_ASSERT(glance.id == slow.id && slow_glance.id == slow.id && glance.time == slow.time && glance.tid == slow.tid);
	TEST_ASSERT(slow_glance.time == slow.time && slow_glance.tid == slow.tid);
	TEST_ASSERT(glance.nr_ips == slow.nr_ips && slow_glance.nr_ips == slow.nr_ips);
	free(copy);
	sample_decoder__exit(&d);
	evlist__delete(list);
	return TEST_OK;
}

static int test__both_ways(void)
{
	static const uint64_t quick = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
		PERF_SAMPLE_ADDR | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN |
		PERF_SAMPLE_RAW;
	struct field chosen[ARRAY_SIZE(fields)];
	unsigned int subset;
	size_t i, nr;

	for (subset = 1; subset < 1u << 11; subset++) {
		for (i = nr = 0; i < 11; i++)
			if (subset >> i & 1 && fields[i].bit & quick)
				chosen[nr++] = fields[i];
		if (nr && check_both_ways(chosen, nr))
			return TEST_FAIL;
	}
	return TEST_OK;
}

/* cookie, nr, ips and the sample_id behind them; nr may not reach into the sample_id. */
static int test__deferred(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr),
					.sample_id_all = 1,
					.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
						       PERF_SAMPLE_IDENTIFIER };
	struct evlist *list = evlist__new();
	struct writer writer, *w = &writer;
	struct record_deferred d;
	struct sample_decoder dec;
	struct record r;
	int swap, marker, nr;

	evlist__add(list, evsel__new(&attr));
	sample_decoder__init(&dec, list);
	for (swap = 0; swap < 2; swap++)
		for (marker = 0; marker < 2; marker++)
			for (nr = 0; nr <= 6; nr++) {
				int there = 2 + marker, err;

				begin(w, PERF_RECORD_CALLCHAIN_DEFERRED, swap);
				U64(0x400000079);
				U64((uint64_t)nr);
				if (marker)
					U64(PERF_CONTEXT_USER);
				U64(0x400100);
				U64(0x400200);
				U32(11);
				U32(12);
				U64(5000);
				U32(3);
				U32(0);
				U64(77);
				r = end(w, PERF_RECORD_CALLCHAIN_DEFERRED);
				err = sample_decoder__deferred(&dec, &r, DEFERRED_PROTOCOL_C, &d, NULL);
				TEST_ASSERT_EQ(err, nr > there ? -EBADMSG : 0);
				if (err)
					continue;
				TEST_ASSERT_EQ(d.cookie, 0x400000079);
				TEST_ASSERT_EQ(d.nr, nr - (marker && nr));
				TEST_ASSERT(!d.nr || d.ips[0] == 0x400100);
				TEST_ASSERT(d.id.pid == 11 && d.id.tid == 12 && d.id.time == 5000);
				TEST_ASSERT(d.id.cpu == 3 && d.id.id == 77 && d.id.size == 32);
			}
	sample_decoder__exit(&dec);
	evlist__delete(list);
	return TEST_OK;
}

DEFINE_SUITE("Samples taken apart", sample,
	     { "each field alone, with a word too much, and cut at each length", test__each_field },
	     { "all fields together", test__all_fields },
	     { "hostile counts", test__hostile_counts },
	     { "by known offsets, and field by field", test__both_ways },
	     { "deferred callchain records", test__deferred });
