// SPDX-License-Identifier: GPL-2.0-only
/* Tracepoint events. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/event-make-tracepoint.h"
#include "util/choose/event-suggest.h"

bool event_name__is_tracepoint_system(const char *name)
{
	const char *tracefs = tracefs__path();
	char *path;
	bool ret;

	if (!tracefs || strchr(name, '/'))
		return false;
	path = xasprintf("%s/events/%s", tracefs, name);
	ret = !access(path, F_OK);
	free(path);
	return ret;
}

static bool match_glob(const char *name, void *ctx)
{
	return !fnmatch(ctx, name, 0);
}

static struct evsel *new_tracepoint(const char *sys, const char *name, uint64_t id)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_TRACEPOINT,
		.size		= sizeof(attr),
		.config		= id,
		.sample_period	= 1,
		.sample_type	= PERF_SAMPLE_RAW | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD,
	};
	struct evsel *evsel = evsel__new(&attr);
	struct evsel_config *config = evsel__get_config(evsel);

	config->tp_sys = sys ? xstrdup(sys) : NULL;
	config->tp_name = name ? xstrdup(name) : NULL;
	return evsel;
}

int event_text__make_probe(struct event_text *e, const char *text, struct evlist *evlist, struct parse_events_error *err)
{
	struct evsel *evsel = new_tracepoint(NULL, NULL, 0);

	evsel->config->probe = xstrdup(text);
	evlist__add(evlist, evsel);
	return evsel__apply_terms(evsel, NULL, "tracepoint", &e->terms, err);
}

/*
 * A marker of user space that nobody has made a tracepoint for: sdt_PROVIDER:NAME, with a % in front or not, as perf probe takes
 * it. NULL: it is not such a name; free it.
 */
static char *marker_name(const struct event_text *e)
{
	const char *provider = e->name + (e->name[0] == '%');

	if (!strncmp(provider, "sdt_", 4))
		return xasprintf("%s:%s", provider, e->second);
	return provider > e->name ? xasprintf("sdt_%s:%s", provider, e->second) : NULL;
}

/* 0, or negative errno of reading the id. */
static int add_tracepoint(struct event_text *e, const char *events, const char *sys, const char *name,
			  struct evlist *evlist, struct parse_events_error *err)
{
	char *path = xasprintf("%s/%s/%s/id", events, sys, name);
	struct evsel *evsel;
	long long id;
	int ret = read_number_file(path, &id);

	free(path);
	if (ret)
		return ret;
	evsel = new_tracepoint(sys, name, (uint64_t)id);
	evlist__add(evlist, evsel);
	ret = evsel__apply_terms(evsel, NULL, "tracepoint", &e->terms, err);
	if (!ret && !evsel->name)
		evsel->name = xasprintf("%s:%s", sys, name);
	return ret;
}

static char *explain(const struct event_text *e, const char *events, int errnum)
{
	char *near, *ret;

	if (!events)
		return tracefs__problem();
	if (errnum == EACCES || errnum == EPERM)
		return xasprintf("no permission to read %s/%s/%s: run as root, or 'mount -o remount,gid=%u,mode=750 %.*s' as root",
				 events, e->name, e->second, (unsigned int)getegid(), (int)(strlen(events) - strlen("/events")), events);
	near = event_suggest__tracepoint(events, e->name, e->second);
	ret = xasprintf("File %s/%s/%s not found.\n%s", events, e->name, e->second,
			near ? near : "Hint:\tPerhaps this kernel misses some CONFIG_ setting to enable this feature?");
	free(near);
	return ret;
}

/* All events of the systems that match, or negative errno. */
static int add_matching(struct event_text *e, const char *events, struct evlist *evlist,
			struct parse_events_error *err)
{
	char **systems = list_names(events, match_glob, e->name);
	int ret = systems ? 0 : -errno;
	size_t s, i, before = evlist->nr;

	for (s = 0; systems && systems[s] && !err->reason; s++) {
		char *dir = xasprintf("%s/%s", events, systems[s]);
		char **names = list_names(dir, match_glob, e->second);

		if (!names && errno != ENOTDIR)
			ret = -errno;
		/* What has no id (the files enable and filter) is no event. */
		for (i = 0; names && names[i] && !err->reason; i++)
			(void)add_tracepoint(e, events, systems[s], names[i], evlist, err);
		free_names(names);
		free(dir);
	}
	free_names(systems);
	if (err->reason)
		return -EINVAL;
	return evlist->nr > before ? 0 : ret ? ret : -ENOENT;
}

int event_text__make_tracepoints(struct event_text *e, struct evlist *evlist, struct parse_events_error *err)
{
	const char *tracefs = tracefs__path();
	char *events = tracefs ? xasprintf("%s/events", tracefs) : NULL;
	char *marker;
	int ret = -ENOENT;

	if (events && strpbrk(e->name, "*?[") == NULL && strpbrk(e->second, "*?[") == NULL)
		ret = add_tracepoint(e, events, e->name, e->second, evlist, err);
	else if (events)
		ret = add_matching(e, events, evlist, err);
	marker = ret == -ENOENT ? marker_name(e) : NULL;
	if (marker)
		ret = event_text__make_probe(e, marker, evlist, err);
	free(marker);
	/* What may not be read may well exist. */
	if (ret && !err->reason)
		parse_events_error__set(err, e->pos, explain(e, events, -ret),
					!events || ret == -EACCES || ret == -EPERM ? "tracepoints cannot be read" :
					"unknown tracepoint");
	free(events);
	return ret;
}
