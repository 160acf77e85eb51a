// SPDX-License-Identifier: GPL-2.0-only
/* perf defer merge: a deferred recording as one that every tool reads. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/data/rewriter.h"
#include "util/defer/merge.h"
#include "util/output/orphans.h"

static const char *const usage[] = {
	"perf defer merge [-i FILE|-] -o FILE [--verify]",
	"perf record -o - --call-graph fp,defer ... | perf defer merge | perf script -i -",
	NULL
};

struct merge_args {
	struct merge_opts opts;
	const char *output;
	bool quiet;
	int verbosity;
	unsigned int max_wait_ms, max_mib;
};

/* In a pipe the result goes on; a terminal is no place for it. */
static void choose_output(struct merge_args *a)
{
	struct stat st;

	if (!a->output && !isatty(STDOUT_FILENO) && !fstat(STDOUT_FILENO, &st))
		a->output = "-";
	if (!a->output)
		usage_error("perf defer merge needs -o FILE ('-' is standard output)");
	if (!strcmp(a->output, "-") && isatty(STDOUT_FILENO))
		usage_error("perf defer merge does not write a recording to a terminal: use -o FILE");
	a->opts.output = a->output;
}

static void tell(const struct merge_stats *st, const char *output)
{
	const struct session_stats *s = &st->session;

	pr_notice("[ perf defer merge: Wrote %.3f MB to %s (%" PRIu64 " samples, %" PRIu64
		  " stitched by a later record, "
		  "%" PRIu64 " by an earlier one) ]\n",
		  (double)st->bytes / 1024 / 1024, strcmp(output, "-") ? output : "standard output",
		  s->delivered, s->stitched_by_later, s->stitched_by_earlier);
	if (s->stacks.repair_asked)
		pr_notice("perf: %" PRIu64 " of %" PRIu64 " user stacks were repaired (%" PRIu64
			  " callers put in); their registers and stack bytes are left out\n",
			  s->stacks.repaired, s->stacks.repair_asked, s->stacks.repair_put_in);
	if (s->stacks.probes_undone)
		pr_notice("perf: %" PRIu64 " addresses of uretprobes were replaced by the return addresses that they hid\n",
			  s->stacks.probes_undone);
	if (s->stacks.probes_left_out)
		pr_warning("perf: %" PRIu64 " addresses of uretprobes were left out: the callers that they hid are missing, and "
			   "it is not certain which ones these are\n", s->stacks.probes_left_out);
	if (st->verified)
		pr_notice("perf: verified %" PRIu64 " chains\n", st->verified);
	if (st->cut)
		pr_warning("perf: %" PRIu64
			   " chains were cut at their outermost user frames: a record holds 65,535 bytes\n",
			   st->cut);
	if (st->junk)
		pr_warning("perf: %" PRIu64 " user frames that are no addresses were written as 0\n",
			   st->junk);
	if (st->left_out)
		pr_warning("perf: %" PRIu64 " damaged records beside samples were left out of %s\n",
			   st->left_out, strcmp(output, "-") ? output : "standard output");
	orphans__print_closing(s);
}

int cmd_defer_merge(int argc, const char **argv)
{
	struct merge_args a = { 0 };
	struct defer_view view = { 0 };
	const struct option options[] = {
		OPT_STRING('i', "input", &a.opts.input, "FILE",
			   "recording to read: a file, a directory, or - (default: perf.data, or a pipe)"),
		OPT_STRING('o', "output", &a.output, "FILE", "where to write; - is standard output (default when that is a pipe)"),
		OPT_BOOL(0, "verify", &a.opts.verify, "read the output back and compare every chain"),
		OPT_JOBS('j', &a.opts.jobs),
		OPT_BOOL('f', "force", &a.opts.force, "read the file even if another user owns it"),
		OPT_BOOL('q', "quiet", &a.quiet, "print errors only"),
		OPT_INCR('v', "verbose", &a.verbosity, "say more"),
		OPT_GROUP("Reading a pipe"),
		OPT_UINT(0, "max-wait", &a.max_wait_ms, "MS", "a sample waits this long for its record, in time of the recording (10000)"),
		OPT_UINT(0, "max-mem", &a.max_mib, "MiB", "and as long as no more than this waits (256)"),
		OPT_END()
	};
	struct diag diag = DIAG_INIT;
	struct merge_stats stats;
	bool damaged;
	int err;

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc)
		usage_error("perf defer merge takes no argument '%s': name the input with -i", argv[0]);
	verbose = a.quiet ? LOG_QUIET : a.verbosity;
	choose_output(&a);
	/* A copy has the names as they are. */
	shown__keep_exact();
	if (rewriter__same_file(a.opts.input ? a.opts.input : "perf.data", a.output))
		usage_error("the output '%s' is the input: merging in place is not possible", a.output);
	a.opts.pipe_max_wait = (uint64_t)a.max_wait_ms * 1000000;
	a.opts.pipe_max_bytes = (uint64_t)a.max_mib << 20;
	a.opts.damaged = defer_view__damaged;
	a.opts.progress = defer_view__progress;
	a.opts.ctx = &view;
	progress__init(&view.progress, false);
	err = merge__run(&a.opts, &stats, &diag);
	progress__end(&view.progress);
	if (err) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	tell(&stats, a.output);
	damaged = read_errors__close(&view.errors, &stats.session);
	return damaged ? EXIT_PARTIAL : EXIT_OK;
}
