// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf record about events: which ones, and how often they sample. */
#include <errno.h>
#include <stdlib.h>
#include <strings.h>

#include "builtin-record.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/choose/parse-events.h"
#include "util/choose/pfm-events.h"
#include "util/record/record-parse.h"

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

int record__add_events(struct evlist *list, const char *arg)
{
	return add_parsed(list, arg, parse_events);
}

static int on_event(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = record__cmd_of(opt);
	size_t first = cmd->evlist->nr;

	if (unset)
		return 0;
	if (record__add_events(cmd->evlist, arg))
		return -1;
	cmd->last_event = first;
	return 0;
}

static int on_pfm_events(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = record__cmd_of(opt);
	size_t first = cmd->evlist->nr;

	if (unset)
		return 0;
	if (add_parsed(cmd->evlist, arg, pfm_events__parse))
		return -1;
	cmd->last_event = first;
	return 0;
}

static int on_filter(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = record__cmd_of(opt);
	struct diag diag = DIAG_INIT;

	return unset || !record_parse__filter(cmd->evlist, cmd->last_event, arg, &diag)
		       ? 0
		       : record__refuse(opt, &diag);
}

static int on_count(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
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
	struct record_opts *opts = &record__cmd_of(opt)->opts;
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

void record__add_event_options(struct record_cmd *cmd, struct option_table *t)
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
		OPT_BOOL(0, "no-waker-stacks", &cmd->no_waker_stacks, "--off-cpu of whole CPUs: no stacks of those who wake others"),
		OPT_BOOL(0, "wall", &cmd->wall, "what 'perf report --wall' needs: --off-cpu, and the default event for what runs"),
		OPT_CALLBACK(0, "off-cpu-thresh", cmd, "MS", "no effect: waits of any length are recorded", record__on_off_cpu_thresh),
		OPT_BOOL(0, "sleepers", &o->sleepers, "at the end, a stack of each thread that sleeps then (event 'sleepers')"),
		OPT_BOOL(0, "switch-events", &o->switch_events, "record context switches"));
}
