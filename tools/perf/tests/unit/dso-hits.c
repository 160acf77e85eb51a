// SPDX-License-Identifier: GPL-2.0-only
/* Which files samples fell into: the walk that keeps nothing finds what resolving every sample finds. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/runner.h"
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/data/sample-runs.h"
#include "util/event/record.h"
#include "util/generate/generate.h"
#include "util/hits/dso-hits.h"

static int add_name(struct dso *dso, void *ctx)
{
	if (dso->hit && dso->kind != DSO_KIND_JIT && dso->kind != DSO_KIND_KSYMBOL)
		strbuf__addf(ctx, "%s\n", dso->path);
	return 0;
}

static bool every(const struct dso *dso, void *ctx)
{
	(void)dso;
	(void)ctx;
	return true;
}

static bool named(const struct dso *dso, void *ctx)
{
	return !strcmp(dso->path, ctx);
}

/* The files hit, a line each, in the order of the session's set, which both ways is that of the recording. @runs: or NULL. */
static int hits(const char *path, bool walk, const struct sample_runs *runs, bool (*wanted)(const struct dso *, void *), void *ctx,
		struct strbuf *out)
{
	const struct session_ops ops = { .sample = walk ? NULL : dso_hits__sample };
	const struct session_opts opts = { .input = path, .world_only = walk, .runs = runs, .as_recorded = true, .force = true,
					   .symbols = { .no_symbols = true } };
	struct diag diag = DIAG_INIT;
	struct session *s = session__new(&opts, &ops, NULL, &diag);
	int err = s ? session__process(s, &diag) : -1;

	if (!err && walk)
		dso_hits__walk(s, wanted, ctx);
	if (!err)
		(void)dsos__for_each(session__dsos(s), add_name, out);
	session__delete(s);
	return err;
}

static char *demo(void)
{
	char *dir = tests__dir(), *path = xasprintf("%s/golden/demo/demo.data", dir ? dir : "tests");

	free(dir);
	if (access(path, R_OK))
		zfree(&path);
	return path;
}

static int test__same(void)
{
	struct strbuf slow = STRBUF_INIT, fast = STRBUF_INIT;
	char *path = demo();

	if (!path)
		return test_skip("no stored recording here");
	TEST_ASSERT_EQ(hits(path, false, NULL, NULL, NULL, &slow), 0);
	TEST_ASSERT_EQ(hits(path, true, NULL, every, NULL, &fast), 0);
	TEST_ASSERT(strstr(strbuf__str(&slow), "libc"));
	TEST_ASSERT(strstr(strbuf__str(&slow), "kernel"));
	TEST_ASSERT_STR(strbuf__str(&fast), strbuf__str(&slow));
	strbuf__exit(&slow);
	strbuf__exit(&fast);
	free(path);
	return TEST_OK;
}

static uint64_t u64_at(const struct bytes *file, size_t pos)
{
	uint64_t v = 0;

	if (pos + sizeof(v) <= file->len)
		memcpy(&v, (const char *)file->data + pos, sizeof(v));
	return v;
}

/* Where @file has samples and user halves alone, as a recorder notes it; none if it has the other byte order. */
static void find_runs(const struct bytes *file, struct sample_runs *ret)
{
	uint64_t begin = u64_at(file, 40), size = u64_at(file, 48), at;
	struct perf_event_header h;
	struct sample_run *run = NULL;

	for (at = 0; size <= file->len && begin <= file->len - size && at + sizeof(h) <= size; at += h.size) {
		memcpy(&h, (const char *)file->data + begin + at, sizeof(h));
		if (h.size < sizeof(h))
			break;
		if (h.type != PERF_RECORD_SAMPLE && h.type != PERF_RECORD_CALLCHAIN_DEFERRED) {
			run = NULL;
			continue;
		}
		if (!run) {
			GROW(ret->runs, ret->nr, ret->cap);
			run = &ret->runs[ret->nr++];
			*run = (struct sample_run){ .pos = at };
		}
		run->size += h.size;
	}
}

