// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf record about what a sample holds, and what else is recorded. */
#include <string.h>

#include "builtin-record.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/event/branch-type.h"
#include "util/event/perf-regs.h"
#include "util/record/record-parse.h"

/* -I and --user-regs, with names, with '?' or alone. */
static int on_regs(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
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
	return perf_regs__parse(arg, intr, intr ? "-I" : "--user-regs=", mask, &diag) ? record__refuse(opt, &diag) :
											0;
}

static int on_timestamp(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;

	(void)arg;
	opts->sample_time_said = true;
	opts->sample_time = !unset;
	return 0;
}

static int on_branch_any(const struct option *opt, const char *arg, bool unset)
{
	(void)arg;
	record__cmd_of(opt)->opts.branch_type = unset ? 0 : PERF_SAMPLE_BRANCH_ANY;
	return 0;
}

static int on_branch_filter(const struct option *opt, const char *arg, bool unset)
{
	struct diag diag = DIAG_INIT;

	(void)unset;
	if (branch_type__parse(arg, &record__cmd_of(opt)->opts.branch_type, &diag))
		usage_error("%s", diag.text);
	return 0;
}

static int on_synth(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;

	(void)unset;
	if (record_parse__synth(arg, opts))
		usage_error("--synth: '%s' is not a list of task, mmap and cgroup, nor all or no", arg);
	return 0;
}

static int on_clockid(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	opts->use_clockid = !unset;
	return unset || !record_parse__clockid(arg, &opts->clockid, &diag) ? 0 : record__refuse(opt, &diag);
}

void record__add_field_options(struct record_cmd *cmd, struct option_table *t)
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
