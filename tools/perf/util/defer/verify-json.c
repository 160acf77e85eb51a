// SPDX-License-Identifier: GPL-2.0-only
/* perf defer verify as JSON. */
#include "util/defer/verify-print.h"

#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/defer/verify-tables.h"
#include "util/event/evlist.h"
#include "util/event/evsel.h"

static void json_verdicts(struct json *j, const char *key, const uint64_t *n)
{
	int i;

	json__object_inline(j, key);
	for (i = 0; i < VERIFY_NR_VERDICTS; i++)
		json__u64(j, verify_verdict__name((enum verify_verdict)i), n[i]);
	json__end(j);
}

static void json_steps(struct json *j, const char *key, const uint64_t *n)
{
	int i;

	json__object_inline(j, key);
	for (i = 0; i < VERIFY_NR_STEPS; i++)
		json__u64(j, verify_step__name((enum verify_step)i), n[i]);
	json__end(j);
}

static void json_counts(struct json *j, const struct verify_counts *n)
{
	int h, i;

	json_verdicts(j, "stacks", n->stacks);
	for (h = 0; h < VERIFY_NR_HALVES; h++) {
		json__object(j, verify_half__name((enum verify_half)h));
		json_verdicts(j, "halves", n->halves[h]);
		json_steps(j, "steps", n->steps[h]);
		json__object_inline(j, "ends");
		for (i = 0; i < VERIFY_NR_ENDS; i++)
			json__u64(j, verify_end__name((enum verify_end)i), n->ends[h][i]);
		json__end(j);
		if (h == VERIFY_USER) {
			json__object_inline(j, "innermost");
			for (i = 0; i < VERIFY_NR_INNERS; i++)
				json__u64(j, verify_inner__name((enum verify_inner)i), n->inner[i]);
			json__end(j);
		}
		json__end(j);
	}
}

static void json_example(struct json *j, const struct verify_example *e)
{
	uint32_t k;

	json__object(j, NULL);
	json__str(j, "step", verify_example__name(e));
	json__str(j, "half", verify_half__name(e->half));
	json__u64(j, "count", e->count);
	json__str(j, "comm", e->comm);
	json__i64(j, "tid", (int32_t)e->tid);
	json__u64(j, "time", e->time);
	json__u64(j, "at", e->at);
	json__array(j, "frames");
	for (k = 0; k < e->nr; k++) {
		const struct frame *f = e->frames[k];

		json__object_inline(j, NULL);
		json__hex(j, "word", f->ip);
		json__str(j, "function", f->sym ? f->sym->name : NULL);
		json__str(j, "dso", f->map ? f->map->dso->long_name : NULL);
		json__end(j);
	}
	json__end(j);
	json__end(j);
}

void verify__print_json(const struct verify *v, const char *input, size_t examples, struct text_out *out)
{
	struct evsel *evsel;
	struct json j;
	size_t i;

	json__init(&j, out);
	json__object(&j, NULL);
	json__u64(&j, "version", 1);
	json__str(&j, "input", input);
	json__u64(&j, "samples", v->samples);
	json__u64(&j, "without_stack", v->no_stack);
	json__u64(&j, "orphans", v->orphans);
	json__u64(&j, "damaged_records", v->session.damaged);
	json__object_inline(&j, "distinct_halves");
	for (i = 0; i < VERIFY_NR_HALVES; i++)
		json__u64(&j, verify_half__name((enum verify_half)i), v->distinct[i]);
	json__end(&j);
	json__str(&j, "kernel_code_missing", v->kernel_lack);
	json_counts(&j, &v->all);
	json__array(&j, "events");
	evlist__for_each(session__evlist(v->owner), i, evsel) {
		if (i >= v->nr_events)
			continue;
		json__object(&j, NULL);
		json__str(&j, "event", evsel__name(evsel));
		json_counts(&j, &v->events[i]);
		json__end(&j);
	}
	json__end(&j);
	json__array(&j, "dsos");
	for (i = 0; i < v->nr_dsos; i++) {
		json__object_inline(&j, NULL);
		json__str(&j, "dso", v->dsos[i].dso ? v->dsos[i].dso->long_name : NULL);
		json_steps(&j, "steps", v->dsos[i].steps);
		json__end(&j);
	}
	json__end(&j);
	table_judge__print_json(v->tables, &j);
	json__array(&j, "examples");
	for (i = 0; i < v->nr_examples && i < examples; i++)
		json_example(&j, v->examples[i]);
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}
