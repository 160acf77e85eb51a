// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/permission-explain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/kernel-features.h"

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

int evsel__explain_permission(const char *name, const struct evsel *evsel, int err,
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
