// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf script record NAME, report NAME, and NAME, which is both with a pipe between them: the pairs of shell scripts that come with
 * scripts. They call perf, which is this one.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin-script.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/python/find-script.h"

/* The perf that they call is the one that runs: its folder comes first, if it is called perf there. */
static void set_path(const char *exec_path)
{
	const char *path = getenv("PATH");
	char self[4096], *slash, *both;
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	xsetenv("PERF_EXEC_PATH", exec_path, true);
	if (n <= 0)
		return;
	self[n] = 0;
	slash = strrchr(self, '/');
	if (!slash || strcmp(slash, "/perf"))
		return;
	*slash = 0;
	both = xasprintf("%s%s%s", self, path && *path ? ":" : "", path ? path : "");
	xsetenv("PATH", both, true);
	free(both);
}

static bool find_half(struct found_script *f, const char *name, const char *half)
{
	int err = found_script__find_half(f, name, half);

	if (err == -EPERM)
		usage_error("'%s' is not run: others than root may change it", f->path);
	return !err;
}

/* @more: options that stand in front of (@before) and behind the words; each may be NULL. */
static __attribute__((noreturn)) void become(const struct found_script *f, const char *const *before, const char **words, size_t nr,
					     const char *const *behind)
{
	const char **argv = xcalloc(nr + 16, sizeof(*argv));
	size_t n = 0, i;

	argv[n++] = "/bin/sh";
	argv[n++] = f->path;
	for (; before && *before; before++)
		argv[n++] = *before;
	for (i = 0; i < nr; i++)
		argv[n++] = words[i];
	for (; behind && *behind; behind++)
		argv[n++] = *behind;
	set_path(f->exec_path);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	usage_error("cannot run '%s': %s", f->path, strerror(errno));
}

static volatile sig_atomic_t recorders;

/* The recording ends, and with it the stream that the report reads: it then says what there was. */
static void end_recording(int sig)
{
	(void)sig;
	if (recorders > 0)
		(void)kill(-(pid_t)recorders, SIGINT);
}

/*
 * A shell and what it runs, which end together: a group. A group that is not the terminal's must not read from it.
 */
static __attribute__((noreturn)) void record_into(int out, const struct found_script *record, const char *const *options,
						  const char **words, size_t nr)
{
	int null = isatty(STDIN_FILENO) ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;

	(void)setpgid(0, 0);
	/* By which it is ended, also where a shell has started this perf in the background. */
	(void)signal(SIGINT, SIG_DFL);
	if (null >= 0)
		(void)dup2(null, STDIN_FILENO);
	(void)dup2(out, STDOUT_FILENO);
	become(record, options, words, nr, NULL);
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_FAILED;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static const int ending[] = { SIGINT, SIGTERM, SIGHUP };

/* What ends the recording waits until there is one to be ended, also where whoever has started perf has it ignored. */
static void hold_signals(sigset_t *ret_before)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(ending); i++)
		sigaddset(&set, ending[i]);
	sigprocmask(SIG_BLOCK, &set, ret_before);
}

static void let_signals_end(pid_t recorder, const sigset_t *before)
{
	const struct sigaction act = { .sa_handler = end_recording };
	size_t i;

	recorders = recorder;
	for (i = 0; i < ARRAY_SIZE(ending); i++)
		(void)sigaction(ending[i], &act, NULL);
	sigprocmask(SIG_SETMASK, before, NULL);
}

static int wait_for_both(pid_t recorder, pid_t reporter)
{
	int status = EXIT_FAILED;

	if (reporter > 0)
		status = wait_for(reporter);
	/* Nobody records for a report that has ended, or could not begin. */
	(void)kill(-recorder, SIGTERM);
	recorders = 0;
	(void)wait_for(recorder);
	return status;
}

static int run_both(const struct found_script *record, const struct found_script *report, const char **words, size_t nr)
{
	static const char *const quiet[] = { "-q", "-o", "-", NULL }, *const everywhere[] = { "-q", "-o", "-", "-a", NULL };
	static const char *const from_pipe[] = { "-i", "-", NULL };
	size_t of_report = script__required_args(report->path);
	pid_t recorder, reporter;
	sigset_t before;
	int fds[2];

	if (nr < of_report)
		usage_error("'perf script' needs %zu argument%s for this script (perf script -l names them)", of_report,
			    of_report == 1 ? "" : "s");
	if (pipe2(fds, O_CLOEXEC)) {
		pr_error("perf: cannot make a pipe: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	children__keep_status();
	hold_signals(&before);
	recorder = fork();
	if (!recorder) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		record_into(fds[1], record, nr == of_report ? everywhere : quiet, words + of_report, nr - of_report);
	}
	reporter = recorder < 0 ? -1 : fork();
	if (!reporter) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		(void)dup2(fds[0], STDIN_FILENO);
		become(report, NULL, words, of_report, from_pipe);
	}
	if (recorder < 0 || reporter < 0)
		pr_error("perf: cannot start the script: %s\n", strerror(errno));
	(void)close(fds[0]);
	(void)close(fds[1]);
	if (recorder < 0)
		return EXIT_FAILED;
	/* Also here: it must be a group when the first signal comes. */
	(void)setpgid(recorder, recorder);
	let_signals_end(recorder, &before);
	return wait_for_both(recorder, reporter);
}

int script__run_pair(const char **words, size_t nr)
{
	struct found_script record, report;
	int status = -1;

	if (nr > 1 && (!strcmp(words[0], "record") || !strcmp(words[0], "report"))) {
		if (find_half(&record, words[1], !strcmp(words[0], "record") ? "-record" : "-report"))
			become(&record, NULL, words + 2, nr - 2, NULL);
		return -1;
	}
	if (!find_half(&record, words[0], "-record"))
		return -1;
	if (find_half(&report, words[0], "-report"))
		status = run_both(&record, &report, words + 1, nr - 1);
	found_script__exit(&record);
	found_script__exit(&report);
	return status;
}
