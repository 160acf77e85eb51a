// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/opening.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/monotonic.h"
#include "util/base/threads.h"
#include "util/output/progress.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"
#include "util/tui/tables-picture.h"

#define MS		1000000ULL
/* What is read sooner needs no picture of it, which would only flicker. */
#define FIRST_AFTER	(200 * MS)
/* The thread looks for keys and for something new at least so often, ms. */
#define LOOK_EVERY	50
/* Rows are asked for after so long, and again when making them took a twentieth of the time. */
#define ROWS_EVERY	(300 * MS)
#define ROWS_SHARE	20
/* So many keys are kept for what comes behind. */
#define MOST_KEYS	64

struct opening {
	const struct opening_opts opts;
	pthread_t thread;
	sigset_t before;		/* the signal mask of the main thread */
	uint64_t start;			/* ns */
	atomic_size_t lines;		/* of the screen; 0: it is not open */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Under the lock: */
	bool ended;
	char what[64];
	uint64_t done, total;
	struct tables rows;
	bool new_rows;
	/* The reader's own: */
	uint64_t next_rows;		/* ns */
	uint64_t asked;
	/* The thread's own, and its creator's when it has ended: */
	struct tables shown;
	int keys[MOST_KEYS];
	size_t nr_keys;
	bool open;
};

static uint64_t now(void)
{
	return (uint64_t)monotonic__ns();
}

/* --- the reader's side ---------------------------------------------------------------------------- */

void opening__progress(struct opening *o, const char *what, uint64_t done, uint64_t total)
{
	pthread_mutex_lock(&o->lock);
	snprintf(o->what, sizeof(o->what), "%s", what ? what : "Reading");
	o->done = done;
	o->total = total;
	pthread_mutex_unlock(&o->lock);
}

size_t opening__wants_rows(struct opening *o)
{
	size_t lines = atomic_load_explicit(&o->lines, memory_order_relaxed);

	if (!lines)
		return 0;
	o->asked = now();
	return o->asked >= o->next_rows ? lines : 0;
}

void opening__set_rows(struct opening *o, struct tables *ts)
{
	uint64_t cost = now() - o->asked;
	struct tables old;

	o->next_rows = o->asked + cost + (cost * ROWS_SHARE > ROWS_EVERY ? cost * ROWS_SHARE : ROWS_EVERY);
	pthread_mutex_lock(&o->lock);
	old = o->rows;
	o->rows = *ts;
	o->new_rows = true;
	pthread_mutex_unlock(&o->lock);
	*ts = (struct tables){ 0 };
	tables__exit(&old);
}

/* --- the thread that draws ------------------------------------------------------------------------ */

/* Returns false if the reading has ended before it was time for a screen. */
static bool wait_a_moment(struct opening *o)
{
	struct timespec until;
	bool ended;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += (long)FIRST_AFTER;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&o->lock);
	while (!o->ended && !pthread_cond_timedwait(&o->changed, &o->lock, &until))
		;
	ended = o->ended;
	pthread_mutex_unlock(&o->lock);
	return !ended;
}

/* What is new since the last picture. Returns false if the reading has ended. */
static bool take(struct opening *o, char *line, size_t size)
{
	struct tables old = { 0 };
	bool ended;

	pthread_mutex_lock(&o->lock);
	ended = o->ended;
	if (*o->what)
		progress__text(line, size, o->what, o->done, o->total, now() - o->start);
	if (o->new_rows) {
		old = o->shown;
		o->shown = o->rows;
		o->rows = (struct tables){ 0 };
		o->new_rows = false;
	}
	pthread_mutex_unlock(&o->lock);
	tables__exit(&old);
	return !ended;
}

static void draw(const struct opening *o, const char *line)
{
	char title[256];

	snprintf(title, sizeof(title), "%s: %s", o->opts.input, line);
	tables_picture__draw(o->shown.nr ? o->shown.list[0] : NULL, title,
			     tui_keys__text(o->opts.keys, "It is still read: these are not all samples   {quit}: leave"));
	screen__show();
}

static void on_key(struct opening *o, int key)
{
	if (key == SCREEN_KEY_NOTHING || key == SCREEN_KEY_RESIZED)
		return;
	if (tui_key__command_in(o->opts.keys, key) == TUI_QUIT) {
		screen__close();
		/* The reader may be anywhere; it has nothing but memory. */
		_exit(0);
	}
	if (o->nr_keys < MOST_KEYS)
		o->keys[o->nr_keys++] = key;
}

static void *run(void *opening)
{
	struct opening *o = opening;
	char line[160] = "";
	const char *why;

	/* Until there is a screen, signals do what they do elsewhere. */
	if (!o->opts.is_open)
		pthread_sigmask(SIG_SETMASK, &o->before, NULL);
	if (!wait_a_moment(o))
		return NULL;
	o->open = o->opts.is_open || screen__open(o->opts.colors, &why);
	while (o->open && take(o, line, sizeof(line))) {
		draw(o, line);
		atomic_store_explicit(&o->lines, screen__lines() > 3 ? (size_t)screen__lines() - 3 : 1, memory_order_relaxed);
		on_key(o, screen__key(LOOK_EVERY));
	}
	return NULL;
}

/* --- begin and end -------------------------------------------------------------------------------- */

/*
 * While there is a screen, signals come when it waits for keys. So they are blocked in the main thread and in those that it starts, from
 * before there is another one.
 */
static void block_signals(sigset_t *ret_before)
{
	static const int signals[] = { SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&set, signals[i]);
	pthread_sigmask(SIG_BLOCK, &set, ret_before);
}

struct opening *opening__start(const struct opening_opts *opts)
{
	struct opening init = { .opts = *opts, .start = now(), .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
	struct opening *o = xmemdup(&init, sizeof(init));

	screen__take_locale();
	block_signals(&o->before);
	if (!thread__create(&o->thread, run, o))
		return o;
	pthread_sigmask(SIG_SETMASK, &o->before, NULL);
	free(o);
	return NULL;
}

bool opening__end(struct opening *o)
{
	bool open;
	size_t i;

	if (!o)
		return false;
	pthread_mutex_lock(&o->lock);
	o->ended = true;
	pthread_cond_signal(&o->changed);
	pthread_mutex_unlock(&o->lock);
	pthread_join(o->thread, NULL);
	open = o->open;
	/* With a screen they stay blocked until it is closed. */
	if (!open && !o->opts.is_open)
		pthread_sigmask(SIG_SETMASK, &o->before, NULL);
	for (i = 0; i < o->nr_keys; i++)
		screen__keep_key(o->keys[i]);
	tables__exit(&o->rows);
	tables__exit(&o->shown);
	pthread_mutex_destroy(&o->lock);
	pthread_cond_destroy(&o->changed);
	free(o);
	return open;
}
