// SPDX-License-Identifier: GPL-2.0-only
/* A scenario as text again: what a made-up one did can be read, cut down and kept. */
#include <inttypes.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/generate/scenario.h"

static void print_bits(FILE *f, const char *key, uint64_t bits, const char *const *names)
{
	const char *sep = "";
	int i;

	fprintf(f, " %s=", key);
	for (i = 0; names[i]; i++)
		if (bits >> i & 1) {
			fprintf(f, "%s%s", sep, names[i]);
			sep = ",";
		}
}

static void print_addresses(FILE *f, const char *key, const struct addresses *a)
{
	uint32_t i;

	if (!a->present)
		return;
	fprintf(f, " %s=", key);
	if (!a->ips)
		fprintf(f, "%u", a->nr);
	for (i = 0; a->ips && i < a->nr; i++) {
		if (i)
			fputc(',', f);
		if (a->ips[i] == PERF_CONTEXT_KERNEL)
			fputs("kernel", f);
		else if (a->ips[i] == PERF_CONTEXT_USER)
			fputs("user", f);
		else if (a->ips[i] == PERF_CONTEXT_USER_DEFERRED)
			fputs("deferred", f);
		else if (a->ips[i] == CHAIN_COOKIE)
			fputs("cookie", f);
		else
			fprintf(f, "0x%" PRIx64, a->ips[i]);
	}
}

static void print_settings(const struct scenario *s, FILE *f)
{
	static const char *const formats[] = { "file", "pipe", "directory" };

	fprintf(f, "protocol %c\nbyte-order %s\nformat %s\ncpus %u\n",
		s->protocol == PROTOCOL_A ? 'A' : 'C', s->big ? "big" : "little",
		formats[s->format], s->cpus);
	if (s->compress)
		fprintf(f, "compress %u\n", s->compress);
	if (s->aux_of_cpus)
		fputs("aux-of cpus\n", f);
	if (s->switch_records)
		fputs("switch-records yes\n", f);
	if (!s->sample_id_all)
		fputs("sample-id no\n", f);
	fprintf(f,
		"attr-size %u\nstart %" PRIu64 "\nstep %" PRIu64 "\nrounds %" PRIu64
		"\nskew %" PRIu64 "\nseed %" PRIu64 "\n",
		s->attr_size, s->start, s->step, s->rounds, s->skew, s->seed);
}

static void print_event(const struct scenario_event *e, FILE *f)
{
	fprintf(f, "event %s type=%u config=%" PRIu64 " period=%" PRIu64, e->name, e->type,
		e->config, e->period);
	print_bits(f, "fields", e->sample_type, scenario_field_names);
	if (e->read_format)
		print_bits(f, "read", e->read_format, scenario_read_names);
	if (e->branch_sample_type)
		fprintf(f, " branch=%" PRIu64, e->branch_sample_type);
	if (e->tracking)
		fputs(" tracking", f);
	if (e->tracking && !e->defer_output)
		fputs(" no-defer-output", f);
	if (!e->tracking && e->defer_output)
		fputs(" defer-output", f);
	if (!e->defer)
		fputs(" no-defer", f);
	if (e->aux)
		fputs(e->start_paused ? " start-paused" : " aux", f);
	if (e->switches)
		fputs(" switches", f);
	if (e->wakings)
		fputs(" wakings", f);
	if (e->resume)
		fputs(" resume", f);
	if (e->pause)
		fputs(" pause", f);
	fputc('\n', f);
}

static void print_task(const struct scenario_task *t, FILE *f)
{
	fprintf(f, "task %d", t->tid);
	if (t->pid != t->tid)
		fprintf(f, " pid=%d", t->pid);
	fprintf(f, " comm=%s cpu=%u", t->comm, t->cpu);
	if (t->kthread)
		fputs(" kthread", f);
	if (t->compat)
		fputs(" 32bit", f);
	print_addresses(f, "stack", &t->stack);
	fputc('\n', f);
}

static void print_flags(const struct scenario_action *a, FILE *f)
{
	static const char *const names[] = {
		"drop", "empty", "inplace", "unterminated", NULL, "lead-user", NULL
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i] && a->flags >> i & 1)
			fprintf(f, " %s", names[i]);
	if (a->flags & ACT_NR)
		fprintf(f, " nr=%" PRIu64, a->number);
	if (a->flags & ACT_COOKIE)
		fprintf(f, " cookie=0x%" PRIx64, a->number);
	if (a->copies != 1)
		fprintf(f, " copies=%u", a->copies);
}

static void print_action(const struct scenario *s, const struct scenario_action *a, FILE *f)
{
	if (a->time != TIME_NEXT)
		fprintf(f, "%c%" PRIu64 " ", a->absolute ? '@' : '+', a->time);
	if (a->verb == DO_FLUSH)
		fputs("flush", f);
	else if (a->verb >= DO_FULL)
		fprintf(f, "cpu %u %s", a->cpu, scenario_verb_names[a->verb]);
	else
		fprintf(f, "%d %s", a->tid, scenario_verb_names[a->verb]);
	if (a->verb == DO_SWITCH && !a->other)
		fputs(" idle", f);
	else if (a->verb == DO_SWITCH || a->verb == DO_WAKE)
		fprintf(f, " %d", a->other);
	if (a->text)
		fprintf(f, " %s", a->text);
	if (a->verb == DO_SAMPLE)
		fprintf(f, " %s", s->events[a->event].name);
	else if (a->verb == DO_MIGRATE)
		fprintf(f, " %u", a->cpu);
	else if (a->verb == DO_FORK || a->verb == DO_CLONE)
		fprintf(f, " %d", a->other);
	else if (a->verb == DO_RECORD)
		fprintf(f, " type=%" PRIu64 " size=%" PRIu64, a->number, a->number2);
	else if (a->verb == DO_TRACE)
		fprintf(f, " %" PRIu64, a->number);
	else if (a->verb == DO_AUX)
		fprintf(f, "%s%s%s", a->number & PERF_AUX_FLAG_TRUNCATED ? " truncated" : "",
			a->number & PERF_AUX_FLAG_PARTIAL ? " partial" : "",
			a->number & PERF_AUX_FLAG_COLLISION ? " collision" : "");
	else if (a->verb == DO_MMAP)
		fprintf(f, " addr=0x%" PRIx64 " len=0x%" PRIx64, a->number, a->number2);
	print_flags(a, f);
	print_addresses(f, "kernel", &a->kernel);
	print_addresses(f, "user", &a->user);
	print_addresses(f, "chain", &a->chain);
	fputc('\n', f);
}

void scenario__print(const struct scenario *s, FILE *f)
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
