// SPDX-License-Identifier: GPL-2.0-only
/* What the text and the Markdown of both sides have in common. */
#include <math.h>

#include "util/diff/rank-test.h"
#include "util/diff/sides-print.h"

const char *const sides_titles[SIDES_NUMBERS] = { "Base", "New", "Change", "Noise", "p", "Verdict" };

/* Appends a probability: "0.0123", "<0.0001"; nothing with one run on each side, which tell none. */
static void add_p(const struct diff_sides_event *e, double p, struct strbuf *out)
{
	if (e->nr[0] + e->nr[1] <= 2)
		return;
	if (p < 0.0001)
		strbuf__addstr(out, "<0.0001");
	else
		strbuf__addf(out, "%.4f", p);
}

/* How many runs on each side could find a difference among @nr comparisons. */
static unsigned int runs_needed(size_t nr)
{
	unsigned int n = 1;

	while (2 * n < RANK_TEST_RUNS && rank_test__least(n, n) * (double)nr > RANK_TEST_LEVEL)
		n++;
	return n;
}

static void add_runs(struct strbuf *out, unsigned int nr)
{
	strbuf__addf(out, "%u run%s", nr, nr == 1 ? "" : "s");
}

void sides_print__add_too_few(const struct diff_sides *s, const struct diff_sides_event *e, struct strbuf *out)
{
	unsigned int need = runs_needed(s->tested);

	if (!s->tested || diff_sides__least(e, s->tested) <= RANK_TEST_LEVEL)
		return;
	add_runs(out, e->nr[0]);
	strbuf__addf(out, " and %u are too few to tell a change of %zu row%s from noise: %u and %u can", e->nr[1], s->tested,
		     s->tested == 1 ? "" : "s", need, need);
}

void sides_print__add_cell(const struct diff_sides_event *e, const struct diff_change *c, size_t column, struct strbuf *out)
{
	switch (column) {
	case 0:
		strbuf__addf(out, "%.2f%%", c->base);
		break;
	case 1:
		strbuf__addf(out, "%.2f%%", c->now);
		break;
	case 2:
		strbuf__addf(out, "%+.2f%%", c->now - c->base);
		break;
	case 3:
		if (!isnan(c->noise))
			strbuf__addf(out, "%.2f%%", c->noise);
		break;
	case 4:
		add_p(e, c->p, out);
		break;
	default:
		strbuf__addstr(out, diff_change__verdict(c));
		break;
	}
}

void sides_print__add_total(const struct diff_sides_event *e, struct strbuf *out)
{
	const struct diff_change *t = &e->total;

	strbuf__addstr(out, "Base: ");
	add_runs(out, e->nr[0]);
	strbuf__addf(out, ", total %.0f; new: ", t->base);
	add_runs(out, e->nr[1]);
	strbuf__addf(out, ", total %.0f", t->now);
	if (t->base > 0)
		strbuf__addf(out, " (%+.2f%%", 100 * (t->now / t->base - 1));
	if (t->base > 0 && !isnan(t->noise)) {
		strbuf__addf(out, ", noise %.2f%%, p ", 100 * t->noise / t->base);
		add_p(e, t->p, out);
	}
	strbuf__addstr(out, t->base > 0 ? ")" : "");
}

/* --- findings --------------------------------------------------------------------------------------- */

static void add_amount(const struct diff_finding *f, struct strbuf *out)
{
	double by = diff_finding__amount(f);

	if (isinf(by))
		strbuf__addstr(out, "new");
	else if (f->rule->unit == RULE_TIMES)
		strbuf__addf(out, "x%.3f", by);
	else if (f->rule->unit == RULE_PERCENT)
		strbuf__addf(out, "%+.2f%%", by);
	else
		strbuf__addf(out, "%+.0f", by);
}

void sides_print__add_finding(const struct diff_finding *f, struct strbuf *out)
{
	if (f->rule->key && f->rule->unit != RULE_PERIOD)
		strbuf__addf(out, "%.2f%% -> %.2f%%, ", f->change.base, f->change.now);
	else
		strbuf__addf(out, "%.0f -> %.0f, ", f->change.base, f->change.now);
	add_amount(f, out);
	if (f->too_few) {
		strbuf__addstr(out, ", too few runs to tell it from noise");
		return;
	}
	strbuf__addstr(out, f->fails ? ", p " : ", may be noise: p ");
	add_p(f->event, f->change.p, out);
}
