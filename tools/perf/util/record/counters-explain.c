// SPDX-License-Identifier: GPL-2.0-only
/* Why an event could not be opened: the setting, its value, and what to do. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/choose/kernel-features.h"
#include "util/event/evsel-config.h"
#include "util/record/counters.h"

/* Reads the numbers behind @name in the text of a file status of /proc. Returns whether all @nr were there. */
static bool read_numbers(const char *status, const char *name, int base, unsigned long long *ret, size_t nr)
{
	const char *at = status ? strstr(status, name) : NULL;
	char *end;
	size_t i;

	if (!at)
		return false;
	at += strlen(name);
	for (i = 0; i < nr; i++, at = end) {
		ret[i] = strtoull(at, &end, base);
		if (end == at)
			return false;
	}
	return true;
}

/*
 * The kernel hides the files of a task that may not be dumped: they belong to root, though the task does not. So it is
 * after a set-user-id program, one with capabilities, one that may not be read, or prctl(PR_SET_DUMPABLE).
 */
static bool is_hidden(pid_t tid, unsigned long long euid)
{
	char *path = xasprintf("%s/%d/status", procfs__path(), (int)tid);
	struct stat st;
	bool hidden = !stat(path, &st) && st.st_uid != euid;

	free(path);
	return hidden;
}

/*
 * An event of a task needs CAP_PERFMON, or a task that this process may look into: the same user and group, a task that
 * may be dumped, with no capability that this process lacks, and no security module against it. (Yama's ptrace_scope is
 * about attaching to a task; events only look.)
 */
static int explain_task(const char *name, int err, pid_t tid, struct diag *diag)
{
	char *status = read_text_filef("%s/%d/status", procfs__path(), (int)tid);
	char *self = read_text_filef("%s/self/status", procfs__path());
	static const char how[] = "run perf as root or with CAP_PERFMON";
	unsigned long long ids[3], caps, own = 0;
	bool known = read_numbers(status, "\nUid:", 10, ids, 3);
	unsigned long long euid = known ? ids[1] : 0;
	uid_t uid = getuid();
	gid_t gid = getgid();
	const char *why;

	(void)read_numbers(self, "\nCapPrm:", 16, &own, 1);
	if (known && (ids[0] != uid || ids[1] != uid || ids[2] != uid)) {
		diag__msg(diag, err, "no permission to record event '%s' of task %d: it runs as user %llu, and perf as user %u; %s",
			  name, (int)tid, ids[0] != uid ? ids[0] : ids[1] != uid ? ids[1] : ids[2], (unsigned int)uid, how);
		goto out;
	}
	if (!known)
		why = "/proc does not show whose it is";
	else if (read_numbers(status, "\nGid:", 10, ids, 3) && (ids[0] != gid || ids[1] != gid || ids[2] != gid))
		why = "it runs with another group than perf";
	else if (read_numbers(status, "\nCapPrm:", 16, &caps, 1) && caps & ~own)
		why = "it has capabilities that perf lacks";
	else if (is_hidden(tid, euid))
		why = "it is protected from being looked into (its program may not be read or has changed its user, or it has called "
		      "prctl(PR_SET_DUMPABLE))";
	else
		why = "its user is the same, so a security module of the kernel refuses it (the kernel's log may say which: dmesg)";
	diag__msg(diag, err, "no permission to record event '%s' of task %d: %s; %s", name, (int)tid, why, how);
out:
	free(status);
	free(self);
	return err;
}

/*
 * May this user record tasks of their own? Of user space the kernel is asked, since numbers above 2 mean something only to kernels with a
 * patch for them.
 */
static bool may_own_tasks(const struct evsel *evsel, int paranoid)
{
	struct kernel_features features;

	if (!evsel->attr.exclude_kernel || paranoid <= 2)
		return paranoid <= (evsel->attr.exclude_kernel ? 2 : 1);
	kernel_features__probe(&features);
	return !features.open_error;
}

static int explain_permission(const char *name, const struct evsel *evsel, int err,
			      const struct perf_open_error *where, struct diag *diag)
{
	int paranoid = kernel__perf_event_paranoid();

	if (err == -EPERM && kernel__calls_are_filtered()) {
		char *why = kernel__why_no_events(EPERM);

		(void)diag__msg(diag, err, "no permission for event '%s': %s", name, why);
		free(why);
		return err;
	}
	/* Asked for before anything else, whose task it is and whether there is such an event. */
	if (evsel->attr.sample_type & PERF_SAMPLE_PHYS_ADDR && paranoid > 1)
		return diag__msg(diag, err, "no permission for physical addresses (--phys-data): /proc/sys/kernel/perf_event_paranoid is %d; set it to "
				 "1 or below (sysctl kernel.perf_event_paranoid=1), or run perf as root or with CAP_PERFMON", paranoid);
	if (where->tid > 0 && may_own_tasks(evsel, paranoid))
		return explain_task(name, err, where->tid, diag);
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
				 "or record a command or a process (-p) of your own",
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
		return explain_permission(name, evsel, err, where, diag);
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
