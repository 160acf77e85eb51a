// SPDX-License-Identifier: GPL-2.0-only
/* What perf record is asked to do: its options, and what the configuration files say. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-record.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/choose/callgraph-parse.h"
#include "util/choose/parse-events.h"
#include "util/choose/pfm-events.h"
#include "util/event/branch-type.h"
#include "util/event/perf-regs.h"
#include "util/record/event-cgroups.h"
#include "util/record/record-parse.h"

#define OVERWRITE_MS	(24ULL * 3600 * 1000)
#define OVERWRITE_BYTES	(64ULL << 20)

static struct record_cmd *cmd_of(const struct option *opt)
{
	return opt->value;
}

/* Prints why an option's value is wrong. */
static int refuse(const struct option *opt, const struct diag *diag)
{
	pr_error("perf: option '--%s': %s\n", opt->long_name, diag->text);
	return -1;
}

/* Appends the events that @parse makes of @arg to @list. Returns 0, or -1 with a message. */
static int add_parsed(struct evlist *list, const char *arg,
		      int (*parse)(struct evlist *evlist, const char *text, struct parse_events_error *err))
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct strbuf text = STRBUF_INIT;
	int failed = parse(list, arg, &err);

	if (failed) {
		parse_events_error__format(&err, &text);
		pr_error("%s", strbuf__str(&text));
		strbuf__exit(&text);
	}
	parse_events_error__exit(&err);
	return failed ? -1 : 0;
}

static int add_events(struct evlist *list, const char *arg)
{
	return add_parsed(list, arg, parse_events);
}

static int on_event(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = cmd_of(opt);
	size_t first = cmd->evlist->nr;

	if (unset)
		return 0;
	if (add_events(cmd->evlist, arg))
		return -1;
	cmd->last_event = first;
	return 0;
}

static int on_pfm_events(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = cmd_of(opt);
	size_t first = cmd->evlist->nr;

	if (unset)
		return 0;
	if (add_parsed(cmd->evlist, arg, pfm_events__parse))
		return -1;
	cmd->last_event = first;
	return 0;
}

static int on_switch_output_event(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *o = &cmd_of(opt)->opts;

	if (unset) {
		evlist__delete(o->switch_output_events);
		o->switch_output_events = NULL;
		return 0;
	}
	if (!o->switch_output_events)
		o->switch_output_events = evlist__new();
	return add_events(o->switch_output_events, arg);
}

static int on_filter(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = cmd_of(opt);
	struct diag diag = DIAG_INIT;

	return unset || !record_parse__filter(cmd->evlist, cmd->last_event, arg, &diag)
		       ? 0
		       : refuse(opt, &diag);
}

static int on_cgroup(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = cmd_of(opt);
	struct diag diag = DIAG_INIT;

	return unset || !event_cgroups__give(cmd->evlist, arg, &cmd->nr_cgroups, &diag) ? 0 : refuse(opt, &diag);
}

static int on_count(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	char *end = NULL;

	errno = 0;
	opts->period = unset ? 0 : strtoull(arg, &end, 0);
	if (unset || (!errno && *arg >= '0' && *arg <= '9' && !*end && opts->period))
		return 0;
	pr_error("perf: option '--count' takes a number of events, from 1 on, not '%s'\n", arg);
	return -1;
}

static int on_freq(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	char *end;

	opts->freq_said = !unset;
	if (unset)
		return 0;
	opts->freq_max = !strcasecmp(arg, "max");
	if (opts->freq_max)
		return 0;
	errno = 0;
	opts->freq = strtoull(arg, &end, 0);
	if (!errno && *arg >= '0' && *arg <= '9' && !*end && opts->freq)
		return 0;
	pr_error("perf: option '--freq': '%s' is neither a number of samples a second nor 'max'\n",
		 arg);
	return -1;
}

static int on_dash_g(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;

	(void)arg;
	opts->callgraph_said = !unset;
	if (opts->callgraph.mode == CALLGRAPH_NONE || unset)
		opts->callgraph = unset ? (struct callgraph_param){ .mode = CALLGRAPH_NONE }
					: cmd_of(opt)->callgraph_default;
	return 0;
}

static int on_callgraph(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	if (unset)
		return on_dash_g(opt, arg, true);
	if (callgraph_param__parse(arg, &opts->callgraph, &diag))
		return refuse(opt, &diag);
	if (!strcmp(arg, "dwarf") && cmd_of(opt)->dump_size)
		opts->callgraph.dump_size = cmd_of(opt)->dump_size;
	opts->callgraph_said = true;
	return 0;
}

