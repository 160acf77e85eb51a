// SPDX-License-Identifier: GPL-2.0-only
/* Scenario text: the lines that say what happens. */
#include "util/generate/parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"

#define MAX_ACTIONS	20000000
#define MAX_MADE_UP	8000	/* frames: a record holds at most 8191 words */

bool is_action(const char *token)
{
	return isdigit((unsigned char)*token) || *token == '@' || *token == '+' ||
	       !strcmp(token, "cpu") || !strcmp(token, "flush") || !strcmp(token, "repeat") ||
	       !strcmp(token, "end");
}

int parse_tids(struct parser *p, const char *token, int32_t *ret_from, int32_t *ret_to)
{
	const char *dash = token ? strchr(token, '-') : NULL;
	uint64_t from, to;
	int err;

	if (!dash) {
		err = parse_number(p, "a tid", token, INT32_MAX, &from);
		to = from;
	} else {
		char *head = arena__strndup(&p->s->arena, token, (size_t)(dash - token));

		err = parse_number(p, "a tid", head, INT32_MAX, &from) ?:
		      parse_number(p, "a tid", dash + 1, INT32_MAX, &to);
	}
	if (err)
		return err;
	if (to < from || to - from > MAX_ACTIONS)
		return parser__fail(p, "'%s' is no range of tids", token);
	*ret_from = (int32_t)from;
	*ret_to = (int32_t)to;
	return 0;
}

static bool special_address(const char *token, uint64_t *ret)
{
	static const struct {
		const char *name;
		uint64_t value;
	} special[] = {
		{ "kernel", PERF_CONTEXT_KERNEL }, { "user", PERF_CONTEXT_USER },
		{ "deferred", PERF_CONTEXT_USER_DEFERRED }, { "cookie", CHAIN_COOKIE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(special); i++)
		if (!strcmp(token, special[i].name)) {
			*ret = special[i].value;
			return true;
		}
	return false;
}

int parse_addresses(struct parser *p, const char *key, struct addresses *ret)
{
	const char *v = token_value(p, key), *c;
	char *copy, *save, *token;
	uint64_t *ips, n = 1;
	int err;

	if (!v)
		return 0;
	*ret = (struct addresses){ .present = true };
	if (isdigit((unsigned char)*v) && strncmp(v, "0x", 2)) {
		err = parse_number(p, key, v, MAX_MADE_UP, &n);
		ret->nr = (uint32_t)n;
		return err;
	}
	for (c = v; *c; c++)
		n += *c == ',';
	ips = arena__alloc(&p->s->arena, n * sizeof(*ips));
	copy = arena__strdup(&p->s->arena, v);
	for (token = strtok_r(copy, ",", &save); token; token = strtok_r(NULL, ",", &save)) {
		if (!special_address(token, &ips[ret->nr])) {
			err = parse_number(p, key, token, UINT64_MAX, &ips[ret->nr]);
			if (err)
				return err;
		}
		ret->nr++;
	}
	ret->ips = ips;
	return 0;
}

static int parse_time(struct parser *p, const char *token, uint64_t *ret_time, bool *ret_absolute)
{
	*ret_absolute = *token == '@';
	return parse_number(p, "a time", token + 1, UINT64_MAX / 4, ret_time);
}

static int find_verb(struct parser *p, bool of_cpu, enum scenario_verb *ret)
{
	const char *token = token_next(p);
	int first = of_cpu ? DO_FULL : DO_ENTER, last = of_cpu ? DO_WAKE : DO_MMAP, i;

	for (i = first; token && i <= last; i++)
		if (!strcmp(token, scenario_verb_names[i])) {
			*ret = (enum scenario_verb)i;
			return 0;
		}
	return parser__fail(p, "'%s' is nothing a %s does", token ? token : "",
			    of_cpu ? "cpu" : "task");
}

static int parse_end(struct parser *p)
{
	struct scenario *s = p->s;
	size_t first, nr, i;
	uint64_t left;

	if (!p->nr_loops)
		return parser__fail(p, "'end' without 'repeat'");
	p->nr_loops--;
	first = p->loops[p->nr_loops].first;
	nr = s->nr_actions - first;
	if (nr && p->loops[p->nr_loops].times > MAX_ACTIONS / nr)
		return parser__fail(p, "more than %d actions", MAX_ACTIONS);
	for (left = p->loops[p->nr_loops].times; left > 1; left--)
		for (i = 0; i < nr; i++) {
			GROW(s->actions, s->nr_actions, s->cap_actions);
			s->actions[s->nr_actions++] = s->actions[first + i];
		}
	return 0;
}

static int parse_repeat(struct parser *p)
{
	uint64_t times;
	int err = parse_number(p, "repeat", token_next(p), MAX_ACTIONS, &times);

	if (err)
		return err;
	if (!times || p->nr_loops == PARSER_LOOPS)
		return parser__fail(p, "repeat 0 times, or more than %d inside each other",
				    PARSER_LOOPS);
	p->loops[p->nr_loops].first = p->s->nr_actions;
	p->loops[p->nr_loops++].times = times;
	return 0;
}

/* The same action for each task of a range: the first one is there already. */
static void spread(struct parser *p, int32_t from, int32_t to)
{
	struct scenario *s = p->s;

	for (; from < to; from++) {
		GROW(s->actions, s->nr_actions, s->cap_actions);
		s->actions[s->nr_actions] = s->actions[s->nr_actions - 1];
		s->actions[s->nr_actions].tid = from + 1;
		s->actions[s->nr_actions].absolute = false;
		s->actions[s->nr_actions++].time = TIME_NEXT;
	}
}

int parse_action(struct parser *p)
{
	uint64_t time = TIME_NEXT, cpu = 0;
	const char *subject = token_next(p);
	struct scenario_action *a;
	bool absolute = false;
	enum scenario_verb verb = DO_FLUSH;
	int32_t from = 0, to = 0;
	int err = 0;

	if (!strcmp(subject, "repeat"))
		return parse_repeat(p);
	if (!strcmp(subject, "end"))
		return parse_end(p);
	if (*subject == '@' || *subject == '+') {
		err = parse_time(p, subject, &time, &absolute);
		subject = token_next(p);
		if (!err && !subject)
			err = parser__fail(p, "a time, and then nothing happens");
	}
	if (err)
		return err;
	if (!strcmp(subject, "cpu"))
		err = parse_number(p, "cpu", token_next(p), UINT32_MAX, &cpu)
			      ?: find_verb(p, true, &verb);
	else if (strcmp(subject, "flush"))
		err = parse_tids(p, subject, &from, &to) ?: find_verb(p, false, &verb);
	if (err)
		return err;
	a = scenario__add_action(p->s, verb);
	a->line = p->line;
	a->time = time;
	a->absolute = absolute;
	a->tid = from;
	a->cpu = (uint32_t)cpu;
	err = parse_verb(p, a);
	if (!err)
		spread(p, from, to);
	return err;
}
