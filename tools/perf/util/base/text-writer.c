// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/text-writer.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/threads.h"

struct text_writer {
	int fd;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Under the lock: */
	char *buf;		/* being written, or free */
	size_t len;		/* of @buf, still to be written; 0: it is free */
	int error;
	bool end;
};

int text_writer__write(int fd, const char *data, size_t n)
{
	while (n) {
		ssize_t done = write(fd, data, n);

		if (done < 0 && errno != EINTR)
			return errno;
		if (done > 0) {
			data += done;
			n -= (size_t)done;
		}
	}
	return 0;
}

static void *writer_main(void *arg)
{
	struct text_writer *w = arg;
	int error;

	pthread_mutex_lock(&w->lock);
	for (;;) {
		while (!w->len && !w->end)
			pthread_cond_wait(&w->changed, &w->lock);
		if (!w->len)
			break;
		error = w->error;
		pthread_mutex_unlock(&w->lock);
		/* After an error nothing more is written. */
		if (!error)
			error = text_writer__write(w->fd, w->buf, w->len);
		pthread_mutex_lock(&w->lock);
		w->error = error;
		w->len = 0;
		pthread_cond_broadcast(&w->changed);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

struct text_writer *text_writer__new(int fd, size_t size)
{
	struct text_writer *w = xzalloc(sizeof(*w));
	sigset_t all, old;
	int err;

	w->fd = fd;
	w->buf = xmalloc(size);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->changed, NULL);
	/* Signals are the main thread's, but SIGPIPE is the writer's own. */
	sigfillset(&all);
	sigdelset(&all, SIGPIPE);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = thread__create(&w->thread, writer_main, w);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!err)
		return w;
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	free(w->buf);
	free(w);
	return NULL;
}

char *text_writer__swap(struct text_writer *w, char *buf, size_t n, int *ret_error)
{
	char *other;

	pthread_mutex_lock(&w->lock);
	while (w->len)
		pthread_cond_wait(&w->changed, &w->lock);
	other = w->buf;
	w->buf = buf;
	w->len = n;
	*ret_error = w->error;
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
	return other;
}

int text_writer__delete(struct text_writer *w)
{
	int error;

	if (!w)
		return 0;
	pthread_mutex_lock(&w->lock);
	w->end = true;
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->thread, NULL);
	error = w->error;
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	free(w->buf);
	free(w);
	return error;
}
