// SPDX-License-Identifier: GPL-2.0-only
/* perf defer explain: the page of text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/text-out.h"
#include "util/defer/explain.h"
#include "util/offcpu/offcpu.h"

/* A page has room for so many threads, and so many frames of each half of a stack. JSON has all. */
#define MOST_THREADS	10
#define MOST_FRAMES	8

static bool is_time(const struct explain *e)
{
	return e->off_cpu != NULL;
}

static void print_ms(struct text_out *out, uint64_t ns)
{
	text_out__addf(out, "%" PRIu64 ".%03" PRIu64 " ms", ns / 1000000, ns / 1000 % 1000);
}

static void print_also(const struct explain *e, struct text_out *out)
{
	enum cause causes[CAUSE_NR];
	size_t nr = explain__causes(e, causes), i;

	if (nr > 1)
		text_out__addstr(out, "Then ");
	for (i = 1; i < nr; i++)
		text_out__addf(out, "%s%s %.1f %%", i > 1 ? ", " : "", cause__doing(causes[i]),
			       explain__percent(e->ns[causes[i]], explain__busy(e)));
	text_out__addstr(out, nr > 1 ? ".\n" : "");
	if (is_time(e)) {
		text_out__addf(out, "%zu thread%s had something to do for ", e->nr_threads, e->nr_threads == 1 ? "" : "s");
		print_ms(out, explain__busy(e));
		text_out__addstr(out, ", and nothing to do for ");
		print_ms(out, e->ns[CAUSE_IDLE]);
		text_out__addstr(out, ".\n");
	}
}

/* --- threads ---------------------------------------------------------------------------------------- */

static void print_cells(const struct explain *e, const uint64_t *ns, struct text_out *out)
{
	uint64_t all = 0;
	int i;

	for (i = 0; i < CAUSE_NR; i++)
		all += ns[i];
	for (i = 0; i < CAUSE_NR; i++)
		if (e->ns[i])
			text_out__addf(out, "%7.1f%%", explain__percent(ns[i], all));
	if (is_time(e))
		text_out__addf(out, " %11.3f", (double)all / 1e6);
}

static void print_threads(const struct explain *e, struct text_out *out)
{
	uint64_t rest[CAUSE_NR] = { 0 };
	size_t i;
	int k;

	text_out__addstr(out, "\nWhere the time of each thread went:\n\n");
	for (k = 0; k < CAUSE_NR; k++)
		if (e->ns[k])
			text_out__addf(out, "%8s", cause__name((enum cause)k));
	text_out__addf(out, "%s  thread\n", is_time(e) ? "          ms" : "");
	for (i = 0; i < e->nr_threads; i++) {
		const struct explain_thread *t = e->threads[i];

		if (i >= MOST_THREADS) {
			for (k = 0; k < CAUSE_NR; k++)
				rest[k] += t->ns[k];
			continue;
		}
		print_cells(e, t->ns, out);
		text_out__addf(out, "  %s (%" PRIu32 ")\n", t->comm, t->tid);
	}
	if (e->nr_threads <= MOST_THREADS)
		return;
	print_cells(e, rest, out);
	text_out__addf(out, "  %zu more, each with less to do\n", e->nr_threads - MOST_THREADS);
}

/* --- stacks ----------------------------------------------------------------------------------------- */

static void print_frames(stack_text kernel, stack_text user, const char *indent, struct text_out *out)
{
	stack_text__print_some(kernel, MOST_FRAMES, indent, out);
	stack_text__print_some(user, MOST_FRAMES, indent, out);
}

static void print_row(const struct explain *e, const struct explain_row *r, size_t number, struct text_out *out)
{
	text_out__addf(out, "\n%2zu. %5.1f %%  %s %s", number, explain__percent(r->ns, explain__busy(e)), r->comm, cause__doing(r->cause));
	if (is_time(e)) {
		text_out__addstr(out, ", ");
		print_ms(out, r->ns);
	}
	/* Time on a CPU is not made of spans that mean something. */
	if (is_time(e) && r->cause != CAUSE_RUNNING && r->cause != CAUSE_FAULT && r->nr > 1) {
		text_out__addf(out, " in %" PRIu64 " waits, ", r->nr);
		print_ms(out, r->ns / r->nr);
		text_out__addstr(out, " each");
	}
	if (r->syscall && r->cause != CAUSE_CPU)
		text_out__addf(out, ", in %s()", r->syscall);
	text_out__addch(out, '\n');
	print_frames(r->kernel, r->user, "        ", out);
	if (!r->wakers)
		return;
	text_out__addf(out, "    ended by %s, %.1f %% of this time:\n", r->wakers->comm, explain__percent(r->wakers->ns, r->ns));
	print_frames(r->wakers->kernel, r->wakers->user, "        ", out);
}

static void print_stacks(const struct explain *e, size_t stacks, struct text_out *out)
{
	size_t i, nr = 0;

	for (i = 0; i < e->nr_rows && nr < stacks; i++) {
		if (!cause__is_busy(e->rows[i]->cause) || !e->rows[i]->ns)
			break;
		if (!nr)
			text_out__addstr(out, "\nThe stacks that matter, the innermost function first:\n");
		print_row(e, e->rows[i], ++nr, out);
	}
}

/* --- the whole -------------------------------------------------------------------------------------- */

struct notes {
	struct text_out *out;
	bool any;
};

static void print_note(void *ctx, const char *text)
{
	struct notes *n = ctx;

	if (!n->any)
		text_out__addstr(n->out, "\nWhat is not known:\n");
	n->any = true;
	text_out__addf(n->out, "  - %s\n", text);
}

void explain__print_text(const struct explain *e, size_t stacks, struct text_out *out)
{
	struct notes notes = { .out = out };
	struct strbuf first = STRBUF_INIT;

	explain__add_headline(e, &first);
	text_out__addf(out, "%s.\n", strbuf__str(&first));
	print_also(e, out);
	if (e->nr_threads)
		print_threads(e, out);
	print_stacks(e, stacks, out);
	explain__print_sharing(e, out);
	explain__not_known(e, print_note, &notes);
	strbuf__exit(&first);
}
