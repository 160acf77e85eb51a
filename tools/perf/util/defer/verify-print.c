// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/verify-print.h"

#include <inttypes.h>

#include "util/base/percent.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/defer/verify-tables.h"
#include "util/event/evlist.h"
#include "util/event/evsel.h"

#define CONTEXT	3		/* frames of an example that are shown on both sides of its step */

static uint64_t sum(const uint64_t *n, size_t nr)
{
	uint64_t all = 0;

	while (nr--)
		all += n[nr];
	return all;
}

static void line(struct text_out *out, const char *what, const uint64_t n[VERIFY_NR_HALVES], const uint64_t of[VERIFY_NR_HALVES])
{
	int h;

	if (!n[VERIFY_KERNEL] && !n[VERIFY_USER])
		return;
	text_out__addf(out, "  %-34s", what);
	for (h = 0; h < VERIFY_NR_HALVES; h++)
		text_out__addf(out, " %12" PRIu64 " %6.2f%%", n[h], percent__of(n[h], of[h]));
	text_out__addch(out, '\n');
}

static void print_stacks(const struct verify *v, struct text_out *out)
{
	static const char *const texts[] = { "whole: each step is good", "not known in some step", "bad in some step" };
	const struct verify_counts *n = &v->all;
	uint64_t all = sum(n->stacks, VERIFY_NR_VERDICTS);
	int i;

	text_out__addf(out, "Stacks\n  %-34s %12" PRIu64 "\n", "samples", v->samples);
	if (v->no_stack)
		text_out__addf(out, "  %-34s %12" PRIu64 "\n", "without a stack", v->no_stack);
	if (v->orphans)
		text_out__addf(out, "  %-34s %12" PRIu64 "  (not judged; 'perf defer stat' says why)\n", "whose user half is missing",
			       v->orphans);
	for (i = 0; i < VERIFY_NR_VERDICTS; i++)
		text_out__addf(out, "  %-34s %12" PRIu64 " %6.2f%%\n", texts[i], n->stacks[i], percent__of(n->stacks[i], all));
}

static void print_halves(const struct verify *v, struct text_out *out)
{
	const struct verify_counts *n = &v->all;
	uint64_t of[VERIFY_NR_HALVES], pair[VERIFY_NR_HALVES];
	int i, h;

	text_out__addf(out, "\n%-36s %20s %20s\n", "Halves", "kernel", "user");
	for (h = 0; h < VERIFY_NR_HALVES; h++)
		of[h] = sum(n->halves[h], VERIFY_NR_VERDICTS);
	for (i = 0; i < VERIFY_NR_VERDICTS; i++) {
		for (h = 0; h < VERIFY_NR_HALVES; h++)
			pair[h] = n->halves[h][i];
		line(out, verify_verdict__name((enum verify_verdict)i), pair, of);
	}
	text_out__addf(out, "\nFrom a function to its caller\n");
	for (h = 0; h < VERIFY_NR_HALVES; h++)
		of[h] = sum(n->steps[h], VERIFY_NR_STEPS);
	for (i = 0; i < VERIFY_NR_STEPS; i++) {
		for (h = 0; h < VERIFY_NR_HALVES; h++)
			pair[h] = n->steps[h][i];
		line(out, verify_step__text((enum verify_step)i), pair, of);
	}
	text_out__addf(out, "\nWhere halves end\n");
	for (h = 0; h < VERIFY_NR_HALVES; h++)
		of[h] = sum(n->ends[h], VERIFY_NR_ENDS);
	for (i = 0; i < VERIFY_NR_ENDS; i++) {
		for (h = 0; h < VERIFY_NR_HALVES; h++)
			pair[h] = n->ends[h][i];
		line(out, verify_end__text((enum verify_end)i), pair, of);
	}
}

static void print_inner(const struct verify *v, struct text_out *out)
{
	static const char *const texts[] = { "has a frame, or needs none", "not known: no table", "none: its caller is missing" };
	uint64_t all = sum(v->all.inner, VERIFY_NR_INNERS), pair[VERIFY_NR_HALVES] = { 0 }, of[VERIFY_NR_HALVES] = { 0, all };
	int i;

	if (!all)
		return;
	text_out__addf(out, "\nThe innermost user function\n");
	for (i = 0; i < VERIFY_NR_INNERS; i++) {
		pair[VERIFY_USER] = v->all.inner[i];
		if (pair[VERIFY_USER])
			text_out__addf(out, "  %-34s %20s %12" PRIu64 " %6.2f%%\n", texts[i], "", pair[VERIFY_USER],
				       percent__of(pair[VERIFY_USER], of[VERIFY_USER]));
	}
}

