// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/threads.h"

#include <signal.h>

int thread__start(pthread_t *ret, void *(*fn)(void *arg), void *arg)
{
	sigset_t all, old;
	int err;

	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGABRT);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = pthread_create(ret, NULL, fn, arg);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}
