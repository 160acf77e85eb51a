// SPDX-License-Identifier: GPL-2.0-only
/*
 * One process of perf defer watch: reads a stream while it is written, and gives each sample to the slice that its time lies in. Several may
 * run beside each other (builtin-live.h). Their slices are the same, so one that begins takes its turn with the first slice that it has
 * read from the beginning, and each slice is written by one of them alone.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-defer-watch.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"

#define NS		UINT64_C(1000000000)
/* What ends the reading. */
#define ENOUGH		1
/*
 * While nothing is sampled, a slice ends so long after its time: until then a sample of it may come whose user half was deferred (the
 * session waits for these as long).
 */
#define GRACE		(12 * NS)
/* Not all events of all CPUs begin at one moment. */
#define BEGIN_TIME	NS

static volatile sig_atomic_t stopped;

void watch__stop(void)
{
	stopped = 1;
}

/* --- the end of a slice --------------------------------------------------------------------------------------- */

/* Is this slice to be written by @w? Then nobody else does it. */
static bool claim(struct watch *w)
{
	struct watch_shared *shared = w->opts->shared;
	unsigned long long claimed = atomic_load(&shared->claimed);

	if (atomic_load(&shared->live.active) > w->generation && w->nr >= atomic_load(&shared->from)) {
		w->done = true;
		return false;
	}
	if (atomic_load(&shared->live.active) < w->generation) {
		if (w->nr < w->first_whole)
			return false;
		/* It is as good as the old one's. From here on the old one writes none. */
		atomic_store(&shared->from, w->nr);
		atomic_store(&shared->live.active, w->generation);
	}
	do {
		if (claimed > w->nr)
			return false;
	} while (!atomic_compare_exchange_weak(&shared->claimed, &claimed, w->nr + 1));
	return true;
}

static void ask_for_next(struct watch *w)
{
	uint64_t limit = (uint64_t)w->opts->renew_at << 20;
	const struct live_memory now = live_recorder__memory(&w->recorder);

	if (!w->first_memory.own)
		w->first_memory = now;
	else if (w->recorder.pid && ((limit && live_memory__has_grown(&now, &w->first_memory, limit)) || watch__clock_was_set(w)))
		(void)live_shared__ask(&w->opts->shared->live, w->generation);
}

static void tell_errors(const struct watch *w, const struct watch_written *written)
{
	if (written->too_large)
		pr_warning("perf: a slice is not kept: it needs more than --keep allows\n");
	if (written->error)
		pr_warning("perf: a slice cannot be written into the folder %s, and is not kept: %s\n", shown__in_message(w->opts->output),
			   strerror(-written->error));
	if (written->error || written->not_queued)
		atomic_store(&w->opts->shared->unwritten, true);
}

/* The slice is over; the next one begins as number @next. */
static void end_slice(struct watch *w, uint64_t next)
{
	struct watch_shared *shared = w->opts->shared;
	struct watch_written written;
	uint64_t from, until;

	if (claim(w)) {
		uint64_t shown;

		watch__find_span(w, &from, &until);
		watch_slice__end(&w->slice, from, until, &written);
		tell_errors(w, &written);
		/* The line says what there was before the next slice begins to count. */
		watch__print_line(w, from, until, &written);
		shown = atomic_fetch_add(&shared->written, 1) + 1;
		w->done |= (w->opts->slices && shown >= w->opts->slices) || std_out__flush();
		ask_for_next(w);
	}
	watch_slice__drop(&w->slice);
	w->counts = (struct live_counts){ 0 };
	w->late = 0;
	w->cpu = watch__cpu_ns(w);
	w->since = watch__now();
	w->nr = next;
}

/* --- what the session tells ---------------------------------------------------------------------------------------- */

static int begin(void *ctx, struct session *s)
{
	struct watch *w = ctx;
	struct diag diag = DIAG_INIT;

	w->session = s;
	if (!session__header(s)->clock_data_tod) {
		pr_error("perf: '%s' does not say by the wall clock when it was recorded: 'perf record -k CLOCK_MONOTONIC' records that\n",
			 session__input_name(s));
		return EXIT_FAILED;
	}
	if (w->opts->input)
		watch__find_phase(w);
	if (watch_slice__open(&w->slice, &w->opts->outputs, s, &w->facts, &diag)) {
		pr_error("perf: %s\n", diag.text);
		return EXIT_FAILED;
	}
	w->cpu = watch__cpu_ns(w);
	w->since = watch__now();
	return 0;
}

