// SPDX-License-Identifier: GPL-2.0-only
/* Samples and records as perf script prints them: every field, every width. */
#include <errno.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/output/record-text.h"
#include "util/script/script-text.h"

static struct dso work = { .long_name = "/root/work", .short_name = "work", .kind = DSO_KIND_USER };
static const struct map work_map = { .start = 0x401000, .end = 0x48b000, .pgoff = 0x1000, .dso = &work };
static const struct symbol start = { .start = 0x1540, .end = 0x1600, .name = "_start", .name_len = 6 };

/* One event and one sample of it; tests change what they need. */
struct bench {
	struct evlist *evlist;
	struct evsel *evsel;
	struct script_fields fields;
	struct script_text_opts opts;
	struct text_out out;
	struct frame frame;
	const struct frame *frames[2];
	struct chain_half half;
	void *kept_frame, *kept_half;
	struct perf_sample sample;
	struct session_sample s;
	uint64_t ips[4];
};

static void bench__init(struct bench *b, uint32_t type, uint64_t config, uint64_t sample_type,
			const char *name)
{
	struct perf_event_attr attr = { .type = type, .config = config, .sample_type = sample_type,
					.sample_period = 4000 };

	memset(b, 0, sizeof(*b));
	b->evlist = evlist__new();
	b->evsel = evsel__new(&attr);
	evsel__set_name(b->evsel, name);
	evlist__add(b->evlist, b->evsel);
	script_fields__init(&b->fields);
	text_out__init(&b->out, -1);
	b->frame = (struct frame){ .ip = 0x401540, .map = &work_map, .sym = &start, .priv = &b->kept_frame };
	b->frames[0] = b->frames[1] = &b->frame;
	b->half = (struct chain_half){ .frames = b->frames, .nr = 1, .priv = &b->kept_half };
	b->sample = (struct perf_sample){ .ip = 0x401540, .time = 9643109574, .pid = 110, .tid = 111, .cpu = 3,
					  .period = 1001001, .misc = PERF_RECORD_MISC_USER };
	b->s = (struct session_sample){ .sample = &b->sample, .evsel = b->evsel, .pid = 110, .tid = 111,
					.comm = "work", .ip = &b->frame };
}

static void bench__exit(struct bench *b)
{
	chain_text__free_frame(b->kept_frame);
	evlist__delete(b->evlist);
	text_out__exit(&b->out);
}

/* The text of the bench's sample with -F @fields (NULL: the default). Valid until the next call. */
static const char *text(struct bench *b, const char *fields)
{
	struct script_text st;
	char err[256];

	script_fields__init(&b->fields);
	if (fields && script_fields__parse(&b->fields, fields, err, sizeof(err)) < 0)
		return "-F is wrong";
	if (script_fields__check(&b->fields, b->evlist, b->opts.no_chains, err, sizeof(err)) < 0)
		return "-F does not fit";
	b->out.len = 0;
	b->kept_half = NULL;
	script_text__init(&st, &b->out, &b->fields, &b->opts);
	script_text__set_events(&st, b->evlist);
	b->s.usual = session_sample__is_usual(&b->s);
	(void)script_text__sample(&st, &b->s);
	script_text__exit(&st);
	text_out__addch(&b->out, 0);
	return b->out.buf;
}

#define BASIC	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD)

static int test__columns(void)
{
	struct bench b;

	bench__init(&b, PERF_TYPE_SOFTWARE, 0, BASIC | PERF_SAMPLE_CPU, "cpu-clock");
	TEST_ASSERT_STR(text(&b, NULL), "            work     111 [003]     9.643109:    1001001 cpu-clock: "
			"           401540 _start+0x0 (/root/work)\n");
	TEST_ASSERT_STR(text(&b, "sw:comm"), "            work \n");
	TEST_ASSERT_STR(text(&b, "sw:tid"), "    111 \n");
	TEST_ASSERT_STR(text(&b, "sw:pid"), "    110 \n");
	TEST_ASSERT_STR(text(&b, "sw:tid,pid"), "    110/111     \n");
	TEST_ASSERT_STR(text(&b, "sw:cpu"), "[003] \n");
	TEST_ASSERT_STR(text(&b, "sw:time"), "    9.643109: \n");
	TEST_ASSERT_STR(text(&b, "sw:period"), "   1001001 \n");
	TEST_ASSERT_STR(text(&b, "sw:event"), "cpu-clock: \n");
	TEST_ASSERT_STR(text(&b, "sw:ip"), "           401540\n");
	TEST_ASSERT_STR(text(&b, "sw:ip,sym"), "           401540 _start\n");
	TEST_ASSERT_STR(text(&b, "sw:ip,dso,dsoff"), "           401540 (/root/work+0x1540)\n");
	TEST_ASSERT_STR(text(&b, "sw:misc"), "U     \n");
	TEST_ASSERT_STR(text(&b, "sw:flags"), "                        \n");
	TEST_ASSERT_STR(text(&b, "sw:"), "");
	b.sample.misc = PERF_RECORD_MISC_GUEST_USER;
	TEST_ASSERT_STR(text(&b, "sw:misc"), "g     \n");
	bench__exit(&b);
	return TEST_OK;
}

