// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-signals.h"

#include <string.h>

/* The interrupt flag: a handler has no other place to write to. */
static volatile sig_atomic_t received;
static sigset_t before;

static void on_signal(int sig)
{
	if (sig != SIGCHLD && !received)
		received = sig;
}

void record_signals__install(void)
{
	static const int handled[] = { SIGINT, SIGTERM, SIGCHLD };
	struct sigaction sa = { .sa_handler = on_signal };
	sigset_t blocked;
	size_t i;

	received = 0;
	sigemptyset(&blocked);
	for (i = 0; i < sizeof(handled) / sizeof(handled[0]); i++) {
		struct sigaction old;

		/* nohup and the like: what was ignored stays so. */
		if (handled[i] != SIGCHLD && !sigaction(handled[i], NULL, &old) && old.sa_handler == SIG_IGN)
			continue;
		sigaction(handled[i], &sa, NULL);
		sigaddset(&blocked, handled[i]);
	}
	sigprocmask(SIG_BLOCK, &blocked, &before);
	for (i = 0; i < sizeof(handled) / sizeof(handled[0]); i++)
		sigdelset(&before, handled[i]);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

const sigset_t *record_signals__wait_mask(void)
{
	return &before;
}

int record_signals__received(void)
{
	return received;
}

void record_signals__restore(void)
{
	sigprocmask(SIG_SETMASK, &before, NULL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
}
