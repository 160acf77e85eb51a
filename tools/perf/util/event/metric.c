// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/metric.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/std-out.h"
#include "util/event/evsel.h"

#define MAX_NAME	30
#define MAX_METRICS	32
#define LEAST_WIDTH	9	/* "too large" */

struct builtin_metric {
	const char *name, *formula, *what;
};

static const struct builtin_metric builtins[] = {
	{ "ipc", "instructions / cycles", "instructions per cycle" },
	{ "cpi", "cycles / instructions", "cycles per instruction" },
	{ "ghz", "cycles / \"task-clock\"", "cycles per nanosecond of a task's clock: the frequency" },
	{ "branch-miss-rate", "100 * branch-misses / branches", "mispredicted branches, percent" },
	{ "branch-mpki", "1000 * branch-misses / instructions", "mispredicted branches per 1000 instructions" },
	{ "cache-miss-rate", "100 * cache-misses / cache-references", "misses of the last cache, percent" },
	{ "cache-mpki", "1000 * cache-misses / instructions", "misses of the last cache per 1000 instructions" },
	{ "l1d-mpki", "1000 * L1-dcache-load-misses / instructions", "loads that miss the first cache per 1000 instructions" },
	{ "dtlb-mpki", "1000 * dTLB-load-misses / instructions", "loads that miss the TLB per 1000 instructions" },
	{ "itlb-mpki", "1000 * iTLB-load-misses / instructions", "fetches that miss the TLB per 1000 instructions" },
	{ "frontend-stall-rate", "100 * stalled-cycles-frontend / cycles", "cycles without instructions to run, percent" },
	{ "backend-stall-rate", "100 * stalled-cycles-backend / cycles", "cycles without room for instructions, percent" },
};

/* --- which there are ------------------------------------------------------------------------------ */

void metrics__list(struct strbuf *out)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(builtins); i++)
		strbuf__addf(out, "%-20s %-45s %s\n", builtins[i].name, builtins[i].formula, builtins[i].what);
}

void metrics__exit(struct metrics *m)
{
	while (m->nr) {
		struct metric *metric = m->list[--m->nr];

		free(metric->name);
		formula__exit(&metric->formula);
		free(metric);
	}
	free(m->list);
	*m = (struct metrics){ 0 };
}

static int add_one(struct metrics *m, const char *name, size_t len, const char *formula, struct diag *diag)
{
	struct metric *metric;
	size_t i;
	int err;

	if (!len || len > MAX_NAME)
		return diag__msg(diag, -EINVAL, "a metric has a name of at most %d letters before the '='", MAX_NAME);
	for (i = 0; i < len; i++)
		if (name[i] <= ' ' || name[i] > '~')
			return diag__msg(diag, -EINVAL, "the name of a metric has letters of ASCII only, and no blanks");
	if (m->nr == MAX_METRICS)
		return diag__msg(diag, -EINVAL, "more than %d metrics", MAX_METRICS);
	for (i = 0; i < m->nr; i++)
		if (strlen(m->list[i]->name) == len && !strncmp(m->list[i]->name, name, len))
			return diag__msg(diag, -EINVAL, "there are two metrics '%s'", m->list[i]->name);
	metric = xzalloc(sizeof(*metric));
	err = formula__parse(&metric->formula, formula, diag);
	if (err) {
		free(metric);
		return err;
	}
	metric->name = xstrndup(name, len);
	m->list = xreallocarray(m->list, m->nr + 1, sizeof(struct metric *));
	m->list[m->nr++] = metric;
	return 0;
}

static int add_builtin(struct metrics *m, const char *name, size_t len, struct diag *diag)
{
	struct near_names near = { .want = name, .want_len = len };
	struct strbuf text = STRBUF_INIT;
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(builtins); i++)
		if (strlen(builtins[i].name) == len && !strncasecmp(builtins[i].name, name, len))
			return add_one(m, builtins[i].name, len, builtins[i].formula, diag);
	for (i = 0; i < ARRAY_SIZE(builtins); i++)
		near_names__look_at(&near, builtins[i].name, strlen(builtins[i].name));
	near_names__print(&near, &text);
	near_names__exit(&near);
	err = diag__msg(diag, -EINVAL, "no metric is called '%.*s'%s: --metric list shows them, and --metric NAME=FORMULA makes one",
			(int)len, name, strbuf__str(&text));
	strbuf__exit(&text);
	return err;
}

int metrics__add(struct metrics *m, const char *text, struct diag *diag)
{
	const char *is = strchr(text, '=');
	int err = 0;
	size_t len;

	if (is)
		return add_one(m, text, (size_t)(is - text), is + 1, diag);
	do {
		len = strcspn(text, ",");
		err = add_builtin(m, text, len, diag);
		text += len;
	} while (!err && *text++);
	return err;
}

