// SPDX-License-Identifier: GPL-2.0-only
#include "util/offcpu/notes.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/base/json.h"
#include "util/base/strbuf.h"

struct lines {
	struct strbuf text;
	void (*line)(void *ctx, const char *text);
	void *ctx;
};

static void add_seconds(struct strbuf *out, const struct offcpu_sum *sum, const char *one, const char *many)
{
	strbuf__addf(out, "%" PRIu64 ".%09" PRIu64 " s in %" PRIu64 " %s", sum->ns / 1000000000, sum->ns % 1000000000, sum->nr,
		     sum->nr == 1 ? one : many);
}

static void end_line(struct lines *l)
{
	l->line(l->ctx, strbuf__str(&l->text));
	strbuf__reset(&l->text);
}

/* "off-CPU: left out: preempted 0.012345678 s in 3 spans; --state=all shows all" */
static void left_out(struct lines *l, const struct offcpu_stats *st)
{
	const char *sep = "off-CPU: left out: ";
	int i;

	for (i = 0; i < OFFCPU_NR_STATES; i++) {
		if (!st->left_out[i].nr)
			continue;
		strbuf__addf(&l->text, "%s%s ", sep, offcpu_state__name((enum offcpu_state)i));
		add_seconds(&l->text, &st->left_out[i], "span", "spans");
		sep = ", ";
	}
	if (!l->text.len)
		return;
	strbuf__addstr(&l->text, "; --state=all shows all");
	end_line(l);
}

static void counted(struct lines *l, const struct offcpu_sum *sum, const char *what)
{
	if (!sum->nr)
		return;
	strbuf__addstr(&l->text, "off-CPU: ");
	add_seconds(&l->text, sum, "span", "spans");
	strbuf__addstr(&l->text, what);
	end_line(l);
}

static void say(struct lines *l, bool is_so, const char *what)
{
	if (!is_so)
		return;
	strbuf__addf(&l->text, "off-CPU: %s", what);
	end_line(l);
}

/* How well samples agree with switches, which count. */
static void wall(struct lines *l, const struct offcpu_wall *w)
{
	double off = w->ran ? 100.0 * ((double)w->sampled - (double)w->ran) / (double)w->ran : 0;

	if (!w->ran)
		return;
	strbuf__addf(&l->text, "wall: threads ran %" PRIu64 ".%09" PRIu64 " s by switches, which is what counts", w->ran / 1000000000,
		     w->ran % 1000000000);
	if (w->is_clock)
		strbuf__addf(&l->text, "; their samples alone say %" PRIu64 ".%09" PRIu64 " s (%+.1f %%)", w->sampled / 1000000000,
			     w->sampled % 1000000000, off);
	end_line(l);
}

static void add_ns(struct strbuf *out, const char *before, uint64_t ns)
{
	strbuf__addf(out, "%s%" PRIu64 ".%09" PRIu64 " s", before, ns / 1000000000, ns % 1000000000);
}

/* More CPUs than these are told in one line. */
#define CPU_LINES	16

/* "wall: CPU 0: running 0.200000000 s + idle 0.800000000 s = 1.000000000 s" */
static void cpu_line(struct lines *l, const char *who, const struct offcpu_cpu *c)
{
	strbuf__addf(&l->text, "wall: %s: running", who);
	add_ns(&l->text, " ", c->running);
	add_ns(&l->text, " + idle ", c->idle);
	if (c->unknown)
		add_ns(&l->text, " + not known ", c->unknown);
	add_ns(&l->text, " = ", c->running + c->idle + c->unknown);
	end_line(l);
}

/* Records of tasks alone say nothing of CPUs. */
static bool any_cpu(const struct offcpu_stats *st)
{
	size_t i;

	for (i = 0; i < st->cpus.nr; i++)
		if (st->cpus.list[i].seen)
			return true;
	return false;
}

static void cpus(struct lines *l, const struct offcpu_stats *st)
{
	struct offcpu_cpu all = { .running = 0 };
	size_t i, nr = 0;
	char who[32];

	if (!any_cpu(st))
		return;
	for (i = 0; i < st->cpus.nr; i++)
		nr += st->cpus.list[i].there;
	for (i = 0; i < st->cpus.nr; i++) {
		const struct offcpu_cpu *c = &st->cpus.list[i];

		if (!c->there)
			continue;
		all.running += c->running;
		all.idle += c->idle;
		all.unknown += c->unknown;
		snprintf(who, sizeof(who), "CPU %zu", i);
		if (nr <= CPU_LINES)
			cpu_line(l, who, c);
	}
	snprintf(who, sizeof(who), "%zu CPUs", nr);
	if (nr > CPU_LINES)
		cpu_line(l, who, &all);
}

static void missing(struct lines *l, uint64_t nr)
{
	if (!nr)
		return;
	strbuf__addf(&l->text, "off-CPU: %" PRIu64 " %s missing where no loss is told (a filter, or the kernel left %s out): threads may "
		     "have run in what counts as a wait", nr, nr == 1 ? "switch is" : "switches or more are", nr == 1 ? "it" : "them");
	end_line(l);
}

