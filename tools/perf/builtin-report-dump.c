// SPDX-License-Identifier: GPL-2.0-only
/* perf report -D and --header-only: the recording itself, in place of what it counted. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/output/pager.h"
#include "util/output/raw-dump.h"
#include "util/report/report-stats.h"

/* Events may come to be known on the way. */
static void count_sample(struct report *r, struct session *session, const struct record *record)
{
	size_t nr = session__evlist(session)->nr, i;
	struct diag diag = DIAG_INIT;
	const struct evsel *evsel = sample_decoder__evsel(session__decoder(session), record, &diag);

	if (!evsel || (size_t)evsel->idx >= nr)
		return;
	if (nr > r->nr_dump_counts) {
		r->dump_counts = xreallocarray(r->dump_counts, nr, sizeof(*r->dump_counts));
		for (i = r->nr_dump_counts; i < nr; i++)
			r->dump_counts[i] = 0;
		r->nr_dump_counts = nr;
	}
	r->dump_counts[evsel->idx]++;
}

static void print_counts(const struct report *r)
{
	const struct evlist *evlist = session__evlist(r->session);
	size_t i;

	report_stats__print(session__stats(r->session), NULL, std_out());
	for (i = 0; i < r->nr_dump_counts; i++)
		report_stats__event(evsel__name(evlist->evsels[i]), r->dump_counts[i], std_out());
}

static int on_record(void *ctx, struct session *session, const struct record *record)
{
	struct report *r = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged stands in the dump; the session counts it as well. */
	(void)raw_dump__record(std_out(), session, session__input_name(session), record, &diag);
	if (record->header.type == PERF_RECORD_SAMPLE)
		count_sample(r, session, record);
	aux_dump__record(&r->aux_dump, record, std_out());
	return -std_out()->error;
}

/* What lies behind a record: packets of a trace. */
static int on_follow(void *ctx, const void *data, size_t size)
{
	struct report *r = ctx;

	aux_dump__follow(&r->aux_dump, data, size, std_out());
	return -std_out()->error;
}

const struct session_ops report__dump_ops = {
	.record = on_record,
	.follow = on_follow,
	.damaged = report__on_damaged,
};

int report__run_dump(struct report *r)
{
	const struct session_stats *stats = session__stats(r->session);
	struct diag diag = DIAG_INIT;
	struct pager pager;
	int err;

	pager__start(&pager, r->no_pager);
	report__print_head(r, std_out());
	err = session__process(r->session, &diag);
	if (!std_out()->error)
		print_counts(r);
	/* Nobody reads any more: why the rest was not read is not to be told. */
	if (std_out()->error)
		err = 0;
	pager__end(&pager);
	aux_dump__exit(&r->aux_dump);
	free(r->dump_counts);
	if (read_errors__close(&r->errors, stats) && !err)
		return EXIT_PARTIAL;
	if (err)
		read_errors__fatal(&diag);
	return err ? EXIT_FAILED : EXIT_OK;
}

static int stop(void *ctx, struct session *session)
{
	(void)ctx;
	(void)session;
	return 1;
}

const struct session_ops report__header_ops = {
	.begin = stop,
	.damaged = report__on_damaged,
};

static void drain_stdin(void)
{
	char buf[4096];
	struct stat st;

	if (fstat(STDIN_FILENO, &st) || !S_ISFIFO(st.st_mode))
		return;
	while (read(STDIN_FILENO, buf, sizeof(buf)) > 0)
		;
}

int report__run_header(struct report *r)
{
	struct diag diag = DIAG_INIT;

	if (session__process(r->session, &diag) < 0) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	report__print_head(r, std_out());
	/* Who writes into a pipe shall not fail because we have seen enough. */
	if (!strcmp(session__input_exact(r->session), "-")) {
		(void)std_out__flush();
		drain_stdin();
	}
	return read_errors__close(&r->errors, session__stats(r->session)) ? EXIT_PARTIAL : EXIT_OK;
}
