// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/screen-state.h"

#include <stddef.h>

#include "util/base/alloc.h"

struct screen_signals screen_signals;

static const int signals[] = { SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT };
static struct sigaction before[ARRAY_SIZE(signals)];

static void on_signal(int sig)
{
	if (sig == SIGWINCH)
		screen_signals.resized = 1;
	else if (sig == SIGTSTP)
		screen_signals.stopped = 1;
	else if (!screen_signals.gone)
		screen_signals.gone = sig;
}

void screen_signals__catch(void)
{
	struct sigaction sa = { .sa_handler = on_signal };
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(signals); i++) {
		sigaction(signals[i], NULL, &before[i]);
		sigaddset(&set, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &set, &screen_signals.outside);
	/* Who has perf ignore a signal (nohup) still wants that. */
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &sa, NULL);
}

void screen_signals__leave(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &before[i], NULL);
	sigprocmask(SIG_SETMASK, &screen_signals.outside, NULL);
}

void screen_signals__forget_stop(void)
{
	struct sigaction ours, none = { .sa_handler = SIG_IGN };

	/* What is ignored does not wait any more. */
	sigaction(SIGTSTP, &none, &ours);
	sigaction(SIGTSTP, &ours, NULL);
	screen_signals.stopped = 0;
}

void screen_signals__stop(void)
{
	struct sigaction ours, theirs = { .sa_handler = SIG_DFL };
	sigset_t tstp;

	screen_signals.stopped = 0;
	sigemptyset(&tstp);
	sigaddset(&tstp, SIGTSTP);
	sigaction(SIGTSTP, &theirs, &ours);
	raise(SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &tstp, NULL);
	sigprocmask(SIG_BLOCK, &tstp, NULL);
	sigaction(SIGTSTP, &ours, NULL);
}