static int test__widths(void)
{
	struct bench b;

	bench__init(&b, PERF_TYPE_HARDWARE, 0, BASIC | PERF_SAMPLE_CPU, "cycles:P");
	b.sample.time = 12345678901234567890ULL;
	b.s.pid = b.s.tid = 12345678;
	b.s.comm = "a-name-that-is-much-too-long";
	b.sample.cpu = 1234;
	b.sample.period = 123456789012;
	TEST_ASSERT_STR(text(&b, "hw:comm,pid,tid,cpu,time,period,event"),
			"a-name-that-is-much-too-long 12345678/12345678 [1234] 12345678901.234567: 123456789012 cycles:P: \n");
	b.opts.ns = true;
	TEST_ASSERT_STR(text(&b, "hw:time"), "12345678901.234567890: \n");
	b.s.tid = (uint32_t)-1;
	b.sample.cpu = (uint32_t)-1;
	TEST_ASSERT_STR(text(&b, "hw:tid,cpu"), "     -1 [-01] \n");
	bench__exit(&b);
	return TEST_OK;
}

/*
 * What was not recorded: a column that has nothing goes. (A sample without a period has its event's, by
 * decoding.)
 */
static int test__not_recorded(void)
{
	struct bench b;

	bench__init(&b, PERF_TYPE_SOFTWARE, 0, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		    "page-faults");
	b.sample.period = 4000;
	b.s.ip = NULL;
	b.sample.ip = 0x1234;
	TEST_ASSERT_STR(text(&b, "sw:period"), "      4000 \n");
	TEST_ASSERT_STR(text(&b, "+tid"), "            work     111     9.643109:       4000 page-faults: "
			"             1234\n");
	TEST_ASSERT_STR(text(&b, "+cpu"), "-F does not fit");
	bench__exit(&b);
	return TEST_OK;
}

static int test__stacks(void)
{
	struct bench b;

	bench__init(&b, PERF_TYPE_SOFTWARE, 0, BASIC | PERF_SAMPLE_CALLCHAIN, "cpu-clock");
	b.s.chain.user = &b.half;
	TEST_ASSERT_STR(text(&b, NULL), "work     111     9.643109:    1001001 cpu-clock: \n"
			"\t          401540 _start+0x0 (/root/work)\n\n");
	b.half.nr = 2;
	b.s.chain.kernel = &b.half;
	TEST_ASSERT_STR(text(&b, "ip"), "\n\t          401540\n\t          401540\n\t          401540\n"
			"\t          401540\n\n");
	TEST_ASSERT_STR(text(&b, "comm,time"), "            work     9.643109: \n");
	b.opts.no_chains = true;
	TEST_ASSERT_STR(text(&b, "comm,ip,sym"), "            work            401540 _start\n");
	b.opts.no_chains = false;
	b.s.chain.kernel = b.s.chain.user = NULL;
	TEST_ASSERT_STR(text(&b, "comm,ip"), "work \n\n");
	bench__exit(&b);
	return TEST_OK;
}

static int test__orphan(void)
{
	struct bench b;

	bench__init(&b, PERF_TYPE_SOFTWARE, 0, BASIC | PERF_SAMPLE_CALLCHAIN, "cpu-clock");
	b.s.chain.kernel = &b.half;
	b.s.deferred = true;
	b.s.orphan = PERF_STITCH_LOST;
	TEST_ASSERT_STR(text(&b, "comm,ip"), "# [user stack missing: lost]\nwork \n\t          401540\n\n");
	TEST_ASSERT_STR(text(&b, "comm"), "            work \n");
	b.opts.no_orphan_marks = true;
	TEST_ASSERT_STR(text(&b, "comm,ip"), "work \n\t          401540\n\n");
	/* The raw view shows the cookie instead. */
	b.opts = (struct script_text_opts){ .raw = true };
	b.ips[0] = PERF_CONTEXT_USER_DEFERRED;
	b.ips[1] = 0x300000001;
	b.sample.ips = b.ips;
	b.sample.nr_ips = 2;
	TEST_ASSERT_STR(text(&b, "comm,ip,sym,dso"), "work \n\t          401540 _start (/root/work)\n"
			"\t       300000001 (cookie) ([unknown])\n\n");
	bench__exit(&b);
	return TEST_OK;
}

