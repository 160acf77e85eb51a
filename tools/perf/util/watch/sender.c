// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/sender.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/monotonic.h"

#define MS		1000
/* Between two attempts: at first, at most, and what a collector may ask for. */
#define FIRST_WAIT	(1 * MS)
#define MOST_WAIT	(60 * MS)
#define MOST_ASKED	(3600 * MS)
/* After so many attempts without an answer others have their turn: it may be the profile that the collector does not survive. */
#define PATIENCE	3
/* While nothing is to be done somebody else may have added a file without a word, which costs a look. */
#define LOOK_MS		(30 * MS)

struct sending {
	struct sender *s;
	struct http *http;
	int64_t wait;			/* ms until the next attempt after a failed one */
	int64_t not_before;		/* when that is, ms; 0: at once */
	int64_t away_since;		/* 0: it is there */
	unsigned int unsure;		/* attempts without an answer since the last one that had one */
	unsigned int patience;		/* after so many others have their turn */
	int64_t last;			/* when attempts end; 0: not known yet */
	char told[400];			/* why it is not there, as it was told last */
	int told_folder;		/* negative errno: why the folder does not do, as it was told last */
};

static volatile sig_atomic_t ends;

static void on_end(int sig)
{
	(void)sig;
	ends = 1;
}

/* Have the last attempts taken long enough? */
static bool is_over(void *ctx)
{
	struct sending *g = ctx;

	if (ends && !g->last)
		g->last = monotonic__ms() + (int64_t)g->s->collector.seconds * MS;
	return ends && monotonic__ms() >= g->last;
}

static const char *name_of(const struct sending *g)
{
	return g->s->collector.kind->name;
}

/* --- what became of one -------------------------------------------------------------------------------------------- */

/* So that thousands of machines do not come back at one moment. */
static int64_t spread(int64_t ms)
{
	uint32_t random = 0;

	(void)!getrandom(&random, sizeof(random), GRND_NONBLOCK);
	return ms + (int64_t)(random % ((uint64_t)ms / 4 + 1));
}

/* The next attempt is later, after @asked ms at least. */
static void put_off(struct sending *g, int64_t asked)
{
	g->wait = g->wait ? g->wait * 2 : FIRST_WAIT;
	if (g->wait > MOST_WAIT)
		g->wait = MOST_WAIT;
	g->not_before = monotonic__ms() + (asked > g->wait ? asked : spread(g->wait));
}

static void is_away(struct sending *g, const struct http_answer *a, const char *why)
{
	put_off(g, a->retry_after > MOST_ASKED / MS ? MOST_ASKED : a->retry_after * MS);
	if (!g->away_since)
		g->away_since = monotonic__ms();
	atomic_store(&g->s->counts->away, true);
	if (!strcmp(g->told, why))
		return;
	snprintf(g->told, sizeof(g->told), "%s", why);
	pr_warning("perf: %s: %s takes nothing now: %s; what waits is kept\n", name_of(g), g->s->collector.url, why);
}

static void is_there(struct sending *g)
{
	if (g->away_since)
		pr_notice("[ %s: %s takes profiles again, after %.0f s ]\n", name_of(g), g->s->collector.url,
			  (double)(monotonic__ms() - g->away_since) / MS);
	g->away_since = g->wait = g->not_before = 0;
	g->told_folder = 0;
	g->unsure = 0;
	g->patience = PATIENCE;
	*g->told = 0;
	atomic_store(&g->s->counts->away, false);
}

static void took(struct sending *g, size_t size, const char *text, uint64_t rejected)
{
	struct sender_counts *n = g->s->counts;

	atomic_fetch_add(&n->sent, 1);
	atomic_fetch_add(&n->sent_bytes, size);
	atomic_fetch_add(&n->rejected, rejected);
	if (rejected || *text)
		pr_warning("perf: %s: %" PRIu64 " parts of a profile were not taken: %s\n", name_of(g), rejected,
			   *text ? text : "it is not said why");
	is_there(g);
}

/* Else it would be sent again and again. */
static void remove_oldest(struct sending *g, const char *name)
{
	int err = watch_queue__remove_oldest(&g->s->queue);

	if (err)
		pr_warning("perf: %s: cannot remove profile %s, which need not be sent any more: %s; only the next start tries again\n",
			   name_of(g), name, strerror(-err));
}

/*
 * Nobody knows whether it was taken, and it never may be. While nobody answers for others either, they have their turns
 * more and more seldom: each of them may be taken twice in the end.
 */
static void lose_patience(struct sending *g, const struct watch_waiting *w)
{
	if (++g->unsure < g->patience)
		return;
	g->patience *= 2;
	pr_warning("perf: %s: profile %s had no answer in %u attempts; others have their turn before it is sent again\n", name_of(g),
		   w->name, g->unsure);
	watch_queue__put_off_oldest(&g->s->queue);
}

