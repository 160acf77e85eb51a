// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-signals.h"

#include <stddef.h>

/* The first of them have a handler and are blocked, the others are ignored. */
#define NR_HANDLED	3

static const int signals[] = { SIGINT, SIGTERM, SIGCHLD, SIGPIPE, SIGXFSZ };
#define NR_SIGNALS	(sizeof(signals) / sizeof(signals[0]))

/* The interrupt flag: a handler has no other place to write to. */
static volatile sig_atomic_t received;
static struct sigaction actions_before[NR_SIGNALS];
static sigset_t mask_before, wait_mask;

static void on_signal(int sig)
{
	if (sig != SIGCHLD && !received)
		received = sig;
}

static volatile sig_atomic_t snapshot;
static struct sigaction usr2_before;
static bool usr2_installed;

static void on_usr2(int sig)
{
	(void)sig;
	snapshot = 1;
}

static const int endings[] = { SIGHUP, SIGQUIT };
#define NR_ENDINGS	(sizeof(endings) / sizeof(endings[0]))

static struct sigaction endings_before[NR_ENDINGS];
static bool endings_installed;

void record_signals__install_cleanup(void)
{
	struct sigaction sa = { .sa_handler = on_signal };
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < NR_ENDINGS; i++) {
		sigaction(endings[i], NULL, &endings_before[i]);
		if (endings_before[i].sa_handler == SIG_IGN)
			continue;
		sigaction(endings[i], &sa, NULL);
		sigaddset(&set, endings[i]);
		sigdelset(&wait_mask, endings[i]);
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
	endings_installed = true;
}

void record_signals__install_snapshot(void)
{
	struct sigaction sa = { .sa_handler = on_usr2 };
	sigset_t set;

	snapshot = 0;
	usr2_installed = !sigaction(SIGUSR2, &sa, &usr2_before);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigdelset(&wait_mask, SIGUSR2);
}

bool record_signals__snapshot_wanted(void)
{
	bool ret = snapshot;

	snapshot = 0;
	return ret;
}

void record_signals__install(void)
{
	struct sigaction sa = { .sa_handler = on_signal };
	sigset_t blocked;
	size_t i;

	received = 0;
	sigemptyset(&blocked);
	/*
	 * Also where they were ignored: a shell's background job has SIGINT so, and kill -INT is to
	 * end it.
	 */
	for (i = 0; i < NR_SIGNALS; i++) {
		sa.sa_handler = i < NR_HANDLED ? on_signal : SIG_IGN;
		sigaction(signals[i], &sa, &actions_before[i]);
		if (i < NR_HANDLED)
			sigaddset(&blocked, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &blocked, &mask_before);
	wait_mask = mask_before;
	for (i = 0; i < NR_HANDLED; i++)
		sigdelset(&wait_mask, signals[i]);
}

const sigset_t *record_signals__wait_mask(void)
{
	return &wait_mask;
}

int record_signals__received(void)
{
	return received;
}

void record_signals__restore(void)
{
	size_t i;

	for (i = 0; i < NR_SIGNALS; i++)
		sigaction(signals[i], &actions_before[i], NULL);
	if (usr2_installed)
		sigaction(SIGUSR2, &usr2_before, NULL);
	usr2_installed = false;
	for (i = 0; endings_installed && i < NR_ENDINGS; i++)
		sigaction(endings[i], &endings_before[i], NULL);
	endings_installed = false;
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
}
