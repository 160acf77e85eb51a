// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-range.h"

#include <errno.h>
#include <limits.h>
#include <linux/hw_breakpoint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/event/aux-action.h"
#include "util/event/evsel-config.h"
#include "util/event/parse-events.h"
#include "util/record/aux-config.h"
#include "util/record/workload.h"
#include "util/symbol/find-function.h"

/* One end of the range. */
struct point {
	char *symbol, *object;		/* owned; object NULL: the kernel, once it is resolved */
	bool object_said, in_kernel;
	struct found_function where;
	bool has_address;		/* of the kernel: it was not hidden */
};

static void point__exit(struct point *p)
{
	free(p->symbol);
	free(p->object);
}

/* "SYMBOL@OBJECT" */
static int parse_point(const char *text, size_t len, struct point *ret, struct diag *diag)
{
	const char *at = memchr(text, '@', len);
	size_t n = at ? (size_t)(at - text) : len;

	if (!n || (at && at + 1 == text + len))
		return diag__msg(diag, -EINVAL, "--aux-range takes two functions, START,STOP, each "
				 "SYMBOL or SYMBOL@OBJECT; not '%.*s'", (int)len, text);
	ret->symbol = xstrndup(text, n);
	ret->object = at ? xstrndup(at + 1, len - n - 1) : NULL;
	ret->object_said = at != NULL;
	ret->in_kernel = at && (!strcmp(ret->object, "kernel") || !strcmp(ret->object, "[kernel]"));
	return 0;
}

static int find_in_kernel(struct point *p, struct diag *diag)
{
	int err = kernel__find_function(p->symbol, &p->where, diag);

	/* Hidden addresses: the kernel itself knows the name. */
	p->has_address = !err;
	if (err == -EACCES && !strchr(p->symbol, '#')) {
		*diag = (struct diag)DIAG_INIT;
		err = 0;
	}
	p->in_kernel = true;
	return err;
}

static int find_in_file(struct point *p, const char *path, struct diag *diag)
{
	char *full = realpath(path, NULL);
	int err;

	if (!full)
		return diag__msg(diag, -errno, "cannot find '%s': %s", path, strerror(errno));
	err = elf__find_function(full, p->symbol, &p->where, diag);
	free(p->object);
	p->object = full;
	return err;
}

static int resolve(struct point *p, const char *program, struct diag *diag)
{
	struct diag first = DIAG_INIT;
	int err;

	if (p->in_kernel)
		return find_in_kernel(p, diag);
	if (p->object_said)
		return find_in_file(p, p->object, diag);
	err = program ? find_in_file(p, program, &first) : -ENOENT;
	if (err == -ENOTUNIQ)
		return diag__msg(diag, err, "%s", first.text);
	if (!err)
		return 0;
	err = find_in_kernel(p, diag);
	if (err == -ENOENT && program) {
		*diag = (struct diag)DIAG_INIT;
		diag__msg(diag, err, "%s, nor in the kernel: say where it is, as %s@/path/of/object",
			  first.text, p->symbol);
	}
	return err;
}

/* The breakpoint that stands in for a probe; needs an address that is known before anything runs. */
static int make_breakpoint(const struct point *p, const char *name, const char *action,
			   struct evlist *evlist, int why, struct diag *diag)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	char *text;
	int ret;

	if (!p->in_kernel || !p->has_address)
		return diag__msg(diag, why, "no probe can be made at '%s': %s", p->symbol,
				 why == -EACCES || why == -EPERM ? "it takes root" :
				 "the kernel has no tracefs with uprobe_events and kprobe_events");
	text = xasprintf("mem:0x%llx:x/aux-action=%s,name=%s/%s", (unsigned long long)p->where.start, action,
			 name, "k");
	ret = parse_events(evlist, text, &err);
	if (ret)
		diag__msg(diag, ret, "%s: %s", text, err.reason);
	parse_events_error__exit(&err);
	free(text);
	return ret;
}

/* In the dry the tracepoint has no id yet. */
static void add_dry(struct evlist *evlist, const char *name, bool resume)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD,
	};
	struct evsel *evsel = evsel__new(&attr);
	struct evsel_config *config = evsel__get_config(evsel);

	config->aux_action = resume ? AUX_ACTION_RESUME : AUX_ACTION_PAUSE;
	evsel->attr.aux_resume = resume;
	evsel->attr.aux_pause = !resume;
	evsel__set_name(evsel, name);
	evlist__add(evlist, evsel);
}

