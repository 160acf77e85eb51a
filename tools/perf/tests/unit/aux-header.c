// SPDX-License-Identifier: GPL-2.0-only
/* What --header says of AUX traces. */
#include <unistd.h>

#include "tests/test.h"
#include "tests/words.h"
#include "tests/unit/aux-file.h"
#include "util/auxtrace/aux-header.h"
#include "util/data/aux-data.h"
#include "util/session/session.h"

#define AUXTRACE_INFO	70

static int print(void *ctx, struct session *s)
{
	aux_header__print(ctx, s);
	return 0;
}

/* The header of @f, whose builder is empty afterwards, is @want. */
static int check(struct aux_file *f, bool stream, const char *want)
{
	static const struct session_ops ops = { .begin = print };
	struct session_opts opts = { .force = true, .no_resolve = true };
	struct text_out out;
	struct diag diag = DIAG_INIT;
	int fd = stream ? aux_file__stream_fd(f) : aux_file__fd(f);
	struct session *s;
	char path[64];

	text_out__init(&out, -1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.input = path;
	s = session__new(&opts, &ops, &out, &diag);
	close(fd);
	TEST_ASSERT(s);
	TEST_ASSERT_EQ(session__process(s, &diag), 0);
	text_out__addch(&out, 0);
	TEST_ASSERT_STR(out.buf, want);
	/* The same when all has been read. */
	out.len = 0;
	aux_header__print(&out, s);
	text_out__addch(&out, 0);
	TEST_ASSERT_STR(out.buf, want);
	text_out__exit(&out);
	session__delete(s);
	return TEST_OK;
}

/* AUXTRACE_INFO of @type; @words are the driver's. */
static void info(struct aux_file *f, uint32_t type, const uint64_t *words, size_t nr)
{
	uint64_t all[16] = { pair_word(type, 0) };
	size_t i;

	for (i = 0; i < nr; i++)
		all[i + 1] = words[i];
	aux_file__record(f, AUXTRACE_INFO, 0, all, nr + 1);
}

static struct aux_file switched(void)
{
	struct aux_file f = { .pid = 7, .tid = 7 };

	aux_file__group(&f, 4);
	aux_file__event(&f, AUX_FILE_TRACE_PAUSED);
	aux_file__event(&f, AUX_FILE_RESUME);
	aux_file__event(&f, AUX_FILE_PAUSE);
	aux_file__event(&f, AUX_FILE_PAUSE);
	return f;
}

static int test__switched(void)
{
	static const uint64_t pt[10] = { 40, [8] = 1 };
	struct aux_file f = switched();

	TEST_ASSERT(!check(&f, false, "# AUX event : unknown event PMU=40 config=0, starts paused, resumed by dummy, paused by dummy, dummy\n#\n"));
	f = switched();
	info(&f, PERF_AUXTRACE_INTEL_PT, pt, 10);
	aux_file__sample(&f, 10, 1);
	return check(&f, false, "# AUX trace : Intel PT (type 1), snapshots\n"
		     "# AUX event : unknown event PMU=40 config=0, starts paused, resumed by dummy, paused by dummy, dummy\n#\n");
}

/* Without a trigger: what only AUX events have, or what the description names. */
static int test__plain(void)
{
	static const uint64_t etm[3] = { 1, 40ULL << 32 | 2, 0 };
	struct aux_file f = { .pid = 7, .tid = 7 };

	aux_file__event(&f, AUX_FILE_WATERMARK);
	aux_file__event(&f, AUX_FILE_PLAIN);
	TEST_ASSERT(!check(&f, false, "# AUX event : unknown event PMU=40 config=0, read each 65536 bytes\n#\n"));
	aux_file__event(&f, AUX_FILE_TRACE);
	info(&f, PERF_AUXTRACE_CS_ETM, etm, 3);
	TEST_ASSERT(!check(&f, false, "# AUX trace : Arm CoreSight (type 3)\n# AUX event : unknown event PMU=40 config=0\n#\n"));
	/* A description without words, of a type that nobody has heard of. */
	aux_file__event(&f, AUX_FILE_TRACE);
	info(&f, 77, NULL, 0);
	TEST_ASSERT(!check(&f, false, "# AUX trace : unknown (type 77)\n#\n"));
	aux_file__event(&f, AUX_FILE_TRACE);
	aux_file__event(&f, AUX_FILE_PLAIN);
	return check(&f, false, "");
}

static int test__members(void)
{
	struct aux_file f = { .pid = 7, .tid = 7 };

	aux_file__group(&f, 4);
	aux_file__event(&f, AUX_FILE_TRACE);
	aux_file__event(&f, AUX_FILE_SAMPLED);
	aux_file__event(&f, AUX_FILE_PLAIN);
	aux_file__event(&f, AUX_FILE_OUTPUT);
	aux_file__sample(&f, 10, 2);
	return check(&f, false, "# AUX event : unknown event PMU=40 config=0, 512 bytes with each sample of dummy, takes the output of dummy\n#\n");
}

/* A stream that tells of no groups: its triggers are behind their AUX event. */
static int test__stream(void)
{
	static const uint64_t bts[6] = { 40, 0, 0, 0, 0, 1 };
	struct aux_file f = switched();

	info(&f, PERF_AUXTRACE_INTEL_BTS, bts, 6);
	aux_file__sample(&f, 10, 1);
	return check(&f, true, "# AUX trace : Intel BTS (type 2), snapshots\n"
		     "# AUX event : unknown event PMU=40 config=0, starts paused, resumed by dummy, paused by dummy, dummy\n#\n");
}

DEFINE_SUITE("AUX traces: header", aux_header,
	     { "events that switch the trace", test__switched },
	     { "traces that nothing switches", test__plain },
	     { "samples and output", test__members },
	     { "a stream", test__stream })
