// SPDX-License-Identifier: GPL-2.0-only
/* perf defer explain as JSON. */
#include "util/base/json.h"
#include "util/defer/explain.h"

static void add_times(struct json *j, const char *key, const uint64_t *ns)
{
	int i;

	json__object_inline(j, key);
	for (i = 0; i < CAUSE_NR; i++)
		json__u64(j, cause__name((enum cause)i), ns[i]);
	json__end(j);
}

static void add_threads(struct json *j, const struct explain *e)
{
	size_t i;

	json__array(j, "threads");
	for (i = 0; i < e->nr_threads; i++) {
		json__object(j, NULL);
		json__str(j, "comm", e->threads[i]->comm);
		json__u64(j, "pid", e->threads[i]->pid);
		json__u64(j, "tid", e->threads[i]->tid);
		add_times(j, "time", e->threads[i]->ns);
		json__end(j);
	}
	json__end(j);
}

static void add_row(struct json *j, const struct explain *e, const struct explain_row *r)
{
	const struct explain_waker *w = r->wakers;

	json__object(j, NULL);
	json__str(j, "cause", cause__name(r->cause));
	json__str(j, "comm", r->comm);
	json__str(j, "syscall", r->syscall);
	json__str(j, "function", r->where);
	json__double(j, "percent", explain__percent(r->ns, explain__busy(e)));
	json__u64(j, "time", r->ns);
	json__u64(j, "spans", r->nr);
	stack_text__json(r->kernel, r->user, j);
	/* The one who has ended most of it. */
	if (w) {
		json__object(j, "ended_by");
		json__str(j, "comm", w->comm);
		json__u64(j, "time", w->ns);
		json__u64(j, "spans", w->nr);
		stack_text__json(w->kernel, w->user, j);
		json__end(j);
	} else {
		json__null(j, "ended_by");
	}
	json__end(j);
}

static void add_note(void *ctx, const char *text)
{
	json__str(ctx, NULL, text);
}

void explain__print_json(const struct explain *e, size_t stacks, struct text_out *out)
{
	struct strbuf first = STRBUF_INIT;
	enum cause causes[CAUSE_NR];
	size_t i, nr = explain__causes(e, causes);
	struct json j;

	json__init(&j, out);
	json__object(&j, NULL);
	json__str(&j, "schema", "perf-defer-explain");
	json__u64(&j, "version", 1);
	json__str(&j, "input", session__input_exact(e->session));
	explain__add_headline(e, &first);
	json__str(&j, "first", strbuf__str(&first));
	json__bool(&j, "is_time", e->off_cpu != NULL);
	json__u64(&j, "busy", explain__busy(e));
	add_times(&j, "time", e->ns);
	json__array_inline(&j, "causes");
	for (i = 0; i < nr; i++)
		json__str(&j, NULL, cause__name(causes[i]));
	json__end(&j);
	add_threads(&j, e);
	json__array(&j, "stacks");
	for (i = 0; i < e->nr_rows && i < stacks && cause__is_busy(e->rows[i]->cause); i++)
		add_row(&j, e, e->rows[i]);
	json__end(&j);
	explain__json_sharing(e, &j);
	json__array(&j, "not_known");
	explain__not_known(e, add_note, &j);
	json__end(&j);
	json__end(&j);
	json__finish(&j);
	strbuf__exit(&first);
}
