// SPDX-License-Identifier: GPL-2.0-only
/* Another program has the terminal for a while. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* As it would have been without a screen: signals that end it, and a reader of its output that goes away. */
static void __attribute__((noreturn)) run_child(char *const *argv)
{
	static const int signals[] = { SIGINT, SIGQUIT, SIGTSTP, SIGPIPE };
	size_t i;

	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], SIG_DFL);
	sigprocmask(SIG_SETMASK, &screen_signals.outside, NULL);
	execvp(argv[0], argv);
	_exit(127);
}

/* Ctrl-Z stops the program, and perf with it: the shell that has started perf waits for that one only. */
static int wait_for(pid_t pid)
{
	int status = -1;

	for (;;) {
		if (waitpid(pid, &status, WUNTRACED) < 0) {
			if (errno == EINTR)
				continue;
			return -1;
		}
		if (!WIFSTOPPED(status))
			return status;
		screen_signals__stop();
		kill(pid, SIGCONT);
	}
}

/* Signals of keys that were meant for the program are pending here, as they are blocked: who ignores them for a moment has none. */
static void forget_keys(void)
{
	static const int keyboard[] = { SIGINT, SIGQUIT };
	struct sigaction before;
	size_t i;

	for (i = 0; i < sizeof(keyboard) / sizeof(keyboard[0]); i++) {
		sigaction(keyboard[i], &(struct sigaction){ .sa_handler = SIG_IGN }, &before);
		sigaction(keyboard[i], &before, NULL);
	}
}

bool screen__lend(void)
{
	bool mouse = screen.mouse;

	screen_background__leave();
	screen__set_mouse(false);
	screen__end_mode();
	return mouse;
}

void screen__take_back_from_program(bool mouse)
{
	forget_keys();
	screen_signals__forget_stop();
	screen_signals.resized = 1;
	reset_prog_mode();
	screen__set_mouse(mouse);
	screen__forget();
}

void screen__become(char *const *argv)
{
	run_child(argv);
}

int screen__run(char *const *argv)
{
	bool mouse = screen__lend();
	pid_t pid = fork();
	int status = -1;

	if (!pid)
		run_child(argv);
	if (pid > 0)
		status = wait_for(pid);
	screen__take_back_from_program(mouse);
	return status;
}
