// SPDX-License-Identifier: GPL-2.0-only
/*
 * The drain loop with the rings of 128 CPUs, which threads of the test fill as a kernel does: what has no room is
 * counted, and told by a LOST record as soon as there is some.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evsel-internal.h"
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/event/record.h"
#include "util/record/recorder-internal.h"

#define CPUS	128
#define RING	8192
#define FEEDERS	4
#define SAMPLES	4000		/* for each CPU: some 30 times what its ring holds */
#define FIRST_ID 5000

/* As the one event of the test has them: identifier, time, and how many were before it on this CPU. */
struct sample {
	struct perf_event_header header;
	uint64_t id, time, number, filler[3];
};

struct lost {
	struct perf_event_header header;
	uint64_t id, lost;
};

struct cpu {
	union {
		struct perf_event_mmap_page page;
		char bytes[4096];
	} control;
	unsigned char data[RING];
	uint64_t pending;		/* lost, and not told yet */
	uint64_t lost;
};

struct machine {
	struct cpu *cpus;
	atomic_int feeding;
	int next;
	struct recorder r;
	struct record_opts opts;
	char path[48];
};

struct feeder {
	struct machine *m;
	int first;
};

static bool put(struct cpu *c, const void *record, size_t size)
{
	uint64_t head = c->control.page.data_head;
	uint64_t tail = __atomic_load_n(&c->control.page.data_tail, __ATOMIC_ACQUIRE);
	size_t i;

	if (RING - (head - tail) < size)
		return false;
	for (i = 0; i < size; i++)
		c->data[(head + i) % RING] = ((const unsigned char *)record)[i];
	__atomic_store_n(&c->control.page.data_head, head + size, __ATOMIC_RELEASE);
	return true;
}

static void feed_one(struct machine *m, int cpu, uint64_t number)
{
	struct cpu *c = &m->cpus[cpu];
	struct sample s = {
		.header = { PERF_RECORD_SAMPLE, 0, sizeof(s) }, .id = FIRST_ID + (uint64_t)cpu, .time = number + 1, .number = number,
	};
	struct lost l = { .header = { PERF_RECORD_LOST, 0, sizeof(l) }, .id = s.id, .lost = c->pending };

	if (c->pending && put(c, &l, sizeof(l)))
		c->pending = 0;
	if (!c->pending && put(c, &s, sizeof(s)))
		return;
	c->pending++;
	c->lost++;
}

static void *feed(void *arg)
{
	struct feeder *f = arg;
	uint64_t n;
	int cpu;

	for (n = 0; n < SAMPLES; n++) {
		for (cpu = f->first; cpu < CPUS; cpu += FEEDERS)
			feed_one(f->m, cpu, n);
		if (!(n % 16))
			sched_yield();
	}
	atomic_fetch_sub(&f->m->feeding, 1);
	return NULL;
}

static struct evsel *the_event(struct evlist *list)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .config = PERF_COUNT_SW_CPU_CLOCK, .sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TIME, .sample_id_all = 1,
	};
	struct evsel *evsel = evsel__new(&attr);
	int cpu;

	evlist__add(list, evsel);
	for (cpu = 0; cpu < CPUS; cpu++)
		evlist__map_id(list, FIRST_ID + (uint64_t)cpu, evsel);
	return evsel;
}

static int set_up(struct machine *m, struct diag *diag)
{
	struct perf_mmap *rings = xcalloc(CPUS, sizeof(*rings));
	int cpu, err;

	memset(m, 0, sizeof(*m));
	m->cpus = xcalloc(CPUS, sizeof(*m->cpus));
	for (cpu = 0; cpu < CPUS; cpu++) {
		perf_mmap__attach(&rings[cpu], &m->cpus[cpu].control, m->cpus[cpu].data, RING);
		rings[cpu].cpu = cpu;
	}
	m->r.opts = &m->opts;
	m->r.diag = diag;
	m->r.evlist = evlist__new();
	m->r.counters.list = perf_evlist__new();
	err = perf_evlist__attach(m->r.counters.list, rings, CPUS);
	free(rings);
	if (err)
		return err;
	the_event(m->r.evlist);
	sample_tally__init(&m->r.tally, m->r.evlist, CPUS - 1);
	m->r.stats.tally = &m->r.tally;
	m->r.stats.time_pos = ring_stats__time_pos(m->r.evlist);
	snprintf(m->path, sizeof(m->path), "/tmp/perf-test-rings.%d", (int)getpid());
	return perf_writer__open_records(&m->r.writer, m->path, diag);
}

