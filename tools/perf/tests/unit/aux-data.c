// SPDX-License-Identifier: GPL-2.0-only
#include <linux/perf_event.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/aux-file.h"
#include "util/data/aux-data.h"
#include "util/session/session.h"

struct reading {
	struct session *s;
	unsigned int told;
	char last[256];			/* what was told last */
	size_t chunks_at_sample;	/* known when the first sample came */
	unsigned int samples;
};

static void damaged(void *ctx, const struct diag *diag)
{
	struct reading *r = ctx;

	r->told++;
	diag__format(diag, r->last, sizeof(r->last));
}

static int sample(void *ctx, const struct session_sample *sample)
{
	struct reading *r = ctx;

	(void)sample;
	if (!r->samples++)
		r->chunks_at_sample = session__aux_data(r->s)->nr_chunks;
	return 0;
}

static const struct session_ops ops = { .damaged = damaged, .sample = sample };
static struct session_opts opts = { .force = true, .symbols.no_symbols = true };
static char path[64];

/* Reads the whole of @fd, which is closed. False: it cannot be opened at all. */
static bool read_fd(int fd, struct reading *r)
{
	struct diag diag = DIAG_INIT;
	bool ok;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	*r = (struct reading){ 0 };
	opts.input = path;
	r->s = session__new(&opts, &ops, r, &diag);
	ok = r->s && !session__process(r->s, &diag);
	close(fd);
	return ok;
}

static struct aux_file sound(void)
{
	struct aux_file f = { .cpu = 0, .pid = 7, .tid = 8 };

	aux_file__event(&f, AUX_FILE_TRACE_PAUSED);
	aux_file__info(&f, PERF_AUXTRACE_INTEL_PT, 0x1234);
	aux_file__start(&f, 10);
	aux_file__sample(&f, 15, 0);
	return f;
}

static int check_sound(const struct reading *r)
{
	const struct aux_data *d = session__aux_data(r->s);

	TEST_ASSERT_EQ(r->told, 0);
	TEST_ASSERT_EQ(r->samples, 1);
	TEST_ASSERT_EQ(r->chunks_at_sample, 2);
	TEST_ASSERT(d->has_info);
	TEST_ASSERT_EQ(d->info.type, PERF_AUXTRACE_INTEL_PT);
	TEST_ASSERT_EQ(d->info.nr_words, 1);
	TEST_ASSERT_EQ(d->info.words[0], 0x1234);
	TEST_ASSERT_EQ(d->nr_chunks, 2);
	TEST_ASSERT_EQ(d->chunks[1].offset, 64);
	TEST_ASSERT_EQ(d->chunks[1].size, 32);
	TEST_ASSERT_EQ(d->chunks[1].data[31], 95);
	TEST_ASSERT_EQ(d->bytes, 96);
	TEST_ASSERT_EQ(d->nr_events, 3);
	TEST_ASSERT_EQ(d->events[0].time, 20);
	TEST_ASSERT_EQ(d->events[1].time, 30);
	TEST_ASSERT_EQ(d->events[1].flags, PERF_AUX_FLAG_TRUNCATED);
	TEST_ASSERT_EQ(d->events[2].tid, 8);
	TEST_ASSERT_EQ(session__stats(r->s)->aux_truncated, 1);
	TEST_ASSERT_EQ(session__stats(r->s)->aux_partial + session__stats(r->s)->aux_collided, 0);
	TEST_ASSERT_EQ(d->nr_starts, 1);
	TEST_ASSERT_EQ(d->starts[0].pid, 7);
	return TEST_OK;
}

static struct aux_file sound_with_trace(void)
{
	struct aux_file f = sound();

	aux_file__aux(&f, 20, 0, 64, 0, 0);
	aux_file__index_entry(&f, aux_file__pos(&f), 48);
	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__aux(&f, 40, 80, 16, 0, 0);
	aux_file__aux(&f, 30, 64, 16, PERF_AUX_FLAG_TRUNCATED, 0);
	aux_file__index_entry(&f, aux_file__pos(&f), 48);
	aux_file__trace(&f, 0, 64, 32, 32);
	return f;
}

static int test__sound(void)
{
	struct aux_file f = sound_with_trace();
	struct reading r;
	int ret;

	TEST_ASSERT(read_fd(aux_file__fd(&f), &r));
	ret = check_sound(&r);
	session__delete(r.s);
	if (ret)
		return ret;
	/* The same as a stream that lies in a file. */
	f = sound_with_trace();
	TEST_ASSERT(read_fd(aux_file__stream_fd(&f), &r));
	ret = check_sound(&r);
	session__delete(r.s);
	return ret;
}