static void judge(struct sending *g, struct watch_waiting *w, const struct http_answer *a, size_t size)
{
	struct watch_queue *q = &g->s->queue;
	uint64_t rejected;
	char text[400];

	switch (collector__judge(&g->s->collector, a, text, sizeof(text), &rejected)) {
	case COLLECTOR_TOOK:
		remove_oldest(g, w->name);
		took(g, size, text, rejected);
		break;
	case COLLECTOR_REFUSED:
		pr_warning("perf: %s: profile %s was refused and is left out: %s\n", name_of(g), w->name, text);
		remove_oldest(g, w->name);
		atomic_fetch_add(&g->s->counts->refused, 1);
		is_there(g);
		break;
	case COLLECTOR_LATER:
		watch_queue__unmark(q, w);
		is_away(g, a, text);
		break;
	case COLLECTOR_UNSURE:
		is_away(g, a, text);
		lose_patience(g, w);
		break;
	}
}

/* The machine has too little of something just now, which may change. */
static bool is_for_a_time(int err)
{
	return err == -ENOSPC || err == -EDQUOT || err == -EROFS || err == -EMFILE || err == -ENFILE || err == -ENOMEM;
}

/* It cannot be read, or be marked as sent. */
static void cannot_send(struct sending *g, const struct watch_waiting *w, int err)
{
	struct watch_queue *q = &g->s->queue;

	if (is_for_a_time(err)) {
		if (err != g->told_folder)
			pr_warning("perf: %s: cannot send profile %s now: %s; what waits is kept\n", name_of(g), w->name, strerror(-err));
		g->told_folder = err;
		put_off(g, 0);
	} else if (err == -ENOENT) {
		/* It was dropped meanwhile. */
		(void)watch_queue__remove_oldest(q);
	} else if (err == -EINVAL || err == -ELOOP || err == -EFBIG) {
		pr_warning("perf: %s: cannot send profile %s: %s; it is removed\n", name_of(g), w->name, strerror(-err));
		remove_oldest(g, w->name);
	} else {
		pr_warning("perf: %s: cannot send profile %s: %s; it stays in the queue\n", name_of(g), w->name, strerror(-err));
		watch_queue__leave_oldest(q);
	}
}

/* Sends the oldest one once. */
static void send_one(struct sending *g, struct watch_waiting *w)
{
	struct watch_queue *q = &g->s->queue;
	struct http_answer *a;
	char *data = NULL;
	size_t size = 0;
	int err = watch_queue__read(q, w, &data, &size);

	if (!err && w->sent) {
		atomic_fetch_add(&g->s->counts->again, 1);
		pr_warning("perf: %s: profile %s is sent again: whether it was taken before is not known\n", name_of(g), w->name);
	}
	if (!err)
		err = watch_queue__mark(q, w);
	if (err) {
		free(data);
		cannot_send(g, w, err);
		return;
	}
	a = xzalloc(sizeof(*a));
	collector__send(&g->s->collector, g->http, w, data, size, a);
	free(data);
	judge(g, w, a, size);
	free(a);
}

/* --- all of them ------------------------------------------------------------------------------------------------------ */

/* Until there may be something to do. Signals come only here, and while something is sent. */
static void wait_some(const struct sending *g, bool idle, const sigset_t *open)
{
	int64_t ms = idle ? LOOK_MS : g->not_before - monotonic__ms();
	struct timespec ts = { .tv_sec = ms > 0 ? ms / MS : 0, .tv_nsec = ms > 0 ? ms % MS * 1000000 : 0 };
	struct pollfd p = { .fd = g->s->wake, .events = POLLIN };
	uint64_t n;

	/* While it waits for a collector, more work is no reason to look. */
	if (ppoll(&p, idle ? 1 : 0, &ts, open) > 0)
		(void)!read(g->s->wake, &n, sizeof(n));
}

/* Returns when the end has come, and there is nothing more to try. */
static void send_all(struct sending *g, const sigset_t *open)
{
	sigset_t end;

	sigemptyset(&end);
	sigaddset(&end, SENDER_ENDS);
	for (;;) {
		struct watch_waiting *w = watch_queue__oldest(&g->s->queue);
		bool later = w && g->not_before > monotonic__ms();

		if (ends && (!w || later || is_over(g)))
			return;
		if (w && !later) {
			(void)sigprocmask(SIG_UNBLOCK, &end, NULL);
			send_one(g, w);
			(void)sigprocmask(SIG_BLOCK, &end, NULL);
		} else {
			wait_some(g, !w, open);
		}
	}
}

int sender__run(struct sender *s)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
	const struct sigaction act = { .sa_handler = on_end };
	struct sending g = { .s = s, .patience = PATIENCE };
	sigset_t hold, open;
	char err[320];
	size_t i;

	(void)sigaction(SENDER_ENDS, &act, NULL);
	sigemptyset(&hold);
	sigaddset(&hold, SENDER_ENDS);
	(void)sigprocmask(SIG_BLOCK, &hold, NULL);
	sigemptyset(&open);
	/* What ends perf comes to all of its processes, and this one has to send what the others still write. */
	for (i = 0; i < ARRAY_SIZE(ignored); i++)
		(void)signal(ignored[i], SIG_IGN);
	g.http = http__new(err, sizeof(err));
	if (!g.http) {
		pr_error("perf: %s: nothing is sent: %s\n", s->collector.kind->name, err);
		return 1;
	}
	s->collector.stop = is_over;
	s->collector.stop_ctx = &g;
	send_all(&g, &open);
	http__delete(g.http);
	return 0;
}
