// SPDX-License-Identifier: GPL-2.0-only
/* The lines of a scenario that describe an event: its type, what its samples have, AUX traces and switches. */
#include "util/generate/parse.h"

#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

/* "ip,tid,time" to bits. A '+' in front keeps the bits that are there. */
static int parse_bits(struct parser *p, const char *const *names, const char *list, uint64_t *bits)
{
	char *copy = arena__strdup(&p->s->arena, list), *save, *token;
	uint64_t b = 0;
	int n;

	if (*copy == '+') {
		b = *bits;
		copy++;
	}
	for (token = strtok_r(copy, ",", &save); token; token = strtok_r(NULL, ",", &save)) {
		bool off = *token == '-';

		n = parser__find_name(names, token + off);
		if (n < 0)
			return parser__fail(p, "there is no field '%s'", token + off);
		b = off ? b & ~(1ULL << n) : b | 1ULL << n;
	}
	*bits = b;
	return 0;
}

static int parse_event_type(struct parser *p, struct scenario_event *e)
{
	static const char *const types[] = {
		"hardware", "software", "tracepoint", "cache", "raw", "breakpoint", NULL
	};
	const char *v = token_value(p, "type");
	uint64_t n;
	int err, i;

	if (!v)
		return 0;
	i = parser__find_name(types, v);
	if (i >= 0) {
		e->type = (uint32_t)i;
		return 0;
	}
	err = parse_number(p, "type", v, UINT32_MAX, &n);
	e->type = (uint32_t)n;
	return err;
}

/* An AUX event, and those that switch it: they stand behind it, as in the groups that perf makes. */
static int parse_aux(struct parser *p, struct scenario_event *e)
{
	size_t i, nr_aux = 0;

	e->start_paused = token_flag(p, "start-paused");
	e->aux = token_flag(p, "aux") || e->start_paused;
	e->resume = token_flag(p, "resume");
	e->pause = token_flag(p, "pause");
	for (i = 0; i < p->s->nr_events; i++)
		nr_aux += p->s->events[i].aux;
	if (nr_aux > 1)
		return parser__fail(p, "there is an AUX event already");
	if (e->aux + e->resume + e->pause > 1)
		return parser__fail(p, "an event is only one of aux, resume and pause");
	i = p->s->nr_events - 1;
	if (e->resume || e->pause) {
		const struct scenario_event *before = i ? e - 1 : NULL;

		if (!before || !(before->aux || before->resume || before->pause))
			return parser__fail(p, "an event that switches a trace stands behind the AUX event");
	}
	return 0;
}

/* Tracepoints that the model fires; with a type of its own such an event says no more than that a task left. */
static void parse_switches(struct parser *p, struct scenario_event *e)
{
	e->switches = token_flag(p, "switches");
	e->wakings = token_flag(p, "wakings");
	if (e->switches || e->wakings)
		scenario_event__set_tracepoint(e);
}

/*
 * event NAME [type=] [config=] [period=] [fields=] [read=] [branch=] [tracking] [no-defer]
 * [defer-output] [aux] [start-paused] [resume] [pause] [switches] [wakings]
 */
int parse_event(struct parser *p)
{
	const char *name = token_next(p), *v;
	struct scenario_event *e;
	int err;

	if (!name || strchr(name, '='))
		return parser__fail(p, "an event needs a name");
	e = scenario__add_event(p->s, name);
	e->tracking = token_flag(p, "tracking");
	e->defer_output = token_flag(p, "defer-output") || e->tracking;
	if (token_flag(p, "no-defer-output"))
		e->defer_output = false;
	parse_switches(p, e);
	err = parse_aux(p, e);
	if (err)
		return err;
	err = parse_event_type(p, e) ?: parse_number_of(p, "config", UINT64_MAX, &e->config) ?:
	      parse_number_of(p, "period", UINT64_MAX, &e->period) ?:
	      parse_number_of(p, "branch", UINT64_MAX, &e->branch_sample_type);
	if (!err && (v = token_value(p, "fields")))
		err = parse_bits(p, scenario_field_names, v, &e->sample_type);
	if (!err && (v = token_value(p, "read")))
		err = parse_bits(p, scenario_read_names, v, &e->read_format);
	if (token_flag(p, "no-defer") || !(e->sample_type & PERF_SAMPLE_CALLCHAIN))
		e->defer = false;
	return err;
}
