// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf record about its files: when one ends, how it is packed, build ids. */
#include <stdlib.h>

#include "builtin-record.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/record/record-parse.h"

static int on_max_size(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->max_size = 0;
	return unset || !record_parse__size(arg, &opts->max_size, &diag) ? 0 : record__refuse(opt, &diag);
}

static int on_switch_output(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->switch_output.when = SWITCH_NEVER;
	return unset || !switch_output__parse(arg ? arg : "", &opts->switch_output, &diag) ? 0 : record__refuse(opt, &diag);
}

static int on_switch_output_event(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *o = &record__cmd_of(opt)->opts;

	if (unset) {
		evlist__delete(o->switch_output_events);
		o->switch_output_events = NULL;
		return 0;
	}
	if (!o->switch_output_events)
		o->switch_output_events = evlist__new();
	return record__add_events(o->switch_output_events, arg);
}

static int on_last(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->last = (struct last_opts){ 0 };
	return unset || !last_opts__parse(arg, &opts->last, &diag) ? 0 : record__refuse(opt, &diag);
}

static int on_max_files(const struct option *opt, const char *arg, bool unset)
{
	unsigned int *ret = &record__cmd_of(opt)->opts.switch_max_files;
	char *end = NULL;

	*ret = unset ? 0 : (unsigned int)strtoul(arg, &end, 10);
	if (unset || (*arg >= '1' && *arg <= '9' && !*end))
		return 0;
	pr_error("perf: option '--switch-max-files': '%s' is not a number of files\n", arg);
	return -1;
}

static int on_compress(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	char *end;
	long level = arg && !unset ? strtol(arg, &end, 10) : !unset;

	if (arg && !unset && (!*arg || *end || level < 1 || level > 22)) {
		pr_error("perf: option '--compression-level': '%s' is not a level from 1 to 22\n",
			 arg);
		return -1;
	}
	opts->compression_level = (int)level;
	return 0;
}

/* When a file ends, and how it is packed. */
void record__add_file_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_CALLBACK(0, "max-size", cmd, "SIZE", "stop when the file has that size, such as 10M",
			     on_max_size),
		OPT_CALLBACK_FLAGS(0, "switch-output", cmd, "signal|SIZE|TIME",
				   "begin a new file: at SIGUSR2 (default), at that size, or after that time",
				   on_switch_output, OPT_OPTARG),
		OPT_CALLBACK(0, "switch-output-event", cmd, "EVENT", "a new file when this event happens, which is not recorded; or, with --last,\n"
			     "                              save what that keeps", on_switch_output_event),
		OPT_BOOL(0, "overwrite", &cmd->overwrite, "keep the newest 64 MB, and write them at SIGUSR2 and at the end"),
		OPT_CALLBACK(0, "last", cmd, "TIME[,SIZE]",
			     "keep only the last seconds (30s), and write them at SIGUSR2, 'snapshot' or the end", on_last),
		OPT_CALLBACK(0, "switch-max-files", cmd, "N", "keep only the newest N files of --switch-output",
			     on_max_files),
		OPT_BOOL(0, "timestamp-filename", &o->timestamp_filename,
			 "append the time of its end to the file's name"),
		OPT_CALLBACK_FLAGS('z', "compression-level", cmd, "LEVEL",
				   "compress: 1 (fast, the default) to 22 (small)", on_compress,
				   OPT_OPTARG),
		OPT_BOOL(0, "no-buffering", &o->no_buffering, "write each sample out at once"),
		OPT_UINT(0, "look-every", &o->look_ms, "MS", "write out what there is at least so often, however little it is"),
		OPT_UINT(0, "patience", &o->patience_ms, "MS", "how long samples wait for unwind tables (repair)"));
}

static int on_debuginfod(const struct option *opt, const char *arg, bool unset)
{
	record__cmd_of(opt)->debuginfod = unset ? NULL : arg ? arg : "";
	return 0;
}

/* Build ids, and what perf says. */
void record__add_build_id_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_BOOL('B', "no-buildid", &o->no_buildid, "no build ids"),
		OPT_BOOL('N', "no-buildid-cache", &cmd->no_cache,
			 "do not update the build-id cache"),
		/* What is the default stands in -h under the name that other perfs have. */
		{ OPTION_BOOL, 0, "buildid-mmap", &o->no_buildid_mmap, NULL,
		  "build ids with the maps (the default); --no-buildid-mmap: in the header", NULL, OPT_INVERT, NULL },
		OPT_CALLBACK_FLAGS(0, "debuginfod", cmd, "URLS", "for the build-id cache, fetch files that are gone from these servers\n"
				   "                              (default: DEBUGINFOD_URLS)", on_debuginfod, OPT_OPTARG),
		OPT_BOOL(0, "buildid-all", &cmd->cache_all,
			 "put all files into the cache, not only those with samples"),
		OPT_BOOL(0, "dry-run", &o->dry_run, "only check the options; -vv shows the attrs"),
		OPT_BOOL('q', "quiet", &cmd->quiet, "print only errors"),
		OPT_INCR('v', "verbose", &cmd->verbosity,
			 "say more; -vv shows what the kernel is asked for"));
}
