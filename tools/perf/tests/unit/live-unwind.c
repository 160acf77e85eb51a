// SPDX-License-Identifier: GPL-2.0-only
/* Samples that wait for unwind tables while they are recorded: when a mark may be written, and how long they wait. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/live-records.h"
#include "util/base/alloc.h"
#include "util/base/process-asker.h"
#include "util/event/perf-regs.h"
#include "util/live/live-unwind.h"
#include "util/symbol/vdso.h"

#define RING_BYTES	(1 << 16)
#define CODE		0x7f0000000000ULL
#define STACK_BYTES	64

/* A ring in memory of our own, what unwinds it, and what comes out. */
struct recording {
	struct perf_event_mmap_page *control;
	unsigned char *data;
	struct perf_mmap map, *rings[1];
	struct evlist *evlist;
	struct process_asker *asker;
	struct live_unwind *unwind;
	unsigned int samples;		/* that were written */
};

static int count_samples(void *ctx, const void *records, size_t size)
{
	struct recording *r = ctx;
	size_t pos = 0;

	while (pos < size) {
		struct perf_event_header h;

		memcpy(&h, (const char *)records + pos, sizeof(h));
		r->samples += h.type == PERF_RECORD_SAMPLE;
		pos += h.size;
	}
	return 0;
}

static size_t see_all(void *ctx, struct perf_mmap *ring, const struct iovec iov[2], size_t size)
{
	(void)ctx;
	(void)ring;
	(void)iov;
	return size;
}

static bool unwinds_all(void *ctx, const struct evsel *evsel)
{
	(void)ctx;
	(void)evsel;
	return true;
}

static size_t needs_all(uint64_t sp, uint64_t fp, const void *stack, size_t size)
{
	(void)sp;
	(void)fp;
	(void)stack;
	return size;
}

/* The process that reads tables is stopped: it answers nothing. Or it goes on. */
static bool signal_children(int sig)
{
	FILE *f = fopen("/proc/thread-self/children", "re");
	bool any = false;
	int pid;

	while (f && fscanf(f, "%d", &pid) == 1)
		any |= !kill(pid, sig);
	if (f)
		(void)fclose(f);
	return any;
}

static bool begin(struct recording *r, unsigned int patience_ms)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = PERF_TYPE_SOFTWARE, .sample_id_all = 1, .sample_stack_user = STACK_BYTES,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER |
			       PERF_SAMPLE_STACK_USER,
		.sample_regs_user = 1U << regs_arch__fp(REGS_X86) | 1U << regs_arch__sp(REGS_X86) | 1U << regs_arch__ip(REGS_X86),
	};
	struct live_output out = { .write = count_samples, .see = see_all, .unwinds = unwinds_all, .needed = needs_all,
				   .patience_ms = patience_ms, .ctx = r };
	int err;

	*r = (struct recording){ .control = xzalloc(4096), .data = xzalloc(RING_BYTES), .evlist = evlist__new(),
				 .asker = process_asker__new() };
	perf_mmap__attach(&r->map, r->control, r->data, RING_BYTES);
	r->rings[0] = &r->map;
	evlist__add(r->evlist, evsel__new(&attr));
	out.asker = r->asker;
	r->unwind = live_unwind__new(r->evlist, &out, &err);
	return r->unwind && signal_children(SIGSTOP);
}

static void end(struct recording *r)
{
	live_unwind__delete(r->unwind);
	process_asker__delete(r->asker);
	evlist__delete(r->evlist);
	perf_mmap__unmap(&r->map);
	free(r->control);
	free(r->data);
}

static void put(struct recording *r, const uint64_t *words, size_t size)
{
	memcpy(r->data + r->control->data_head, words, size);
	r->control->data_head += size;
}

/* What needs no opening: so the question about it is put at once. */
static void put_map(struct recording *r, uint64_t time)
{
	uint64_t words[LIVE_RECORD_WORDS];

	put(r, words, live_record__mmap(words, (uint32_t)getpid(), CODE, 1 << 20, 0, VDSO_NAME, 0, time));
}

/* At an address of its own, with a stack of zeros. */
static void put_sample(struct recording *r, uint64_t time)
{
	uint64_t w[LIVE_RECORD_WORDS] = { 0 }, ip = CODE + time;
	size_t n = 1;

	w[n++] = ip;
	w[n++] = pair_word((uint32_t)getpid(), (uint32_t)getpid());
	w[n++] = time;
	w[n++] = 2;
	w[n++] = PERF_CONTEXT_USER;
	w[n++] = ip;
	w[n++] = PERF_SAMPLE_REGS_ABI_64;
	w[n++] = 0;
	w[n++] = 0x7ff000;
	w[n++] = ip;
	w[n++] = STACK_BYTES;
	n += STACK_BYTES / 8;
	w[n++] = STACK_BYTES;
	w[0] = head_word(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, (uint16_t)(n * 8));
	put(r, w, n * 8);
}

