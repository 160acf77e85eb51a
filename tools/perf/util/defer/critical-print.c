// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/defer/critical.h"
#include "util/defer/durations.h"

#define STACK_INDENT	"                                    "

static void print_place(const struct critical_place *place, struct text_out *out)
{
	if (!place)
		return;
	stack_text__print(place->kernel, STACK_INDENT, out);
	stack_text__print(place->user, STACK_INDENT, out);
}

/* --- who takes how much of it -------------------------------------------------------------------------------------- */

static void print_parts(const struct critical_path *p, struct text_out *out)
{
	size_t nr, i;
	struct critical_part *parts = critical_path__parts(p, &nr);

	text_out__addf(out, "#\n# %7s %15s %15s %8s  %s\n", "Share", "Total ms", "Longest", "Steps", "Thread and state");
	for (i = 0; i < nr; i++) {
		text_out__addf(out, "%8.2f%%", critical_path__share(p, parts[i].total));
		durations__print_ms(out, parts[i].total, 15);
		durations__print_ms(out, parts[i].max, 15);
		text_out__addf(out, " %8" PRIu64 "  %s (%u) %s\n", parts[i].nr, parts[i].step->comm, parts[i].step->life->tid,
			       critical_step__state(parts[i].step));
	}
	free(parts);
}

/* --- step by step ------------------------------------------------------------------------------------------------- */

static void print_end_of_run(const struct critical_step *s, struct text_out *out)
{
	const char *comm = s->other && s->other->comm ? s->other->comm : "";

	if (s->until == CRITICAL_WOKE)
		text_out__addf(out, ", and woke %s (%u)", s->waits ? s->waits->comm : comm, s->other->tid);
	else if (s->until == CRITICAL_MADE)
		text_out__addf(out, ", and made %s (%u)", comm, s->other->tid);
}

void critical_step__print(const struct critical_step *s, struct text_out *out)
{
	text_out__addf(out, "%s (%u) %s", s->comm, s->life->tid, critical_step__state(s));
	if (s->state == OFFCPU_ON_CPU)
		print_end_of_run(s, out);
	else if (s->unfinished)
		text_out__addstr(out, ", did not end");
}

void critical_step__print_below(const struct critical_step *s, struct text_out *out)
{
	print_place(s->place, out);
	if (s->state == OFFCPU_ON_CPU && s->waits) {
		text_out__addf(out, "%*s  %s (%u) waited in\n", 32, "", s->waits->comm, s->other->tid);
		print_place(s->waits, out);
	}
	if (s->waker) {
		text_out__addf(out, "%*s  woken by %s\n", 32, "", s->waker->place->comm);
		print_place(s->waker->place, out);
	}
}

static void print_step(const struct critical_path *p, const struct critical_step *s, struct text_out *out)
{
	text_out__addf(out, "%5" PRIu64 ".%09" PRIu64, s->from / 1000000000, s->from % 1000000000);
	durations__print_ms(out, s->to - s->from, 13);
	text_out__addf(out, " %6.2f%%  ", critical_path__share(p, s->to - s->from));
	critical_step__print(s, out);
	text_out__addch(out, '\n');
	critical_step__print_below(s, out);
}

