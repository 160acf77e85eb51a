// SPDX-License-Identifier: GPL-2.0-only
/* Thousands of made-up recordings, read through the session and compared with their truth. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/bytes-input.h"
#include "util/base/alloc.h"
#include "util/generate/generate.h"
#include "util/session/session.h"

#define NR_SEEDS	3000

/* One recording being compared: what comes must be the truth's next sample. */
struct check {
	const struct truth *truth;
	size_t next;
	char why[200];		/* the first difference, or "" */
	char damage[400];	/* what the session complained about */
};

static enum perf_stitch_reason want_reason(enum truth_orphan orphan)
{
	static const enum perf_stitch_reason reasons[] = {
		[TRUTH_WHOLE] = PERF_STITCH_WHOLE, [TRUTH_IN_KERNEL] = PERF_STITCH_IN_KERNEL_AT_END,
		[TRUTH_LOST] = PERF_STITCH_LOST, [TRUTH_MISSING] = PERF_STITCH_MISSING,
		[TRUTH_EMPTY] = PERF_STITCH_EMPTY, [TRUTH_UNTERMINATED] = PERF_STITCH_UNTERMINATED,
	};

	return reasons[orphan];
}

/* Which of the three it was cannot always be told from the file. */
static bool not_there(enum perf_stitch_reason r)
{
	return r == PERF_STITCH_IN_KERNEL_AT_END || r == PERF_STITCH_LOST ||
	       r == PERF_STITCH_MISSING;
}

/* Are the words @got, but for the markers among them, the addresses @want? */
static bool same_ips(const uint64_t *got, size_t nr_got, const uint64_t *want, size_t nr_want)
{
	size_t i, n = 0;

	for (i = 0; i < nr_got; i++) {
		if (got[i] >= PERF_CONTEXT_MAX)
			continue;
		if (n == nr_want || got[i] != want[n])
			return false;
		n++;
	}
	return n == nr_want;
}

static int check_sample(void *ctx, const struct session_sample *got)
{
	struct check *c = ctx;
	const struct truth_sample *want;
	enum perf_stitch_reason reason;

	if (c->next >= c->truth->nr) {
		snprintf(c->why, sizeof(c->why), "a sample too many, at %" PRIu64,
			 got->sample->time);
		return 1;
	}
	want = &c->truth->samples[c->next++];
	reason = want_reason(want->orphan);
	if (got->sample->time != want->time || got->tid != (uint32_t)want->tid)
		snprintf(c->why, sizeof(c->why),
			 "sample %zu is of %" PRIu64 " tid %u, not %" PRIu64 " tid %d", c->next,
			 got->sample->time, got->tid, want->time, want->tid);
	else if (!same_ips(got->kernel_ips, got->nr_kernel_ips, want->kernel, want->nr_kernel))
		snprintf(c->why, sizeof(c->why),
			 "kernel half at %" PRIu64 ": %zu words for %u ips, or others", want->time,
			 got->nr_kernel_ips, want->nr_kernel);
	else if (!same_ips(got->user.ips, got->user.nr, want->user, want->nr_user))
		snprintf(c->why, sizeof(c->why),
			 "user half at %" PRIu64 ": %zu words for %u ips, or others", want->time,
			 got->user.nr, want->nr_user);
	else if (got->orphan != reason && !(not_there(got->orphan) && not_there(reason)))
		snprintf(c->why, sizeof(c->why), "orphan at %" PRIu64 ": '%s', not '%s'",
			 want->time, perf_stitch_reason__name(got->orphan),
			 perf_stitch_reason__name(reason));
	return c->why[0] != 0;
}

static void note_damage(void *ctx, const struct diag *diag)
{
	struct check *c = ctx;

	if (!c->damage[0])
		diag__format(diag, c->damage, sizeof(c->damage));
}

static const struct session_ops ops = { .sample = check_sample, .damaged = note_damage };

