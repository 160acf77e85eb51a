/* SPDX-License-Identifier: GPL-2.0-only */
/* The events of a recording, and a table to find an event by an id. */
#ifndef PERF_EVENT_EVLIST_H
#define PERF_EVENT_EVLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/event/evsel.h"

/* The counter with an id, and where it counts (known from ID_INDEX records or from opening it). -1: not known, or any. */
struct evlist_id {
	struct evsel *evsel;
	uint64_t idx;
	int64_t cpu, tid;
	uint32_t machine_pid;	/* 0: host */
	uint32_t vcpu;		/* of that guest */
};

U64_MAP(evlist_ids, struct evlist_id *)

struct evlist {
	struct evsel **evsels;		/* owned */
	size_t nr, cap;
	struct evlist_ids ids;		/* id -> struct evlist_id * (owned) */
	bool has_guests;		/* some of them are of guests' counters */
};

#define evlist__for_each(evlist, i, evsel) \
	for ((i) = 0; (i) < (evlist)->nr && ((evsel) = (evlist)->evsels[i], true); (i)++)

struct evlist *evlist__new(void);
void evlist__delete(struct evlist *evlist);
/* Adds @evsel, which @evlist then owns, and sets its idx. */
void evlist__add(struct evlist *evlist, struct evsel *evsel);
/* Moves the event at index @from to index @to; the other events keep their order. */
void evlist__move(struct evlist *evlist, size_t from, size_t to);
/* Adds @id as an id of @evsel. Returns its entry (owned by @evlist), in which the caller can set cpu and tid. */
struct evlist_id *evlist__map_id(struct evlist *evlist, uint64_t id, struct evsel *evsel);
/* Returns the entry of @id (owned by @evlist), or NULL if the id is not known. */
struct evlist_id *evlist__find_id(const struct evlist *evlist, uint64_t id);
/* Returns the first event, or NULL if there are none. */
struct evsel *evlist__first(const struct evlist *evlist);
/* Does any event have one of the bits @sample_type (PERF_SAMPLE_*) in its samples? */
bool evlist__has_sample_type(const struct evlist *evlist, uint64_t sample_type);
/* Does any event write a PERF_RECORD_SWITCH where its task is switched (attr bit context_switch)? */
bool evlist__has_switch_records(const struct evlist *evlist);

#endif /* PERF_EVENT_EVLIST_H */