static int by_length(const void *a, const void *b)
{
	const struct critical_step *x = *(const struct critical_step *const *)a, *y = *(const struct critical_step *const *)b;
	uint64_t p = x->to - x->from, q = y->to - y->from;

	if (p != q)
		return p > q ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

/* Which steps are among the @max longest: a flag for each. The caller frees them. */
static bool *choose(const struct critical_path *p, size_t max)
{
	const struct critical_step **list = xcalloc(p->nr + 1, sizeof(*list));
	bool *chosen = xcalloc(p->nr + 1, sizeof(*chosen));
	size_t i;

	for (i = 0; i < p->nr; i++)
		list[i] = &p->steps[i];
	if (p->nr)
		qsort(list, p->nr, sizeof(*list), by_length);
	for (i = 0; i < p->nr && i < max; i++)
		chosen[list[i] - p->steps] = true;
	free(list);
	return chosen;
}

static void print_left_out(const struct critical_path *p, size_t nr, uint64_t ns, struct text_out *out)
{
	if (!nr)
		return;
	text_out__addf(out, "%15s", "");
	durations__print_ms(out, ns, 13);
	text_out__addf(out, " %6.2f%%  %zu shorter step%s\n", critical_path__share(p, ns), nr, nr == 1 ? "" : "s");
}

void critical_path__print_notes(const struct critical_path *p, struct text_out *out)
{
	const struct critical_span *span = &p->span;

	text_out__addf(out, "# Critical path of %s (%u):", span->life->comm ? span->life->comm : "", span->life->tid);
	durations__print_ms(out, span->to - span->from, 0);
	text_out__addf(out, " ms, from %" PRIu64 ".%09" PRIu64 " to %" PRIu64 ".%09" PRIu64 ", in %zu steps\n", span->from / 1000000000,
		       span->from % 1000000000, span->to / 1000000000, span->to % 1000000000, p->nr);
}

static void print_path(const struct critical_path *p, size_t max_rows, struct text_out *out)
{
	bool *chosen = choose(p, max_rows);
	size_t i, nr = 0;
	uint64_t ns = 0;

	critical_path__print_notes(p, out);
	print_parts(p, out);
	text_out__addf(out, "#\n# %13s %13s %7s  %s\n", "From s", "ms", "Share", "Step");
	for (i = 0; i < p->nr; i++) {
		if (!chosen[i]) {
			nr++;
			ns += p->steps[i].to - p->steps[i].from;
			continue;
		}
		print_left_out(p, nr, ns, out);
		nr = 0;
		ns = 0;
		print_step(p, &p->steps[i], out);
	}
	print_left_out(p, nr, ns, out);
	free(chosen);
}

void critical__print_text(const struct critical *c, size_t max_rows, struct text_out *out)
{
	size_t i;

	for (i = 0; i < c->nr_paths; i++) {
		if (i)
			text_out__addch(out, '\n');
		print_path(&c->paths[i], max_rows, out);
	}
	if (c->nr_paths < c->nr_spans)
		text_out__addf(out, "# %zu more spans, none of them longer (--spans)\n", c->nr_spans - c->nr_paths);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void add_stack(struct json *j, const struct critical_place *place)
{
	if (place)
		stack_text__json(place->kernel, place->user, j);
	else
		json__null(j, "stack");
}

static void add_life(struct json *j, const char *comm, const struct critical_life *life)
{
	json__str(j, "comm", comm ? comm : "");
	json__u64(j, "pid", life->pid);
	json__u64(j, "tid", life->tid);
}

static void add_other(struct json *j, const struct critical_step *s)
{
	const char *comm = s->waits ? s->waits->comm : s->other->comm;

	json__object(j, s->until == CRITICAL_WOKE ? "woke" : "made");
	add_life(j, comm, s->other);
	if (s->until == CRITICAL_WOKE)
		add_stack(j, s->waits);
	json__end(j);
}

static void add_step(struct json *j, const struct critical_step *s)
{
	static const char *const untils[] = {
		[CRITICAL_END] = "end", [CRITICAL_LEFT] = "left", [CRITICAL_WOKE] = "woke", [CRITICAL_MADE] = "made",
	};

	json__object(j, NULL);
	json__u64(j, "from", s->from);
	json__u64(j, "to", s->to);
	add_life(j, s->comm, s->life);
	json__str(j, "state", critical_step__state(s));
	json__u64(j, "depth", s->depth);
	add_stack(j, s->place);
	if (s->state == OFFCPU_ON_CPU)
		json__str(j, "until", untils[s->until]);
	if (s->state == OFFCPU_ON_CPU && s->other)
		add_other(j, s);
	if (s->state == OFFCPU_BLOCKED) {
		json__bool(j, "unfinished", s->unfinished);
		if (s->waker) {
			json__object(j, "woken_by");
			json__str(j, "comm", s->waker->place->comm);
			add_stack(j, s->waker->place);
			json__end(j);
		} else {
			json__null(j, "woken_by");
		}
	}
	json__end(j);
}

static void add_parts(struct json *j, const struct critical_path *p)
{
	size_t nr, i;
	struct critical_part *parts = critical_path__parts(p, &nr);

	json__array(j, "threads");
	for (i = 0; i < nr; i++) {
		json__object_inline(j, NULL);
		add_life(j, parts[i].step->comm, parts[i].step->life);
		json__str(j, "state", critical_step__state(parts[i].step));
		json__u64(j, "total", parts[i].total);
		json__u64(j, "max", parts[i].max);
		json__u64(j, "steps", parts[i].nr);
		json__end(j);
	}
	json__end(j);
	free(parts);
}

void critical__print_json(const struct critical *c, struct text_out *out)
{
	struct json j;
	size_t i, k;

	json__init(&j, out);
	json__object(&j, NULL);
	json__str(&j, "schema", "perf-defer-critical-path");
	json__u64(&j, "version", 1);
	json__str(&j, "input", session__input_exact(c->session));
	json__u64(&j, "depth", c->opts.depth);
	json__u64(&j, "spans", c->nr_spans);
	json__array(&j, "paths");
	for (i = 0; i < c->nr_paths; i++) {
		const struct critical_path *p = &c->paths[i];

		json__object(&j, NULL);
		add_life(&j, p->span.life->comm, p->span.life);
		json__u64(&j, "from", p->span.from);
		json__u64(&j, "to", p->span.to);
		add_parts(&j, p);
		json__array(&j, "steps");
		for (k = 0; k < p->nr; k++)
			add_step(&j, &p->steps[k]);
		json__end(&j);
		json__end(&j);
	}
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}