static int test__deferred(void)
{
	const struct record_deferred d = { .cookie = 0x300000001,
					   .id = { .pid = 110, .tid = 111, .cpu = 0, .time = 9651156000 } };
	struct script_text st;
	struct bench b;

	bench__init(&b, PERF_TYPE_SOFTWARE, 0, BASIC | PERF_SAMPLE_CALLCHAIN, "cpu-clock");
	(void)text(&b, NULL);
	script_text__init(&st, &b.out, &b.fields, &b.opts);
	b.out.len = 0;
	script_text__deferred(&st, b.evsel, &d, "work", &b.half);
	script_text__exit(&st);
	text_out__addch(&b.out, 0);
	TEST_ASSERT_STR(b.out.buf, "work     111     9.651156: DEFERRED CALLCHAIN [cookie: 300000001]\n"
			"\t          401540 _start+0x0 (/root/work)\n\n");
	bench__exit(&b);
	return TEST_OK;
}

static int test__times(void)
{
	struct script_text st;
	struct bench b;
	int i;

	bench__init(&b, PERF_TYPE_SOFTWARE, 0, BASIC, "cpu-clock");
	(void)text(&b, "time");
	for (i = 0; i < 2; i++) {
		b.opts = (struct script_text_opts){ .reltime = !i, .deltatime = i };
		b.out.len = 0;
		script_text__init(&st, &b.out, &b.fields, &b.opts);
		b.sample.time = 5000000000;
		(void)script_text__sample(&st, &b.s);
		b.sample.time = 5000001000;
		(void)script_text__sample(&st, &b.s);
		b.sample.time = 5000003000;
		(void)script_text__sample(&st, &b.s);
		text_out__addch(&b.out, 0);
		TEST_ASSERT_STR(b.out.buf, i ? "    0.000000: \n    0.000001: \n    0.000002: \n"
					     : "    0.000000: \n    0.000001: \n    0.000003: \n");
		script_text__exit(&st);
	}
	bench__exit(&b);
	return TEST_OK;
}

static int test__records(void)
{
	const uint32_t comm = bytes_word(0x6b726f77);	/* "work" */
	const struct {
		uint16_t type, misc, size;
		uint32_t words[16];
		const char *text;
	} cases[] = {
		{ PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, 24, { 111, 112, comm, 0 },
		  "PERF_RECORD_COMM exec: work:111/112\n" },
		{ PERF_RECORD_COMM, 0, 24, { 111, 112, comm, 0 }, "PERF_RECORD_COMM: work:111/112\n" },
		{ PERF_RECORD_FORK, 0, 32, { 2, 1, 4, 3, 0, 0 }, "PERF_RECORD_FORK(2:4):(1:3)\n" },
		{ PERF_RECORD_EXIT, 0, 32, { 2, 1, 4, 3, 0, 0 }, "PERF_RECORD_EXIT(2:4):(1:3)\n" },
		{ PERF_RECORD_LOST, 0, 24, { U64_WORDS(1), U64_WORDS(77) }, "PERF_RECORD_LOST lost 77\n" },
		{ PERF_RECORD_SWITCH, PERF_RECORD_MISC_SWITCH_OUT, 8, { 0 }, "PERF_RECORD_SWITCH OUT        \n" },
		{ PERF_RECORD_SWITCH, PERF_RECORD_MISC_SWITCH_OUT | PERF_RECORD_MISC_SWITCH_OUT_PREEMPT, 8, { 0 },
		  "PERF_RECORD_SWITCH OUT preempt\n" },
		{ PERF_RECORD_SWITCH, 0, 8, { 0 }, "PERF_RECORD_SWITCH IN         \n" },
		{ PERF_RECORD_SWITCH_CPU_WIDE, 0, 16, { 15, 16 },
		  "PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:    15/16   \n" },
		{ PERF_RECORD_AUX, 0, 32, { U64_WORDS(0), U64_WORDS(0x180), U64_WORDS(3) },
		  "PERF_RECORD_AUX offset: 0 size: 0x180 flags: 0x3 [TO]\n" },
		{ PERF_RECORD_ITRACE_START, 0, 16, { 5, 6 }, "PERF_RECORD_ITRACE_START pid: 5 tid: 6\n" },
		{ PERF_RECORD_NAMESPACES, 0, 40, { 5, 6, U64_WORDS(1), U64_WORDS(4), U64_WORDS(0x10) },
		  "PERF_RECORD_NAMESPACES 5/6 - nr_namespaces: 1\n\t\t[0/net: 4/0x10]\n" },
		{ PERF_RECORD_THROTTLE, 0, 32, { 0 }, "PERF_RECORD_THROTTLE\n" },
	};
	struct text_out out;
	size_t i;

	text_out__init(&out, -1);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t data[16] = { 0 };
		struct record r = { .data = (const unsigned char *)data,
				    .header = { .type = cases[i].type, .misc = cases[i].misc, .size = cases[i].size } };
		struct diag diag = DIAG_INIT;

		memcpy(data, &r.header, sizeof(r.header));
		memcpy(data + 1, cases[i].words, cases[i].size - sizeof(r.header));
		out.len = 0;
		TEST_ASSERT_EQ(record_text__add(&out, &r, &diag), 0);
		text_out__addch(&out, 0);
		TEST_ASSERT_STR(out.buf, cases[i].text);
	}
	text_out__exit(&out);
	return TEST_OK;
}

