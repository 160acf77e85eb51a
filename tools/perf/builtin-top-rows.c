// SPDX-License-Identifier: GPL-2.0-only
/* The rows of perf top: samples as they come, and when they are shown. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-live.h"
#include "builtin-top.h"
#include "util/base/log.h"
#include "util/callchain/parent-match.h"
#include "util/decay/hist-decay.h"
#include "util/event/evlist.h"

/* What ends the reading: the last refresh was shown. */
#define ENOUGH	1

static volatile sig_atomic_t stopped;

void top__stop(void)
{
	stopped = 1;
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* --- what the session tells ------------------------------------------------------------------------------ */

static int begin(void *ctx, struct session *s)
{
	struct top *t = ctx;
	struct hists_opts h = t->opts->hists;
	struct columns_opts c = t->opts->columns;
	struct diag diag = DIAG_INIT;
	bool chains;

	t->event_switch = t->opts->event_switch;
	if (event_switch__begin(&t->event_switch, session__evlist(s), &diag) < 0) {
		pr_error("perf: %s\n", diag.text);
		return EXIT_USAGE;
	}
	chains = evlist__has_sample_type(session__evlist(s), PERF_SAMPLE_CALLCHAIN);
	h.children = t->opts->children && chains && !h.hierarchy;
	h.use_chains = chains;
	h.decay = &hists_decays;
	h.graph.caller = h.children;
	h.header = session__header(s);
	c.children = h.children;
	c.arch = session__header(s)->arch;
	c.evlist = session__evlist(s);
	t->columns = columns__new(&c, &diag);
	if (!t->columns) {
		pr_error("perf: %s\n", diag.text);
		return EXIT_USAGE;
	}
	if (t->columns->mem_stats || t->columns->needs & (NEEDS_BRANCH | NEEDS_HISTORY | NEEDS_PARALLELISM)) {
		pr_error("perf: perf top has no rows of branches, memory accesses or latency: perf report makes them of a recording\n");
		return EXIT_USAGE;
	}
	t->hists = hists__new(&h, t->columns, session__evlist(s));
	if (!(t->columns->needs & NEEDS_ADDRESS) && !h.graph.by_address)
		session__set_by_code(s);
	return 0;
}

static bool is_kernel(unsigned int cpumode)
{
	return cpumode == PERF_RECORD_MISC_KERNEL || cpumode == PERF_RECORD_MISC_GUEST_KERNEL;
}

/* Refreshes of a recording come when it says that so much time has passed. */
static bool heed_time(struct top *t, uint64_t time)
{
	if (!t->next) {
		t->last = time;
		t->next = time + t->opts->delay;
	}
	while (time >= t->next && !t->done) {
		(void)top__refresh(t, t->next);
		/* While nothing happens, refreshes show what the last one has shown, lighter. Once nothing is left they are passed over. */
		if (!t->hists->list[0].nr)
			t->next += (time - t->next) / t->opts->delay * t->opts->delay;
		t->next += t->opts->delay;
	}
	return t->done;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct top *t = ctx;
	bool kernel = is_kernel(sample__cpumode(s->sample));

	if (t->opts->input && heed_time(t, s->sample->time))
		return ENOUGH;
	if (!event_switch__passes(&t->event_switch, s->evsel) || (kernel ? t->opts->hide_kernel : t->opts->hide_user))
		return 0;
	live_counts__add(&t->counts, s);
	hists__add(t->hists, s);
	return 0;
}

/* A thread that did not run does so again, or was woken. */
static int on_span(void *ctx, const struct session_sample *span)
{
	struct top *t = ctx;

	if (t->opts->input && heed_time(t, span->sample->time))
		return ENOUGH;
	live_counts__add(&t->counts, span);
	hists__add(t->hists, span);
	return 0;
}

static void on_flush(void *ctx)
{
	struct top *t = ctx;

	if (t->hists)
		hists__fold(t->hists);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct top *t = ctx;

	/* The end that this process has made itself may lie within a record. */
	if (t->opts->input || !(t->done || stopped))
		read_errors__damaged(&t->errors, diag);
}

/* Returns whether there is more of the stream, or @stopped is set. */
static bool wait_on_screen(struct top *t, int fd, int ms)
{
	enum top_wait w = top_screen__wait(t, fd, ms);

	if (w == TOP_WAIT_LEAVE) {
		t->left = true;
		stopped = 1;
	}
	return w != TOP_WAIT_AGAIN;
}

/*
 * What could not be shown in time is not made up for. The stream has as long as a refresh took, however long that is: a reader who is slow, or
 * graphs of thousands of rows, may take all of the time between two.
 */
static void set_next(struct top *t, uint64_t began)
{
	uint64_t now = now_ns();

	if (began < t->next)
		t->next = began;
	t->next += (began - t->next) / t->opts->delay * t->opts->delay + t->opts->delay;
	if (t->next < now + (now - began))
		t->next = now + (now - began);
}

/* Nobody looks at an empty screen for longer than it takes until something is there. */
static bool is_due(const struct top *t, uint64_t now)
{
	return now >= t->next || (t->opts->screen && !t->has_shown && t->counts.samples);
}

/* Waits for more of the stream, and refreshes meanwhile. */
static bool on_wait(void *ctx, int fd)
{
	struct top *t = ctx;
	struct pollfd fds[] = { { .fd = fd, .events = POLLIN }, { .events = POLLIN } };
	uint64_t now = now_ns();

	if (!t->next) {
		t->last = now;
		t->next = now + t->opts->delay;
	}
	while (!stopped) {
		int n;

		now = now_ns();
		if (is_due(t, now)) {
			t->has_shown |= t->counts.samples;
			if (top__refresh(t, now))
				return true;
			set_next(t, now);
			continue;
		}
		top_last__serve(t);
		n = (int)((t->next - now) / 1000000 < 1000 ? (t->next - now) / 1000000 + 1 : 1000);
		if (t->opts->screen) {
			if (wait_on_screen(t, fd, n))
				return stopped;
			continue;
		}
		fds[1].fd = t->kept.use ? t->kept.answer : -1;
		n = poll(fds, ARRAY_SIZE(fds), n);
		if (fds[0].revents || (n < 0 && errno != EINTR))
			return false;
	}
	return true;
}

/* --- all of it -------------------------------------------------------------------------------------------- */

static int finish(struct top *t, int err, const struct diag *diag)
{
	const struct session_stats *stats = session__stats(t->session);
	int status = EXIT_OK;

	if (err > 0 && !t->done)
		return err;
	if (err < 0) {
		read_errors__fatal(diag);
		return EXIT_FAILED;
	}
	if (!t->opts->input)
		return EXIT_OK;
	if (!t->hists) {
		pr_error("perf: '%s' has no events\n", session__input_name(t->session));
		return EXIT_FAILED;
	}
	/* The rest is a slice, too. */
	if (!t->done && t->counts.samples)
		(void)top__refresh(t, t->next);
	if (!t->refreshes) {
		pr_warning("perf: '%s' has no samples%s\n", session__input_name(t->session), stats->samples ? " that pass the filters" : "");
		/* A name that no sample has was not meant. */
		status = stats->samples && t->opts->session.comms ? EXIT_FAILED : EXIT_OK;
	}
	return read_errors__close(&t->errors, stats) ? EXIT_PARTIAL : status;
}

int top__run(struct top *t)
{
	const struct session_ops ops = {
		.begin = begin, .sample = on_sample, .damaged = on_damaged, .flush_chains = on_flush,
		.wait = t->opts->input ? NULL : on_wait,
	};
	struct diag diag = DIAG_INIT;
	int status;

	t->session = session__new(&t->opts->session, &ops, t, &diag);
	if (!t->session) {
		/* The recorder has said why there is nothing. */
		if (t->opts->input)
			read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	t->off_cpu = t->opts->off_cpu;
	if (t->off_cpu.on)
		off_cpu_view__attach(&t->off_cpu, t->session, &t->opts->session, on_span, t);
	/* The session has the stream; the terminal is for those who type. */
	if (t->opts->screen)
		(void)dup2(t->terminal, STDIN_FILENO);
	status = finish(t, session__process(t->session, &diag), &diag);
	if (t->opts->screen)
		t->left |= top_screen__end(t);
	parent_match__forget(t->opts->hists.ignore_callees);
	hists__delete(t->hists);
	columns__delete(t->columns);
	offcpu__delete(t->off_cpu.spans);
	session__delete(t->session);
	return status;
}
