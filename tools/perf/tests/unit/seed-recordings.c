// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/seed-recordings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/test.h"

#define NR_SEEDS	300

int seed_recordings__read(const struct bytes *file, struct session_opts opts, const struct session_ops *ops, void *ctx,
		     struct session_stats *ret_stats)
{
	struct diag diag = DIAG_INIT;
	char path[64], text[400];
	struct session *session;
	int fd = memfd_create("recording", MFD_CLOEXEC), err = -EIO;

	if (fd >= 0 && write(fd, file->data, file->len) == (ssize_t)file->len) {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		opts.input = path;
		opts.force = true;
		session = session__new(&opts, ops, ctx, &diag);
		err = session ? session__process(session, &diag) : -EINVAL;
		if (session && ret_stats)
			*ret_stats = *session__stats(session);
		session__delete(session);
	}
	if (err && err != 17)
		fprintf(stderr, "%s\n", diag__format(&diag, text, sizeof(text)));
	if (fd >= 0)
		close(fd);
	return err;
}

bool seed_recordings__is_big_endian(void)
{
	const uint16_t one = 1;

	return *(const unsigned char *)&one == 0;
}

/* Samples look as they mostly do: in this machine's byte order, and without fields behind chain and raw data. */
static void make_usual(struct scenario *s)
{
	size_t i;

	s->big = seed_recordings__is_big_endian();
	for (i = 0; i < s->nr_events; i++) {
		s->events[i].sample_type &= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN |
			PERF_SAMPLE_RAW;
		s->events[i].branch_sample_type = 0;
	}
}

/* Two of three seeds make usual samples. */
static int one_seed(uint64_t seed, check_fn check)
{
	struct scenario s;
	struct bytes file = { 0 };
	struct truth truth = { 0 };
	struct diag diag = DIAG_INIT;
	int err;

	scenario__random(&s, seed, &(struct scenario_knobs){ 0 });
	s.format = FORMAT_FILE;
	if (seed % 3)
		make_usual(&s);
	err = generate__play(&s, &file, NULL, &truth, &diag);
	if (err)
		fprintf(stderr, "%s\n", diag.text);
	err = err ?: check(&file);
	if (err)
		fprintf(stderr, "seed %" PRIu64 ": see perf defer generate --seed %" PRIu64 " --print\n", seed, seed);
	truth__exit(&truth);
	bytes__exit(&file);
	scenario__exit(&s);
	return err;
}

int seed_recordings__check(check_fn check)
{
	uint64_t seed;
	int bad = 0;

	for (seed = 1; seed <= test_inputs(NR_SEEDS) && bad < 5; seed++)
		bad += one_seed(seed, check) != 0;
	return bad ? TEST_FAIL : TEST_OK;
}

/* A recording of what @text tells, in this machine's byte order: samples of the other one are not counted together. */
int seed_recordings__play(const char *text, struct bytes *file)
{
	struct scenario s;
	struct truth truth = { 0 };
	struct diag diag = DIAG_INIT;
	int err;

	scenario__init(&s);
	s.big = seed_recordings__is_big_endian();
	err = scenario__parse(&s, text, &diag) ?: generate__play(&s, file, NULL, &truth, &diag);
	if (err)
		fprintf(stderr, "%s\n", diag.text);
	truth__exit(&truth);
	scenario__exit(&s);
	return err;
}

void seed_recordings__add_half(struct strbuf *out, char letter, const struct chain_half *half)
{
	uint32_t i;

	strbuf__addf(out, " %c", letter);
	for (i = 0; half && i < half->nr; i++)
		strbuf__addf(out, " %" PRIx64 "%s", half->frames[i]->ip, half->frames[i]->map ? half->frames[i]->map->dso->short_name : "");
}
