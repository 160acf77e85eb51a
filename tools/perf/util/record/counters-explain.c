// SPDX-License-Identifier: GPL-2.0-only
/* Why an event could not be opened: the setting, its value, and what to do. */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "util/base/log.h"
#include "util/choose/kernel-features.h"
#include "util/event/evsel-config.h"
#include "util/record/counters.h"
#include "util/record/permission-explain.h"

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

/* Does the kernel take an event like this one where it has refused it? That tells what it does not like. */
static bool would_open(struct perf_event_attr attr, const struct perf_open_error *where)
{
	int fd;

	attr.disabled = 1;
	fd = perf_event_open(&attr, where->tid, where->cpu, -1, 0);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

static bool refuses_clock(const struct perf_event_attr *attr, const struct perf_open_error *where)
{
	struct perf_event_attr other = *attr;

	other.clockid = CLOCK_MONOTONIC;
	return attr->use_clockid && attr->clockid != CLOCK_MONOTONIC && would_open(other, where);
}

static bool refuses_deferral(const struct perf_event_attr *attr, const struct perf_open_error *where)
{
	struct perf_event_attr other = *attr;

	other.defer_callchain = other.defer_output = 0;
	return (attr->defer_callchain || attr->defer_output) && would_open(other, where);
}

static int explain_invalid(const char *name, const struct evsel *evsel, int err, const struct perf_open_error *where,
			   struct diag *diag)
{
	if (refuses_clock(&evsel->attr, where))
		return diag__msg(diag, err,
				 "the kernel refuses event '%s' with the clock of -k: use -k monotonic or -k monotonic_raw, which every event "
				 "can have (realtime, boottime and tai only software events can)",
				 name);
	if (refuses_deferral(&evsel->attr, where))
		return diag__msg(diag, err,
				 "the kernel refuses event '%s' with deferred callchains, and takes it without: record it with plain ones "
				 "(--call-graph fp)",
				 name);
	if (evsel->config && evsel->config->cgroup && would_open(evsel->attr, where))
		return diag__msg(diag, err,
				 "the kernel refuses event '%s' of cgroup '%s', and takes it of whole CPUs: it was built without "
				 "CONFIG_CGROUP_PERF",
				 name, evsel->config->cgroup);
	if (evsel->attr.type == PERF_TYPE_BREAKPOINT && evsel->attr.exclude_kernel && (int64_t)evsel->attr.bp_addr < 0)
		return diag__msg(diag, err, "event '%s' has an address of the kernel, and no samples of the kernel: leave ':u' out, and run perf as "
				 "root (CAP_SYS_ADMIN)", name);
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

/* Linux 7.3 gives a group of cgroup v2 the controller that events need only when another one is switched on in the group above it. */
static int explain_no_controller(const char *name, const char *cgroup, int err, struct diag *diag)
{
	return diag__msg(diag, err, "event '%s': cgroup '%s' has no controller perf_event yet; as root, switch any controller on in the group "
			 "above it: 'echo +pids > .../cgroup.subtree_control'", name, cgroup);
}

/* ENOENT, ENODEV, EOPNOTSUPP: the machine has no such event, or not with these options. */
static int explain_unsupported(const char *name, const struct evsel *evsel, int err, const struct perf_open_error *where,
			       struct diag *diag)
{
	if (err == -ENOENT && evsel->config && evsel->config->cgroup && would_open(evsel->attr, where))
		return explain_no_controller(name, evsel->config->cgroup, err, diag);
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
}

static int explain_busy(const char *name, const struct evsel *evsel, int err, struct diag *diag)
{
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
}

int counters__explain(const struct evsel *evsel, int err, const struct perf_open_error *where,
		      struct diag *diag)
{
	/* The name is made up on demand only for events without one, and those all have one. */
	const char *name = evsel->name ? evsel->name : "(unnamed)";

	switch (-err) {
	case EPERM:
	case EACCES:
		return evsel__explain_permission(name, evsel, err, where, diag);
	case EMFILE:
	case ENFILE:
		return explain_files(name, err, diag);
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		return explain_unsupported(name, evsel, err, where, diag);
	case ENXIO:
		return diag__msg(diag, err, "event '%s' cannot be counted on CPU %d", name,
				 where->cpu);
	case EBUSY:
		return explain_busy(name, evsel, err, diag);
	case EBADF:
		return diag__msg(diag, err, "event '%s': '%s' is no cgroup of the hierarchy that events can be of (in a hybrid setup: that with "
				 "the controller perf_event)", name, evsel->config && evsel->config->cgroup ? evsel->config->cgroup : "");
	case ESRCH:
		return diag__msg(diag, err, "the task to record has ended already");
	case EINVAL:
		return explain_invalid(name, evsel, err, where, diag);
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

void counters__warn_never(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		const struct perf_event_attr *attr = &evsel->attr;

		if (!attr->exclude_kernel || attr->type != PERF_TYPE_SOFTWARE ||
		    (attr->config != PERF_COUNT_SW_CONTEXT_SWITCHES && attr->config != PERF_COUNT_SW_CPU_MIGRATIONS))
			continue;
		if (evsel__get_config(evsel)->explicit_exclude)
			pr_warning("event '%s' has no samples: it takes place in the kernel, which is left out\n", evsel__name(evsel));
		else
			pr_warning("event '%s' has no samples: it takes place in the kernel, which this user may not sample (perf_event_paranoid is "
				   "%d: sysctl kernel.perf_event_paranoid=1)\n", evsel__name(evsel), kernel__perf_event_paranoid());
	}
}
