// SPDX-License-Identifier: GPL-2.0-only
/* A scenario as text again: what a made-up one did can be read, cut down and kept. */
#include <inttypes.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/generate/scenario.h"

static void print_bits(struct text_out *f, const char *key, uint64_t bits, const char *const *names)
{
	const char *sep = "";
	int i;

	text_out__addf(f, " %s=", key);
	for (i = 0; names[i]; i++)
		if (bits >> i & 1) {
			text_out__addf(f, "%s%s", sep, names[i]);
			sep = ",";
		}
}

static void print_addresses(struct text_out *f, const char *key, const struct addresses *a)
{
	uint32_t i;

	if (!a->present)
		return;
	text_out__addf(f, " %s=", key);
	if (!a->ips)
		text_out__addf(f, "%u", a->nr);
	for (i = 0; a->ips && i < a->nr; i++) {
		if (i)
			text_out__addch(f, ',');
		if (a->ips[i] == PERF_CONTEXT_KERNEL)
			text_out__addstr(f, "kernel");
		else if (a->ips[i] == PERF_CONTEXT_USER)
			text_out__addstr(f, "user");
		else if (a->ips[i] == PERF_CONTEXT_USER_DEFERRED)
			text_out__addstr(f, "deferred");
		else if (a->ips[i] == CHAIN_COOKIE)
			text_out__addstr(f, "cookie");
		else
			text_out__addf(f, "0x%" PRIx64, a->ips[i]);
	}
}

static void print_settings(const struct scenario *s, struct text_out *f)
{
	static const char *const formats[] = { "file", "pipe", "directory" };

	text_out__addf(f, "protocol %c\nbyte-order %s\nformat %s\ncpus %u\n",
		       s->protocol == PROTOCOL_A ? 'A' : 'C', s->big ? "big" : "little",
		       formats[s->format], s->cpus);
	if (strcmp(s->host, "generated"))
		text_out__addf(f, "host %s\n", s->host);
	if (s->build_ids)
		text_out__addf(f, "build-ids %" PRIu64 "\n", s->build_ids);
	if (s->compress)
		text_out__addf(f, "compress %u\n", s->compress);
	if (s->aux_of_cpus)
		text_out__addstr(f, "aux-of cpus\n");
	if (s->switch_records)
		text_out__addstr(f, "switch-records yes\n");
	if (!s->sample_id_all)
		text_out__addstr(f, "sample-id no\n");
	text_out__addf(f,
		       "attr-size %u\nstart %" PRIu64 "\nstep %" PRIu64 "\nrounds %" PRIu64
		       "\nskew %" PRIu64 "\nseed %" PRIu64 "\n",
		       s->attr_size, s->start, s->step, s->rounds, s->skew, s->seed);
}

static void print_event(const struct scenario_event *e, struct text_out *f)
{
	text_out__addf(f, "event %s type=%u config=%" PRIu64 " period=%" PRIu64, e->name, e->type,
		       e->config, e->period);
	print_bits(f, "fields", e->sample_type, scenario_field_names);
	if (e->read_format)
		print_bits(f, "read", e->read_format, scenario_read_names);
	if (e->branch_sample_type)
		text_out__addf(f, " branch=%" PRIu64, e->branch_sample_type);
	if (e->tracking)
		text_out__addstr(f, " tracking");
	if (e->tracking && !e->defer_output)
		text_out__addstr(f, " no-defer-output");
	if (!e->tracking && e->defer_output)
		text_out__addstr(f, " defer-output");
	if (!e->defer)
		text_out__addstr(f, " no-defer");
	if (e->aux)
		text_out__addstr(f, e->start_paused ? " start-paused" : " aux");
	if (e->switches)
		text_out__addstr(f, " switches");
	if (e->wakings)
		text_out__addstr(f, " wakings");
	if (e->resume)
		text_out__addstr(f, " resume");
	if (e->pause)
		text_out__addstr(f, " pause");
	text_out__addch(f, '\n');
}

static void print_task(const struct scenario_task *t, struct text_out *f)
{
	text_out__addf(f, "task %d", t->tid);
	if (t->pid != t->tid)
		text_out__addf(f, " pid=%d", t->pid);
	text_out__addf(f, " comm=%s cpu=%u", t->comm, t->cpu);
	if (t->kthread)
		text_out__addstr(f, " kthread");
	if (t->compat)
		text_out__addstr(f, " 32bit");
	print_addresses(f, "stack", &t->stack);
	text_out__addch(f, '\n');
}

static void print_flags(const struct scenario_action *a, struct text_out *f)
{
	static const char *const names[] = {
		"drop", "empty", "inplace", "unterminated", NULL, "lead-user", NULL
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i] && a->flags >> i & 1)
			text_out__addf(f, " %s", names[i]);
	if (a->flags & ACT_NR)
		text_out__addf(f, " nr=%" PRIu64, a->number);
	if (a->flags & ACT_COOKIE)
		text_out__addf(f, " cookie=0x%" PRIx64, a->number);
	if (a->copies != 1)
		text_out__addf(f, " copies=%u", a->copies);
}

static void print_action(const struct scenario *s, const struct scenario_action *a, struct text_out *f)
{
	if (a->time != TIME_NEXT)
		text_out__addf(f, "%c%" PRIu64 " ", a->absolute ? '@' : '+', a->time);
	if (a->verb == DO_FLUSH)
		text_out__addstr(f, "flush");
	else if (a->verb >= DO_FULL)
		text_out__addf(f, "cpu %u %s", a->cpu, scenario_verb_names[a->verb]);
	else
		text_out__addf(f, "%d %s", a->tid, scenario_verb_names[a->verb]);
	if (a->verb == DO_SWITCH && !a->other)
		text_out__addstr(f, " idle");
	else if (a->verb == DO_SWITCH || a->verb == DO_WAKE)
		text_out__addf(f, " %d", a->other);
	if (a->text)
		text_out__addf(f, " %s", a->text);
	if (a->verb == DO_SAMPLE)
		text_out__addf(f, " %s", s->events[a->event].name);
	else if (a->verb == DO_MIGRATE)
		text_out__addf(f, " %u", a->cpu);
	else if (a->verb == DO_FORK || a->verb == DO_CLONE)
		text_out__addf(f, " %d", a->other);
	else if (a->verb == DO_RECORD)
		text_out__addf(f, " type=%" PRIu64 " size=%" PRIu64, a->number, a->number2);
	else if (a->verb == DO_TRACE)
		text_out__addf(f, " %" PRIu64, a->number);
	else if (a->verb == DO_AUX)
		text_out__addf(f, "%s%s%s", a->number & PERF_AUX_FLAG_TRUNCATED ? " truncated" : "",
			       a->number & PERF_AUX_FLAG_PARTIAL ? " partial" : "",
			       a->number & PERF_AUX_FLAG_COLLISION ? " collision" : "");
	else if (a->verb == DO_MMAP)
		text_out__addf(f, " addr=0x%" PRIx64 " len=0x%" PRIx64, a->number, a->number2);
	print_flags(a, f);
	print_addresses(f, "kernel", &a->kernel);
	print_addresses(f, "user", &a->user);
	print_addresses(f, "chain", &a->chain);
	text_out__addch(f, '\n');
}

void scenario__print(const struct scenario *s, struct text_out *f)
{
	size_t i;

	print_settings(s, f);
	for (i = 0; i < s->nr_events; i++)
		print_event(&s->events[i], f);
	for (i = 0; i < s->nr_tasks; i++)
		print_task(&s->tasks[i], f);
	for (i = 0; i < s->nr_actions; i++)
		print_action(s, &s->actions[i], f);
}
