// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf script about which samples and which other records are shown. */
#include <errno.h>

#include "builtin-script.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/symbol/symbol-options.h"

int script__add_names(const struct option *opt, const char *arg, bool unset)
{
	struct name_list *list = opt->value;
	struct diag diag = DIAG_INIT;
	int err = 0;

	if (unset)
		name_list__exit(list);
	else
		err = name_list__add(list, arg, &diag);
	if (err)
		pr_error("perf: option '--%s': %s\n", opt->long_name, diag.text);
	return err;
}

/* The same of one name, whatever is in it. */
static int add_name(const struct option *opt, const char *arg, bool unset)
{
	struct name_list *list = opt->value;

	if (unset)
		name_list__exit(list);
	else
		name_list__add_one(list, arg);
	return 0;
}

/* Which samples are shown, and the time that is spans rather than samples. */
void script__add_sample_options(struct script *s, struct option_table *t)
{
	struct session_opts *so = &s->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Time rather than samples"),
		OFF_CPU_OPTIONS(&s->off_cpu),
		OPT_GROUP("Which samples"),
		OPT_ALONE(OPT_STRING(0, "time", &s->time, "START,STOP",
				     "only this part of the recording, in seconds or percent (10%-20%)")),
		OPT_ALONE(OPT_STRING('c', "comms", &so->comms, "COMM,...", "only these commands")),
		OPT_ALONE(OPT_STRING(0, "pid", &so->pids, "PID,...", "only these processes")),
		OPT_ALONE(OPT_STRING(0, "tid", &so->tids, "TID,...", "only these threads")),
		OPT_ALONE(OPT_STRING('C', "cpu", &so->cpus, "CPU,...", "only these CPUs (ranges: 0-3)")),
		OPT_ALONE(OPT_CALLBACK('S', "symbols", &s->filter.symbols, "SYMBOL,...",
				       "only in these functions, or at these addresses (0x...)", script__add_names)),
		OPT_ALONE(OPT_U64(0, "addr-range", &s->filter.addr_range, "BYTES",
				  "with -S: that many bytes from each address on")),
		OPT_ALONE(OPT_CALLBACK(0, "dsos", &s->filter.dsos, "DSO,...", "only in these files", script__add_names)),
		OPT_STRING(0, "dlfilter", &s->dlfilter_file, "FILE", "only those that this shared object lets through"),
		OPT_CALLBACK(0, "dlarg", &s->dlfilter_args, "ARGUMENT", "an argument for the filter; may be given several times", add_name),
		OPT_BOOL(0, "list-dlfilters", &s->list_dlfilters, "list the filters that there are"),
		OPT_STRING(0, "switch-on", &s->filter.on, "EVENT", "nothing before a sample of this event"),
		OPT_STRING(0, "switch-off", &s->filter.off, "EVENT",
			   "nothing after a sample of this one (until the next --switch-on)"),
		OPT_BOOL(0, "show-on-off-events", &s->filter.show_switches, "show the samples of these two events, too"),
		SYMBOL_OPTIONS(&so->symbols));
}

void script__add_record_options(struct script *s, struct option_table *t)
{
	struct session_opts *so = &s->session_opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Other records"),
		OPT_ALONE(OPT_BOOL(0, "show-task-events", &s->show_task, "forks, exits and names")),
		OPT_ALONE(OPT_BOOL(0, "show-mmap-events", &s->show_mmap, "memory maps")),
		OPT_ALONE(OPT_BOOL(0, "show-switch-events", &s->show_switch, "context switches")),
		OPT_ALONE(OPT_BOOL(0, "show-lost-events", &s->show_lost, "lost records")),
		OPT_ALONE(OPT_BOOL(0, "show-namespace-events", &s->show_namespaces, "namespaces")),
		OPT_ALONE(OPT_BOOL(0, "show-bpf-events", &s->show_bpf, "BPF programs and symbols")),
		OPT_ALONE(OPT_BOOL(0, "show-cgroup-events", &s->show_cgroup, "control groups")),
		OPT_ALONE(OPT_BOOL(0, "show-text-poke-events", &s->show_text_poke,
				   "changes of the kernel's code, and new symbols")),
		OPT_ALONE(OPT_BOOL(0, "show-round-events", &so->rounds,
				   "the ends of rounds: nothing older comes after the next one")),
		OPT_ALONE(OPT_BOOL(0, "header", &s->header, "print the header of the recording first")),
		OPT_BOOL(0, "header-only", &s->header_only, "print nothing but the header"),
		OPT_ALONE(OPT_BOOL('I', "show-info", &s->full_header, "with --header: CPU topology and the like too")));
}
