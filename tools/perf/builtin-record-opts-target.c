// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf record about what is recorded: tasks, CPUs, control groups, and when. */
#include "builtin-record.h"
#include "util/base/option-table.h"
#include "util/record/event-cgroups.h"
#include "util/record/record-parse.h"

static int on_cgroup(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = record__cmd_of(opt);
	struct diag diag = DIAG_INIT;

	return unset || !event_cgroups__give(cmd->evlist, arg, &cmd->nr_cgroups, &diag) ? 0 : record__refuse(opt, &diag);
}

static int on_no_inherit(const struct option *opt, const char *arg, bool unset)
{
	struct target_opts *target = &record__cmd_of(opt)->opts.target;

	(void)arg;
	target->no_inherit = !unset;
	target->inherit_said = unset;
	return 0;
}

static int on_delay(const struct option *opt, const char *arg, bool unset)
{
	struct diag diag = DIAG_INIT;

	return unset || !record_parse__delay(arg, &record__cmd_of(opt)->opts, &diag) ? 0 : record__refuse(opt, &diag);
}

void record__add_target_options(struct record_cmd *cmd, struct option_table *t)
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