/* -I and --user-regs, with names, with '?' or alone. */
static int on_regs(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	bool intr = opt->short_name == 'I';
	uint64_t *mask = intr ? &opts->intr_regs : &opts->user_regs;
	struct strbuf list = STRBUF_INIT;
	struct diag diag = DIAG_INIT;

	*mask = 0;
	if (unset)
		return 0;
	if (arg && !strcmp(arg, "?")) {
		perf_regs__list(intr, &list);
		pr_error("%s\n", strbuf__str(&list));
		strbuf__exit(&list);
		return -1;
	}
	return perf_regs__parse(arg, intr, intr ? "-I" : "--user-regs=", mask, &diag) ? refuse(opt, &diag) :
											0;
}

static int on_mmap_pages(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->mmap_pages = opts->aux_pages = 0;
	return unset || !record_parse__mmap_pages(arg, &opts->mmap_pages, &opts->aux_pages, &diag)
		       ? 0
		       : refuse(opt, &diag);
}

static int on_snapshot(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->snapshot = !unset;
	return unset || !record_parse__snapshot(arg ? arg : "", &opts->snapshot_size,
						&opts->snapshot_on_exit, &diag)
		       ? 0
		       : refuse(opt, &diag);
}

static int on_aux_sample(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->aux_sample = !unset;
	return unset || !arg || !record_parse__aux_sample(arg, &opts->aux_sample_size, &diag)
		       ? 0
		       : refuse(opt, &diag);
}

static int on_max_size(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->max_size = 0;
	return unset || !record_parse__size(arg, &opts->max_size, &diag) ? 0 : refuse(opt, &diag);
}

static int on_switch_output(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->switch_output.when = SWITCH_NEVER;
	return unset || !switch_output__parse(arg ? arg : "", &opts->switch_output, &diag) ? 0 : refuse(opt, &diag);
}

static int on_last(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->last = (struct last_opts){ 0 };
	return unset || !last_opts__parse(arg, &opts->last, &diag) ? 0 : refuse(opt, &diag);
}

static int on_max_files(const struct option *opt, const char *arg, bool unset)
{
	unsigned int *ret = &cmd_of(opt)->opts.switch_max_files;
	char *end = NULL;

	*ret = unset ? 0 : (unsigned int)strtoul(arg, &end, 10);
	if (unset || (*arg >= '1' && *arg <= '9' && !*end))
		return 0;
	pr_error("perf: option '--switch-max-files': '%s' is not a number of files\n", arg);
	return -1;
}

