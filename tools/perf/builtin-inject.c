// SPDX-License-Identifier: GPL-2.0-only
/* perf inject: a recording as it is, with build ids. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/callchain/unwind.h"
#include "util/callchain/unwind-style.h"
#include "util/data/rewriter.h"
#include "util/defer/merge.h"
#include "util/inject/inject.h"
#include "util/inject/jit-elf.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"

struct inject_cmd {
	struct inject_opts opts;
	bool mmap2_used, mmap2_all;
	const char *ignored;
	bool ignored_too, convert;
	struct read_errors errors;
	struct progress progress;
};

static const char *const usage[] = {
	"perf inject [<options>]",
	"perf record -o - ... | perf inject -b | perf report -i -",
	NULL
};

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct inject_cmd *cmd = ctx;

	progress__end(&cmd->progress);
	read_errors__damaged(&cmd->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	progress__update(&((struct inject_cmd *)ctx)->progress, what, done, total);
}

/* Options of upstream that make something of a recording which this perf does not: they say so, and are not just unknown. */
static int not_here(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	if (unset)
		return 0;
	pr_error("perf inject: '--%s' is not built in: %s\n", opt->long_name, (const char *)opt->data);
	return -1;
}

#define NOT_HERE(s, l, flags, arg, help, instead)	\
	{ OPTION_CALLBACK, s, l, NULL, arg, help, not_here, flags, (void *)(uintptr_t)(instead) }