/* "off-CPU: recorded inside a PID namespace: 5 threads have numbers there, 40 are outside of it, ..." */
static void numbers(struct lines *l, const struct numbers_stats *n)
{
	if (!n->inside && !n->outside && !n->not_known)
		return;
	strbuf__addf(&l->text, "off-CPU: recorded inside a PID namespace: %" PRIu64 " %s a number there", n->inside,
		     n->inside == 1 ? "thread has" : "threads have");
	if (n->outside)
		strbuf__addf(&l->text, "; %" PRIu64 " outside of it %s called '%s', tid 1000000000 + the kernel's number", n->outside,
			     n->outside == 1 ? "is" : "are", offcpu__foreign_comm(NUMBERS_OUTSIDE));
	if (n->not_known)
		strbuf__addf(&l->text, "; of %" PRIu64 " no sample tells a number: '%s', tid 2000000000 + the kernel's", n->not_known,
			     offcpu__foreign_comm(NUMBERS_NOT_KNOWN));
	end_line(l);
}

static bool any_wait(const struct offcpu_stats *st)
{
	return st->shown[OFFCPU_BLOCKED].nr || st->left_out[OFFCPU_BLOCKED].nr;
}

void offcpu_notes__each(const struct offcpu_stats *st, void (*line)(void *ctx, const char *text), void *ctx)
{
	struct lines l = { .line = line, .ctx = ctx };

	numbers(&l, &st->numbers);
	left_out(&l, st);
	counted(&l, &st->unfinished, " had not ended when the recording did; they count until then");
	counted(&l, &st->shown[OFFCPU_UNKNOWN], " are not known, since records of switches are missing");
	if (!st->wall.ran)
		counted(&l, &st->before, " until threads came that had left before the recording began are not shown: their stacks "
		"are not recorded");
	counted(&l, &st->no_stack, " have no stack");
	say(&l, !st->wakings && any_wait(st), "no wakings are recorded (sched:sched_waking): the time between a waking and the CPU "
	    "counts as blocked");
	say(&l, st->by_return, "the recording has no switches to its threads: spans end when the deferred stack was taken, "
	    "just before the return to user space, and so are a little too long");
	wall(&l, &st->wall);
	if (st->wall.ran)
		cpus(&l, st);
	say(&l, st->sampled, "switches were recorded with a period or frequency: those in between are missing");
	missing(&l, st->cpus.missing);
	say(&l, st->some_cpus, "switches of some CPUs only are recorded: what threads did on others is not seen");
	strbuf__exit(&l.text);
}

static void add_sums(struct json *j, const char *key, const struct offcpu_sum *sums)
{
	int i;

	json__object(j, key);
	for (i = 0; i < OFFCPU_NR_STATES; i++) {
		json__object_inline(j, offcpu_state__name((enum offcpu_state)i));
		json__u64(j, "ns", sums[i].ns);
		json__u64(j, "spans", sums[i].nr);
		json__end(j);
	}
	json__end(j);
}

static void add_sum(struct json *j, const char *key, const struct offcpu_sum *sum)
{
	json__object_inline(j, key);
	json__u64(j, "ns", sum->ns);
	json__u64(j, "spans", sum->nr);
	json__end(j);
}

static void add_cpus(struct json *j, const struct offcpu_stats *st)
{
	size_t i;

	json__u64(j, "length", st->length);
	json__array(j, "cpus");
	for (i = 0; any_cpu(st) && i < st->cpus.nr; i++) {
		const struct offcpu_cpu *c = &st->cpus.list[i];

		if (!c->there)
			continue;
		json__object_inline(j, NULL);
		json__u64(j, "cpu", i);
		json__u64(j, "running", c->running);
		json__u64(j, "idle", c->idle);
		json__u64(j, "unknown", c->unknown);
		json__end(j);
	}
	json__end(j);
}

void offcpu_notes__json(const struct offcpu_stats *st, struct json *j)
{
	json__object(j, "off_cpu");
	add_sums(j, "shown", st->shown);
	add_sums(j, "left_out", st->left_out);
	add_sum(j, "unfinished", &st->unfinished);
	add_sum(j, "left_before", &st->before);
	add_sum(j, "no_stack", &st->no_stack);
	json__bool(j, "wakings_recorded", st->wakings);
	json__bool(j, "ends_by_return", st->by_return);
	json__bool(j, "sampled", st->sampled);
	json__bool(j, "some_cpus", st->some_cpus);
	json__u64(j, "missing_switches", st->cpus.missing);
	if (st->numbers.inside || st->numbers.outside || st->numbers.not_known) {
		json__object_inline(j, "pid_namespace");
		json__u64(j, "inside", st->numbers.inside);
		json__u64(j, "outside", st->numbers.outside);
		json__u64(j, "not_known", st->numbers.not_known);
		json__end(j);
	}
	add_cpus(j, st);
	if (st->wall.ran) {
		json__u64(j, "ran", st->wall.ran);
		json__u64(j, "sampled_periods", st->wall.sampled);
	}
	json__end(j);
}
