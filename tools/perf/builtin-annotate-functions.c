// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate: functions one after the other, as text or as JSON. */
#include <stdlib.h>

#include "builtin-annotate.h"
#include "util/annotate/annotate-json.h"
#include "util/annotate/metric-order.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/event/evlist.h"

/* @j: as JSON; NULL: as text. */
static void print_function(struct annotate *a, const struct annotate_func *f, const struct annotate_members *members, struct json *j)
{
	struct annotate_shares shares;
	struct code_lines *l;

	annotate_shares__init(&shares, members, a->counts, f);
	l = code_lines__new(&a->source, shares.of, members->nr);
	/* That there is no decoder was said once for all. */
	if (l->lack && a->source.disasm)
		pr_warning("perf: '%s': its instructions are not known: %s\n", shown(f->sym->name), shown__in_message(l->lack));
	if (!l->lack || !a->skip_missing) {
		if (j)
			annotate_json__function(&a->text, l, &shares, j);
		else
			annotate_text__print(&a->text, l, &shares, std_out());
		a->printed++;
	}
	code_lines__delete(l);
	annotate_shares__exit(&shares);
}

/* Metrics that no row of these events will have, each once. */
static void warn_of_missing(const struct annotate *a, const struct annotate_members *members, bool *warned)
{
	struct evsel **list = xcalloc(members->nr, sizeof(struct evsel *));
	const struct metric_events events = { .list = list, .nr = members->nr };
	size_t i;

	for (i = 0; i < members->nr; i++)
		list[i] = a->text.evlist->evsels[members->events[i]];
	for (i = 0; i < a->text.metrics.nr; i++) {
		const char *missing = warned[i] ? NULL : metric__missing(a->text.metrics.list[i], &events);

		if (missing)
			metric__warn(a->text.metrics.list[i], missing);
		warned[i] |= missing != NULL;
	}
	free(list);
}

static void print_group(struct annotate *a, const struct annotate_members *members, struct json *j)
{
	const struct annotate_func **list;
	size_t nr, i;

	list = annotate_members__functions(members, a->counts, annotate__is_shown, a, &nr);
	metric_order__sort(&a->text, members, list, nr);
	if (j) {
		json__object(j, NULL);
		annotate_json__events(&a->text, members, j, "events");
		json__array(j, "functions");
	}
	for (i = 0; i < nr; i++)
		print_function(a, list[i], members, j);
	if (j) {
		json__end(j);
		json__end(j);
	}
	free(list);
}

static void print_all(struct annotate *a, struct json *j)
{
	struct annotate_groups groups;
	bool *warned = xcalloc(a->text.metrics.nr + 1, sizeof(*warned));
	size_t i;

	annotate_groups__init(&groups, a->text.evlist, annotate__grouping(a));
	for (i = 0; i < groups.nr; i++) {
		warn_of_missing(a, &groups.list[i], warned);
		print_group(a, &groups.list[i], j);
	}
	annotate_groups__exit(&groups);
	free(warned);
}

void annotate__print_json(struct annotate *a)
{
	struct json j;

	json__init(&j, std_out());
	json__object(&j, NULL);
	json__str(&j, "schema", "perf-annotate");
	json__u64(&j, "version", ANNOTATE_JSON_VERSION);
	json__str(&j, "input", session__input_name(a->session));
	json__bool(&j, "calls", a->children);
	json__array(&j, "groups");
	print_all(a, &j);
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}

void annotate__print_functions(struct annotate *a)
{
	print_all(a, NULL);
}