static void tear_down(struct machine *m)
{
	perf_writer__delete(m->r.writer);
	sample_tally__exit(&m->r.tally);
	perf_evlist__delete(m->r.counters.list);
	evlist__delete(m->r.evlist);
	free(m->cpus);
	unlink(m->path);
}

static int64_t drain_while_feeding(struct machine *m)
{
	struct feeder feeders[FEEDERS];
	pthread_t threads[FEEDERS];
	int64_t n = 0;
	int i;

	atomic_init(&m->feeding, FEEDERS);
	for (i = 0; i < FEEDERS; i++) {
		feeders[i] = (struct feeder){ m, i };
		if (pthread_create(&threads[i], NULL, feed, &feeders[i]))
			return -EAGAIN;
	}
	while (n >= 0 && atomic_load(&m->feeding))
		n = recorder__drain_round(&m->r);
	for (i = 0; i < FEEDERS; i++)
		pthread_join(threads[i], NULL);
	/* What came between the last round and the end. */
	do
		n = n < 0 ? n : recorder__drain_round(&m->r);
	while (n > 0);
	return n;
}

/* What one CPU's samples in the file are. */
struct seen {
	uint64_t samples, lost, next;
	bool in_order;
};

static int look_at(const struct perf_event_header *h, const char *at, struct seen *seen)
{
	struct sample s;
	struct lost l;

	if (h->type == PERF_RECORD_FINISHED_ROUND)
		return h->size == sizeof(*h);
	if (h->type == PERF_RECORD_LOST && h->size == sizeof(l)) {
		memcpy(&l, at, sizeof(l));
		if (l.id < FIRST_ID || l.id >= FIRST_ID + CPUS)
			return false;
		seen += l.id - FIRST_ID;
		seen->lost += l.lost;
		seen->next += l.lost;
		return true;
	}
	if (h->type != PERF_RECORD_SAMPLE || h->size != sizeof(s))
		return false;
	memcpy(&s, at, sizeof(s));
	if (s.id < FIRST_ID || s.id >= FIRST_ID + CPUS)
		return false;
	seen += s.id - FIRST_ID;
	seen->in_order &= s.number == seen->next++;
	seen->samples++;
	return true;
}

/* Every record of the file is one that was fed, and where numbers are missing a LOST record has told so. */
static bool read_back(const struct machine *m, struct seen *seen)
{
	int fd = open(m->path, O_RDONLY), cpu;
	struct stat st;
	bool ok = fd >= 0 && !fstat(fd, &st);
	size_t size = ok ? (size_t)st.st_size : 0, at = 0, n = 0;
	char *all = xmalloc(size + 1);

	for (cpu = 0; cpu < CPUS; cpu++)
		seen[cpu].in_order = true;
	while (ok && n < size) {
		ssize_t got = read(fd, all + n, size - n);

		ok = got > 0;
		n += ok ? (size_t)got : 0;
	}
	while (ok && at < size) {
		struct perf_event_header h;

		ok = size - at >= sizeof(h);
		if (ok)
			memcpy(&h, all + at, sizeof(h));
		ok = ok && h.size >= sizeof(h) && h.size <= size - at && look_at(&h, all + at, seen);
		at += ok ? h.size : 0;
	}
	free(all);
	if (fd >= 0)
		close(fd);
	return ok;
}

static int check_cpu(struct machine *m, int cpu, const struct seen *seen)
{
	const struct ring_tally *ring = sample_tally__ring(&m->r.tally, cpu);

	TEST_ASSERT(seen->in_order);
	TEST_ASSERT_EQ(seen->samples + m->cpus[cpu].lost, SAMPLES);
	TEST_ASSERT_EQ(seen->lost + m->cpus[cpu].pending, m->cpus[cpu].lost);
	TEST_ASSERT_EQ(sample_tally__written(&m->r.tally, FIRST_ID + (uint64_t)cpu), seen->samples);
	TEST_ASSERT_EQ(ring->samples, seen->samples);
	TEST_ASSERT_EQ(ring->lost, seen->lost);
	return TEST_OK;
}

