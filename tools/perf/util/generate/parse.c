// SPDX-License-Identifier: GPL-2.0-only
/* Scenario text: lines, tokens, settings, events and tasks. Actions are in parse-action.c. */
#include "util/generate/parse.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"

int parser__fail(struct parser *p, const char *fmt, ...)
{
	char text[180];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (!p->line)
		return diag__msg(p->diag, -EINVAL, "%s", text);
	return diag__msg(p->diag, -EINVAL, "line %d: %s", p->line, text);
}

int parse_number(struct parser *p, const char *what, const char *token, uint64_t max, uint64_t *ret)
{
	unsigned long long v;
	char *end;

	errno = 0;
	v = token ? strtoull(token, &end, 0) : 0;
	if (!token || !isdigit((unsigned char)*token) || *end || errno || v > max)
		return parser__fail(p, "%s takes a number up to %" PRIu64 ", not '%s'", what, max,
				    token ? token : "");
	*ret = v;
	return 0;
}

const char *token_value(struct parser *p, const char *key)
{
	size_t len = strlen(key);
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!strncmp(p->tokens[i], key, len) && p->tokens[i][len] == '=') {
			p->used[i] = true;
			return p->tokens[i] + len + 1;
		}
	return NULL;
}

bool token_flag(struct parser *p, const char *flag)
{
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!p->used[i] && !strcmp(p->tokens[i], flag)) {
			p->used[i] = true;
			return true;
		}
	return false;
}

const char *token_next(struct parser *p)
{
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!p->used[i]) {
			p->used[i] = true;
			return p->tokens[i];
		}
	return NULL;
}

/* Fails unless every token of the line was used. */
static int all_used(struct parser *p)
{
	int i;

	for (i = 0; i < p->nr_tokens; i++)
		if (!p->used[i])
			return parser__fail(p, "'%s' is not understood here", p->tokens[i]);
	return 0;
}

int parse_number_of(struct parser *p, const char *key, uint64_t max, uint64_t *ret)
{
	const char *v = token_value(p, key);

	return v ? parse_number(p, key, v, max, ret) : 0;
}

/* Index of @token in @names, or -1. */
static int find_name(const char *const *names, const char *token)
{
	int i;

	for (i = 0; names[i]; i++)
		if (!strcmp(names[i], token))
			return i;
	return -1;
}

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

		n = find_name(names, token + off);
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
	i = find_name(types, v);
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
static int parse_event(struct parser *p)
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
	int n = token ? find_name(names, token) : -1;

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