static void parse(struct inject_cmd *cmd, int argc, const char **argv)
{
	struct inject_opts *o = &cmd->opts;
	const struct option options[] = {
		OPT_STRING('i', "input", &o->input, "FILE", "the recording (default '-': standard input)"),
		OPT_STRING('o', "output", &o->output, "FILE",
			   "where it goes (default '-': standard output, as a stream)"),
		OPT_BOOL('f', "force", &o->force, "read the file even if another user owns it"),
		OPT_INCR('v', "verbose", &verbose, "say what was done"),
		OPT_GROUP("Build ids"),
		OPT_BOOL('b', "build-ids", &o->build_ids, "add the build ids of files that have samples"),
		OPT_BOOL(0, "buildid-all", &o->build_ids_all, "add the build ids of all files that were mapped"),
		OPT_BOOL('B', "mmap2-buildids", &cmd->mmap2_used,
			 "put build ids into the records of maps; if the input is a file, maps without samples are left out"),
		OPT_BOOL(0, "mmap2-buildid-all", &cmd->mmap2_all, "put build ids into the records of maps, and keep all maps"),
		OPT_STRING(0, "known-build-ids", &o->known_ids, "ID FILE,...",
			   "build ids of files; file://LIST names a file with one on each line"),
		OPT_GROUP("AUX data"),
		OPT_BOOL(0, "strip", &o->strip, "leave out AUX data, and the records that belong to them"),
		OPT_GROUP("Code that was made at run time"),
		OPT_BOOL('j', "jit", &o->jit, "write the functions in jitdump files (jit-PID.dump) as ELF files, and add maps of them"),
		OPT_GROUP("Call chains"),
		OPT_BOOL(0, "convert-callchain", &cmd->convert,
			 "unwind copies of user stacks (--call-graph dwarf), and drop them"),
		OPT_GROUP("Without effect, since no symbols are needed"),
		OPT_STRING(0, "kallsyms", &cmd->ignored, "FILE", "the kernel's symbols"),
		OPT_STRING('k', "vmlinux", &cmd->ignored, "FILE", "the kernel's file"),
		OPT_CALLBACK(0, "unwind-style", NULL, "STYLE", "what unwinds stacks: only libdw is there", unwind_style__parse),
		OPT_BOOL(0, "ignore-vmlinux", &cmd->ignored_too, "do not use the kernel's file"),
		OPT_STRING(0, "guestmount", &cmd->ignored, "DIR", "where guests' files are mounted"),
		OPT_GROUP("Not built in: these say what to do instead"),
		NOT_HERE('s', "sched-stat", OPT_NOARG, NULL, "merge sched_stat and sched_switch events",
			 "record -e sched:sched_switch -g, or off-cpu samples, for where tasks sleep"),
		NOT_HERE(0, "itrace", OPT_OPTARG, "OPTS", "make samples of AUX data",
			 "perf script and perf report decode AUX data themselves (--itrace there)"),
		NOT_HERE(0, "guest-data", OPT_OPTARG, "OPTS", "merge a guest's recording into the host's",
			 "read each by itself, and compare by time (perf script -i)"),
		NOT_HERE(0, "vm-time-correlation", OPT_OPTARG, "OPTS", "give a guest's part of a trace the host's time",
			 "run the guest with a TSC offset of 0, or trace within the guest"),
		NOT_HERE(0, "aslr", OPT_NOARG, NULL, "move all addresses elsewhere",
			 "give away what perf report --stdio prints, which has names for addresses"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc)
		usage_error("'perf inject' takes no argument '%s' (-i names the recording)", argv[0]);
	if (cmd->convert && (o->build_ids || o->build_ids_all || o->known_ids || o->strip || o->jit || cmd->mmap2_used ||
			     cmd->mmap2_all))
		usage_error("--convert-callchain goes alone; add the rest behind it: "
			    "perf inject --convert-callchain | perf inject -b");
	if (o->jit && !jit_elf__can_write())
		usage_error("'--jit' writes ELF files, and this perf was built without libelf: build perf again with it");
	if (cmd->convert && !unwinder__is_built_in())
		usage_error("--convert-callchain unwinds by libdw, without which this perf was built: install its "
			    "development package (libdw-dev, elfutils-devel), and build perf again");
	if (cmd->mmap2_used && cmd->mmap2_all)
		usage_error("-B drops maps, and --mmap2-buildid-all keeps them: give one of them");
}

static void choose(struct inject_cmd *cmd)
{
	struct inject_opts *o = &cmd->opts;

	if (!o->input)
		o->input = "-";
	if (!o->output)
		o->output = "-";
	if (!strcmp(o->input, "-") && isatty(STDIN_FILENO))
		usage_error("perf inject reads a recording from a pipe, or from -i FILE");
	if (!strcmp(o->output, "-") && isatty(STDOUT_FILENO))
		usage_error("perf inject does not write a recording to a terminal: use -o FILE");
	if (rewriter__same_file(o->input, o->output))
		usage_error("the output '%s' is the input: name another file", o->output);
	o->mmap2_ids = cmd->mmap2_used || cmd->mmap2_all;
	o->drop_unused = cmd->mmap2_used;
	/* Known ids are to be seen somewhere. */
	if (o->known_ids && !o->build_ids && !o->build_ids_all && !o->mmap2_ids)
		o->build_ids = true;
	o->damaged = on_damaged;
	o->progress = on_progress;
	o->ctx = cmd;
}

static void report(const struct inject_stats *st)
{
	pr_debug("[ perf inject: Wrote %.3f MB, %" PRIu64 " build ids ]\n", (double)st->bytes / 1024 / 1024,
		 st->build_ids);
	if (st->mmaps || st->mmaps_dropped)
		pr_debug("[ perf inject: %" PRIu64 " maps got a build id, %" PRIu64 " were left out ]\n", st->mmaps,
			 st->mmaps_dropped);
	if (st->stripped)
		pr_debug("[ perf inject: %" PRIu64 " records of AUX data were left out ]\n", st->stripped);
	if (st->jit_functions)
		pr_debug("[ perf inject: %" PRIu64 " functions of jitdumps got a map ]\n", st->jit_functions);
	if (st->jit_bad_lines)
		pr_debug("[ perf inject: %" PRIu64 " of them have no lines, as these are damaged in the jitdump ]\n", st->jit_bad_lines);
	if (st->unknown_ids)
		pr_debug("[ perf inject: %" PRIu64 " files have no build id, or are not here ]\n", st->unknown_ids);
}

static int convert(struct inject_cmd *cmd)
{
	const struct merge_opts opts = {
		.input = cmd->opts.input, .output = cmd->opts.output, .force = cmd->opts.force, .unwind = true,
		.damaged = on_damaged, .progress = on_progress, .ctx = cmd,
	};
	struct diag diag = DIAG_INIT;
	struct merge_stats stats;
	int err = merge__run(&opts, &stats, &diag);

	progress__end(&cmd->progress);
	if (err) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	pr_debug("[ perf inject: Wrote %.3f MB, %" PRIu64 " samples, %" PRIu64 " user stacks unwound, %" PRIu64
		 " repaired ]\n",
		 (double)stats.bytes / 1024 / 1024, stats.session.delivered, stats.session.stacks.unwound, stats.session.stacks.repaired);
	return read_errors__close(&cmd->errors, &stats.session) ? EXIT_PARTIAL : EXIT_OK;
}

int cmd_inject(int argc, const char **argv)
{
	struct inject_cmd cmd = { 0 };
	struct inject_stats stats;
	struct diag diag = DIAG_INIT;
	int err;

	/* A copy has the names as they are. */
	shown__keep_exact();
	parse(&cmd, argc, argv);
	choose(&cmd);
	progress__init(&cmd.progress, false);
	if (cmd.convert)
		return convert(&cmd);
	err = inject__run(&cmd.opts, &stats, &diag);
	progress__end(&cmd.progress);
	if (err) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	report(&stats);
	return read_errors__close(&cmd.errors, &stats.session) || stats.damaged ? EXIT_PARTIAL : EXIT_OK;
}
