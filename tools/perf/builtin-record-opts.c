// SPDX-License-Identifier: GPL-2.0-only
/* What perf record is asked to do: its options, joined of their topics, and what does not go together. */
#include <string.h>

#include "builtin-record.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/event/perf-regs.h"

#define OVERWRITE_MS	(24ULL * 3600 * 1000)
#define OVERWRITE_BYTES	(64ULL << 20)

int record__refuse(const struct option *opt, const struct diag *diag)
{
	pr_error("perf: option '--%s': %s\n", opt->long_name, diag->text);
	return -1;
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
	if (o->kcore && record_opts__to_stdout(o))
		usage_error("--kcore makes a folder, which does not go through a pipe (-o -)");
	if (o->last.ms && (o->switch_output.when || o->snapshot || o->kcore || o->threads_spec || o->compression_level || o->max_size))
		usage_error("--last goes without --switch-output, -S, --kcore, --threads, -z and --max-size (--last TIME,SIZE bounds its size)");
	if (o->last.ms && o->sample_time_said && !o->sample_time)
		usage_error("--last needs the times that --no-timestamp leaves out");
	if (o->switch_max_files && !o->switch_output.when && !o->last.ms)
		usage_error("--switch-max-files is about the files of --switch-output and --last");
	if ((o->switch_output.when || o->timestamp_filename) && record_opts__to_stdout(o))
		usage_error("a pipe (-o -) has no name to be changed: --switch-output and --timestamp-filename are for files");
	if ((o->switch_output.when || o->timestamp_filename) && (o->kcore || o->threads_spec))
		usage_error("--switch-output and --timestamp-filename write files: --kcore and --threads make a folder");
	if (o->threads_spec && record_opts__to_stdout(o))
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

void record__parse_command_line(struct record_cmd *cmd, int argc, const char **argv)
{
	struct record_opts *o = &cmd->opts;
	struct option_table t = { 0 };

	record__add_event_options(cmd, &t);
	record__add_stack_options(cmd, &t);
	record__add_target_options(cmd, &t);
	record__add_field_options(cmd, &t);
	record__add_aux_options(cmd, &t);
	record__add_ring_options(cmd, &t);
	record__add_file_options(cmd, &t);
	record__add_build_id_options(cmd, &t);
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