static uint64_t bad_steps(const uint64_t *steps)
{
	return sum(steps + VERIFY_FIRST_BAD, VERIFY_NR_STEPS - VERIFY_FIRST_BAD);
}

static void print_events(const struct verify *v, struct text_out *out)
{
	struct evsel *evsel;
	size_t i;

	if (v->nr_events < 2)
		return;
	text_out__addf(out, "\n%-36s %12s %12s %12s\n", "Event", "whole", "not known", "bad");
	evlist__for_each(session__evlist(v->owner), i, evsel) {
		const uint64_t *n = i < v->nr_events ? v->events[i].stacks : NULL;

		if (n && sum(n, VERIFY_NR_VERDICTS))
			text_out__addf(out, "  %-34s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "\n", evsel__name(evsel),
				       n[VERIFY_WHOLE], n[VERIFY_NOT_KNOWN], n[VERIFY_BAD]);
	}
}

static void print_dsos(const struct verify *v, size_t rows, struct text_out *out)
{
	size_t i;

	if (!v->nr_dsos)
		return;
	text_out__addf(out, "\n%12s %12s %12s  Return addresses in\n", "steps", "not known", "bad");
	for (i = 0; i < v->nr_dsos && i < rows; i++) {
		const struct verify_dso *d = &v->dsos[i];

		text_out__addf(out, "%12" PRIu64 " %12" PRIu64 " %12" PRIu64 "  %s\n", sum(d->steps, VERIFY_NR_STEPS),
			       d->steps[VERIFY_UNKNOWN], bad_steps(d->steps), d->dso ? d->dso->long_name : "(no file)");
	}
	if (v->nr_dsos > rows)
		text_out__addf(out, "%40s%zu more (-v shows all)\n", "", v->nr_dsos - rows);
}

static void print_frame(const struct frame *f, bool marked, struct text_out *out)
{
	text_out__addf(out, "  %c %16" PRIx64 " ", marked ? '>' : ' ', f->ip);
	if (f->sym && f->map)
		text_out__addf(out, "%.*s+0x%" PRIx64, (int)f->sym->name_len, f->sym->name,
			       map__to_dso(f->map, f->ip) - f->sym->start);
	else
		text_out__addf(out, "[unknown]");
	text_out__addf(out, " (%s)\n", f->map ? f->map->dso->long_name : "[unknown]");
}

void verify_example__print_frames(const struct verify_example *e, uint32_t around, struct text_out *out)
{
	uint32_t k;

	for (k = e->at > around ? e->at - around : 0; k < e->nr && (k <= e->at || k - e->at <= around); k++)
		print_frame(e->frames[k], k == e->at, out);
}

static void print_examples(const struct verify *v, size_t examples, struct text_out *out)
{
	size_t i;

	for (i = 0; i < v->nr_examples && i < examples; i++) {
		const struct verify_example *e = v->examples[i];

		if (!i)
			text_out__addf(out, "\nWhat is bad most often, each with the first stack that has it\n");
		text_out__addf(out, "\n  %" PRIu64 " times: %s, %s half; %s %" PRId32 " at %" PRIu64 ".%06" PRIu64 "\n", e->count,
			       verify_example__text(e), verify_half__name(e->half), e->comm ? e->comm : "", (int32_t)e->tid,
			       e->time / 1000000000, e->time % 1000000000 / 1000);
		verify_example__print_frames(e, CONTEXT, out);
	}
	if (v->nr_examples > examples)
		text_out__addf(out, "\n  %zu more kinds (--examples shows more)\n", v->nr_examples - examples);
}

void verify__print_text(const struct verify *v, const char *input, size_t examples, size_t rows, struct text_out *out)
{
	text_out__addf(out, "Stacks of %s, judged by the code\n\n", shown(input));
	print_stacks(v, out);
	print_halves(v, out);
	print_inner(v, out);
	print_events(v, out);
	print_dsos(v, rows, out);
	table_judge__print(v->tables, rows, out);
	if (v->kernel_lack)
		text_out__addf(out, "\nThe kernel's code is not known: %s\n", shown(v->kernel_lack));
	print_examples(v, examples, out);
}
