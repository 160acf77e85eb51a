// SPDX-License-Identifier: GPL-2.0-only
#include "util/python/interpreter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/log.h"
#include "util/base/std-out.h"

/* Where the script's process finds its ends of the pipes. */
#define IN_FD	3
#define OUT_FD	4

/*
 * Reads lib/driver.py, whose size comes first. It imports nothing: until the driver has taken the present folder from the
 * path, a file in it would be found in the place of Python's own.
 */
#define BEGIN_TEXT \
	"import sys\n" \
	"wire = open(3, 'rb', buffering=1 << 18)\n" \
	"text = wire.read(int.from_bytes(wire.read(4), sys.byteorder))\n" \
	"exec(compile(text, '<perf script>', 'exec'), {'__name__': 'perf_script_driver', 'wire': wire})\n"

static volatile sig_atomic_t interrupts;	/* that are left until the reading ends; then negative */
static volatile sig_atomic_t to_end;

static void on_interrupt(int sig)
{
	(void)sig;
	if (--interrupts < 0 && to_end > 0)
		(void)kill((pid_t)to_end, SIGKILL);
}

bool interpreter__interrupted(void)
{
	return interrupts <= 0;
}

static __attribute__((noreturn)) void give_up(const char *what, int err)
{
	pr_error("perf: %s: %s\n", what, strerror(err));
	_exit(127);
}

static void take_fd(int from, int to)
{
	if (from == to)
		(void)fcntl(to, F_SETFD, 0);
	else if (dup2(from, to) < 0)
		give_up("cannot start Python", errno);
}

/* Whoever ends perf ends it. What it has open is its own three, and the pipes. */
static void set_up(const struct interpreter_opts *o, int in, int out, pid_t parent)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN }, usual = { .sa_handler = SIG_DFL };
	/* Out of the way of each other's places. */
	int high_in = fcntl(in, F_DUPFD_CLOEXEC, 10), high_out = fcntl(out, F_DUPFD_CLOEXEC, 10);
	int null = o->no_stdin ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;

	(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(127);
	/* Ctrl-C ends the reading, and trace_end() shows what there was. */
	(void)sigaction(SIGINT, &ignore, NULL);
	(void)sigaction(SIGPIPE, &usual, NULL);
	if (null >= 0)
		take_fd(null, STDIN_FILENO);
	take_fd(high_in, IN_FD);
	take_fd(high_out, OUT_FD);
	(void)syscall(436 /* close_range */, (unsigned int)OUT_FD + 1, ~0U, 0U);
	xsetenv("PERF_EXEC_PATH", o->exec_path, true);
}

static __attribute__((noreturn)) void become(const struct interpreter_opts *o)
{
	const char *program = o->program && *o->program ? o->program : "python3", *folder;
	const char *const argv[] = { program, "-c", BEGIN_TEXT, NULL };
	int err = write_access__give_up(o->write, &folder);

	if (err && folder && err == -EOPNOTSUPP)
		pr_error("perf: --allow-write=%s: this kernel has no Landlock, which keeps a script to a folder; --allow-write without "
			 "a folder lets it write as you may\n", folder);
	else if (err && folder)
		pr_error("perf: --allow-write=%s: %s\n", folder, strerror(-err));
	else if (err)
		pr_error("perf: cannot take write access from the script: %s (--allow-write leaves it)\n", strerror(-err));
	if (err)
		_exit(127);
	execvp(program, (char *const *)(uintptr_t)argv);
	if (errno == ENOENT)
		pr_error("perf: scripts are run by '%s', which is not installed (apt-get install python3; script.python in a "
			 "configuration file names another one)\n", program);
	else
		pr_error("perf: cannot run '%s': %s\n", program, strerror(errno));
	_exit(127);
}

static void take_signals(const struct interpreter_opts *o)
{
	const struct sigaction interrupt = { .sa_handler = on_interrupt }, ignore = { .sa_handler = SIG_IGN };

	/* Who records into a stream gets Ctrl-C, too, and what that one still writes is part of it. */
	interrupts = o->no_stdin ? 2 : 1;
	(void)sigaction(SIGINT, &interrupt, NULL);
	/* A script may end before all was read. */
	(void)sigaction(SIGPIPE, &ignore, NULL);
}

/* What perf has open itself is no pipe of somebody else. */
static int take_pipe(struct interpreter *in, const struct interpreter_opts *o)
{
	struct stat st;
	size_t i;

	for (i = 0; i < 2; i++)
		if (o->pipe[i] <= STDERR_FILENO || fstat(o->pipe[i], &st) || !S_ISFIFO(st.st_mode) ||
		    fcntl(o->pipe[i], F_SETFD, FD_CLOEXEC)) {
			pr_error("perf: --python-pipe: descriptor %d is no pipe: the Python module perf_defer is who calls it\n",
				 o->pipe[i]);
			return -1;
		}
	take_signals(o);
	text_out__init(&in->wire, o->pipe[0]);
	in->answers = o->pipe[1];
	in->on = true;
	return 0;
}

int interpreter__start(struct interpreter *in, const struct interpreter_opts *o)
{
	int to[2], from[2];
	pid_t self = getpid();

	*in = (struct interpreter){ .answers = -1, .script = o->script };
	if (o->pipe)
		return take_pipe(in, o);
	if (pipe2(to, O_CLOEXEC)) {
		pr_error("perf: cannot start Python: %s\n", strerror(errno));
		return -1;
	}
	if (pipe2(from, O_CLOEXEC)) {
		pr_error("perf: cannot start Python: %s\n", strerror(errno));
		(void)close(to[0]);
		(void)close(to[1]);
		return -1;
	}
	(void)fcntl(to[1], F_SETPIPE_SZ, 1 << 20);
	(void)std_out__flush();
	children__keep_status();
	in->pid = fork();
	if (!in->pid) {
		set_up(o, to[0], from[1], self);
		become(o);
	}
	(void)close(to[0]);
	(void)close(from[1]);
	if (in->pid < 0) {
		pr_error("perf: cannot start Python: %s\n", strerror(errno));
		(void)close(to[1]);
		(void)close(from[0]);
		in->pid = 0;
		return -1;
	}
	to_end = in->pid;
	take_signals(o);
	text_out__init(&in->wire, to[1]);
	in->on = true;
	in->answers = from[0];
	return 0;
}

const char *interpreter__line(struct interpreter *in)
{
	char *newline;

	for (;;) {
		size_t left = in->said.len - in->taken;
		char *rest = left ? in->said.buf + in->taken : NULL;
		ssize_t n;

		newline = left ? memchr(rest, '\n', left) : NULL;
		if (newline) {
			*newline = 0;
			in->taken += (size_t)(newline - rest) + 1;
			return rest;
		}
		if (in->taken) {
			if (left)
				memmove(in->said.buf, rest, left);
			strbuf__truncate(&in->said, left);
			in->taken = 0;
		}
		n = read(in->answers, strbuf__reserve(&in->said, 4096), 4096);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return NULL;
		in->said.len += (size_t)n;
	}
}

int interpreter__wait(struct interpreter *in)
{
	int status = 0;

	if (!in->on)
		return EXIT_SUCCESS;
	in->on = false;
	(void)text_out__flush(&in->wire);
	(void)close(in->wire.fd);
	text_out__exit(&in->wire);
	(void)close(in->answers);
	strbuf__exit(&in->said);
	while (in->pid && waitpid(in->pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_FAILURE;
	to_end = 0;
	in->pid = 0;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