/* The slice of @time is the present one from now on. Those in between had no samples, which is said of a machine, but not of a recording. */
static void reach(struct watch *w, uint64_t time)
{
	uint64_t nr = watch__slice_of(w, time);

	if (!w->began) {
		w->began = true;
		w->begin = time;
		w->nr = nr;
		/* What the first one has is all that anybody has. */
		w->first_whole = w->generation ? watch__slice_of(w, time + BEGIN_TIME) + 1 : nr;
	}
	while (w->recorder.pid && nr > w->nr + 1 && !w->done)
		end_slice(w, w->nr + 1);
	if (nr > w->nr && !w->done)
		end_slice(w, nr);
	else if (nr < w->nr)
		w->late++;
	if (time > w->last)
		w->last = time;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct watch *w = ctx;

	reach(w, s->sample->time);
	if (w->done)
		return ENOUGH;
	live_counts__add(&w->counts, s);
	watch_slice__sample(&w->slice, s);
	return 0;
}

static int on_event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct watch *w = ctx;
	struct diag diag = DIAG_INIT;

	(void)id;
	/* One that is damaged names nothing. */
	(void)task_facts__add(&w->facts, r, &diag);
	return 0;
}

static void on_flush(void *ctx)
{
	watch_slice__flush(&((struct watch *)ctx)->slice);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	read_errors__damaged(&((struct watch *)ctx)->errors, diag);
}

/* Slices without samples end by the clock. */
static void heed_clock(struct watch *w)
{
	uint64_t now = watch__now();

	while (w->began && !w->done && now >= watch__begin_of(w, w->nr + 1) + GRACE)
		end_slice(w, w->nr + 1);
}

static bool on_wait(void *ctx, int fd)
{
	struct watch *w = ctx;
	struct pollfd p = { .fd = fd, .events = POLLIN };

	for (;;) {
		int n;

		if (stopped && !w->stopping) {
			/* What it has taken until now follows in the stream. */
			live_recorder__stop(&w->recorder);
			w->stopping = true;
		}
		if (!w->stopping)
			heed_clock(w);
		if (w->done)
			return true;
		n = poll(&p, 1, 1000);
		if (n > 0 || (n < 0 && errno != EINTR))
			return false;
	}
}

/* --- all of it ---------------------------------------------------------------------------------------------------------- */

static int finish(struct watch *w, int err, const struct diag *diag)
{
	if (err < 0) {
		read_errors__fatal(diag);
		return EXIT_FAILED;
	}
	if (err > 0 && !w->done)
		return err;
	/* The rest is a slice, too, though not a whole one. */
	w->ended = true;
	if (!w->done && w->began && w->counts.samples)
		end_slice(w, w->nr + 1);
	if (w->opts->input)
		return read_errors__close(&w->errors, session__stats(w->session)) ? EXIT_PARTIAL : EXIT_OK;
	return EXIT_OK;
}

static int read_stream(struct watch *w)
{
	const struct session_ops ops = {
		.begin = begin, .sample = on_sample, .event = on_event, .damaged = on_damaged, .flush_chains = on_flush,
		.wait = w->opts->input ? NULL : on_wait,
		.free_frame_priv = w->opts->outputs.kept->free_frame_priv, .free_half_priv = w->opts->outputs.kept->free_half_priv,
	};
	struct diag diag = DIAG_INIT;
	int status;

	w->session = session__new(&w->opts->session, &ops, w, &diag);
	if (!w->session) {
		/* The recorder has said why there is nothing. */
		if (w->opts->input)
			read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	status = finish(w, session__process(w->session, &diag), &diag);
	session__delete(w->session);
	watch_slice__close(&w->slice);
	task_facts__exit(&w->facts);
	return status;
}

/* Of tasks some may have ended since the first process began, and others have come, which that one knows from their beginning. */
static bool start_recorder(struct watch *w)
{
	const struct live_record *r = &w->opts->record;
	const char **args = xcalloc(r->nr + 2, sizeof(*args));
	size_t nr = 0;
	bool started;

	if (w->generation && r->listed)
		args[nr++] = "--tree";
	memcpy(args + nr, r->args, r->nr * sizeof(*args));
	started = live_recorder__start(&w->recorder, args, -1);
	free(args);
	return started;
}

int watch__run(const struct watch_options *o, unsigned int nr)
{
	struct watch w = { .opts = o, .generation = nr };
	int status, of_recorder;

	if (o->input)
		return read_stream(&w);
	if (!start_recorder(&w))
		return EXIT_FAILED;
	status = read_stream(&w);
	of_recorder = live_recorder__end(&w.recorder);
	return w.done || w.stopping ? status : of_recorder ? of_recorder : status;
}
