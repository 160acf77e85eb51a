// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-range.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <stdlib.h>
#include <string.h>

#include <perf/evsel.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/choose/aux-action.h"
#include "util/choose/parse-events.h"
#include "util/event/evsel-config.h"
#include "util/record/aux-config.h"
#include "util/record/workload.h"

/* What the events of a range are made of, and into what. */
struct making {
	struct aux_range *r;
	const struct range_scope *scope;
	struct evlist *evlist;
	bool dry;
	struct diag *diag;
};

static void add_pending(struct aux_range *r, const struct range_place *p, struct evsel *evsel)
{
	struct pending_breakpoint *b = &r->pending[r->nr_pending++];

	*b = (struct pending_breakpoint){ .evsel = evsel, .place = *p };
	b->place.symbol = xstrdup(p->symbol);
	b->place.object = xstrdup(p->object);
}

int aux_range__settle(const struct aux_range *r, pid_t pid, struct diag *diag)
{
	const struct range_scope scope = { .pids = &pid, .nr_pids = 1 };
	uint64_t address;
	int err = 0;
	size_t i;

	for (i = 0; i < r->nr_pending && !err; i++) {
		const struct pending_breakpoint *b = &r->pending[i];

		err = range_place__address(&b->place, &scope, &address, diag);
		if (err)
			break;
		pr_debug("%s is at 0x%" PRIx64 "\n", b->place.symbol, address);
		b->evsel->attr.bp_addr = address;
		err = perf_evsel__modify(b->evsel->counter, &b->evsel->attr);
		if (err)
			diag__msg(diag, err, "cannot move the breakpoint of '%s' to 0x%" PRIx64 ": %s",
				  b->place.symbol, address, strerror(-err));
	}
	return err;
}

/* The breakpoint that stands in for a probe; needs an address that is known before anything runs. */
static int make_breakpoint(const struct making *m, const struct range_place *p, const char *name, const char *action)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	uint64_t address;
	char *text;
	bool pending = range_place__is_pending(p, m->scope, &address);
	int ret = pending ? 0 : range_place__address(p, m->scope, &address, m->diag);

	if (ret)
		return ret;
	text = xasprintf("mem:0x%" PRIx64 ":x/aux-action=%s,name=%s/%s", address, action, name,
			 p->in_kernel ? "k" : "u");
	ret = parse_events(m->evlist, text, &err);
	if (ret)
		diag__msg(m->diag, ret, "%s: %s", text, err.reason);
	else if (pending)
		add_pending(m->r, p, m->evlist->evsels[m->evlist->nr - 1]);
	parse_events_error__exit(&err);
	free(text);
	return ret;
}

/* In the dry the tracepoint has no id yet. */
static void add_dry(struct evlist *evlist, const char *name, bool resume)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD,
	};
	struct evsel *evsel = evsel__new(&attr);
	struct evsel_config *config = evsel__get_config(evsel);

	config->aux_action = resume ? AUX_ACTION_RESUME : AUX_ACTION_PAUSE;
	evsel->attr.aux_resume = resume;
	evsel->attr.aux_pause = !resume;
	evsel__set_name(evsel, name);
	evlist__add(evlist, evsel);
}

/* @err: what probe_events__check() returned. */
static int explain_no_probe(const char *symbol, int err, struct diag *diag)
{
	char *why = err != -ENOENT ? xstrdup("which takes root") :
		    !tracefs__path() ? tracefs__problem() :
		    xstrdup("and the kernel has none (no uprobe_events or kprobe_events in tracefs)");

	(void)diag__msg(diag, err, "when '%s' returns only a probe can tell, %s", symbol, why);
	free(why);
	return err;
}

