// SPDX-License-Identifier: GPL-2.0-only
/* The processes of perf defer watch that send what waits. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin-defer-watch.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/std-out.h"

static void start(const struct watch_options *o, size_t i)
{
	pid_t self = getpid(), pid;
	sigset_t end, before;

	(void)std_out__flush();
	/* What ends it may come before it can heed it. */
	sigemptyset(&end);
	sigaddset(&end, SENDER_ENDS);
	(void)sigprocmask(SIG_BLOCK, &end, &before);
	pid = fork();
	if (!pid) {
		/* What it has not finished stays on the disk, with a mark. */
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != self)
			_exit(EXIT_FAILED);
		_exit(sender__run(o->outputs.senders[i]));
	}
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	if (pid < 0) {
		pr_warning("perf: %s: no process to send: %s\n", o->outputs.senders[i]->collector.kind->name, strerror(errno));
		pid = 0;
	}
	atomic_store(&o->shared->sender_pids[i], (int)pid);
}

void watch_senders__start(const struct watch_options *o)
{
	size_t i;

	for (i = 0; i < WATCH_COLLECTORS; i++)
		if (o->outputs.senders[i])
			start(o, i);
}

void watch_senders__attend(const struct watch_options *o)
{
	size_t i;

	for (i = 0; i < WATCH_COLLECTORS; i++)
		if (o->outputs.senders[i] && !atomic_load(&o->shared->sender_pids[i]))
			start(o, i);
}

bool watch_senders__ended(const struct watch_options *o, int pid)
{
	size_t i;

	for (i = 0; i < WATCH_COLLECTORS; i++) {
		int was = pid;

		if (atomic_compare_exchange_strong(&o->shared->sender_pids[i], &was, 0)) {
			pr_warning("perf: %s: the process that sends has ended; another one begins\n",
				   o->outputs.senders[i]->collector.kind->name);
			return true;
		}
	}
	return false;
}

void watch_senders__end(const struct watch_options *o)
{
	size_t i;
	int pid;

	for (i = 0; i < WATCH_COLLECTORS; i++)
		if ((pid = atomic_load(&o->shared->sender_pids[i])) > 0)
			(void)kill(pid, SENDER_ENDS);
	for (i = 0; i < WATCH_COLLECTORS; i++)
		if ((pid = atomic_load(&o->shared->sender_pids[i])) > 0)
			while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
				;
}