static int on_realtime(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
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

static int on_debuginfod(const struct option *opt, const char *arg, bool unset)
{
	cmd_of(opt)->debuginfod = unset ? NULL : arg ? arg : "";
	return 0;
}

static int on_affinity(const struct option *opt, const char *arg, bool unset)
{
	int kind = unset ? AFFINITY_SYS : drain_affinity__parse(arg);

	if (kind < 0)
		pr_error("perf: option '--affinity' is sys, node or cpu, not '%s'\n", arg);
	else
		cmd_of(opt)->opts.affinity = (enum drain_affinity_kind)kind;
	return kind < 0 ? -1 : 0;
}

static int on_mmap_flush(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	/* 0 is the default, as upstream's perf has it. */
	opts->mmap_flush = 0;
	return unset || !record_parse__bytes(arg, &opts->mmap_flush, &diag) ? 0 : refuse(opt, &diag);
}

static int on_delay(const struct option *opt, const char *arg, bool unset)
{
	struct diag diag = DIAG_INIT;

	return unset || !record_parse__delay(arg, &cmd_of(opt)->opts, &diag) ? 0 : refuse(opt, &diag);
}

static int on_clockid(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->use_clockid = !unset;
	return unset || !record_parse__clockid(arg, &opts->clockid, &diag) ? 0 : refuse(opt, &diag);
}

static int on_compress(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;
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

static int on_timestamp(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;

	(void)arg;
	opts->sample_time_said = true;
	opts->sample_time = !unset;
	return 0;
}

static int on_threads(const struct option *opt, const char *arg, bool unset)
{
	cmd_of(opt)->opts.threads_spec = unset ? NULL : arg ? arg : "cpu";
	return 0;
}

static int on_synth(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &cmd_of(opt)->opts;

	(void)unset;
	if (record_parse__synth(arg, opts))
		usage_error("--synth: '%s' is not a list of task, mmap and cgroup, nor all or no", arg);
	return 0;
}

static int on_branch_any(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	cmd_of(opt)->opts.branch_type = unset ? 0 : PERF_SAMPLE_BRANCH_ANY;
	return 0;
}

static int on_branch_filter(const struct option *opt, const char *arg, bool unset)
{
	struct diag diag = DIAG_INIT;

	(void)unset;
	if (branch_type__parse(arg, &cmd_of(opt)->opts.branch_type, &diag))
		usage_error("%s", diag.text);
	return 0;
}

static int on_no_inherit(const struct option *opt, const char *arg, bool unset)
{
	struct target_opts *target = &cmd_of(opt)->opts.target;

	(void)arg;
	target->no_inherit = !unset;
	target->inherit_said = unset;
	return 0;
}

static const char *const record_usage[] = {
	"perf record [<options>] [<command>]",
	"perf record [<options>] -- <command> [<options>]",
	NULL
};

/* -a without -C and the like are checked here: what no machine can do. */
static void check_options(const struct record_cmd *cmd)
{
	const struct record_opts *o = &cmd->opts;

	if (o->freq_said && o->period)
		usage_error("a sample rate is either -F or -c, not both");
	if (!!o->target.pids + !!o->target.tids + !!o->target.user > 1)
		usage_error("of -p, -t and -u one at a time");
	if (o->all_user && o->all_kernel)
		usage_error("--all-user and --all-kernel exclude each other");
	if (o->user_callchains && o->kernel_callchains)
		usage_error("--user-callchains and --kernel-callchains exclude each other");
	if (cmd->nr_cgroups && cmd->each_cgroup)
		usage_error("of -G and --for-each-cgroup one at a time");
	if ((cmd->nr_cgroups || cmd->each_cgroup) && (o->target.pids || o->target.tids || o->target.user))
		usage_error("cgroup monitoring only available in system-wide mode: -G goes without -p, -t and -u");
	if ((cmd->nr_cgroups || cmd->each_cgroup) && o->target.argc && !o->target.all_cpus && !o->target.cpus)
		usage_error("cgroup monitoring only available in system-wide mode: add -a (the command then says for how long)");
	if (o->target.tree && !o->target.pids && !o->target.tids)
		usage_error("--tree is about the tasks that -p or -t name");
	if (o->target.per_thread && (o->target.all_cpus || o->target.cpus))
		usage_error("--per-thread records tasks, -a and -C whole CPUs");
	if (o->callgraph.mode == CALLGRAPH_DWARF && o->user_regs &&
	    o->user_regs != perf_regs__available(false))
		pr_warning("--call-graph dwarf looks for callers in all registers: with fewer (--user-regs) stacks may "
			   "end early. IP and SP are recorded in any case.\n");
	if (cmd->latency && (o->target.all_cpus || o->target.cpus))
		usage_error("--latency is about threads of one program, -a and -C record all that runs");
	if (o->kcore && o->output && !strcmp(o->output, "-"))
		usage_error("--kcore makes a folder, which does not go through a pipe (-o -)");
	if (o->last.ms && (o->switch_output.when || o->snapshot || o->kcore || o->threads_spec || o->compression_level || o->max_size))
		usage_error("--last goes without --switch-output, -S, --kcore, --threads, -z and --max-size (--last TIME,SIZE bounds its size)");
	if (o->last.ms && o->sample_time_said && !o->sample_time)
		usage_error("--last needs the times that --no-timestamp leaves out");
	if (o->switch_max_files && !o->switch_output.when && !o->last.ms)
		usage_error("--switch-max-files is about the files of --switch-output and --last");
	if ((o->switch_output.when || o->timestamp_filename) && o->output && !strcmp(o->output, "-"))
		usage_error("a pipe (-o -) has no name to be changed: --switch-output and --timestamp-filename are for files");
	if ((o->switch_output.when || o->timestamp_filename) && (o->kcore || o->threads_spec))
		usage_error("--switch-output and --timestamp-filename write files: --kcore and --threads make a folder");
	if (o->threads_spec && o->output && !strcmp(o->output, "-"))
		usage_error("Parallel trace streaming (--threads) is not available in pipe mode.");
	if (o->look_ms > 1000000)
		usage_error("--look-every takes up to 1000000 milliseconds, not %u", o->look_ms);
	if (o->patience_ms > 1000000)
		usage_error("--patience takes up to 1000000 milliseconds, not %u", o->patience_ms);
	if (o->realtime && o->keep_priority)
		usage_error("--keep-priority and a priority (-r) exclude each other");
	if (o->threads_spec && o->affinity != AFFINITY_SYS)
		usage_error("--affinity option is mutually exclusive to parallel streaming mode (--threads): its SPEC says where threads run");
	if (o->threads_spec && o->target.per_thread)
		usage_error("--per-thread option is mutually exclusive to parallel streaming mode (--threads).");
}

/* As with SIGUSR2. */
static void take_switch_event(struct record_opts *o)
{
	if (o->switch_output_events && !o->last.ms && o->switch_output.when == SWITCH_NEVER)
		o->switch_output.when = SWITCH_AT_SIGNAL;
	if (o->switch_output_events && o->snapshot)
		usage_error("--switch-output-event is about files and --last, not about snapshots of AUX traces (-S)");
}

/*
 * --overwrite, mostly together with --switch-output, as whose files other perfs write what is in the rings at SIGUSR2, and at the end in
 * any case; without that option they write the output itself.
 */
static void take_overwrite(struct record_cmd *cmd)
{
	struct record_opts *o = &cmd->opts;

	if (!cmd->overwrite)
		return;
	if (!o->last.ms)
		o->last = (struct last_opts){ .ms = OVERWRITE_MS, .size = OVERWRITE_BYTES,
					      .end = o->switch_output.when == SWITCH_NEVER ? LAST_END_OUTPUT : LAST_END_DATED };
	if (o->switch_output.when == SWITCH_AT_SIGNAL)
		o->switch_output.when = SWITCH_NEVER;
}

static void add_event_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("What to record"),
		OPT_CALLBACK('e', "event", cmd, "EVENT",
			     "what to sample ('perf list' shows what there is)", on_event),
		OPT_CALLBACK(0, "pfm-events", cmd, "EVENT", "the same by the names of the processor's vendor ('perf list pfm')", on_pfm_events),
		OPT_CALLBACK(0, "filter", cmd, "FILTER",
			     "a condition for the samples of the -e before it; for traces: a range of addresses",
			     on_filter),
		OPT_CALLBACK_FLAGS(0, "exclude-perf", cmd, NULL, "not what perf itself does, of the tracepoints of the -e before it",
				   record__on_exclude_perf, OPT_NOARG | OPT_NONEG),
		OPT_CALLBACK_FLAGS(0, "setup-filter", cmd, "pin|unpin", "refused: filters of BPF programs (see the manual page)",
				   record__on_setup_filter, OPT_NONEG),
		OPT_CALLBACK('F', "freq", cmd, "N|max", "samples a second (default 4000)", on_freq),
		OPT_CALLBACK('c', "count", cmd, "N", "one sample every N events", on_count),
		OPT_BOOL(0, "strict-freq", &o->strict_freq, "refuse a -F above the kernel's limit"),
		OPT_BOOL(0, "all-user", &o->all_user, "only user space"),
		OPT_BOOL(0, "all-kernel", &o->all_kernel, "only the kernel"),
		OPT_BOOL('n', "no-samples", &o->no_samples, "no samples, only records of tasks and of what they map"),
		OPT_BOOL(0, "latency", &cmd->latency, "what 'perf report --latency' needs: context switches"),
		OPT_BOOL(0, "off-cpu", &cmd->off_cpu, "also what 'perf report --off-cpu' needs: when threads do not run, with stacks"),
		OPT_BOOL(0, "off-cpu-only", &cmd->off_cpu_only, "the same, without the default event"),
		OPT_BOOL(0, "wall", &cmd->wall, "what 'perf report --wall' needs: --off-cpu, and the default event for what runs"),
		OPT_CALLBACK(0, "off-cpu-thresh", cmd, "MS", "no effect: waits of any length are recorded", record__on_off_cpu_thresh),
		OPT_BOOL(0, "sleepers", &o->sleepers, "at the end, a stack of each thread that sleeps then (event 'sleepers')"),
		OPT_BOOL(0, "switch-events", &o->switch_events, "record context switches"));
}