/* MMAP2 with inode and with build id, and cut off anywhere. */
static int test__mmaps(void)
{
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
		uint64_t start, len, pgoff;
		uint32_t maj, min;
		uint64_t ino, gen;
		uint32_t prot, flags;
		char name[16];
	} m = { { PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, sizeof(m) }, 111, 112, 0x401000, 0x8a000, 0x1000,
		0xfe, 1, 1234, 0, 5, 2, "/root/work" };
	struct record r = { .header = m.header, .data = (const unsigned char *)&m };
	struct diag diag = DIAG_INIT;
	struct text_out out;
	uint16_t size;

	text_out__init(&out, -1);
	TEST_ASSERT_EQ(record_text__add(&out, &r, &diag), 0);
	text_out__addch(&out, 0);
	TEST_ASSERT_STR(out.buf, "PERF_RECORD_MMAP2 111/112: [0x401000(0x8a000) @ 0x1000 fe:01 1234 0]: r-xp /root/work\n");
	m.maj = bytes_word(4);	/* build_id_size, and 3 reserved bytes */
	m.min = bytes_word(0x78563412);
	m.ino = 0;
	r.header.misc |= PERF_RECORD_MISC_MMAP_BUILD_ID;
	out.len = 0;
	TEST_ASSERT_EQ(record_text__add(&out, &r, &diag), 0);
	text_out__addch(&out, 0);
	TEST_ASSERT_STR(out.buf, "PERF_RECORD_MMAP2 111/112: [0x401000(0x8a000) @ 0x1000 <12345678>]: r-xp /root/work\n");
	/* The flag without an id: kernels hand it on from one recording to the other. */
	m.maj = 0xfe;
	m.min = 1;
	m.ino = 1234;
	out.len = 0;
	TEST_ASSERT_EQ(record_text__add(&out, &r, &diag), 0);
	text_out__addch(&out, 0);
	TEST_ASSERT_STR(out.buf, "PERF_RECORD_MMAP2 111/112: [0x401000(0x8a000) @ 0x1000 fe:01 1234 0]: r-xp /root/work\n");
	/* A device that could be a size: behind an id of 8 bytes there would be zeros. */
	m.maj = 8;
	m.gen = 7;
	out.len = 0;
	TEST_ASSERT_EQ(record_text__add(&out, &r, &diag), 0);
	text_out__addch(&out, 0);
	TEST_ASSERT_STR(out.buf, "PERF_RECORD_MMAP2 111/112: [0x401000(0x8a000) @ 0x1000 08:01 1234 7]: r-xp /root/work\n");
	for (size = sizeof(m.header); size < sizeof(m) - 6; size++) {
		diag__clear(&diag);
		out.len = 0;
		r.header.size = size;
		TEST_ASSERT_EQ(record_text__add(&out, &r, &diag), -EBADMSG);
		TEST_ASSERT(diag__is_set(&diag));
		text_out__addch(&out, 0);
		TEST_ASSERT_STR(out.buf, "PERF_RECORD_MMAP2\n");
	}
	text_out__exit(&out);
	return TEST_OK;
}

DEFINE_SUITE("Text of perf script", script_text,
	{ "columns", test__columns },
	{ "widths", test__widths },
	{ "what was not recorded", test__not_recorded },
	{ "stacks", test__stacks },
	{ "orphans and cookies", test__orphan },
	{ "deferred callchains", test__deferred },
	{ "relative times", test__times },
	{ "records", test__records },
	{ "maps", test__mmaps })
