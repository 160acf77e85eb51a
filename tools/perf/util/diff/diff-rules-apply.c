// SPDX-License-Identifier: GPL-2.0-only
/* What has changed by more than the rules of --fail-on allow. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/diff/diff-rules.h"
#include "util/diff/rank-test.h"

/* A row with the name that a rule is about. Rows of one name count together. */
struct named {
	const char *name;
	const struct diff_row *row;
};

static int by_name(const void *p, const void *q)
{
	const struct named *a = p, *b = q;

	return strcmp(a->name, b->name);
}

static bool matches(const struct diff_rule *r, const char *name)
{
	if (r->match == '=')
		return !strcmp(r->name, name);
	return r->match != '~' || !regexec(&r->regex, name, 0, NULL, 0);
}

/* Rows that the rule is about, by their names. Returns -1 if they have no such names. */
static long find_rows(const struct diff_rule *r, const struct diff_event *e, struct named **ret)
{
	struct named *list = xcalloc(e->nr + 1, sizeof(*list));
	size_t i, n = 0;

	*ret = list;
	for (i = 0; i < e->nr; i++) {
		const char *name = diff_event__cell(e, e->rows[i], r->key);

		if (!name)
			return -1;
		if (matches(r, name))
			list[n++] = (struct named){ name, e->rows[i] };
	}
	qsort(list, n, sizeof(*list), by_name);
	return (long)n;
}

/* Adds the period of @row in each run. */
static void add_periods(const struct diff_rule *r, const struct diff_sides_event *e, const struct diff_row *row, double *values)
{
	unsigned int i;

	for (i = 0; i < e->nr[0] + e->nr[1]; i++) {
		const struct diff_count *c = &row->counts[e->runs[i]];

		values[i] += (double)(r->children ? c->children : c->period);
	}
}

/* Whether a name is compared must not depend on how it has changed: that would be choosing what to find. */
static bool is_large(const struct diff_sides *s, const struct diff_rule *r, const struct diff_sides_event *e, const double *values)
{
	unsigned int i, n = e->nr[0] + e->nr[1];
	double sum = 0;

	for (i = 0; i < n; i++)
		sum += 100 * values[i] / (double)e->event->totals[e->runs[i]];
	return r->match == '=' || (sum > 0 && sum >= s->limit * n);
}

static void add_finding(struct diff_rules *all, struct diff_rule *r, const struct diff_sides_event *e, const char *name, double *values)
{
	unsigned int i;

	for (i = 0; r->key && r->unit != RULE_PERIOD && i < e->nr[0] + e->nr[1]; i++)
		values[i] *= 100 / (double)e->event->totals[e->runs[i]];
	GROW(all->findings, all->nr_findings, all->cap_findings);
	all->findings[all->nr_findings++] = (struct diff_finding){ .rule = r, .event = e, .name = name,
								   .change = diff_sides__change(e, values) };
	r->tested++;
}

static int compare_names(struct diff_rules *all, struct diff_rule *r, const struct diff_sides *s, const struct diff_sides_event *e,
			 struct diag *diag)
{
	struct named *list;
	long i, k, n = find_rows(r, e->event, &list);

	for (i = 0; i < n; i = k) {
		double values[RANK_TEST_RUNS] = { 0 };

		for (k = i; k < n && !strcmp(list[k].name, list[i].name); k++)
			add_periods(r, e, list[k].row, values);
		if (is_large(s, r, e, values))
			add_finding(all, r, e, list[i].name, values);
	}
	free(list);
	return n < 0 ? diag__msg(diag, -EINVAL, "--fail-on '%s': rows have no %s: name it with -s", r->text, r->key) : 0;
}

static int compare(struct diff_rules *all, struct diff_rule *r, const struct diff_sides *s, const struct diff_sides_event *e,
		   struct diag *diag)
{
	double values[RANK_TEST_RUNS];
	unsigned int i;

	if (!e->nr[0] || !e->nr[1])
		return diag__msg(diag, -EINVAL, "--fail-on '%s': none of the %s recordings has samples of %s", r->text,
				 e->nr[0] ? "new" : "old", e->event->name);
	if (r->key)
		return compare_names(all, r, s, e, diag);
	for (i = 0; i < e->nr[0] + e->nr[1]; i++)
		values[i] = (double)e->event->totals[e->runs[i]];
	add_finding(all, r, e, "", values);
	return 0;
}

static void correct(struct diff_rules *r)
{
	double *p = xcalloc(r->nr_findings + 1, sizeof(*p));
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		p[i] = r->findings[i].change.p;
	rank_test__correct(p, r->nr_findings);
	for (i = 0; i < r->nr_findings; i++)
		r->findings[i].change.p = p[i];
	free(p);
}

double diff_finding__amount(const struct diff_finding *f)
{
	double base = f->change.base, now = f->change.now;

	if (f->rule->unit == RULE_TIMES || (f->rule->unit == RULE_PERCENT && !f->rule->key)) {
		double times = base > 0 ? now / base : now > 0 ? (double)INFINITY : 1;

		return f->rule->unit == RULE_TIMES ? times : 100 * (times - 1);
	}
	return now - base;
}

static bool exceeds(const struct diff_finding *f)
{
	return f->rule->less ? diff_finding__amount(f) < f->rule->limit : diff_finding__amount(f) > f->rule->limit;
}

/* Keeps what is more than is allowed, and says whether it counts. */
static void judge(struct diff_rules *r)
{
	size_t i, n = 0;

	for (i = 0; i < r->nr_findings; i++) {
		struct diff_finding f = r->findings[i];

		if (!exceeds(&f))
			continue;
		f.too_few = diff_sides__least(f.event, r->tested) > RANK_TEST_LEVEL;
		f.fails = f.too_few || f.change.p <= RANK_TEST_LEVEL;
		r->list[f.rule - r->list].fails |= f.fails;
		r->findings[n++] = f;
	}
	r->nr_findings = n;
}

int diff_rules__apply(struct diff_rules *r, const struct diff_sides *s, struct diag *diag)
{
	size_t i, k;

	if (r->nr && !s->nr)
		return diag__msg(diag, -EINVAL, "--fail-on '%s': the recordings have no samples", r->list[0].text);
	for (i = 0; i < r->nr; i++)
		for (k = 0; k < s->nr; k++)
			if (compare(r, &r->list[i], s, &s->events[k], diag) < 0)
				return -EINVAL;
	r->tested = r->nr_findings;
	correct(r);
	judge(r);
	return 0;
}
