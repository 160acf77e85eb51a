// SPDX-License-Identifier: GPL-2.0-only
/* Scenario text: its lines, settings and tasks. Events and actions are in parse-event.c, parse-action.c and parse-verb.c. */
#include "util/generate/parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"

/* Fails unless every token of the line was used. */
static int all_used(struct parser *p)
{
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!p->used[i])
			return parser__fail(p, "'%s' is not understood here", p->tokens[i]);
	return 0;
}

/* task TID[-TID] [pid=] [comm=] [cpu=] [kthread] [32bit] [stack=] */
static int parse_task(struct parser *p)
{
	const char *token = token_next(p), *comm;
	struct addresses stack = { .nr = 4, .present = true };
	bool kthread = token_flag(p, "kthread"), compat = token_flag(p, "32bit");
	uint64_t cpu = 0, pid = 0;
	int32_t from, to;
	int err;

	comm = token_value(p, "comm");
	comm = comm ? arena__strdup(&p->s->arena, comm) : "task";
	err = parse_tids(p, token, &from, &to) ?: parse_number_of(p, "cpu", UINT32_MAX, &cpu) ?:
	      parse_number_of(p, "pid", INT32_MAX, &pid) ?: parse_addresses(p, "stack", &stack);
	if (err)
		return err;
	for (; from <= to; from++) {
		struct scenario_task *t = scenario__add_task(p->s, from);

		t->comm = comm;
		t->cpu = (uint32_t)cpu;
		t->kthread = kthread;
		t->compat = compat;
		t->stack = stack;
		if (pid)
			t->pid = (int32_t)pid;
	}
	return 0;
}

static int parse_choice(struct parser *p, const char *key, const char *const *names)
{
	const char *token = token_next(p);
	int n = token ? parser__find_name(names, token) : -1;

	return n >= 0 ? n : parser__fail(p, "'%s' is no value of '%s'", token ? token : "", key);
}

/* Settings that are a choice. Returns 1 if @key is none of them. */
static int parse_choice_setting(struct parser *p, const char *key)
{
	static const char *const orders[] = { "little", "big", NULL };
	static const char *const formats[] = { "file", "pipe", "directory", NULL };
	static const char *const protocols[] = { "C", "A", NULL };
	static const char *const aux_of[] = { "tasks", "cpus", NULL };
	static const char *const no_yes[] = { "no", "yes", NULL };
	struct scenario *s = p->s;
	int n;

	if (!strcmp(key, "byte-order")) {
		n = parse_choice(p, key, orders);
		s->big = n == 1;
	} else if (!strcmp(key, "format")) {
		n = parse_choice(p, key, formats);
		s->format = n < 0 ? FORMAT_FILE : (enum scenario_format)n;
	} else if (!strcmp(key, "protocol")) {
		n = parse_choice(p, key, protocols);
		s->protocol = n == 1 ? PROTOCOL_A : PROTOCOL_C;
	} else if (!strcmp(key, "sample-id")) {
		n = parse_choice(p, key, no_yes);
		s->sample_id_all = n == 1;
	} else if (!strcmp(key, "switch-records")) {
		n = parse_choice(p, key, no_yes);
		s->switch_records = n == 1;
	} else if (!strcmp(key, "aux-of")) {
		n = parse_choice(p, key, aux_of);
		s->aux_of_cpus = n == 1;
	} else {
		return 1;
	}
	return n < 0 ? n : 0;
}

static int parse_setting(struct parser *p, const char *key)
{
	struct scenario *s = p->s;
	uint64_t cpus = s->cpus, attr_size = s->attr_size, compress = s->compress;
	const struct {
		const char *key;
		uint64_t *value, max;
	} numbers[] = {
		{ "cpus", &cpus, 4096 }, { "start", &s->start, UINT64_MAX / 4 },
		{ "step", &s->step, UINT64_MAX / 4 }, { "rounds", &s->rounds, UINT64_MAX / 4 },
		{ "skew", &s->skew, UINT64_MAX / 4 }, { "attr-size", &attr_size, 4096 },
		{ "compress", &compress, 83 }, { "seed", &s->seed, UINT64_MAX },
		{ "build-ids", &s->build_ids, UINT64_MAX },
	};
	int err = parse_choice_setting(p, key);
	size_t i;

	if (err <= 0)
		return err;
	if (!strcmp(key, "host")) {
		const char *token = token_next(p);

		s->host = arena__strdup(&s->arena, token ? token : "");
		return *s->host ? 0 : parser__fail(p, "'host' takes a name");
	}
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		if (!strcmp(key, numbers[i].key)) {
			err = parse_number(p, key, token_next(p), numbers[i].max, numbers[i].value);
			break;
		}
	if (err > 0)
		return parser__fail(p, "'%s' is not a setting, and no tid", key);
	if (err)
		return err;
	if (!cpus || attr_size < PERF_ATTR_SIZE_VER0 || attr_size % 8 ||
	    (compress && compress != 81 && compress != 83))
		return parser__fail(p, "'%s' cannot have this value", key);
	s->cpus = (uint32_t)cpus;
	s->attr_size = (uint32_t)attr_size;
	s->compress = (uint32_t)compress;
	return 0;
}

/* Splits @text into tokens; '#' begins a comment. */
static void split(struct parser *p, char *text)
{
	char *save, *token;

	text[strcspn(text, "#")] = 0;
	p->nr_tokens = 0;
	for (token = strtok_r(text, " \t\r", &save); token && p->nr_tokens < PARSER_TOKENS;
	     token = strtok_r(NULL, " \t\r", &save)) {
		p->used[p->nr_tokens] = false;
		p->tokens[p->nr_tokens++] = token;
	}
}

static int parse_line(struct parser *p, char *text)
{
	const char *first;
	int err;

	split(p, text);
	if (!p->nr_tokens)
		return 0;
	first = p->tokens[0];
	if (!strcmp(first, "event") || !strcmp(first, "task")) {
		(void)token_next(p);
		err = *first == 'e' ? parse_event(p) : parse_task(p);
	} else if (is_action(first)) {
		err = parse_action(p);
	} else {
		err = parse_setting(p, token_next(p));
	}
	return err ?: all_used(p);
}

int scenario__parse(struct scenario *s, const char *text, struct diag *diag)
{
	struct parser p = { .s = s, .diag = diag };
	char *copy = xstrdup(text), *line = copy, *next;
	int err = 0;

	for (; line && !err; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		p.line++;
		err = parse_line(&p, line);
	}
	if (!err && p.nr_loops)
		err = parser__fail(&p, "a 'repeat' has no 'end'");
	if (!err && !s->nr_events)
		scenario__add_event(s, "cpu-clock");
	if (!err)
		scenario__finish(s);
	free(copy);
	return err;
}

int scenario__set(struct scenario *s, const char *line, struct diag *diag)
{
	struct parser p = { .s = s, .diag = diag };
	char *copy = xstrdup(line);
	int err;

	split(&p, copy);
	err = parse_setting(&p, token_next(&p)) ?: all_used(&p);
	free(copy);
	return err;
}
