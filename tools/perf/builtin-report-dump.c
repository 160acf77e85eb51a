// SPDX-License-Identifier: GPL-2.0-only
/* perf report -D and --header-only: the recording itself, in place of what it counted. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-report.h"
#include "util/base/log.h"
#include "util/output/pager.h"
#include "util/output/raw-dump.h"
#include "util/report/report-stats.h"

static void flush_dump(void *ctx, struct strbuf *text)
{
	struct report *r = ctx;

	text_out__add(&r->dump_out, strbuf__str(text), text->len);
	strbuf__reset(text);
}

static int on_record(void *ctx, struct session *session, const struct record *record)
{
	struct report *r = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged stands in the dump; the session counts it as well. */
	(void)raw_dump__record(&r->dump_out, session, session__input_name(session), record, &diag);
	aux_dump__record(&r->aux_dump, record, &r->dump_text);
	flush_dump(r, &r->dump_text);
	return r->dump_out.error ? -r->dump_out.error : 0;
}

/* What lies behind a record: packets of a trace. */
static int on_follow(void *ctx, const void *data, size_t size)
{
	struct report *r = ctx;

	aux_dump__follow(&r->aux_dump, data, size, &r->dump_text, flush_dump, r);
	return r->dump_out.error ? -r->dump_out.error : 0;
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
	int err, failed;

	pager__start(&pager, r->no_pager);
	report__print_head(r, stdout);
	fflush(stdout);
	text_out__init(&r->dump_out, STDOUT_FILENO);
	err = session__process(r->session, &diag);
	failed = text_out__flush(&r->dump_out);
	if (!failed && !r->dump_out.error)
		report_stats__print(stats, NULL, stdout);
	failed = failed || r->dump_out.error || fflush(stdout);
	/* Who leaves the pager early has seen enough. */
	if (failed && pager.pid)
		err = failed = 0;
	pager__end(&pager);
	text_out__exit(&r->dump_out);
	aux_dump__exit(&r->aux_dump);
	strbuf__exit(&r->dump_text);
	if (read_errors__close(&r->errors, stats) && !err && !failed)
		return EXIT_PARTIAL;
	if (err && !failed)
		read_errors__fatal(&diag);
	return err || failed ? EXIT_FAILED : EXIT_OK;
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
	report__print_head(r, stdout);
	/* Who writes into a pipe shall not fail because we have seen enough. */
	if (!strcmp(session__input_name(r->session), "-")) {
		fflush(stdout);
		drain_stdin();
	}
	return read_errors__close(&r->errors, session__stats(r->session)) ? EXIT_PARTIAL : EXIT_OK;
}
