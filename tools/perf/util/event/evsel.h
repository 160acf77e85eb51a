/* SPDX-License-Identifier: GPL-2.0-only */
/* One event of a recording: its attr, ids and name. For reading and for recording. */
#ifndef PERF_EVENT_EVSEL_H
#define PERF_EVENT_EVSEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <linux/perf_event.h>

struct evlist;
struct perf_evsel;
struct tracepoint_format;
struct evsel_config;

struct evsel {
	struct perf_event_attr attr;	/* native byte order; fields beyond what the file had are 0 */
	int idx;			/* in evlist->evsels */
	struct evlist *evlist;
	char *name;			/* owned; NULL: made up from the attr by evsel__name() */
	char **old_names;		/* owned: what it was called before */
	size_t nr_old_names, cap_old_names;
	uint64_t *ids;			/* the kernel's ids of this event's counters; owned */
	size_t nr_ids, cap_ids;
	struct evsel *leader;		/* itself without a group */
	unsigned int nr_members;	/* a leader: of its group, itself included; otherwise 1 */
	struct tracepoint_format *tp_format;	/* borrowed from the recording's tracing data, or NULL */
	struct evsel_config *config;	/* what the command line asked for, when recording; owned */
	struct perf_evsel *counter;	/* libperf's side of it, while it is open (counters__open()); borrowed, or NULL */
};

/* Copies @attr. */
struct evsel *evsel__new(const struct perf_event_attr *attr);
void evsel__delete(struct evsel *evsel);
void evsel__add_id(struct evsel *evsel, uint64_t id);
void evsel__set_name(struct evsel *evsel, const char *name);	/* copies */
/* Never NULL: "cycles:u", "mem:0x1000:rw", "raw 0x1a8". Valid as long as the evsel. */
const char *evsel__name(struct evsel *evsel);
static inline bool evsel__is_group_leader(const struct evsel *e) { return e->leader == e; }
/* It is there for the records beside samples, and takes none. */
static inline bool evsel__is_dummy(const struct evsel *e)
{
	return e->attr.type == PERF_TYPE_SOFTWARE && e->attr.config == PERF_COUNT_SW_DUMMY;
}
/*
 * perf record --sleepers: the event whose samples perf has made of threads that slept at the end. Its user halves, and the
 * deferred ones with its id, were unwound by the tables, rather than by frame pointers.
 */
#define EVSEL_SLEEPERS	"sleepers"
static inline bool evsel__is_sleepers(const struct evsel *e)
{
	return e->attr.type == PERF_TYPE_SOFTWARE && e->attr.config == PERF_COUNT_SW_BPF_OUTPUT && e->name &&
	       !strcmp(e->name, EVSEL_SLEEPERS);
}

#endif /* PERF_EVENT_EVSEL_H */
