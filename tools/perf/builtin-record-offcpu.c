// SPDX-License-Identifier: GPL-2.0-only
/* perf record --off-cpu: what perf report --off-cpu needs, in one word. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-record.h"
#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/strbuf.h"
#include "util/choose/kernel-features.h"
#include "util/choose/parse-events.h"
#include "util/record/record-parse.h"

/*
 * Who leaves because others are to run is left out: these switches are in the records, and need no stack. Who leaves though nothing
 * else is to run was throttled.
 */
#define NOT_PREEMPTED	"prev_state & 255 || next_pid == 0"

/*
 * System calls in which threads wait. An entry is in user space as far as the kernel minds: who may record no more than that has a sample there,
 * whose deferred half is the stack of the wait.
 */
static const char *const waiting_calls[] = {
	"read", "readv", "pread64", "write", "writev", "recvfrom", "recvmsg", "recvmmsg", "sendto", "sendmsg", "accept", "accept4", "connect", "poll", "ppoll",
	"select", "pselect6", "epoll_wait", "epoll_pwait", "epoll_pwait2", "futex", "nanosleep", "clock_nanosleep", "wait4", "waitid", "fsync", "fdatasync",
	"flock", "io_getevents", "io_uring_enter", "msgrcv", "semop", "semtimedop", "rt_sigtimedwait", "rt_sigsuspend", "pause",
};

static int add_events(struct record_cmd *cmd, const char *text)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	int ret = parse_events(cmd->evlist, text, &err);

	if (ret)
		pr_debug("%s: %s\n", text, err.reason ? err.reason : "unknown");
	parse_events_error__exit(&err);
	return ret;
}

static bool may_read_tracepoints(void)
{
	return kernel__is_privileged() || kernel__perf_event_paranoid() < 0;
}

static bool may_sample_kernel(const struct record_opts *opts)
{
	return !opts->all_user && (kernel__is_privileged() || kernel__perf_event_paranoid() < 2);
}

/* All switches and wakings: who leaves, who comes and who wakes are all there. */
static int of_whole_cpus(struct record_cmd *cmd)
{
	const char *waking = cmd->no_waker_stacks ? "sched:sched_waking/period=1,call-graph=no/" : "sched:sched_waking/period=1/";
	char *why;

	if (!add_events(cmd, "sched:sched_switch/period=1/") && !add_events(cmd, waking))
		return 0;
	why = !may_read_tracepoints() ? xstrdup("this user may not read them (as root, or with CAP_PERFMON); of a program of yours it does "
						"not need them") :
	      !tracefs__path() ? tracefs__problem() : xstrdup("this kernel does not have them");
	pr_error("perf record: --off-cpu of whole CPUs needs the events sched:sched_switch and sched:sched_waking: %s\n", why);
	free(why);
	return -EINVAL;
}

/* Returns how many there are: none where nobody reads tracefs, or where half a stack would not say that it is of that wait. */
static size_t add_waiting_calls(struct record_cmd *cmd)
{
	struct kernel_features features;
	size_t i, nr = 0;

	if (!cmd->opts.callgraph.defer || !tracefs__path())
		return 0;
	kernel_features__probe(&features);
	for (i = 0; features.defer_output && i < ARRAY_SIZE(waiting_calls); i++) {
		char *text = xasprintf("syscalls:sys_enter_%s/period=1/u", waiting_calls[i]);

		nr += !add_events(cmd, text);
		free(text);
	}
	/*
	 * A half that comes later, as the thread goes back, tells that it has not been back meanwhile. One that is unwound at once is as good a stack,
	 * but of which wait is not known.
	 */
	if (nr && cmd->opts.callgraph.repair_size) {
		pr_debug("--off-cpu: stacks are deferred, and not unwound by perf\n");
		cmd->opts.callgraph = (struct callgraph_param){ .mode = CALLGRAPH_FP, .defer = true, .max_stack = cmd->opts.callgraph.max_stack };
	}
	return nr;
}

/* Where no event can be opened at all, the recording does not begin, and says why: what its stacks would lack is no news then. */
static void say_without_stacks(const struct record_opts *opts)
{
	struct kernel_features features;

	/* The kernel is asked: numbers above 2 mean something to those with a patch for them only. */
	kernel_features__probe(&features);
	if (features.open_error)
		return;
	if (opts->all_user)
		pr_warning("perf record: --off-cpu: threads wait in the kernel, which --all-user leaves out, so most waits have no stack\n");
	else
		pr_warning("perf record: --off-cpu: this user may not sample in the kernel (perf_event_paranoid is %d), so most waits have no "
			   "stack: set it to 1 (sysctl kernel.perf_event_paranoid=1), or run perf as root or with CAP_PERFMON\n",
			   kernel__perf_event_paranoid());
}

/* Events of tasks do not see who comes: the kernel's records do. A sample of the switch has the stack. */
static int of_tasks(struct record_cmd *cmd, bool preempted)
{
	size_t first = cmd->evlist->nr;
	struct diag diag = DIAG_INIT;

	cmd->opts.switch_events = true;
	if (may_read_tracepoints() && !add_events(cmd, "sched:sched_switch/period=1/")) {
		if (preempted || !record_parse__filter(cmd->evlist, first, NOT_PREEMPTED, &diag))
			return 0;
		pr_error("perf record: --off-cpu: %s\n", diag.text);
		return -EINVAL;
	}
	if (may_sample_kernel(&cmd->opts) && !add_events(cmd, "context-switches/period=1/"))
		return 0;
	if (add_waiting_calls(cmd))
		pr_notice("perf record: --off-cpu: the kernel is left out (%s): stacks of waits are those of system calls that wait; others, "
			  "as for pages, have none\n", cmd->opts.all_user ? "--all-user" : "perf_event_paranoid is 2 or more");
	else
		say_without_stacks(&cmd->opts);
	return 0;
}

int record__add_off_cpu(struct record_cmd *cmd)
{
	const struct target_opts *target = &cmd->opts.target;

	if (cmd->off_cpu_thresh)
		pr_notice("perf record: --off-cpu-thresh has no effect: waits of any length are recorded, as the kernel knows how long a "
			  "wait was only where it ends, without its stack (perf help off-cpu)\n");
	if (!cmd->opts.callgraph_said) {
		cmd->opts.callgraph = (struct callgraph_param){ .mode = CALLGRAPH_FP, .defer = true };
		cmd->opts.callgraph_said = true;
	}
	/* Tasks that are on their own have a buffer each. */
	return target->all_cpus || target->cpus ? of_whole_cpus(cmd) : of_tasks(cmd, cmd->evlist->nr != 0);
}