int metrics__option(const struct option *opt, const char *arg, bool unset)
{
	struct diag diag = DIAG_INIT;
	struct strbuf text = STRBUF_INIT;
	int err;

	if (unset) {
		metrics__exit(opt->value);
		return 0;
	}
	if (!strcmp(arg, "list")) {
		metrics__list(&text);
		std_out__addf("%s", strbuf__str(&text));
		strbuf__exit(&text);
		exit(std_out__finish(EXIT_SUCCESS));
	}
	err = metrics__add(opt->value, arg, &diag);
	if (err)
		pr_error("perf: option '--metric': %s\n", diag.text);
	return err;
}

void metric__warn(const struct metric *m, const char *missing)
{
	pr_warning("perf: metric '%s' is not known: no event beside the others is called '%s' (perf evlist lists events; perf record -e "
		   "'{A,B}' takes samples of A with the numbers of B)\n", m->name, missing);
}

/* --- which event a name is ------------------------------------------------------------------------ */

/* Two names of one event of the hardware. */
static const char *usual_name(const char *name, size_t len, size_t *ret_len)
{
	static const char *const pairs[][2] = {
		{ "cpu-cycles", "cycles" }, { "branch-instructions", "branches" }, { "idle-cycles-frontend", "stalled-cycles-frontend" },
		{ "idle-cycles-backend", "stalled-cycles-backend" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		if (strlen(pairs[i][0]) == len && !strncmp(pairs[i][0], name, len)) {
			*ret_len = strlen(pairs[i][1]);
			return pairs[i][1];
		}
	*ret_len = len;
	return name;
}

/* "cycles" of "cycles:u", of "cpu_core/cycles/u", and of "cycles@web/one", which counts in a control group. */
static const char *plain_name(const char *name, size_t *ret_len)
{
	const char *group = name + strcspn(name, "@"), *slash = strchr(name, '/'), *second = slash ? strchr(slash + 1, '/') : NULL;

	if (second && second < group) {
		*ret_len = (size_t)(second - slash) - 1;
		return slash + 1;
	}
	*ret_len = strcspn(name, ":@");
	return name;
}

static bool is_called(struct evsel *evsel, const char *name)
{
	const char *own = evsel__name(evsel), *a, *b;
	size_t len, want;

	if (!strcmp(own, name))
		return true;
	a = plain_name(own, &len);
	a = usual_name(a, len, &len);
	b = usual_name(name, strlen(name), &want);
	return len == want && !strncmp(a, b, len);
}

static size_t find_event(const struct metric_events *events, const char *name)
{
	size_t i;

	for (i = 0; i < events->nr; i++)
		if (!strcmp(evsel__name(events->list[i]), name))
			return i;
	for (i = 0; i < events->nr; i++)
		if (is_called(events->list[i], name))
			return i;
	return SIZE_MAX;
}

size_t metric__event(const struct metric *m, size_t name, const struct metric_events *events)
{
	return find_event(events, m->formula.names[name]);
}

const char *metric__missing(const struct metric *m, const struct metric_events *events)
{
	size_t i;

	for (i = 0; i < m->formula.nr_names; i++)
		if (find_event(events, m->formula.names[i]) == SIZE_MAX)
			return m->formula.names[i];
	return NULL;
}

/* --- its value ------------------------------------------------------------------------------------ */

enum metric_state metric__value(const struct metric *m, const struct metric_events *events, const uint64_t *counts, double *ret)
{
	static const enum metric_state states[] = {
		[FORMULA_OK] = METRIC_OK, [FORMULA_DIV_BY_ZERO] = METRIC_DIV_BY_ZERO, [FORMULA_TOO_LARGE] = METRIC_TOO_LARGE,
	};
	double values[FORMULA_MAX_NAMES];
	size_t i, event;

	for (i = 0; i < m->formula.nr_names; i++) {
		event = find_event(events, m->formula.names[i]);
		if (event == SIZE_MAX)
			return METRIC_NO_EVENT;
		values[i] = (double)counts[event];
	}
	return states[formula__value(&m->formula, values, ret)];
}

void metric__print(const struct metric *m, const struct metric_events *events, const uint64_t *counts, int width, struct strbuf *out)
{
	static const char *const words[] = {
		[METRIC_DIV_BY_ZERO] = "x/0", [METRIC_NO_EVENT] = "no event", [METRIC_TOO_LARGE] = "too large"
	};
	double v;
	enum metric_state state = metric__value(m, events, counts, &v);

	if (state == METRIC_OK)
		strbuf__addf(out, "%*.2f", width, v);
	else
		strbuf__addf(out, "%*s", width, words[state]);
}

unsigned int metric__width(const struct metric *m)
{
	size_t len = strlen(m->name);

	return len > LEAST_WIDTH ? (unsigned int)len : LEAST_WIDTH;
}