static int make_event(const struct making *m, const struct range_place *p, const char *name, bool resume, bool at_return)
{
	uint64_t plus = at_return ? 0 : p->plus;
	bool by_name = p->in_kernel && !strchr(p->symbol, '#');
	char *symbol = !by_name ? NULL : plus ? xasprintf("%s+0x%" PRIx64, p->symbol, plus) : xstrdup(p->symbol);
	const struct probe_place place = {
		.file = p->in_kernel ? NULL : p->object, .offset = p->where.start + plus,
		.at_return = at_return, .symbol = symbol,
	};
	struct parse_events_error error = PARSE_EVENTS_ERROR_INIT;
	const char *action = resume ? "resume" : "pause";
	char *text;
	int err;

	pr_debug("%s: '%s' of %s at 0x%" PRIx64 "\n", name, p->symbol, place.file ? place.file : "the kernel",
		 place.offset);
	if (m->dry) {
		free(symbol);
		add_dry(m->evlist, name, resume);
		return 0;
	}
	err = probe_events__check(!p->in_kernel);
	if (err && !at_return) {
		free(symbol);
		return make_breakpoint(m, p, name, action);
	}
	err = err ? explain_no_probe(p->symbol, err, m->diag) : probe_events__add(&m->r->probes, name, &place, m->diag);
	free(symbol);
	if (err)
		return err;
	text = xasprintf("%s:%s/aux-action=%s/", probe_events__group(), name, action);
	err = parse_events(m->evlist, text, &error);
	if (err)
		diag__msg(m->diag, err, "cannot use the probe '%s': %s", text, error.reason);
	parse_events_error__exit(&error);
	free(text);
	return err;
}

static struct evsel *find_aux(struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel__has_aux(evsel))
			return evsel;
	return NULL;
}

/* The new events go behind the AUX event's group, so that they take nobody else into it. */
static void move_behind(struct evlist *evlist, const struct evsel *aux, size_t first_new)
{
	size_t at = (size_t)aux->leader->idx + aux->leader->nr_members;

	for (; first_new < evlist->nr; first_new++)
		evlist__move(evlist, first_new, at++);
}

/* The comma between the two; those in a parameter list of C++ do not count. */
static size_t find_comma(const char *text)
{
	size_t i, depth = 0;

	for (i = 0; text[i] && (text[i] != ',' || depth); i++) {
		depth += text[i] == '(' || text[i] == '<';
		depth -= (text[i] == ')' || text[i] == '>') && depth;
	}
	return i;
}

static int parse_range(const char *text, struct range_place places[2], bool *ret_until_return,
		       struct diag *diag)
{
	size_t n = find_comma(text);
	int err = range_place__parse(&places[0], text, n, diag);

	*ret_until_return = !text[n];
	if (err || !text[n])
		return err;
	return range_place__parse(&places[1], text + n + 1, strlen(text + n + 1), diag);
}

static int make_range(const struct making *m, const char *text, struct range_place places[2])
{
	struct evsel *aux = find_aux(m->evlist);
	size_t first_new = m->evlist->nr;
	struct range_place *stop = &places[1];
	bool until_return;
	int err = parse_range(text, places, &until_return, m->diag);

	if (!err && !aux)
		err = diag__msg(m->diag, -EINVAL, "--aux-range needs an event with an AUX area, such as "
				"-e intel_pt//");
	if (!err)
		err = range_place__find(&places[0], m->scope, m->diag);
	if (until_return)
		stop = &places[0];
	else if (!err)
		err = range_place__find(stop, m->scope, m->diag);
	if (err)
		return err;
	if (!m->dry)
		probe_events__remove_stale();
	err = make_event(m, &places[0], "start", true, false);
	if (!err)
		err = make_event(m, stop, "stop", false, until_return);
	if (err)
		return err;
	aux->config->aux_action = AUX_ACTION_START_PAUSED;
	aux->attr.aux_start_paused = 1;
	move_behind(m->evlist, aux, first_new);
	return evlist__group_aux(m->evlist, m->diag);
}

int aux_range__init(struct aux_range *r, const char *text, const struct range_scope *scope,
		    struct evlist *evlist, bool dry, struct diag *diag)
{
	char *path = scope->program ? workload__path(scope->program) : NULL;
	struct range_place places[2] = { 0 };
	struct range_scope s = *scope;
	int err;

	s.program = path;
	err = make_range(&(struct making){ r, &s, evlist, dry, diag }, text, places);
	free(path);
	range_place__exit(&places[0]);
	range_place__exit(&places[1]);
	return err;
}

void aux_range__exit(struct aux_range *r)
{
	struct diag diag = DIAG_INIT;

	while (r->nr_pending)
		range_place__exit(&r->pending[--r->nr_pending].place);

	if (probe_events__remove(&r->probes, &diag))
		pr_warning("Warning:\n%s\n", diag.text);
}