static void add_stack_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Callchains"),
		OPT_CALLBACK_FLAGS('g', NULL, cmd, NULL, "record callchains, by frame pointers",
				   on_dash_g, OPT_NOARG),
		OPT_CALLBACK(0, "call-graph", cmd, "MODE",
			     "fp[,N][,defer][,repair[=BYTES]], dwarf[,BYTES], lbr or no", on_callgraph),
		OPT_BOOL(0, "user-callchains", &o->user_callchains,
			 "only the user half of callchains"),
		OPT_BOOL(0, "kernel-callchains", &o->kernel_callchains,
			 "only the kernel half of callchains"));
}

static void add_target_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Which tasks and CPUs"),
		OPT_BOOL('a', "all-cpus", &o->target.all_cpus, "everything on all CPUs"),
		OPT_STRING('C', "cpu", &o->target.cpus, "LIST", "everything on these CPUs (0-3,7)"),
		OPT_STRING('p', "pid", &o->target.pids, "LIST", "running processes"),
		OPT_STRING('t', "tid", &o->target.tids, "LIST", "running threads"),
		OPT_BOOL(0, "tree", &o->target.tree, "of -p and -t those that still run, and what they have started"),
		OPT_STRING('u', "uid", &o->target.user, "USER", "a user's running processes"),
		OPT_CALLBACK_FLAGS('G', "cgroup", cmd, "NAME,...",
				   "of whole CPUs, what runs in a cgroup: one for each event so far, or one for all", on_cgroup, OPT_NONEG),
		OPT_STRING(0, "for-each-cgroup", &cmd->each_cgroup, "NAME,...",
			   "all events for each of these cgroups, or for those that match a pattern"),
		OPT_CALLBACK_FLAGS('i', "no-inherit", cmd, NULL, "do not record tasks that these tasks start",
				   on_no_inherit, OPT_NOARG),
		OPT_BOOL(0, "per-thread", &o->target.per_thread,
			 "a ring buffer for each task, not each CPU"),
		OPT_CALLBACK('D', "delay", cmd, "MS",
			     "begin after this time (-1: only when told to); 10-20,30-40: record only at these times",
			     on_delay),
		OPT_STRING(0, "control", &o->control, "fd:N[,M]|fifo:PATH[,PATH]",
			   "read commands from there (enable, disable, evlist, snapshot, ping, stop) and answer them"));
}

