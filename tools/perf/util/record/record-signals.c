// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-signals.h"

#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/base/temp-names.h"

/* Besides these all real-time signals. */
static const int endings[] = {
	SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGPIPE, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO,
#ifdef SIGPWR
	SIGPWR,
#endif
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
};
#define NR_ENDINGS	(sizeof(endings) / sizeof(endings[0]))
#define PATIENCE_S	1

/* The interrupt flag: a handler has no other place to write to. */
static volatile sig_atomic_t received, count, snapshot;
static struct sigaction actions_before[NSIG];
/* Those that are handled or ignored now. */
static sigset_t changed, handled;
static sigset_t mask_before, wait_mask;
static struct timespec allowed_since;
static const char *end_text;

typedef void (*signal_fn)(int sig, siginfo_t *info, void *context);

/*
 * The kernel's word, to a thread of this process, that nobody reads what it has just written. The write itself has failed by then,
 * which ends the recording with a message. It comes from the process itself, as kill(2) by another process never does.
 */
static bool is_own_write(int sig, const siginfo_t *info)
{
	return sig == SIGPIPE && info->si_code == SI_USER && info->si_pid == getpid();
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
	(void)context;
	if (is_own_write(sig, info))
		return;
	if (!received)
		received = sig;
	count++;
}

static void on_child(int sig, siginfo_t *info, void *context)
{
	(void)sig;	/* the wait ends */
	(void)info;
	(void)context;
}

static void on_usr2(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	snapshot = 1;
}

/* @handler: NULL to ignore it. */
static void set_action(int sig, signal_fn handler)
{
	struct sigaction sa = { .sa_flags = SA_RESTART };

	if (handler) {
		sa.sa_sigaction = handler;
		sa.sa_flags |= SA_SIGINFO;
	} else {
		sa.sa_handler = SIG_IGN;
	}
	sigaction(sig, &sa, sigismember(&changed, sig) ? NULL : &actions_before[sig]);
	sigaddset(&changed, sig);
	if (!handler) {
		sigdelset(&handled, sig);
		return;
	}
	sigaddset(&handled, sig);
	sigdelset(&wait_mask, sig);
}

static void set_ending(int sig)
{
	set_action(sig, on_signal);
	if (actions_before[sig].sa_handler == SIG_IGN && sig != SIGINT && sig != SIGTERM)
		set_action(sig, NULL);
}

void record_signals__install(void)
{
	size_t i;
	int sig;

	received = count = snapshot = 0;
	sigemptyset(&changed);
	sigemptyset(&handled);
	sigprocmask(SIG_SETMASK, NULL, &mask_before);
	wait_mask = mask_before;
	for (i = 0; i < NR_ENDINGS; i++)
		set_ending(endings[i]);
	for (sig = SIGRTMIN; sig <= SIGRTMAX; sig++)
		set_ending(sig);
	set_action(SIGCHLD, on_child);
	set_action(SIGUSR2, NULL);
	sigprocmask(SIG_BLOCK, &handled, NULL);
}

void record_signals__install_snapshot(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	set_action(SIGUSR2, on_usr2);
}

bool record_signals__snapshot_wanted(void)
{
	bool ret = snapshot;

	snapshot = 0;
	return ret;
}

bool record_signals__snapshot_seen(void)
{
	return snapshot;
}

const sigset_t *record_signals__wait_mask(void)
{
	return &wait_mask;
}

/*
 * Has what is pending delivered. A ppoll() whose files are always ready never does it, and what else ends the loop
 * may come first.
 */
static void settle(void)
{
	const struct timespec none = { 0 };

	(void)ppoll(NULL, 0, &none, &wait_mask);
}

int record_signals__seen(void)
{
	return received;
}

int record_signals__received(void)
{
	if (!received)
		settle();
	return received;
}

int record_signals__count(void)
{
	settle();
	return count;
}

/* Only calls that a handler may make. */
static void on_late_signal(int sig, siginfo_t *info, void *context)
{
	struct timespec now;
	sigset_t set;

	if (is_own_write(sig, info))
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!received || now.tv_sec - allowed_since.tv_sec < PATIENCE_S + (now.tv_nsec < allowed_since.tv_nsec)) {
		on_signal(sig, info, context);
		return;
	}
	temp_names__remove();
	if (end_text)
		(void)!write(STDERR_FILENO, end_text, strlen(end_text));
	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}

void record_signals__allow_end(const char *text)
{
	sigset_t set = handled;
	int sig;

	settle();
	clock_gettime(CLOCK_MONOTONIC, &allowed_since);
	end_text = text;
	sigdelset(&set, SIGCHLD);
	sigdelset(&set, SIGUSR2);
	for (sig = 1; sig < NSIG; sig++)
		if (sigismember(&set, sig) == 1)
			set_action(sig, on_late_signal);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void record_signals__restore(void)
{
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		if (sigismember(&changed, sig) == 1)
			sigaction(sig, &actions_before[sig], NULL);
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
}
