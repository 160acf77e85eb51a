// SPDX-License-Identifier: GPL-2.0-only
/* Both sides of perf diff as JSON. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "util/base/json.h"
#include "util/diff/rank-test.h"
#include "util/diff/sides-print.h"

/* A mean of periods, as a whole number. */
static uint64_t whole(double v)
{
	return v < 18446744073709549568.0 ? (uint64_t)(v + 0.5) : UINT64_MAX;
}

/* What numbers of both kinds have. With one run on each side there is neither noise nor a probability. */
static void end_change(struct json *j, const struct diff_sides_event *e, const struct diff_change *c)
{
	json__double(j, "noise", c->noise);
	json__double(j, "p", e->nr[0] + e->nr[1] > 2 ? c->p : (double)NAN);
	json__str(j, "verdict", *diff_change__verdict(c) ? diff_change__verdict(c) : NULL);
	json__end(j);
}

static void add_percent(struct json *j, const struct diff_sides_event *e, const struct diff_change *c)
{
	json__object_inline(j, "percent");
	json__double(j, "base", c->base);
	json__double(j, "new", c->now);
	end_change(j, e, c);
}

static void add_period(struct json *j, const struct diff_sides_event *e, const struct diff_change *c)
{
	json__object_inline(j, "period");
	json__u64(j, "base", whole(c->base));
	json__u64(j, "new", whole(c->now));
	end_change(j, e, c);
}

static void add_row(struct json *j, const struct diff_sides_event *e, const struct diff_sides_row *r)
{
	const char *cell = r->row->cells;
	size_t k;

	json__object(j, NULL);
	json__object_inline(j, "keys");
	for (k = 0; k < e->event->nr_columns; k++, cell += strlen(cell) + 1)
		json__str(j, e->event->columns[k].key, cell);
	json__end(j);
	add_percent(j, e, &r->share);
	json__end(j);
}

static void add_event(struct json *j, const struct sides_print *p, const struct diff_sides_event *e)
{
	size_t i;

	json__object(j, NULL);
	json__str(j, "name", e->event->name);
	json__u64(j, "base_runs", e->nr[0]);
	json__u64(j, "new_runs", e->nr[1]);
	json__bool(j, "too_few_runs", diff_sides__least(e, p->sides->tested) > RANK_TEST_LEVEL);
	add_period(j, e, &e->total);
	json__array(j, "rows");
	for (i = 0; i < e->nr_rows; i++)
		add_row(j, e, &e->rows[i]);
	json__end(j);
	json__end(j);
}

static void add_finding(struct json *j, const struct diff_finding *f)
{
	json__object(j, NULL);
	json__str(j, "event", f->event->event->name);
	json__str(j, "name", f->rule->key ? f->name : NULL);
	json__double(j, "amount", diff_finding__amount(f));
	if (f->rule->key && f->rule->unit != RULE_PERIOD)
		add_percent(j, f->event, &f->change);
	else
		add_period(j, f->event, &f->change);
	json__bool(j, "too_few_runs", f->too_few);
	json__bool(j, "fails", f->fails);
	json__end(j);
}

static void add_rule(struct json *j, const struct diff_rules *all, const struct diff_rule *r)
{
	size_t i;

	json__object(j, NULL);
	json__str(j, "rule", r->text);
	json__bool(j, "fails", r->fails);
	json__u64(j, "compared", r->tested);
	json__array(j, "found");
	for (i = 0; i < all->nr_findings; i++)
		if (all->findings[i].rule == r)
			add_finding(j, &all->findings[i]);
	json__end(j);
	json__end(j);
}

static void add_names(struct json *j, const char *key, const struct sides_print *p, unsigned int from, unsigned int to)
{
	json__array(j, key);
	for (; from < to; from++)
		json__str(j, NULL, p->names[from]);
	json__end(j);
}

void sides_print__json(const struct sides_print *p)
{
	struct json j;
	size_t i;

	json__init(&j, p->out);
	json__object(&j, NULL);
	add_names(&j, "base", p, 0, p->sides->nr_base);
	add_names(&j, "new", p, p->sides->nr_base, p->sides->table->files);
	json__double(&j, "level", RANK_TEST_LEVEL);
	json__double(&j, "percent_limit", p->sides->limit);
	json__bool(&j, "fails", diff_rules__fail(p->rules));
	json__array(&j, "rules");
	for (i = 0; i < p->rules->nr; i++)
		add_rule(&j, p->rules, &p->rules->list[i]);
	json__end(&j);
	json__array(&j, "events");
	for (i = 0; i < p->sides->nr; i++)
		add_event(&j, p, &p->sides->events[i]);
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}
