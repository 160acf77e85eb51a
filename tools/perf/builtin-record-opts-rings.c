// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf record about its buffers: how large they are, who empties them, and AUX areas. */
#include <stdlib.h>

#include "builtin-record.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/record/record-parse.h"

static int on_snapshot(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->snapshot = !unset;
	return unset || !record_parse__snapshot(arg ? arg : "", &opts->snapshot_size,
						&opts->snapshot_on_exit, &diag)
		       ? 0
		       : record__refuse(opt, &diag);
}

static int on_aux_sample(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->aux_sample = !unset;
	return unset || !arg || !record_parse__aux_sample(arg, &opts->aux_sample_size, &diag)
		       ? 0
		       : record__refuse(opt, &diag);
}

void record__add_aux_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("AUX traces (Intel PT and others)"),
		OPT_CALLBACK_FLAGS('S', "snapshot", cmd, "[e][SIZE]",
				   "keep the newest data, write them at SIGUSR2 (e: at the end, too)",
				   on_snapshot, OPT_OPTARG),
		OPT_BOOL(0, "kcore", &o->kcore,
			 "write a folder that also contains the kernel's code, so that traces of it can be decoded"),
		OPT_STRING(0, "aux-range", &o->aux_range, "START[,STOP]",
			   "trace from calls of one function to calls of another (SYMBOL[@OBJECT])"),
		OPT_CALLBACK_FLAGS(0, "aux-sample", cmd, "SIZE",
				   "put AUX data into the samples of the other events (default 4096)",
				   on_aux_sample, OPT_OPTARG));
}

static int on_mmap_pages(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->mmap_pages = opts->aux_pages = 0;
	return unset || !record_parse__mmap_pages(arg, &opts->mmap_pages, &opts->aux_pages, &diag)
		       ? 0
		       : record__refuse(opt, &diag);
}

static int on_realtime(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	char *end = NULL;
	long priority = unset ? 0 : strtol(arg, &end, 10);

	opts->realtime = 0;
	if (!unset && (*arg < '0' || *arg > '9' || *end || priority < 1 || priority > 99)) {
		pr_error("perf: option '--realtime': '%s' is not a priority of SCHED_FIFO, 1 to 99\n", arg);
		return -1;
	}
	opts->realtime = (int)priority;
	return 0;
}

static int on_affinity(const struct option *opt, const char *arg, bool unset)
{
	int kind = unset ? AFFINITY_SYS : drain_affinity__parse(arg);

	if (kind < 0)
		pr_error("perf: option '--affinity' is sys, node or cpu, not '%s'\n", arg);
	else
		record__cmd_of(opt)->opts.affinity = (enum drain_affinity_kind)kind;
	return kind < 0 ? -1 : 0;
}

static int on_threads(const struct option *opt, const char *arg, bool unset)
{
	record__cmd_of(opt)->opts.threads_spec = unset ? NULL : arg ? arg : "cpu";
	return 0;
}

static int on_mmap_flush(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	/* 0 is the default, as upstream's perf has it. */
	opts->mmap_flush = 0;
	return unset || !record_parse__bytes(arg, &opts->mmap_flush, &diag) ? 0 : record__refuse(opt, &diag);
}

/* Where it is written, and how what is in the rings comes there. */
void record__add_ring_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Output"),
		OPT_STRING('o', "output", &o->output, "FILE",
			   "where to write (default perf.data; '-' is standard output)"),
		OPT_CALLBACK('m', "mmap-pages", cmd, "PAGES[,AUX]",
			     "size of each ring buffer (default 512K, up to 4M where the limits allow it)", on_mmap_pages),
		OPT_CALLBACK('r', "realtime", cmd, "PRIO",
			     "empty the ring buffers with this priority of SCHED_FIFO, 1 to 99", on_realtime),
		OPT_BOOL(0, "keep-priority", &o->keep_priority,
			 "do not raise perf's priority where buffers fill fast, as it does if that is allowed"),
		OPT_CALLBACK(0, "affinity", cmd, "sys|node|cpu", "empty each buffer on the NUMA node or CPU that it is of (default: sys, anywhere)",
			     on_affinity),
		OPT_CALLBACK_FLAGS(0, "threads", cmd, "SPEC",
				   "a folder, with a file and a thread for each CPU (or core, package, numa,\n"
				   "                              or CPUS[/AFFINITY]:...)", on_threads, OPT_OPTARG),
		OPT_CALLBACK(0, "mmap-flush", cmd, "BYTES", "leave what a ring buffer has until it is that much (default: anything)",
			     on_mmap_flush),
		OPT_CALLBACK_FLAGS(0, "aio", cmd, "N", "no effect: nothing waits for the disk", record__on_aio, OPT_OPTARG),
		OPT_CALLBACK(0, "num-thread-synthesize", cmd, "N", "no effect: one thread lists what runs",
			     record__on_synthesize_threads),
		OPT_CALLBACK(0, "proc-map-timeout", cmd, "MS", "no effect: all maps are read", record__on_map_timeout),
		OPT_CALLBACK_FLAGS(0, "vmlinux", cmd, "FILE", "no effect: functions of the kernel are found in /proc/kallsyms",
				   record__on_vmlinux, OPT_NONEG),
		OPT_BOOL(0, "tail-synthesize", &cmd->boundary, "no effect: what runs is listed at the beginning of each file"),
		OPT_BOOL(0, "timestamp-boundary", &cmd->boundary, "no effect: the times of the first and last sample are recorded in any case"));
}