/* Through a pipe: known only if it is stored. */
static int test__pipe(void)
{
	struct aux_file f = sound_with_trace();
	int fds[2], fd = aux_file__stream_fd(&f), ret;
	char bytes[4096];
	struct reading r;
	ssize_t n = pread(fd, bytes, sizeof(bytes), 0);

	close(fd);
	TEST_ASSERT(n > 0 && !pipe(fds));
	TEST_ASSERT_EQ(write(fds[1], bytes, (size_t)n), n);
	close(fds[1]);
	opts.store_pipe = true;
	TEST_ASSERT(read_fd(fds[0], &r));
	opts.store_pipe = false;
	ret = check_sound(&r);
	session__delete(r.s);
	TEST_ASSERT(!pipe(fds));
	TEST_ASSERT_EQ(write(fds[1], bytes, (size_t)n), n);
	close(fds[1]);
	TEST_ASSERT(read_fd(fds[0], &r));
	TEST_ASSERT_EQ(r.samples, 1);
	TEST_ASSERT_EQ(session__aux_data(r.s)->nr_chunks, 0);
	session__delete(r.s);
	return ret;
}

/* What is damaged is told with its place, and nothing else suffers. */
static int check_damage(struct aux_file *f, const char *told, size_t chunks, size_t events)
{
	struct reading r;

	aux_file__sample(f, 1000, 0);
	TEST_ASSERT(read_fd(aux_file__fd(f), &r));
	TEST_ASSERT_EQ(r.samples, 2);
	TEST_ASSERT_EQ(r.told, 1);
	if (!strstr(r.last, told))
		fprintf(stderr, "told: %s\n", r.last);
	TEST_ASSERT(strstr(r.last, told));
	TEST_ASSERT_EQ(session__stats(r.s)->damaged, 1);
	TEST_ASSERT_EQ(session__aux_data(r.s)->nr_chunks, chunks);
	TEST_ASSERT_EQ(session__aux_data(r.s)->nr_events, events);
	session__delete(r.s);
	return TEST_OK;
}

static int test__hostile_sizes(void)
{
	struct aux_file f = sound();
	char place[64];

	snprintf(place, sizeof(place), "0x%llx: AUXTRACE: size:", (unsigned long long)aux_file__pos(&f));
	aux_file__trace(&f, 0, 0, 1 << 20, 64);
	aux_file__trace(&f, 0, 64, 32, 32);
	if (check_damage(&f, place, 1, 0))
		return TEST_FAIL;
	f = sound();
	aux_file__trace(&f, 0, UINT64_MAX - 31, 64, 64);
	return check_damage(&f, "AUXTRACE: offset:", 0, 0);
}

static int test__hostile_records(void)
{
	struct aux_file f = sound();

	aux_file__aux(&f, 20, UINT64_MAX, 64, 0, 0);
	aux_file__aux(&f, 20, 0, 64, 0, 0);
	if (check_damage(&f, "AUX: aux_offset:", 0, 1))
		return TEST_FAIL;
	f = sound();
	aux_file__info(&f, PERF_AUXTRACE_ARM_SPE, 1);
	return check_damage(&f, "AUXTRACE_INFO: a second description", 0, 0);
}

static int test__wrong_index(void)
{
	struct aux_file f = sound();

	aux_file__index_entry(&f, aux_file__pos(&f), 48);
	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__index_entry(&f, aux_file__pos(&f) + 8, 48);
	aux_file__trace(&f, 0, 64, 64, 64);
	if (check_damage(&f, "AUXTRACE index: file_offset: it tells of 2 records, of which 1", 2, 0))
		return TEST_FAIL;
	f = sound();
	aux_file__trace(&f, 0, 0, 64, 64);
	aux_file__index_entry(&f, 1 << 30, 48);
	if (check_damage(&f, "AUXTRACE index: file_offset:", 1, 0))
		return TEST_FAIL;
	f = sound();
	aux_file__index_entry(&f, aux_file__pos(&f), 48);
	aux_file__trace(&f, 0, 0, 64, 64);
	f.nr_index = UINT64_MAX / 16;
	return check_damage(&f, "AUXTRACE index: number of entries:", 1, 0);
}

DEFINE_SUITE("AUX records of a recording", aux_data,
	     { "all of them, in time order, before the first sample", test__sound },
	     { "a pipe that is stored is read twice", test__pipe },
	     { "sizes and offsets that cannot be", test__hostile_sizes },
	     { "AUX and AUXTRACE_INFO that cannot be", test__hostile_records },
	     { "an index that does not fit", test__wrong_index });