static int check(struct machine *m)
{
	struct seen *seen = xcalloc(CPUS, sizeof(*seen));
	uint64_t samples = 0;
	int cpu, ret = TEST_OK;

	if (!read_back(m, seen))
		ret = TEST_FAIL;
	for (cpu = 0; cpu < CPUS && ret == TEST_OK; cpu++) {
		ret = check_cpu(m, cpu, &seen[cpu]);
		samples += seen[cpu].samples;
	}
	free(seen);
	if (ret != TEST_OK)
		return ret;
	TEST_ASSERT_EQ(m->r.stats.samples, samples);
	TEST_ASSERT_EQ(sample_tally__ring(&m->r.tally, CPUS) == NULL, true);
	return TEST_OK;
}

static int test__many_rings(void)
{
	struct diag diag = DIAG_INIT;
	struct machine m;
	int ret = TEST_FAIL;

	if (!set_up(&m, &diag) && !drain_while_feeding(&m) && !perf_writer__finish(m.r.writer, &diag))
		ret = check(&m);
	tear_down(&m);
	return ret;
}

/* In between only those that get full are emptied: at a quarter, and nothing of the others. */
static int test__relieve(void)
{
	struct diag diag = DIAG_INIT;
	struct machine m;
	int cpu, n, ret = set_up(&m, &diag) ? TEST_FAIL : TEST_OK;

	for (cpu = 0; cpu < CPUS && ret == TEST_OK; cpu++)
		for (n = 0; n < (cpu % 2 ? 40 : 20); n++)
			feed_one(&m, cpu, (uint64_t)n);
	if (ret == TEST_OK && recorder__relieve(&m.r))
		ret = TEST_FAIL;
	for (cpu = 0; cpu < CPUS && ret == TEST_OK; cpu++)
		if (sample_tally__ring(&m.r.tally, cpu)->samples != (cpu % 2 ? 40 : 0))
			ret = TEST_FAIL;
	tear_down(&m);
	return ret;
}

static void feed_samples(struct machine *m, int cpu, uint64_t from, uint64_t nr)
{
	for (; nr--; from++)
		feed_one(m, cpu, from);
}

/* Where there is nothing but samples and user halves is noted, if it is a page at least; other records, and marks of rounds, end it. */
static int test__runs(void)
{
	const struct lost lost = { .header = { PERF_RECORD_LOST, 0, sizeof(lost) }, .id = FIRST_ID };
	const struct sample half = { .header = { PERF_RECORD_CALLCHAIN_DEFERRED, 0, sizeof(half) }, .id = FIRST_ID };
	const uint64_t size = sizeof(half), few = 4096 / size, many = few + 1;
	struct diag diag = DIAG_INIT;
	struct sample_runs runs = { 0 };
	struct machine m;
	int ret = set_up(&m, &diag) ? TEST_FAIL : TEST_OK;

	m.r.stats.runs = &runs;
	/* One drain: too few samples, LOST, enough with a user half among them, LOST. */
	feed_samples(&m, 0, 0, few / 2);
	(void)put(&m.cpus[0], &lost, sizeof(lost));
	feed_samples(&m, 0, few / 2, few / 2);
	(void)put(&m.cpus[0], &half, sizeof(half));
	feed_samples(&m, 0, few, many - few / 2);
	if (ret == TEST_OK && recorder__drain_round(&m.r) < 0)
		ret = TEST_FAIL;
	/* They end where the mark of the round lies; what two rings have of the same round lies side by side. */
	feed_samples(&m, 1, 0, many);
	feed_samples(&m, 2, 0, few / 2);
	if (ret == TEST_OK && recorder__drain_round(&m.r) < 0)
		ret = TEST_FAIL;
	tear_down(&m);
	TEST_ASSERT_EQ(ret, TEST_OK);
	TEST_ASSERT_EQ(runs.nr, 2);
	TEST_ASSERT_EQ(runs.runs[0].pos, few / 2 * size + sizeof(lost));
	TEST_ASSERT_EQ(runs.runs[0].size, (many + 1) * size);
	TEST_ASSERT_EQ(runs.runs[1].pos, runs.runs[0].pos + runs.runs[0].size + sizeof(struct perf_event_header));
	TEST_ASSERT_EQ(runs.runs[1].size, (many + few / 2) * size);
	sample_runs__exit(&runs);
	return TEST_OK;
}

DEFINE_SUITE("Rings of 128 CPUs", record_many_rings,
	{ "each sample is written or told lost, in order, and counted", test__many_rings },
	{ "between rounds those that get full are emptied", test__relieve },
	{ "where there is nothing but samples is noted", test__runs });
