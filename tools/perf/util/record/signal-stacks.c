// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/signal-stacks.h"

#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/kernel-features.h"
#include "util/event/evsel-config.h"

#define NAME	"signal:signal_deliver"
/* SA_ONSTACK: the handler runs on the stack that sigaltstack(2) has named, if there is one. */
#define FILTER	"sa_flags & 0x8000000"

/* The id of the tracepoint; negative: there is none, or it may not be read. */
static long long tracepoint_id(void)
{
	const char *tracefs = tracefs__path();
	char *path = tracefs ? xasprintf("%s/events/signal/signal_deliver/id", tracefs) : NULL;
	long long id;
	int err = path ? read_number_file(path, &id) : -1;

	free(path);
	return err ? -1 : id;
}

static bool may_open(const struct perf_event_attr *attr)
{
	struct perf_event_attr own = *attr;
	int fd;

	own.size = sizeof(own);
	own.disabled = 1;
	fd = perf_event_open(&own, 0, -1, -1, 0);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Laid out as the others up to the time, so that all records are put in order in the same way. */
static void copy_layout(struct perf_event_attr *attr, const struct evlist *evlist)
{
	const uint64_t head = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
	const struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		if (!(evsel->attr.sample_type & PERF_SAMPLE_STACK_USER))
			continue;
		attr->sample_type |= evsel->attr.sample_type & head;
		attr->sample_regs_user |= evsel->attr.sample_regs_user;
		if (evsel->attr.sample_stack_user > attr->sample_stack_user)
			attr->sample_stack_user = evsel->attr.sample_stack_user;
		attr->use_clockid = evsel->attr.use_clockid;
		attr->clockid = evsel->attr.clockid;
	}
}

struct evsel *evlist__add_signals(struct evlist *evlist)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
	};
	long long id = tracepoint_id();
	struct evsel *evsel;

	attr.config = (uint64_t)id;
	copy_layout(&attr, evlist);
	if (id < 0 || !may_open(&attr))
		return NULL;
	evsel = evsel__new(&attr);
	evsel__set_name(evsel, NAME);
	evsel__get_config(evsel)->filter = xstrdup(FILTER);
	evlist__add(evlist, evsel);
	return evsel;
}
