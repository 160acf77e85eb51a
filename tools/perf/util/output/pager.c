// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/std-out.h"
#include "util/output/color.h"

static bool in_path(const char *name)
{
	const char *path = getenv("PATH"), *end;
	char full[4096];

	for (; path && *path; path = *end ? end + 1 : end) {
		end = strchrnul(path, ':');
		if (snprintf(full, sizeof(full), "%.*s/%s", (int)(end - path), path, name) < (int)sizeof(full) &&
		    !access(full, X_OK))
			return true;
	}
	return false;
}

const char *pager__command(void)
{
	const char *cmd = getenv("PERF_PAGER");

	if (!cmd)
		cmd = getenv("PAGER");
	if (!cmd)
		cmd = in_path("pager") ? "pager" : in_path("less") ? "less" : NULL;
	return cmd && *cmd && strcmp(cmd, "cat") ? cmd : NULL;
}

static void __attribute__((noreturn)) run(const char *cmd, int in)
{
	dup2(in, STDIN_FILENO);
	close(in);
	/* Where it gets keys from, if it has no other way to them, as more(1), which is pager(1) where less is not installed. */
	if (!isatty(STDERR_FILENO))
		dup2(STDOUT_FILENO, STDERR_FILENO);
	setenv("LESS", "FRSX", 0);
	execl("/bin/sh", "sh", "-c", cmd, (char *)NULL);
	_exit(127);
}

static void start(struct pager *p, const char *cmd)
{
	int fds[2];
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC))
		return;
	(void)std_out__flush();
	pid = fork();
	if (!pid)
		run(cmd, fds[0]);
	close(fds[0]);
	if (pid > 0 && dup2(fds[1], STDOUT_FILENO) >= 0) {
		p->pid = pid;
		/* Who leaves the pager early has seen enough: no reason to die. */
		signal(SIGPIPE, SIG_IGN);
	}
	close(fds[1]);
}

void pager__start(struct pager *p, bool off)
{
	const char *cmd;

	p->pid = 0;
	p->color = color__wanted(STDOUT_FILENO);
	if (off || !isatty(STDOUT_FILENO))
		return;
	cmd = pager__command();
	if (cmd)
		start(p, cmd);
}

void pager__end(struct pager *p)
{
	int null;

	if (!p->pid)
		return;
	(void)std_out__flush();
	std_out__forget();
	/* The pager must see the end of its input, and who prints must go on having somewhere to write. */
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, STDOUT_FILENO);
		close(null);
	} else {
		close(STDOUT_FILENO);
	}
	while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
		;
	p->pid = 0;
}
