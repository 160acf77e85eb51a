// SPDX-License-Identifier: GPL-2.0-only
/* The rows of perf top: samples as they come, and what is shown at each refresh. */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-live.h"
#include "builtin-top.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/callchain/parent-match.h"
#include "util/decay/hist-decay.h"
#include "util/event/evlist.h"
#include "util/report/report-json.h"
#include "util/report/report-stdio.h"

/* After so many refreshes most symbols are known that there will be. */
#define SETTLED_AFTER	8
/* To find so many takes less time than to sort all. */
#define FEW_ROWS	256
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

/* --- a refresh ---------------------------------------------------------------------------------------- */

static void add_head(void *ctx, struct json *j)
{
	top_head__add_json(ctx, j);
}

static struct winsize terminal_size(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_row < 2 || size.ws_col < 2)
		size = (struct winsize){ .ws_row = UINT16_MAX, .ws_col = UINT16_MAX };
	return size;
}

/*
 * As much of @text as the terminal has room for, which breaks long lines: what scrolls away cannot be read. Lines of the heading are cut: that
 * below the names of columns is as long as the longest name.
 */
static void print_fitting(const struct text_out *text)
{
	const struct winsize size = terminal_size();
	size_t lines = 1, column = 0, i;
	bool begins = true, is_heading = false;

	std_out__addstr("\033[H\033[J");
	for (i = 0; i < text->len && lines < size.ws_row; i++) {
		bool end = text->buf[i] == '\n';

		is_heading = begins ? text->buf[i] == '#' : is_heading;
		begins = end;
		if (is_heading && !end && column == size.ws_col)
			continue;
		lines += end || column == size.ws_col;
		column = end ? 0 : column == size.ws_col ? 1 : column + 1;
		text_out__add(std_out(), &text->buf[i], 1);
	}
}

static void print_rows(const struct top *t, const struct top_head *head)
{
	const bool terminal = isatty(STDOUT_FILENO);
	struct text_out block;
	const struct top_options *o = t->opts;
	const struct session_stats *stats = session__stats(t->session);
	const struct report_stdio text = { .hists = t->hists, .out = terminal ? &block : std_out(), .percent_limit = o->text_limit, .max_rows = o->entries,
					   /* A call graph takes as long as all chains of its row: only what is seen is drawn. */
					   .max_lines = terminal ? terminal_size().ws_row : 0, .no_header = verbose <= LOG_QUIET, .lost_samples = stats->lost_samples };
	const struct report_json json = { .hists = t->hists, .stats = stats, .input = o->input ? session__input_exact(t->session) : NULL,
					  .percent_limit = o->percent_limit, .max_rows = o->entries, .out = std_out(), .one_line = true,
					  .more = add_head, .ctx = (void *)(uintptr_t)head };

	if (o->json) {
		report_json__print(&json);
		return;
	}
	text_out__init(&block, -1);
	if (verbose > LOG_QUIET)
		top_head__print(head, text.out);
	report_stdio__print(&text);
	if (terminal)
		print_fitting(&block);
	text_out__exit(&block);
}

/* No more than what is shown is sorted: there are thousands of rows, most of them of single samples. Text draws its graphs without lists. */
static void order(struct top *t)
{
	const struct top_options *o = t->opts;
	bool few = o->entries && o->entries <= FEW_ROWS && !o->hists.hierarchy;

	hists__fold(t->hists);
	if (o->screen)
		return;
	if (few)
		hists__order_first(t->hists, o->entries);
	else
		hists__order_now(t->hists);
	if (o->json)
		hists__list_own_chains(t->hists, few ? o->entries : SIZE_MAX);
	else if (o->hists.hierarchy)
		hists__list_chains(t->hists);
}

/* Also where nothing becomes less, since rows are in an order, and take no samples as they are. */
static void decay(struct top *t)
{
	const struct top_decay *d = &t->opts->decay;
	bool now = t->refreshes % d->every == 0;

	hists__decay(t->hists, now ? d->num : 1, now ? d->den : 1);
}

/* @at: when it is, ns. Returns whether it was the last one. */
static bool refresh(struct top *t, uint64_t at)
{
	uint64_t cpu = top__cpu_ns(t), ns = at - t->last;
	const struct top_head head = { .top = t, .seconds = (double)ns / 1e9,
				       .cpu = ns && cpu > t->last_cpu ? 100.0 * (double)(cpu - t->last_cpu) / (double)ns : 0 };

	t->refreshes++;
	/* What is read of the files that run, mostly at first, is no growth. */
	if (t->refreshes <= SETTLED_AFTER)
		t->first_memory = top__memory(t);
	if (t->hists && top_shared__shows(t)) {
		order(t);
		if (t->opts->screen)
			top_screen__show(t, &head);
		else
			print_rows(t, &head);
		if (std_out__flush())
			t->done = true;
	}
	if (t->hists) {
		hists__fold(t->hists);
		decay(t);
	}
	t->counts = (struct live_counts){ 0 };
	t->last = at;
	t->last_cpu = cpu;
	return t->done;
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
		(void)refresh(t, t->next);
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
			if (refresh(t, now))
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
		(void)refresh(t, t->next);
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
