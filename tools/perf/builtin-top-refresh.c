// SPDX-License-Identifier: GPL-2.0-only
/* A refresh of perf top: what is shown of the rows as they are now, and how they become lighter then. */
#include <sys/ioctl.h>
#include <unistd.h>

#include "builtin-top.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/decay/hist-decay.h"
#include "util/report/report-json.h"
#include "util/report/report-stdio.h"

/* After so many refreshes most symbols are known that there will be. */
#define SETTLED_AFTER	8
/* To find so many takes less time than to sort all. */
#define FEW_ROWS	256

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

/* No more than what is shown is sorted: there are thousands of rows, most of them of single samples. */
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
	if (o->hists.hierarchy && !o->json)
		hists__list_chains(t->hists);
}

/* Also where nothing becomes less, since rows are in an order, and take no samples as they are. */
static void decay(struct top *t)
{
	const struct top_decay *d = &t->opts->decay;
	bool now = t->refreshes % d->every == 0;

	hists__decay(t->hists, now ? d->num : 1, now ? d->den : 1);
}

bool top__refresh(struct top *t, uint64_t at)
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
