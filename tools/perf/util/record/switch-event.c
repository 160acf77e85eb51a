// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/switch-event.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel-config.h"
#include "util/record/counters.h"
#include "util/record/recorder-internal.h"

/* Of each ring: a sample has some 40 bytes, and one is enough. */
#define RING_PAGES	2

struct switch_event {
	struct recorder *r;
	struct counters counters;
	struct target target;
};

/* Without a word on it each time counts. The hardware's events happen a billion times a second. */
static int config_period(struct evsel *evsel, struct diag *diag)
{
	const struct evsel_config *config = evsel__get_config(evsel);
	struct perf_event_attr *attr = &evsel->attr;

	if (config->has_period || config->has_freq)
		return 0;
	if (attr->type != PERF_TYPE_SOFTWARE && attr->type != PERF_TYPE_TRACEPOINT && attr->type != PERF_TYPE_BREAKPOINT)
		return diag__msg(diag, -EINVAL, "--switch-output-event: say how often '%s' has to happen, as it does all the time "
				 "(%s/period=1000000000/)", evsel__name(evsel), evsel__name(evsel));
	attr->freq = 0;
	attr->sample_period = 1;
	return 0;
}

int switch_event__config(struct evlist *events, const struct target *target, struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(events, i, evsel) {
		struct perf_event_attr *attr = &evsel->attr;
		int err = config_period(evsel, diag);

		if (err)
			return err;
		attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
		attr->inherit = target->inherit;
		attr->disabled = 1;
		attr->enable_on_exec = target->workload && !target->system_wide && !target->existing;
		attr->watermark = 0;
		attr->wakeup_events = 1;
	}
	return 0;
}

static int open_events(struct switch_event *s)
{
	const struct aux_config no_aux = { 0 };
	struct recorder *r = s->r;
	struct record_opts opts = { .mmap_pages = RING_PAGES };
	int err = target__resolve(&s->target, &r->opts->target, r->workload.pid, r->diag), i;

	if (!err)
		err = counters__open(&s->counters, r->opts->switch_output_events, &s->target, r->diag);
	if (!err)
		err = counters__mmap(&s->counters, &opts, &no_aux, 0, r->diag);
	for (i = 0; !err && i < perf_evlist__nr_mmaps(s->counters.list); i++)
		err = perf_evlist__add_pollfd(r->counters.list, perf_evlist__ring(s->counters.list, i)->fd);
	if (!err && !evlist__first(r->opts->switch_output_events)->attr.enable_on_exec)
		err = counters__switch(&s->counters, NULL, true, NULL);
	return err && !diag__is_set(r->diag) ?
		       diag__msg(r->diag, err, "cannot open the event of --switch-output-event: %s", strerror(-err)) :
		       err;
}

int switch_event__open(struct switch_event **ret, struct recorder *r)
{
	struct switch_event *s = xzalloc(sizeof(*s));
	int err;

	s->r = r;
	err = open_events(s);
	if (err) {
		switch_event__delete(s);
		return err;
	}
	*ret = s;
	return 0;
}

/* The task has ended: its ring would be ready for ever. */
static void heed_end(struct switch_event *s, int fd)
{
	struct pollfd p = { .fd = fd };

	if (poll(&p, 1, 0) > 0 && p.revents & (POLLHUP | POLLERR))
		perf_evlist__remove_pollfd(s->r->counters.list, fd);
}

bool switch_event__came(struct switch_event *s)
{
	bool came = false;
	int i;

	for (i = 0; s && i < perf_evlist__nr_mmaps(s->counters.list); i++) {
		struct perf_mmap *ring = perf_evlist__ring(s->counters.list, i);
		struct iovec iov[2];
		size_t size = perf_mmap__unread(ring, iov);

		/* The attrs ask for no other records; where the ring was full, one says so. */
		came |= size > 0;
		perf_mmap__consume(ring, size);
		heed_end(s, ring->fd);
	}
	return came;
}

void switch_event__delete(struct switch_event *s)
{
	if (!s)
		return;
	counters__exit(&s->counters);
	target__exit(&s->target);
	free(s);
}