/* Returns 0 if the session finds the truth in @file; else prints why not. */
static int read_back(const struct bytes *file, const struct truth *truth, bool piped)
{
	struct check check = { .truth = truth };
	struct session_opts opts = { .no_resolve = true, .force = true };
	struct diag diag = DIAG_INIT;
	struct session *session;
	const struct session_stats *stats;
	struct bytes_input in;
	char text[400];
	int err;

	if (bytes_input__begin(&in, file, piped))
		return -1;
	opts.input = in.path;
	session = session__new(&opts, &ops, &check, &diag);
	err = session ? session__process(session, &diag) : -EINVAL;
	if (err)
		fprintf(stderr, "%s\n",
			check.why[0] ? check.why : diag__format(&diag, text, sizeof(text)));
	if (!err && check.damage[0])
		err = fprintf(stderr, "damage in a sound recording: %s\n", check.damage);
	stats = session ? session__stats(session) : NULL;
	if (!err && (check.next != truth->nr || stats->samples != truth->nr ||
		     stats->delivered != truth->nr))
		err = fprintf(stderr,
			      "%zu samples delivered, %" PRIu64 " read, the truth has %zu\n",
			      check.next, stats->samples, truth->nr);
	if (!err && stats->deferred_records != truth->records)
		err = fprintf(stderr, "%" PRIu64 " deferred records read, the truth has %zu\n",
			      stats->deferred_records, truth->records);
	session__delete(session);
	bytes_input__end(&in);
	return err;
}

static int one_seed(uint64_t seed, enum scenario_format format, const struct scenario_knobs *knobs)
{
	struct scenario s;
	struct bytes file = { 0 };
	struct truth truth = { 0 };
	struct diag diag = DIAG_INIT;
	int err;

	scenario__random(&s, seed, knobs);
	s.format = format;
	err = generate__play(&s, &file, NULL, &truth, &diag);
	if (err)
		fprintf(stderr, "%s\n", diag.text);
	else
		err = read_back(&file, &truth, format == FORMAT_PIPE);
	if (err)
		fprintf(stderr,
			"seed %" PRIu64 "%s: see perf defer generate --seed %" PRIu64
			"%s --print\n",
			seed, format == FORMAT_PIPE ? ", pipe" : "", seed,
			knobs->no_loss ? " --no-loss" : "");
	truth__exit(&truth);
	bytes__exit(&file);
	scenario__exit(&s);
	return err;
}

static int many_seeds(enum scenario_format format, uint64_t first,
		      const struct scenario_knobs *knobs)
{
	uint64_t seed;
	int bad = 0;

	for (seed = first; seed < first + test_inputs(NR_SEEDS) && bad < 5; seed++)
		bad += one_seed(seed, format, knobs) != 0;
	return bad ? TEST_FAIL : TEST_OK;
}

static int test__files(void)
{
	return many_seeds(FORMAT_FILE, 1, &(struct scenario_knobs){ 0 });
}

static int test__pipes(void)
{
	return many_seeds(FORMAT_PIPE, 100000, &(struct scenario_knobs){ 0 });
}

static int test__no_loss(void)
{
	return many_seeds(FORMAT_FILE, 200000,
			  &(struct scenario_knobs){ .no_loss = true, .cpus = 8 });
}

/*
 * All tasks wait at once; each other one's record comes at the end. Quadratic work would not
 * finish.
 */
static int test__many_waiting(void)
{
	static const char text[] =
		"step 10\nrounds 100000\ntask 1000-100999 stack=2\n1000-100999 enter\n"
		"1000-100999 sample kernel=1\n1000-50999 return\n";
	struct scenario s;
	struct bytes file = { 0 };
	struct truth truth = { 0 };
	struct diag diag = DIAG_INIT;
	int err;

	scenario__init(&s);
	err = scenario__parse(&s, text, &diag) ?: generate__play(&s, &file, NULL, &truth, &diag);
	TEST_ASSERT_EQ(err, 0);
	TEST_ASSERT_EQ(truth.nr, 100000);
	TEST_ASSERT_EQ(truth.records, 50000);
	err = read_back(&file, &truth, false);
	truth__exit(&truth);
	bytes__exit(&file);
	scenario__exit(&s);
	TEST_ASSERT_EQ(err, 0);
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: made-up recordings and their truth", deferred_property,
	{ "3,000 files with losses", test__files },
	{ "3,000 pipes with losses", test__pipes },
	{ "3,000 files without a loss", test__no_loss },
	{ "100,000 tasks wait at once", test__many_waiting })
