// SPDX-License-Identifier: GPL-2.0-only
/* Why an event could not be opened: the setting, its value, and what to do. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "util/choose/kernel-features.h"
#include "util/event/evsel-config.h"
#include "util/record/counters.h"

static int explain_permission(const char *name, const struct evsel *evsel, int err,
			      const struct perf_open_error *where, struct diag *diag)
{
	int paranoid = kernel__perf_event_paranoid();

	if (where->tid > 0 && paranoid <= (evsel->attr.exclude_kernel ? 2 : 1))
		return diag__msg(
			diag, err,
			"no permission to record event '%s' of task %d: it runs as somebody else; "
			"run perf as root or with CAP_PERFMON",
			name, where->tid);
	if (evsel->attr.type == PERF_TYPE_TRACEPOINT)
		return diag__msg(diag, err,
				 "no permission for tracepoint '%s': "
				 "/proc/sys/kernel/perf_event_paranoid is %d; "
				 "run perf as root or with CAP_PERFMON, or set it to -1",
				 name, paranoid);
	if (where->tid < 0)
		return diag__msg(diag, err,
				 "no permission to record event '%s' of whole CPUs: "
				 "/proc/sys/kernel/perf_event_paranoid is %d; set it to 0 or below "
				 "(sysctl kernel.perf_event_paranoid=0), run perf as root or with "
				 "CAP_PERFMON, "
				 "or record a command of your own",
				 name, paranoid);
	return diag__msg(
		diag, err,
		"no permission to record event '%s': /proc/sys/kernel/perf_event_paranoid is %d; "
		"set it to %d or below (sysctl kernel.perf_event_paranoid=%d), or run perf as root "
		"or with "
		"CAP_PERFMON",
		name, paranoid, evsel->attr.exclude_kernel ? 2 : 1,
		evsel->attr.exclude_kernel ? 2 : 1);
}

static int explain_files(const char *name, int err, struct diag *diag)
{
	struct rlimit limit = { 0, 0 };

	(void)getrlimit(RLIMIT_NOFILE, &limit);
	return diag__msg(diag, err,
			 "too many open files at event '%s': the limit is %llu (ulimit -n); raise "
			 "its hard limit, "
			 "or record fewer events, CPUs (-C) or threads",
			 name, (unsigned long long)limit.rlim_cur);
}

static int explain_invalid(const char *name, const struct evsel *evsel, int err, struct diag *diag)
{
	if (evsel->attr.defer_callchain || evsel->attr.defer_output)
		return diag__msg(diag, err,
				 "the kernel refuses event '%s' with deferred callchains: "
				 "needs Linux 6.19 and CONFIG_UNWIND_USER",
				 name);
	if (evsel->attr.aux_action)
		return diag__msg(diag, err,
				 "the kernel refuses event '%s' with its aux-action (needs Linux "
				 "6.13 and a PMU "
				 "with that ability)",
				 name);
	return diag__msg(
		diag, err,
		"the kernel refuses event '%s' (invalid argument): -vv shows what it was asked for",
		name);
}

int counters__explain(const struct evsel *evsel, int err, const struct perf_open_error *where,
		      struct diag *diag)
{
	/* The name is made up on demand only for events without one, and those all have one. */
	const char *name = evsel->name ? evsel->name : "(unnamed)";

	switch (-err) {
	case EPERM:
	case EACCES:
		return explain_permission(name, evsel, err, where, diag);
	case EMFILE:
	case ENFILE:
		return explain_files(name, err, diag);
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		if (evsel->attr.aux_output)
			return diag__msg(diag, err, "%s: PMU Hardware doesn't support 'aux_output' feature",
					 name);
		if (err == -EOPNOTSUPP && evsel->attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
			return diag__msg(diag, err,
					 "%s: PMU Hardware or event type doesn't support branch stack "
					 "sampling (--call-graph lbr and branch filters need it)",
					 name);
		return diag__msg(diag, err,
				 "event '%s' is not supported on this machine (%s); 'perf list' "
				 "shows those that are",
				 name, strerror(-err));
	case ENXIO:
		return diag__msg(diag, err, "event '%s' cannot be counted on CPU %d", name,
				 where->cpu);
	case EBUSY:
		if (evsel->config && evsel->config->is_aux)
			return diag__msg(diag, err,
					 "event '%s': somebody else traces with '%s' already, another perf "
					 "perhaps; there is room for one, of a CPU or of a task", name,
					 evsel->config->pmu_name);
		return diag__msg(diag, err,
				 "the counter for event '%s' is taken, by another perf or by the "
				 "NMI watchdog; "
				 "end that, or set /proc/sys/kernel/nmi_watchdog to 0",
				 name);
	case ESRCH:
		return diag__msg(diag, err, "the task to record has ended already");
	case EINVAL:
		return explain_invalid(name, evsel, err, diag);
	case E2BIG:
		return diag__msg(diag, err,
				 "event '%s' asks for something that this kernel is too old for "
				 "(-vv shows what)",
				 name);
	case EOVERFLOW:
		return diag__msg(diag, err,
				 "event '%s' would make callchains longer than "
				 "/proc/sys/kernel/perf_event_max_stack (%u)",
				 name, kernel__perf_event_max_stack());
	case ENOSPC:
		return diag__msg(diag, err,
				 "there is no free breakpoint (or counter) for event '%s': use "
				 "fewer of them",
				 name);
	default:
		return diag__msg(diag, err, "cannot open event '%s': %s", name, strerror(-err));
	}
}
