// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-filter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/event/evlist.h"

static struct evsel *find_event(const struct evlist *evlist, const char *name)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!strcmp(evsel__name(evsel), name))
			return evsel;
	return NULL;
}

int script_filter__set_events(struct script_filter *f, const struct evlist *evlist, char *err, size_t size)
{
	if (f->on)
		f->on_evsel = find_event(evlist, f->on);
	if (f->off)
		f->off_evsel = find_event(evlist, f->off);
	if ((f->on && !f->on_evsel) || (f->off && !f->off_evsel)) {
		bool on = f->on && !f->on_evsel;

		snprintf(err, size, "--switch-%s: the recording has no event '%s' ('perf evlist' shows its events)",
			 on ? "on" : "off", on ? f->on : f->off);
		return -EINVAL;
	}
	f->off_now = f->on;
	return 0;
}

/* Samples between an event that switches on and one that switches off. */
static bool is_switched_on(struct script_filter *f, const struct session_sample *s)
{
	if (f->off_now) {
		if (!f->on_evsel || s->evsel != f->on_evsel)
			return false;
		f->off_now = false;
		return f->show_switches;
	}
	if (s->evsel == f->off_evsel) {
		f->off_now = true;
		return f->show_switches;
	}
	return true;
}

/* @token as an address: "0x..." with nothing behind it. */
static bool is_address(const char *token, uint64_t *ret)
{
	char *end;

	if (strncmp(token, "0x", 2))
		return false;
	errno = 0;
	*ret = strtoull(token, &end, 16);
	return !errno && end != token + 2 && !*end;
}

static bool has_symbol(const struct script_filter *f, const struct frame *ip)
{
	uint64_t addr;
	size_t i;

	for (i = 0; ip && i < f->symbols.nr; i++) {
		const char *token = f->symbols.names[i];

		if (ip->sym && !strcmp(token, ip->sym->name))
			return true;
		if (!is_address(token, &addr))
			continue;
		if (ip->ip >= addr && ip->ip - addr <= f->addr_range)
			return true;
		/* The function that begins there. */
		if (ip->sym && map__to_dso(ip->map, ip->ip) - ip->sym->start == ip->ip - addr)
			return true;
	}
	return false;
}

static bool has_dso(const struct script_filter *f, const struct frame *ip)
{
	return ip && ip->map && (name_list__has(&f->dsos, ip->map->dso->long_name) ||
				 name_list__has(&f->dsos, ip->map->dso->short_name));
}

/* The function that a branch is about: the one that is called, or the one that is left. */
static const char *function_of(const struct session_sample *s)
{
	const struct frame *f = s->trace->flags & (BRANCH_FLAG_RETURN | BRANCH_FLAG_TRACE_END) ? s->ip : s->addr;

	return f && f->sym ? f->sym->name : NULL;
}

/* What stands in f->inside: how deep the call was, + 2, or OUTSIDE, since a map holds no NULL. */
#define OUTSIDE		1

/*
 * Of a decoded trace: the call of one of the functions, what it calls, and its return. A call and its return are equally
 * deep; the return is off the stack already when it is told.
 */
static bool is_called(struct script_filter *f, const struct session_sample *s)
{
	uint64_t entered = u64num__find(&f->inside, s->tid), depth;
	bool leaves, own = false;
	const char *name;

	if (!s->trace || !(s->trace->flags & BRANCH_FLAG_BRANCH))
		return entered > OUTSIDE;
	leaves = s->trace->flags & BRANCH_FLAG_RETURN;
	depth = (uint64_t)s->trace->depth + leaves + 2;
	if (entered > OUTSIDE) {
		if (depth > entered)
			return true;
		own = leaves && depth == entered;
		u64num__set(&f->inside, s->tid, OUTSIDE);
	}
	name = function_of(s);
	if (!name || !name_list__has(&f->graph, name))
		return own;
	if (!leaves && !(s->trace->flags & BRANCH_FLAG_TRACE_END))
		u64num__set(&f->inside, s->tid, depth);
	return true;
}

bool script_filter__passes(struct script_filter *f, const struct session_sample *s)
{
	if ((f->on_evsel || f->off_evsel) && !is_switched_on(f, s))
		return false;
	if (f->symbols.nr && !has_symbol(f, s->ip))
		return false;
	if (f->dsos.nr && !has_dso(f, s->ip))
		return false;
	return !f->graph.nr || is_called(f, s);
}

void script_filter__exit(struct script_filter *f)
{
	name_list__exit(&f->symbols);
	name_list__exit(&f->dsos);
	name_list__exit(&f->graph);
	u64num__exit(&f->inside);
}
