// SPDX-License-Identifier: GPL-2.0-only
/* Scenario text: what follows the verb of an action. */
#include "util/generate/parse.h"

#include <string.h>

#include <linux/perf_event.h>

static int find_event(struct parser *p, const char *name, uint32_t *ret)
{
	size_t i;

	if (!p->s->nr_events)
		scenario__add_event(p->s, "cpu-clock");
	for (i = 0; name && i < p->s->nr_events; i++)
		if (!strcmp(p->s->events[i].name, name)) {
			*ret = (uint32_t)i;
			return 0;
		}
	return parser__fail(p, "there is no event '%s'", name ? name : "");
}

static int parse_text(struct parser *p, struct scenario_action *a, const char *what)
{
	const char *token = token_next(p);

	if (!token)
		return parser__fail(p, "'%s' needs %s", scenario_verb_names[a->verb], what);
	a->text = arena__strdup(&p->s->arena, token);
	return 0;
}

static int parse_record_options(struct parser *p, struct scenario_action *a)
{
	uint64_t copies = 1;
	int err;

	if (token_flag(p, "drop"))
		a->flags |= ACT_DROP;
	if (token_flag(p, "empty"))
		a->flags |= ACT_EMPTY;
	if (token_flag(p, "lead-user"))
		a->flags |= ACT_LEAD_USER;
	err = parse_number_of(p, "copies", 1000, &copies);
	a->copies = (uint32_t)copies;
	if (token_value(p, "nr")) {
		a->flags |= ACT_NR;
		err = err ?: parse_number_of(p, "nr", UINT64_MAX, &a->number);
	}
	return err;
}

static int parse_sample(struct parser *p, struct scenario_action *a)
{
	/* The event's name may be left out where there is one that samples. */
	const char *name = NULL;
	int i;

	if (token_flag(p, "drop"))
		a->flags |= ACT_DROP;
	if (token_flag(p, "inplace"))
		a->flags |= ACT_INPLACE;
	if (token_flag(p, "unterminated"))
		a->flags |= ACT_UNTERMINATED;
	for (i = 0; i < p->nr_tokens; i++)
		if (!p->used[i] && !strchr(p->tokens[i], '=')) {
			name = p->tokens[i];
			p->used[i] = true;
			break;
		}
	return (name ? find_event(p, name, &a->event) : 0) ?: parse_addresses(p, "kernel", &a->kernel) ?:
	       parse_addresses(p, "chain", &a->chain);
}

static int parse_new_tid(struct parser *p, struct scenario_action *a)
{
	uint64_t tid = 0;
	int err = parse_number(p, "the new task", token_next(p), INT32_MAX, &tid);

	a->other = (int32_t)tid;
	return err;
}

static int parse_mmap(struct parser *p, struct scenario_action *a)
{
	a->number2 = 0x1000;
	return parse_text(p, a, "a file") ?: parse_number_of(p, "addr", UINT64_MAX, &a->number) ?:
	       parse_number_of(p, "len", UINT64_MAX, &a->number2);
}

/* switch TID|idle [STATE] [kernel=] */
static int parse_switch(struct parser *p, struct scenario_action *a)
{
	const char *next = token_next(p), *state;
	uint64_t tid = 0, value;
	int err = parse_addresses(p, "kernel", &a->kernel);

	if (!next || strcmp(next, "idle"))
		err = err ?: parse_number(p, "switch", next, INT32_MAX, &tid);
	if (err)
		return err;
	a->other = (int32_t)tid;
	state = token_next(p);
	if (state && !scenario__state(state, &value))
		return parser__fail(p, "'%s' is no state of a task", state);
	a->text = arena__strdup(&p->s->arena, state ? state : "S");
	return 0;
}

int parse_verb(struct parser *p, struct scenario_action *a)
{
	uint64_t n = 0;
	int err = 0;

	switch (a->verb) {
	case DO_ENTER:
	case DO_INTERRUPT:
		if (token_value(p, "cookie")) {
			a->flags |= ACT_COOKIE;
			err = parse_number_of(p, "cookie", UINT64_MAX, &a->number);
		}
		return err ?: parse_addresses(p, "user", &a->user);
	case DO_RETURN:
	case DO_UNWIND:
		return parse_record_options(p, a);
	case DO_SAMPLE:
		return parse_sample(p, a);
	case DO_STACK:
		a->user.present = true;
		return parse_addresses(p, "user", &a->user);
	case DO_MIGRATE:
		err = parse_number(p, "migrate", token_next(p), UINT32_MAX, &n);
		a->cpu = (uint32_t)n;
		return err;
	case DO_EXEC:
		return parse_text(p, a, "the new program's name")
			       ?: parse_addresses(p, "user", &a->user);
	case DO_COMM:
		return parse_text(p, a, "a name");
	case DO_FORK:
	case DO_CLONE:
		return parse_new_tid(p, a);
	case DO_MMAP:
		return parse_mmap(p, a);
	case DO_RECORD:
		a->number2 = 16;
		return parse_number_of(p, "type", UINT32_MAX, &a->number) ?:
		       parse_number_of(p, "size", 65528, &a->number2);
	case DO_SWITCH:
		return parse_switch(p, a);
	case DO_WAKE:
		err = parse_number(p, "wake", token_next(p), INT32_MAX, &n);
		a->other = (int32_t)n;
		return err;
	case DO_TRACE:
		return parse_number(p, "trace", token_next(p), 1 << 20, &a->number);
	case DO_AUX:
		a->number = (token_flag(p, "truncated") ? PERF_AUX_FLAG_TRUNCATED : 0) |
			    (token_flag(p, "partial") ? PERF_AUX_FLAG_PARTIAL : 0) |
			    (token_flag(p, "collision") ? PERF_AUX_FLAG_COLLISION : 0);
		return 0;
	case DO_EXIT:
		if (token_flag(p, "drop"))
			a->flags |= ACT_DROP;
		return 0;
	default:
		return 0;
	}
}