static void add_field_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("What a sample holds"),
		OPT_CALLBACK_FLAGS('I', "intr-regs", cmd, "REG,...",
				   "registers at the sample ('-I?' lists them; default all)", on_regs,
				   OPT_OPTARG),
		OPT_CALLBACK_FLAGS(0, "user-regs", cmd, "REG,...",
				   "registers of user space ('=?' lists them; default all)", on_regs,
				   OPT_OPTARG),
		OPT_BOOL('d', "data", &o->data_addr, "data addresses, and the maps of data"),
		OPT_BOOL(0, "data-mmap", &o->data_mmap, "the maps of data alone"),
		OPT_BOOL(0, "sample-mem-info", &o->mem_info, "what memory answered, for events that know it (part of -d)"),
		OPT_BOOL(0, "phys-data", &o->phys_addr, "physical data addresses"),
		OPT_BOOL(0, "data-page-size", &o->data_page_size, "page size of the data address"),
		OPT_BOOL(0, "code-page-size", &o->code_page_size, "page size of the code address"),
		OPT_CALLBACK_FLAGS('T', "timestamp", cmd, NULL, "time (the default)", on_timestamp,
				   OPT_NOARG),
		OPT_BOOL('P', "period", &o->sample_period, "period (the default with -F)"),
		OPT_BOOL(0, "sample-cpu", &o->sample_cpu, "CPU (the default with -a)"),
		OPT_BOOL(0, "sample-identifier", &o->sample_identifier,
			 "the event's id, at a fixed place"),
		OPT_BOOL('W', "weight", &o->sample_weight, "weight"),
		OPT_CALLBACK_FLAGS('b', "branch-any", cmd, NULL, "the last branches taken, of any kind",
				   on_branch_any, OPT_NOARG),
		OPT_CALLBACK('j', "branch-filter", cmd, "KIND,...",
			     "the last branches of these kinds (any_call,u)", on_branch_filter),
		OPT_BOOL(0, "transaction", &o->transaction, "transaction flags"),
		OPT_BOOL('R', "raw-samples", &o->raw_samples,
			 "raw data (the default for tracepoints)"),
		OPT_BOOL('s', "stat", &o->stat, "counts of each thread"),
		OPT_BOOL(0, "running-time", &o->running_time,
			 "enabled and running times of :S events"),
		OPT_BOOL(0, "namespaces", &o->namespaces, "record the namespaces of threads"),
		OPT_BOOL(0, "all-cgroups", &o->all_cgroups, "record cgroups"),
		OPT_CALLBACK(0, "synth", cmd, "WHAT",
			     "what to record about tasks that already run: no, all, task, mmap, cgroup (default all)",
			     on_synth),
		OPT_CALLBACK('k', "clockid", cmd, "CLOCK", "clock of the time stamps", on_clockid),
		OPT_BOOL(0, "no-bpf-event", &o->no_bpf_event, "no records of BPF programs"));
}

