// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/workload.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/record/record-signals.h"

static bool is_there(const char *path)
{
	struct stat st;

	return !stat(path, &st);
}

char *workload__path(const char *command)
{
	const char *path = getenv("PATH"), *p;

	if (strchr(command, '/') || !path)
		return !strchr(command, '/') || is_there(command) ? xstrdup(command) : NULL;
	for (p = path; ; p++) {
		size_t len = strcspn(p, ":");
		char *full = xasprintf("%.*s/%s", len ? (int)len : 1, len ? p : ".", command);

		if (is_there(full))
			return full;
		free(full);
		p += len;
		if (!*p)
			return NULL;
	}
}

static bool can_run(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* As execvp() looks: what cannot be run is passed over, and remembered only for the message. */
int workload__check(const char *command)
{
	const char *path = getenv("PATH"), *p;
	int err = -ENOENT;

	/* Of no name a folder of PATH would be left. */
	if (!*command)
		return -ENOENT;
	if (strchr(command, '/') || !path)
		return can_run(command) ? 0 : is_there(command) ? -EACCES : -ENOENT;
	for (p = path; err; p++) {
		size_t len = strcspn(p, ":");
		char *full = xasprintf("%.*s/%s", len ? (int)len : 1, len ? p : ".", command);

		err = can_run(full) ? 0 : is_there(full) ? -EACCES : err;
		free(full);
		p += len;
		if (!*p)
			break;
	}
	return err;
}

static void __attribute__((noreturn))
child_main(const char **argv, int go_fd, int failed_fd, bool keep_stdout)
{
	ssize_t n;
	char word;
	int err;

	/* Its name until it has one of its own; perf's for it. */
	prctl(PR_SET_NAME, "perf-exec");
	/* What comes through standard output is the recording. */
	if (!keep_stdout)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	do
		n = read(go_fd, &word, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(0);
	record_signals__restore();
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	err = errno;
	n = write(failed_fd, &err, sizeof(err));
	_exit(n == sizeof(err) ? 127 : 126);
}

int workload__prepare(struct workload *w, const char **argv, bool keep_stdout, struct diag *diag)
{
	int go[2], failed[2], err;

	if (pipe2(go, O_CLOEXEC))
		return diag__msg(diag, -errno, "cannot make a pipe: %s", strerror(errno));
	if (pipe2(failed, O_CLOEXEC)) {
		err = -errno;
		close(go[0]);
		close(go[1]);
		return diag__msg(diag, err, "cannot make a pipe: %s", strerror(-err));
	}
	(void)std_out__flush();
	w->pid = fork();
	err = -errno;
	if (!w->pid) {
		close(go[1]);
		close(failed[0]);
		child_main(argv, go[0], failed[1], keep_stdout);
	}
	close(go[0]);
	close(failed[1]);
	if (w->pid < 0) {
		w->pid = 0;
		close(go[1]);
		close(failed[0]);
		return diag__msg(diag, err, "cannot start a process: %s", strerror(-err));
	}
	w->go_fd = go[1];
	w->failed_fd = failed[0];
	w->reaped = false;
	return 0;
}

static int let_go(struct workload *w)
{
	ssize_t n = write(w->go_fd, "", 1);

	if (n != 1)
		return n < 0 ? -errno : -EIO;
	close(w->go_fd);
	w->go_fd = -1;
	return 0;
}

static int exec_error(const struct workload *w)
{
	int err = 0;
	ssize_t n;

	/* Ends without a byte when the exec closes the other side. */
	do
		n = read(w->failed_fd, &err, sizeof(err));
	while (n < 0 && errno == EINTR);
	return n == sizeof(err) ? -err : 0;
}

int workload__start(struct workload *w)
{
	int err = let_go(w);

	return err ? err : exec_error(w);
}

/* Until the exec is done; a signal of somebody else's is passed on. */
static int wait_for_exec(struct workload *w)
{
	int status;

	for (;;) {
		if (waitpid(w->pid, &status, 0) < 0) {
			if (errno == EINTR)
				continue;
			return -errno;
		}
		if (!WIFSTOPPED(status)) {
			w->status = status;
			w->reaped = true;
			return 0;
		}
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8)) {
			w->stopped = true;
			return 0;
		}
		if (ptrace(PTRACE_CONT, w->pid, NULL, (void *)(uintptr_t)WSTOPSIG(status)))
			return -errno;
	}
}

int workload__start_stopped(struct workload *w)
{
	int err;

	if (ptrace(PTRACE_SEIZE, w->pid, NULL, (void *)PTRACE_O_TRACEEXEC))
		return -errno;
	err = let_go(w);
	if (!err)
		err = wait_for_exec(w);
	return err ? err : exec_error(w);
}

void workload__go_on(struct workload *w)
{
	if (w->stopped)
		ptrace(PTRACE_DETACH, w->pid, NULL, NULL);
	w->stopped = false;
}

bool workload__ended(struct workload *w)
{
	if (w->pid && !w->reaped && waitpid(w->pid, &w->status, WNOHANG) == w->pid)
		w->reaped = true;
	return w->pid && w->reaped;
}

static void close_fd(int *fd)
{
	if (*fd > 0)
		close(*fd);
	*fd = -1;
}

/* Who will not wait for a command that does not want to end sends perf another signal. */
static void wait_for_end(struct workload *w)
{
	int before = record_signals__count();

	while (!workload__ended(w)) {
		(void)ppoll(NULL, 0, NULL, record_signals__wait_mask());
		if (workload__ended(w) || record_signals__count() == before)
			continue;
		pr_warning("[ perf record: process %d, the command, has not ended yet ]\n", (int)w->pid);
		return;
	}
}

void workload__finish(struct workload *w)
{
	if (!w->pid)
		return;
	close_fd(&w->go_fd);
	close_fd(&w->failed_fd);
	if (workload__ended(w))
		return;
	kill(w->pid, SIGTERM);
	kill(w->pid, SIGCONT);		/* one that is stopped would not notice */
	wait_for_end(w);
}
