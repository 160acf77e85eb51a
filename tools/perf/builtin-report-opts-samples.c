// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf report about samples: which ones count, and what they are made of. */
#include "builtin-report.h"
#include "builtin-row-opts.h"
#include "util/base/id-list.h"
#include "util/base/option-table.h"
#include "util/symbol/symbol-options.h"

/* Which samples count, and the time that is spans rather than samples. */
void report__add_sample_options(struct report *r, struct option_table *t)
{
	struct session_opts *so = &r->session_opts;
	struct hists_opts *ho = &r->hists_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Time rather than samples"),
		OFF_CPU_OPTIONS(&r->off_cpu),
		OPT_BOOL(0, "wall", &r->off_cpu.wall, "all of the threads' time: off the CPU, and on the CPU (by samples)"),
		OPT_GROUP("Which samples"),
		OPT_STRING('c', "comms", &r->comms, "COMM,...", "only these commands"),
		OPT_STRING('d', "dsos", &r->dsos, "DSO,...", "only these files"),
		OPT_STRING('S', "symbols", &r->symbols, "SYM,...", "only these functions"),
		OPT_STRING(0, "symbol-filter", &ho->symbol_filter, "PART", "only rows with this in the function's name"),
		OPT_INT(0, "socket-filter", &r->socket, "N", "only CPUs of this socket"),
		OPT_STRING(0, "pid", &r->pids, "PID,...", "only these processes"),
		OPT_STRING(0, "tid", &r->tids, "TID,...", "only these threads"),
		OPT_STRING(0, "parallelism", &r->parallelism_list, "N,...", "only while so many threads ran (ranges: 2-4)"),
		OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)"),
		OPT_STRING(0, "time", &r->time, "START,STOP", "only this part of the recording, in seconds or percent (10%-20%)"),
		OPT_STRING(0, "switch-on", &r->event_switch.on_name, "EVENT", "only what comes after a sample of this event"),
		OPT_STRING(0, "switch-off", &r->event_switch.off_name, "EVENT", "nothing after a sample of this event"),
		OPT_BOOL(0, "show-on-off-events", &r->event_switch.show, "show the samples of these two events, too"),
		OPT_CALLBACK_FLAGS(0, "itrace", &r->itrace, "LETTERS", "what to count in instruction traces (Intel PT):\n"
				   "                              i instructions and how often, g their stacks, b branches, ...",
				   itrace_opts__report_option, OPT_OPTARG),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_BOOL(0, "ignore-vmlinux", &so->symbols.ignore_vmlinux, "do not look for a vmlinux; use only one that -k names"));
}

/* Which samples count. */
void report__settle_filters(struct report *r)
{
	struct hists_opts *ho = &r->hists_opts;
	uint32_t *pids = NULL, *tids = NULL;
	struct diag diag = DIAG_INIT;

	if (r->socket >= 0)
		ho->socket_filter = &r->socket;
	if (name_list__add(&ho->comms, r->comms, &diag) || name_list__add(&ho->dsos, r->dsos, &diag) ||
	    name_list__add(&ho->symbols, r->symbols, &diag) || id_list__parse("--pid", r->pids, &pids, &ho->nr_pids, &diag) < 0 ||
	    id_list__parse("--tid", r->tids, &tids, &ho->nr_tids, &diag) < 0)
		usage_error("%s", diag.text);
	ho->pids = pids;
	ho->tids = tids;
	if (ranges__parse(&r->parallelism_levels, r->parallelism_list, "levels of parallelism", &diag) < 0)
		usage_error("%s", diag.text);
	if (r->parallelism_levels.nr)
		ho->parallelism_levels = &r->parallelism_levels;
}

/* What samples are made of: spans off the CPU, traces. */
void report__settle_samples(struct report *r)
{
	struct session_opts *so = &r->session_opts;

	so->no_order = r->dump;
	off_cpu_view__settle(&r->off_cpu);
	if (r->off_cpu.on && (r->branch_mode == 1 || r->branch_history || r->mem_mode || (r->latency && !r->off_cpu.wall)))
		usage_error("--off-cpu has no branches, memory accesses or latency: these are about code that runs%s",
			    r->latency ? " (--wall has latency)" : "");
	if (r->off_cpu.on && r->parallelism_list)
		usage_error("--parallelism chooses samples by their moments, and a span has many");
	if (r->off_cpu.on)
		r->branch_mode = 0;
	so->store_pipe = r->itrace.set;
	if (!r->itrace.set && !r->itrace.off) {
		itrace_opts__set_default(&r->itrace, false);
		r->itrace.branches = false;
		r->itrace.callchain = true;
	}
	so->gaps = true;
}
