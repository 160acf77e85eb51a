// SPDX-License-Identifier: GPL-2.0-only
/* Events on and off while a recording runs: the times of -D, and the commands of --control. */
#include <errno.h>
#include <string.h>

#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/event/evlist-text.h"
#include "util/record/recorder-internal.h"

/* A dummy that tells of tasks and maps stays on, or their names would be missing. NULL: there is none. */
static const struct evsel *side_band(const struct recorder *r)
{
	return r->config.tracking_is_dummy ? r->config.tracking : NULL;
}

/* All events but those that tell of tasks and maps; and says so. */
static int switch_events(struct recorder *r, bool on)
{
	const struct counters_pause relieve = { recorder__relieve, r };
	int err;

	r->running = on;
	r->aux_off = false;
	err = counters__switch(&r->counters, side_band(r), on, &relieve);
	if (err)
		return diag__is_set(r->diag) ? err :
		       diag__msg(r->diag, err, "cannot switch the events %s: %s", on ? "on" : "off", strerror(-err));
	pr_notice("Events %s\n", on ? "enabled" : "disabled");
	return 0;
}

static int switch_one(struct recorder *r, const char *name, bool on)
{
	const struct counters_pause relieve = { recorder__relieve, r };
	struct evsel *evsel;
	int err = -ENOENT;
	size_t i;

	evlist__for_each(r->evlist, i, evsel) {
		if (strcmp(evsel__name(evsel), name) || !evsel->counter)
			continue;
		err = counters__switch_event(evsel, on, &relieve);
		if (err)
			return diag__is_set(r->diag) ? err :
			       diag__msg(r->diag, err, "cannot switch event '%s' %s: %s", name, on ? "on" : "off",
					 strerror(-err));
		if (evsel__has_aux(evsel))
			r->aux_off = !on;
		r->running |= on;
	}
	if (err == -ENOENT)
		pr_warning("failed: can't find '%s' event\n", name);
	else
		pr_notice("Event %s %s\n", name, on ? "enabled" : "disabled");
	return 0;
}

static void list_events(struct recorder *r, const char *flags)
{
	struct strbuf out = STRBUF_INIT;

	if (evlist__print(&r->written, flags, &out))
		pr_warning("failed: '%s' is none of evlist's -v, -g, -F\n", flags);
	else
		pr_notice("%s", strbuf__str(&out));
	strbuf__exit(&out);
}

static int64_t take_snapshot(struct recorder *r, const char *path)
{
	int64_t n;

	if (r->last) {
		n = recorder__drain_round(r);
		return n < 0 ? n : record_last__save(r, *path ? path : NULL);
	}
	if (*path)
		pr_warning("failed: 'snapshot FILE' writes what --last keeps, which is not there\n");
	else if (r->config.aux.snapshot)
		return recorder__snapshot(r);
	else
		pr_warning("there is nothing to take a snapshot of: -S records AUX traces that way, --last everything\n");
	return 0;
}

/* One command. Returns 0, or negative errno with diag set; *@ret_known: it is to be answered. */
static int64_t obey(struct recorder *r, enum control_command command, const char *arg, bool *ret_stop,
		    bool *ret_known)
{
	*ret_known = true;
	switch (command) {
	case CONTROL_ENABLE:
	case CONTROL_DISABLE:
		return *arg ? switch_one(r, arg, command == CONTROL_ENABLE) :
		       switch_events(r, command == CONTROL_ENABLE);
	case CONTROL_EVLIST:
		list_events(r, arg);
		return 0;
	case CONTROL_SNAPSHOT:
		return take_snapshot(r, arg);
	case CONTROL_STOP:
		*ret_stop = true;
		return 0;
	case CONTROL_UNKNOWN:
		pr_warning("--control: unknown command '%s': enable [EVENT], disable [EVENT], evlist [-v|-g|-F], "
			   "snapshot [FILE], ping, stop\n", arg);
		*ret_known = false;
		return 0;
	default:
		return 0;
	}
}

int recorder__obey(struct recorder *r, bool *ret_stop)
{
	int64_t err;
	enum control_command command;
	int fd = r->control.fd;
	const char *arg;
	bool known;

	if (!r->opts->control || (r->control.fd < 0 && r->control.len == r->control.done))
		return 0;
	while (!*ret_stop && (command = record_control__next(&r->control, &arg)) != CONTROL_NONE) {
		err = obey(r, command, arg, ret_stop, &known);
		if (err < 0)
			return (int)err;
		if (known)
			record_control__acknowledge(&r->control);
	}
	/* Its end would wake us for ever. */
	if (fd >= 0 && r->control.fd < 0)
		perf_evlist__remove_pollfd(r->counters.list, fd);
	return 0;
}

void recorder__begin_toggles(struct recorder *r)
{
	r->toggles_since = r->file_since = monotonic__ms();
	r->next_toggle = 0;
}

int recorder__toggle(struct recorder *r)
{
	const struct record_opts *opts = r->opts;
	int err = 0;

	for (; !err && r->next_toggle < opts->nr_toggles; r->next_toggle++) {
		if (monotonic__ms() - r->toggles_since < (int64_t)opts->toggles[r->next_toggle])
			break;
		/* The first one switches on. */
		err = switch_events(r, r->next_toggle % 2 == 0);
	}
	return err;
}

int recorder__until_toggle(const struct recorder *r)
{
	int64_t left;

	if (r->next_toggle >= r->opts->nr_toggles)
		return -1;
	left = (int64_t)r->opts->toggles[r->next_toggle] - (monotonic__ms() - r->toggles_since);
	return left > 0 ? (int)left : 0;
}