/* Both ways find the same in what @s makes, the walk also where it need not look at samples for tasks and maps; @least: this file among others, or NULL. */
static int compare(const struct scenario *s, const char *least)
{
	char path[] = "/tmp/perf-test-hits.XXXXXX";
	struct strbuf slow = STRBUF_INIT, fast = STRBUF_INIT, passing = STRBUF_INIT;
	struct sample_runs runs = { 0 };
	struct bytes file = { 0 };
	struct truth truth = { 0 };
	struct diag diag = DIAG_INIT;
	int err, fd = mkstemp(path);

	TEST_ASSERT(fd >= 0);
	err = generate__play(s, &file, NULL, &truth, &diag);
	truth__exit(&truth);
	if (!err && write(fd, file.data, file.len) != (ssize_t)file.len)
		err = -1;
	close(fd);
	find_runs(&file, &runs);
	err = err ?: hits(path, false, NULL, NULL, NULL, &slow) ?: hits(path, true, NULL, every, NULL, &fast) ?:
		hits(path, true, &runs, every, NULL, &passing);
	unlink(path);
	TEST_ASSERT_EQ(err, 0);
	TEST_ASSERT_STR(strbuf__str(&fast), strbuf__str(&slow));
	TEST_ASSERT_STR(strbuf__str(&passing), strbuf__str(&slow));
	TEST_ASSERT(!least || strstr(strbuf__str(&fast), least));
	bytes__exit(&file);
	sample_runs__exit(&runs);
	strbuf__exit(&slow);
	strbuf__exit(&fast);
	strbuf__exit(&passing);
	return TEST_OK;
}

/* Made-up recordings: tasks that fork, exec and map, deferred halves, in both byte orders. */
static int one_seed(uint64_t seed)
{
	struct scenario s;
	int ret;

	scenario__random(&s, seed, &(struct scenario_knobs){ 0 });
	ret = compare(&s, NULL);
	scenario__exit(&s);
	return ret;
}

/* Chains that begin and end alike, and have one word of their own each: that of the file which only they have hit. */
static int test__alike(void)
{
	struct strbuf text = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	struct scenario s;
	int i, ret;

	strbuf__addf(&text, "task 100 comm=server stack=0x400100\n100 mmap /usr/bin/server addr=0x400000 len=0x10000\n");
	for (i = 0; i < 20; i++)
		strbuf__addf(&text, "100 mmap /usr/lib/lib%d.so addr=0x7f00%02d000000 len=0x10000\n", i, i);
	for (i = 0; i < 20; i++)
		strbuf__addf(&text, "100 stack user=0x400100,0x7f00%02d000010,0x400200,0x400300,0x400400,0x400500,0x400600\n"
			     "100 enter\n100 sample kernel=0xffffffff81000010\n100 return\n", i);
	scenario__init(&s);
	TEST_ASSERT_EQ(scenario__parse(&s, strbuf__str(&text), &diag), 0);
	ret = compare(&s, "/usr/lib/lib19.so\n");
	scenario__exit(&s);
	strbuf__exit(&text);
	return ret;
}

static int test__generated(void)
{
	uint64_t seed;
	int ret = TEST_OK;

	for (seed = 1; seed <= 30 && ret == TEST_OK; seed++)
		ret = one_seed(seed);
	return ret;
}

/* Only one is wanted: it is found, whatever else is not looked at. */
static int test__one(void)
{
	struct strbuf all = STRBUF_INIT;
	char *path = demo(), *name, *next;

	if (!path)
		return test_skip("no stored recording here");
	TEST_ASSERT_EQ(hits(path, true, NULL, every, NULL, &all), 0);
	for (name = all.buf; *name; name = next) {
		struct strbuf one = STRBUF_INIT;
		char *line;

		next = strchr(name, '\n');
		*next++ = 0;
		line = xasprintf("%s\n", name);
		TEST_ASSERT_EQ(hits(path, true, NULL, named, name, &one), 0);
		TEST_ASSERT(strstr(strbuf__str(&one), line));
		free(line);
		strbuf__exit(&one);
	}
	strbuf__exit(&all);
	free(path);
	return TEST_OK;
}

/* What is said to be a run is not read: with all in one, however long it is, there is neither a task nor a map. */
static int test__passed(void)
{
	struct sample_run all = { 0, UINT64_MAX / 2 };
	const struct sample_runs runs = { &all, 1, 1 };
	struct strbuf text = STRBUF_INIT;
	char *path = demo();

	if (!path)
		return test_skip("no stored recording here");
	TEST_ASSERT_EQ(hits(path, true, &runs, every, NULL, &text), 0);
	/* Nobody notes runs of the other byte order. */
	TEST_ASSERT_EQ(!*strbuf__str(&text), __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
	strbuf__exit(&text);
	free(path);
	return TEST_OK;
}

DEFINE_SUITE("Files that samples fell into", session_hits,
	{ "one walk finds what resolving every sample finds", test__same },
	{ "the same in made-up recordings", test__generated },
	{ "chains that differ in one word", test__alike },
	{ "runs of samples are passed over", test__passed },
	{ "what is wanted is found, one at a time", test__one });
