/* SPDX-License-Identifier: GPL-2.0-only */
/* One event of a recording: its attr, ids and name. Used when recordings are read and when they are made. */
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
	char *name;			/* owned; NULL: evsel__name() makes one from the attr */
	char **old_names;		/* earlier names of the event; owned */
	size_t nr_old_names, cap_old_names;
	uint64_t *ids;			/* the kernel's ids of this event's counters; owned */
	size_t nr_ids, cap_ids;
	struct evsel *leader;		/* the event itself if it has no group */
	unsigned int nr_members;	/* of a leader: the members of its group, with itself; otherwise 1 */
	struct tracepoint_format *tp_format;	/* borrowed from the recording's tracing data, or NULL */
	struct evsel_config *config;	/* what the command line asked for, when recording; owned */
	struct perf_evsel *counter;	/* libperf's object for it while it is open (counters__open()); borrowed, or NULL */
	/* When recording: what the file says of the event, where samples are written otherwise than the kernel gives them. */
	struct perf_event_attr *file_attr;	/* owned; NULL: attr */
};

/* Returns the attr that a recording has of the event. */
static inline const struct perf_event_attr *evsel__file_attr(const struct evsel *e)
{
	return e->file_attr ? e->file_attr : &e->attr;
}

/* Returns a new event with a copy of @attr; evsel__delete() frees it. */
struct evsel *evsel__new(const struct perf_event_attr *attr);
void evsel__delete(struct evsel *evsel);
void evsel__add_id(struct evsel *evsel, uint64_t id);
void evsel__set_name(struct evsel *evsel, const char *name);	/* @name is copied */
/* Returns the name, never NULL: "cycles:u", "mem:0x1000:rw", "raw 0x1a8". It is valid as long as the event exists. */
const char *evsel__name(struct evsel *evsel);
static inline bool evsel__is_group_leader(const struct evsel *e) { return e->leader == e; }
/* Is it the dummy event? That takes no samples; it is there for the other records of the kernel. */
static inline bool evsel__is_dummy(const struct evsel *e)
{
	return e->attr.type == PERF_TYPE_SOFTWARE && e->attr.config == PERF_COUNT_SW_DUMMY;
}
/*
 * Is it the event of perf record --sleepers? Its samples are made by perf, from threads that were still asleep when the
 * recording ended. The user halves of its callchains, and those in deferred records with its id, were unwound by unwind
 * tables instead of frame pointers.
 */
#define EVSEL_SLEEPERS	"sleepers"
static inline bool evsel__is_sleepers(const struct evsel *e)
{
	return e->attr.type == PERF_TYPE_SOFTWARE && e->attr.config == PERF_COUNT_SW_BPF_OUTPUT && e->name &&
	       !strcmp(e->name, EVSEL_SLEEPERS);
}

#endif /* PERF_EVENT_EVSEL_H */
