// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/threads.h"

#include <signal.h>

#include "util/base/stack-room.h"

int thread__create(pthread_t *ret, void *(*fn)(void *arg), void *arg)
{
	pthread_attr_t attr;
	size_t size = 0;
	int err = pthread_attr_init(&attr);

	if (err)
		return err;
	if (!pthread_attr_getstacksize(&attr, &size) && size < STACK_ROOM)
		err = pthread_attr_setstacksize(&attr, STACK_ROOM);
	if (!err)
		err = pthread_create(ret, &attr, fn, arg);
	pthread_attr_destroy(&attr);
	return err;
}

int thread__start(pthread_t *ret, void *(*fn)(void *arg), void *arg)
{
	sigset_t all, old;
	int err;

	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGABRT);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = thread__create(ret, fn, arg);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}