static void add_aux_options(struct record_cmd *cmd, struct option_table *t)
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

/* Where it is written, and how what is in the rings comes there. */
static void add_ring_options(struct record_cmd *cmd, struct option_table *t)
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

/* When a file ends, and how it is packed. */
static void add_file_options(struct record_cmd *cmd, struct option_table *t)
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

/* Build ids, and what perf says. */
static void add_build_id_options(struct record_cmd *cmd, struct option_table *t)
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

void record__parse_command_line(struct record_cmd *cmd, int argc, const char **argv)
{
	struct record_opts *o = &cmd->opts;
	struct option_table t = { 0 };

	add_event_options(cmd, &t);
	add_stack_options(cmd, &t);
	add_target_options(cmd, &t);
	add_field_options(cmd, &t);
	add_aux_options(cmd, &t);
	add_ring_options(cmd, &t);
	add_file_options(cmd, &t);
	add_build_id_options(cmd, &t);
	o->target.argc = parse_options(argc, argv, t.list, record_usage, PARSE_STOP_AT_NON_OPTION);
	option_table__exit(&t);
	o->target.argv = argv;
	o->switch_events |= cmd->latency;
	take_overwrite(cmd);
	take_switch_event(o);
	/* What perf makes itself is told from other samples by an id at a fixed place. */
	o->sample_identifier |= o->sleepers;
	check_options(cmd);
}

/* --- configuration ------------------------------------------------------------------------ */

static int set_record_mode(void *ctx, const char *value, struct diag *diag)
{
	return callgraph_param__parse(value, &((struct record_cmd *)ctx)->callgraph_default, diag);
}

/* record.build-id */
static int set_build_id(void *ctx, const char *value, struct diag *diag)
{
	struct record_cmd *cmd = ctx;

	if (!strcmp(value, "cache"))
		cmd->no_cache = false;
	else if (!strcmp(value, "no-cache") || !strcmp(value, "mmap"))
		cmd->no_cache = true;
	else if (!strcmp(value, "skip"))
		cmd->opts.no_buildid = true;
	else if (!strcmp(value, "no-mmap"))
		cmd->opts.no_buildid_mmap = true;
	else
		return diag__msg(diag, -EINVAL, "'%s' is none of cache, no-cache, skip, mmap, no-mmap",
				 value);
	return 0;
}

static int set_dump_size(void *ctx, const char *value, struct diag *diag)
{
	struct callgraph_param p;
	char *text = xasprintf("dwarf,%s", value);
	int err = callgraph_param__parse(text, &p, diag);

	free(text);
	if (!err)
		((struct record_cmd *)ctx)->dump_size = p.dump_size;
	return err;
}

/* PERF_TEST_FEATURES: of which kernel the attrs shall be. */
static enum record_kernel choose_kernel(void)
{
	const char *test = getenv("PERF_TEST_FEATURES");

	if (!test)
		return RECORD_THIS_KERNEL;
	return !strcmp(test, "defer") ? RECORD_LINUX_619 : !strcmp(test, "no-defer") ? RECORD_LINUX_619_WITHOUT_DEFERRAL : RECORD_THIS_KERNEL;
}

void record__configure(struct record_cmd *cmd)
{
	const struct config_key keys[] = {
		/* Older perfs know the first one; the other counts more. */
		{ "record.call-graph", CONFIG_CALLBACK, cmd, set_record_mode },
		{ "call-graph.record-mode", CONFIG_CALLBACK, cmd, set_record_mode },
		{ "call-graph.dump-size", CONFIG_CALLBACK, cmd, set_dump_size },
		{ "record.build-id", CONFIG_CALLBACK, cmd, set_build_id },
		{ "buildid-cache.debuginfod", CONFIG_STRING, &cmd->debuginfod, NULL },
		{ 0 }
	};

	cmd->opts.kernel = choose_kernel();
	perf_config__apply(keys);
	if (cmd->callgraph_default.mode == CALLGRAPH_DWARF && cmd->dump_size)
		cmd->callgraph_default.dump_size = cmd->dump_size;
}
