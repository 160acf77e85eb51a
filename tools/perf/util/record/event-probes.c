// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/event-probes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/event/evsel-config.h"
#include "util/record/probe-defs.h"
#include "util/record/workload.h"

static const char *probe_of(const struct evsel *evsel)
{
	return evsel->config ? evsel->config->probe : NULL;
}

/* Why there can be no probe at all. */
static int check(const struct probe_place *place, const char *text, struct diag *diag)
{
	int err = probe_events__check(place->file != NULL);
	char *why;

	if (!err)
		return 0;
	why = err != -ENOENT   ? xasprintf("it takes root (%s)", strerror(-err)) :
	      !tracefs__path() ? tracefs__problem() :
				 xasprintf("this kernel has no %s in tracefs", place->file ? "uprobe_events" : "kprobe_events");
	(void)diag__msg(diag, err, "cannot make the probe '%s': %s", text, why);
	free(why);
	return err;
}

/* Makes @def as the tracepoint @name of this process' group. */
static int make(struct event_probes *p, const struct probe_def *def, const char *name, uint64_t *ret_id, struct diag *diag)
{
	long long id;
	char *path;
	size_t i;
	int err = 0;

	for (i = 0; i < def->nr && !err; i++)
		err = probe_events__add(&p->made, name, &def->places[i], diag);
	if (err)
		return err;
	path = xasprintf("%s/events/%s/%s/id", tracefs__path(), probe_events__group(), name);
	err = read_number_file(path, &id);
	if (err)
		(void)diag__msg(diag, err, "the probe %s:%s has no id: '%s': %s", def->system, def->name, path, strerror(-err));
	else
		*ret_id = (uint64_t)id;
	free(path);
	return err;
}

static void tell_places(const struct probe_def *def)
{
	size_t i;

	for (i = 0; i < def->nr; i++) {
		const struct probe_place *p = &def->places[i];

		pr_debug("%s:%s: %s%s%s", def->system, def->name, p->at_return ? "return of " : "", p->file ?: "", p->symbol ?: "");
		if (!p->symbol)
			pr_debug("%s0x%" PRIx64, p->file ? ":" : "", p->offset);
		pr_debug("%s\n", p->args ?: "");
	}
}

/* The event is that of @def now. */
static int settle(struct event_probes *p, struct evsel *evsel, const struct probe_def *def, bool dry, struct diag *diag)
{
	struct evsel_config *config = evsel->config;
	char name[32];
	uint64_t id = 0;
	int err;

	tell_places(def);
	/* Names in tracefs are this process' own, so that none can be there already. */
	snprintf(name, sizeof(name), "event%u", p->nr++);
	err = dry ? 0 : make(p, def, name, &id, diag);
	if (err)
		return err;
	evsel->attr.config = id;
	config->tp_sys = xstrdup(probe_events__group());
	config->tp_name = xstrdup(name);
	config->probe_sys = xstrdup(def->system);
	config->probe_name = xstrdup(def->name);
	if (!evsel->name)
		evsel->name = xasprintf("%s:%s", def->system, def->name);
	return 0;
}

/* Another event like @evsel, in its group, directly behind number @at. */
static struct evsel *copy_behind(struct evlist *evlist, const struct evsel *evsel, size_t at)
{
	struct evsel *copy = evsel__new(&evsel->attr), *leader = evsel->leader;

	evlist__add(evlist, copy);
	copy->name = evsel->name ? xstrdup(evsel->name) : NULL;
	copy->config = evsel_config__copy(evsel->config);
	if (leader->nr_members > 1) {
		copy->leader = leader;
		leader->nr_members++;
	}
	evlist__move(evlist, evlist->nr - 1, at + 1);
	return copy;
}

/* All tracepoints of the event at *@at, which then is the number of its last one. */
static int resolve(struct event_probes *p, struct evlist *evlist, size_t *at, const struct range_scope *scope, bool dry, struct diag *diag)
{
	struct evsel *evsel = evlist->evsels[*at];
	struct probe_defs defs = { 0 };
	char *text = xstrdup(probe_of(evsel));
	bool of_function = !strncmp(text, "uprobe:", 7) || !strncmp(text, "kprobe:", 7);
	int err = of_function ? function_probe__define(&defs, text, scope, diag) : sdt_probe__define(&defs, text, scope, diag);
	size_t i, first = *at;

	if (!err && !dry)
		err = check(&defs.at[0].places[0], text, diag);
	for (i = 1; i < defs.nr && !err; i++)
		(void)copy_behind(evlist, evsel, (*at)++);
	for (i = 0; i < defs.nr && !err; i++)
		err = settle(p, evlist->evsels[first + i], &defs.at[i], dry, diag);
	probe_defs__exit(&defs);
	free(text);
	return err;
}

int event_probes__make(struct event_probes *p, struct evlist *evlist, const struct range_scope *scope, bool dry, struct diag *diag)
{
	struct range_scope s = *scope;
	char *path = NULL;
	bool begun = false;
	size_t i;
	int err = 0;

	for (i = 0; i < evlist->nr && !err; i++) {
		if (!probe_of(evlist->evsels[i]))
			continue;
		if (!begun && !dry)
			probe_events__remove_stale();
		if (!begun && scope->program)
			s.program = path = workload__path(scope->program);
		begun = true;
		err = resolve(p, evlist, &i, &s, dry, diag);
	}
	free(path);
	return err;
}

void event_probes__exit(struct event_probes *p)
{
	struct diag diag = DIAG_INIT;

	if (probe_events__remove(&p->made, &diag))
		pr_warning("Warning:\n%s\n", diag.text);
}