static int make_event(struct aux_range *r, const struct point *p, const char *name, bool resume,
		      bool at_return, struct evlist *evlist, bool dry, struct diag *diag)
{
	const struct probe_place place = {
		.file = p->in_kernel ? NULL : p->object, .offset = p->where.start, .at_return = at_return,
		.symbol = p->in_kernel && !strchr(p->symbol, '#') ? p->symbol : NULL,
	};
	struct parse_events_error error = PARSE_EVENTS_ERROR_INIT;
	const char *action = resume ? "resume" : "pause";
	char *text;
	int err;

	pr_debug("%s: '%s' of %s at 0x%llx\n", name, p->symbol, place.file ? place.file : "the kernel",
		 (unsigned long long)p->where.start);
	if (dry) {
		add_dry(evlist, name, resume);
		return 0;
	}
	err = probe_events__check(!p->in_kernel);
	if (err && !at_return)
		return make_breakpoint(p, name, action, evlist, err, diag);
	err = probe_events__add(&r->probes, name, &place, diag);
	if (err)
		return err;
	text = xasprintf("%s:%s/aux-action=%s/", probe_events__group(), name, action);
	err = parse_events(evlist, text, &error);
	if (err)
		diag__msg(diag, err, "cannot use the probe '%s': %s", text, error.reason);
	parse_events_error__exit(&error);
	free(text);
	return err;
}

static struct evsel *find_aux(struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel__has_aux(evsel))
			return evsel;
	return NULL;
}

/* The new events go behind the AUX event's group, so that they take nobody else into it. */
static void move_behind(struct evlist *evlist, const struct evsel *aux, size_t first_new)
{
	size_t at = (size_t)aux->leader->idx + aux->leader->nr_members;

	for (; first_new < evlist->nr; first_new++)
		evlist__move(evlist, first_new, at++);
}

static int parse_range(const char *text, struct point points[2], bool *ret_until_return,
		       struct diag *diag)
{
	size_t n = strcspn(text, ",");
	int err = parse_point(text, n, &points[0], diag);

	*ret_until_return = !text[n];
	if (err || !text[n])
		return err;
	return parse_point(text + n + 1, strlen(text + n + 1), &points[1], diag);
}

static int make_range(struct aux_range *r, const char *text, struct point points[2],
		      const char *program, struct evlist *evlist, bool dry, struct diag *diag)
{
	struct evsel *aux = find_aux(evlist);
	size_t first_new = evlist->nr;
	struct point *stop = &points[1];
	bool until_return;
	int err = parse_range(text, points, &until_return, diag);

	if (!err && !aux)
		err = diag__msg(diag, -EINVAL, "--aux-range needs an event with an AUX area, such as "
				"-e intel_pt//");
	if (!err)
		err = resolve(&points[0], program, diag);
	if (until_return)
		stop = &points[0];
	else if (!err)
		err = resolve(stop, program, diag);
	if (err)
		return err;
	if (!dry)
		probe_events__remove_stale();
	err = make_event(r, &points[0], "start", true, false, evlist, dry, diag);
	if (!err)
		err = make_event(r, stop, "stop", false, until_return, evlist, dry, diag);
	if (err)
		return err;
	aux->config->aux_action = AUX_ACTION_START_PAUSED;
	aux->attr.aux_start_paused = 1;
	move_behind(evlist, aux, first_new);
	return evlist__group_aux(evlist, diag);
}

int aux_range__init(struct aux_range *r, const char *text, const char *program, struct evlist *evlist,
		    bool dry, struct diag *diag)
{
	struct point points[2] = { 0 };
	char *path = program ? workload__path(program) : NULL;
	int err = make_range(r, text, points, path, evlist, dry, diag);

	free(path);
	point__exit(&points[0]);
	point__exit(&points[1]);
	return err;
}

void aux_range__exit(struct aux_range *r)
{
	struct diag diag = DIAG_INIT;

	if (probe_events__remove(&r->probes, &diag))
		pr_warning("Warning:\n%s\n", diag.text);
}
