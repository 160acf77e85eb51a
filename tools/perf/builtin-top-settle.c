// SPDX-License-Identifier: GPL-2.0-only
/* What follows from the options of perf top, once all were said, and from the configuration files before that. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-row-opts.h"
#include "builtin-top.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/log.h"
#include "util/base/shown.h"

/* Lines of a screen that are not rows. */
#define HEAD_LINES	10
/* Rows where there is no screen. */
#define DEFAULT_ENTRIES	20
/* Percent: what is less is shown as 0.00 %. A row decays for minutes until it has nothing left. */
#define NOTHING		0.005
/* How long all rows wait for the user half of a thread that is away, ns: one that is away for longer has the kernel's half. */
#define AWAY_WAIT	2000000000

/* As many rows as the terminal shows. */
static unsigned int default_entries(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_row <= HEAD_LINES + 1)
		return DEFAULT_ENTRIES;
	return size.ws_row - HEAD_LINES;
}

/* Rows are of places, but where a thread left its CPU is kept until it comes back. */
static void settle_off_cpu(struct top_options *o)
{
	off_cpu_view__settle(&o->off_cpu);
	o->session.frames_go = !o->off_cpu.on;
	if (!o->off_cpu.on)
		return;
	o->columns.default_sort = "comm,state,sym";
	o->session.pipe_max_wait = AWAY_WAIT;
	if (o->hide_kernel || o->hide_user)
		usage_error("--off-cpu is about threads that wait in the kernel: it goes without -K and -U");
	if (o->input)
		return;
	live_record__add(&o->record, xstrdup("--off-cpu-only"));
	/* No row is of who wakes; a recording of the last seconds may be looked at for that. */
	if (!o->last)
		live_record__add(&o->record, xstrdup("--no-waker-stacks"));
}

void top_options__settle(struct top_options *o)
{
	struct diag diag = DIAG_INIT;

	top_decay__settle(o);
	if (o->input && o->record.nr)
		usage_error("--input shows what was recorded: '%s' is about what is recorded", o->record.args[0]);
	if (o->input && o->last)
		usage_error("--input shows what was recorded: --last keeps what happens now");
	if (o->hide_kernel && o->hide_user)
		usage_error("-K and -U together leave nothing");
	settle_off_cpu(o);
	if (o->off_cpu.on && (o->event_switch.on_name || o->event_switch.off_name))
		usage_error("--switch-on and --switch-off choose samples by their moments, and a span of --off-cpu has many");
	if (o->ignore_callees)
		o->hists.ignore_callees = row_opts__match(o->ignore_callees);
	if (name_list__add(&o->hists.dsos, o->dsos, &diag) || name_list__add(&o->hists.symbols, o->symbols, &diag))
		usage_error("%s", diag.text);
	o->hists.count_filter = o->count_filter;
	o->columns.raw_trace = o->hists.raw_trace;
	if (!o->entries_set)
		o->entries = o->json ? 0 : default_entries();
	o->text_limit = o->percent_limit > NOTHING ? o->percent_limit : NOTHING;
	if (o->json)
		shown__keep_exact();
	if (!o->record.place)
		o->record.place = xstrdup(o->input ? "recorded" : "all");
	o->screen = screen_choice__settle(&o->choice, o->json ? "--json is text" : o->input ? "a recording is shown as text" : o->hists.hierarchy ?
					  "-H is text" : verbose <= LOG_QUIET ? "-q is for text" : NULL);
	if (o->screen && !o->last_said)
		o->last = "30s,64M";
	o->hists.verbose = verbose;
	o->hists.details = o->json;
	o->session.input = o->input ? o->input : "-";
	o->session.gaps = true;
	o->session.symbols.inlines = true;
	(void)live_record__args(&o->record);
}

void top_options__configure(struct top_options *o)
{
	const struct config_key keys[] = {
		{ "call-graph.record-mode", CONFIG_STRING, &o->record.graph_mode, NULL },
		{ "top.call-graph", CONFIG_STRING, &o->record.graph_mode, NULL },
		{ "top.children", CONFIG_BOOL, &o->children, NULL },
		{ "hist.percentage", CONFIG_CALLBACK, &o->hists.filter_relative, row_opts__configure_percentage },
		{ NULL, CONFIG_BOOL, NULL, NULL },
	};

	perf_config__apply(keys);
	o->choice.configured = true;
	screen_choice__configure(&o->choice, "tui.top");
}