static bool drain(struct recording *r)
{
	double fullest = 0;

	return live_unwind__drain(r->unwind, r->rings, 1, &fullest) >= 0;
}

/* A mark says of what was there at the one before that all of it has come. */
static int check_marks(struct recording *r)
{
	put_map(r, 10);
	put_sample(r, 20);
	TEST_ASSERT(drain(r));
	TEST_ASSERT_EQ(r->samples, 0);
	TEST_ASSERT(live_unwind__may_mark(r->unwind));
	live_unwind__marked(r->unwind);
	TEST_ASSERT(live_unwind__may_mark(r->unwind));
	put_sample(r, 30);
	TEST_ASSERT(drain(r));
	TEST_ASSERT(live_unwind__may_mark(r->unwind));
	live_unwind__marked(r->unwind);
	TEST_ASSERT(!live_unwind__may_mark(r->unwind));
	return TEST_OK;
}

static int test__marks_beside_waiting_samples(void)
{
	struct recording r;
	int result;

	if (regs_arch__of(NULL) != REGS_X86)
		return TEST_SKIP;
	TEST_ASSERT(begin(&r, 0));
	result = check_marks(&r);
	end(&r);
	return result;
}

static int check_patience(struct recording *r)
{
	struct live_unwind_stats stats;

	put_map(r, 10);
	put_sample(r, 20);
	put_sample(r, 30);
	TEST_ASSERT(drain(r));
	live_unwind__marked(r->unwind);
	(void)poll(NULL, 0, 3);
	TEST_ASSERT(drain(r));
	TEST_ASSERT_EQ(r->samples, 2);
	TEST_ASSERT(live_unwind__may_mark(r->unwind));
	live_unwind__stats(r->unwind, &stats);
	/* Nothing is left for the reader to unwind, which would read these tables, too; but a mark tells that callers may be missing. */
	TEST_ASSERT_EQ(stats.marked, 2);
	TEST_ASSERT_EQ(stats.kept, 0);
	return TEST_OK;
}

static int test__patience(void)
{
	struct recording r;
	int result;

	if (regs_arch__of(NULL) != REGS_X86)
		return TEST_SKIP;
	TEST_ASSERT(begin(&r, 1));
	result = check_patience(&r);
	end(&r);
	return result;
}

/* While nobody knows whether where the program was has a row, nobody asks for what lies in front of it: that may be no code at all. */
static int check_questions(struct recording *r)
{
	struct live_unwind_stats stats;

	put_map(r, 10);
	put_sample(r, 20);
	TEST_ASSERT(drain(r));
	live_unwind__stats(r->unwind, &stats);
	TEST_ASSERT_EQ(stats.tables.asked, 1);
	return TEST_OK;
}

static int test__questions(void)
{
	struct recording r;
	int result;

	if (regs_arch__of(NULL) != REGS_X86)
		return TEST_SKIP;
	TEST_ASSERT(begin(&r, 0));
	result = check_questions(&r);
	end(&r);
	return result;
}

/* What its process did after the sample is no reason to wait for answers at once, while rings fill, nor to be satisfied without any. */
static int check_another_program(struct recording *r)
{
	uint64_t words[LIVE_RECORD_WORDS];
	struct live_unwind_stats stats;
	unsigned int i;

	put_map(r, 10);
	put_sample(r, 20);
	put(r, words, live_record__exec(words, (uint32_t)getpid(), 30));
	TEST_ASSERT(drain(r));
	TEST_ASSERT_EQ(r->samples, 0);
	TEST_ASSERT(signal_children(SIGCONT));
	for (i = 0; i < 10000 && !r->samples; i++)
		TEST_ASSERT(drain(r));
	TEST_ASSERT_EQ(r->samples, 1);
	live_unwind__stats(r->unwind, &stats);
	TEST_ASSERT_EQ(stats.kept, 0);
	return TEST_OK;
}

static int test__another_program(void)
{
	struct recording r;
	int result;

	if (regs_arch__of(NULL) != REGS_X86)
		return TEST_SKIP;
	TEST_ASSERT(begin(&r, 0));
	result = check_another_program(&r);
	end(&r);
	return result;
}

DEFINE_SUITE("Samples that wait for unwind tables", live_unwind, { "marks beside them", test__marks_beside_waiting_samples },
	     { "a sample that waits no longer", test__patience }, { "what is asked for one", test__questions },
	     { "another program in its process", test__another_program });
