// SPDX-License-Identifier: GPL-2.0-only
/* perf script on a terminal: the screen of samples in place of text. */
#include "builtin-header.h"
#include "builtin-script.h"
#include "util/base/log.h"
#include "util/event/evlist.h"
#include "util/output/color.h"
#include "util/tui/keys.h"
#include "util/tui/samples.h"
#include "util/tui/screen.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* What is more than samples, each for itself, has no screen. Returns why, or NULL. */
static const char *no_samples(const struct script *s)
{
	const struct { bool on; const char *why; } others[] = {
		{ s->dump, "-D is text" }, { s->header || s->header_only, "--header is text" }, { s->json, "--json is text" },
		{ s->aux_segments, "--aux-segments is text" }, { s->list_dlfilters, "--list-dlfilters is text" },
		{ s->off_cpu.on, "spans of --off-cpu and --wall are text" }, { s->session_opts.raw, "--no-merge-callchains is text" },
		{ s->per_event_dump, "--per-event-dump is for files" }, { s->dlfilter_file, "--dlfilter is for text" },
		{ s->show_task || s->show_mmap || s->show_switch || s->show_lost || s->show_namespaces || s->show_bpf ||
		  s->show_cgroup || s->show_text_poke || s->session_opts.rounds, "other records (--show-...) are text" },
		{ s->text_opts.reltime || s->text_opts.deltatime, "times since other samples are text" },
		{ !script_fields__alone(&s->fields), "one of the fields depends on the samples before" },
		{ s->debug, "-d is for text" }, { verbose <= LOG_QUIET, "-q is for text" },
	};
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (others[i].on)
			return others[i].why;
	return NULL;
}

/* Without being asked for, it is for what can be shown there, and nothing is said about the rest. */
static void leave_screen(struct script *s, const char *why)
{
	s->on_screen = false;
	if (s->screen == SCRIPT_SCREEN)
		pr_warning("perf: no screen for --tui, samples are text: %s\n", why);
}

void script__choose_screen(struct script *s)
{
	const char *why = no_samples(s);

	s->on_screen = s->screen == SCRIPT_SCREEN || (s->screen == SCRIPT_AS_CONFIGURED && s->screen_configured);
	if (s->on_screen && (why || !screen__is_possible(&why)))
		leave_screen(s, why);
	if (!s->on_screen)
		return;
	/* Whatever fields there are, the list shows functions; and samples are looked up again later. */
	s->session_opts.no_stitch = s->session_opts.no_resolve = false;
	s->session_opts.again_later = true;
	sample_list__init(&s->list);
}

bool script__check_screen(struct script *s)
{
	if (session__is_stream(s->session))
		leave_screen(s, "a pipe is read only once, and samples are read when they are shown; store it in a file");
	else if (perf_header__has(session__header(s->session), HEADER_AUXTRACE) && !s->itrace.off)
		leave_screen(s, "samples that are made of a trace are text");
	else if (evlist__has_sample_type(session__evlist(s->session), PERF_SAMPLE_READ))
		leave_screen(s, "events that are read in groups are text: what each has counted depends on the samples before");
	else
		sample_reader__init(&s->reader, s->session, &s->text);
	return s->on_screen;
}

int script__list_sample(struct script *s, const struct session_sample *sample)
{
	if (sample_reader__add(&s->reader, &s->list, sample))
		return 0;
	pr_warning("perf: there are too many samples for a screen: only the first %zu are shown (--time chooses others)\n", s->list.nr_all);
	return 1;
}

void script__begin_screen(struct script *s)
{
	const struct screen_opening_opts o = { .input = session__input_name(s->session), .keys = sample_keys };

	if (s->on_screen)
		screen_opening__start(&s->opening, &o);
}

static const char *event_of(const struct script *s, const struct sample_row *r)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(session__evlist(s->session), i, evsel)
		if (evsel->idx == r->event)
			return evsel__name(evsel);
	return "";
}

/* The first samples: the list begins with them, and they stay as they are. What is in their stacks is read when the list is shown. */
static void make_rows(const struct script *s, size_t most, struct tables *ts)
{
	struct table *t = tables__add(ts, "Samples");
	const struct sample_list *l = &s->list;
	size_t i;

	table__add_column(t, "Time", TABLE_NUMBER);
	table__add_column(t, "Command", TABLE_TEXT);
	table__add_column(t, "Thread", TABLE_NUMBER);
	table__add_column(t, "Event", TABLE_TEXT);
	for (i = 0; i < l->nr_all && i < most; i++) {
		const struct sample_row *r = &l->rows[i];
		const char *comm = sample_reader__comm(&s->reader, r);

		table__add_row(t);
		table__add_number(t, (double)r->time, "%" PRIu64 ".%06" PRIu64, r->time / 1000000000, r->time / 1000 % 1000000);
		table__add_text(t, comm ? comm : "");
		table__add_number(t, r->tid, "%" PRId32, (int32_t)r->tid);
		table__add_text(t, event_of(s, r));
	}
}

bool script__screen_progress(struct script *s, const char *what, uint64_t done, uint64_t total)
{
	struct tables ts = { 0 };
	size_t most;

	if (!screen_opening__progress(&s->opening, what, done, total))
		return false;
	most = s->list.nr_all && session__is_between_samples(s->session) ? screen_opening__wants_rows(&s->opening) : 0;
	if (!most)
		return true;
	make_rows(s, most, &ts);
	screen_opening__set_rows(&s->opening, &ts);
	return true;
}

int script__show_screen(struct script *s)
{
	struct samples_opts o = {
		.list = &s->list, .reader = &s->reader, .colors = color__wanted(STDOUT_FILENO), .mouse = s->mouse,
		.input = session__input_name(s->session), .info = recording_header__add, .ctx = s->session,
	};
	const char *why;

	o.is_open = screen_opening__end(&s->opening);
	if (!s->list.nr_all) {
		screen_opening__leave(&s->opening);
		pr_warning("perf: there are no samples to show\n");
		return 0;
	}
	if (samples__run(&o, &why)) {
		s->opening.open = false;
		return 0;
	}
	screen_opening__leave(&s->opening);
	pr_error("perf: no screen for samples: %s; --no-tui prints them as text\n", why);
	return -1;
}

void script__exit_screen(struct script *s)
{
	sample_reader__exit(&s->reader);
	sample_list__exit(&s->list);
}
