/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the command line asked of one event, beside what already stands in its attr. The parser fills
 * it; the recording side lays it over the options that hold for all events.
 */
#ifndef PERF_EVENT_EVSEL_CONFIG_H
#define PERF_EVENT_EVSEL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/callgraph-param.h"

struct evsel;

/* Said or not said, and which. */
enum evsel_choice { EVSEL_UNSAID = -1, EVSEL_NO = 0, EVSEL_YES = 1 };

enum aux_action {
	AUX_ACTION_NONE,
	AUX_ACTION_START_PAUSED,
	AUX_ACTION_PAUSE,
	AUX_ACTION_RESUME,
};

struct evsel_config {
	/*
	 * period=, freq= and @N: the attr holds the value (sample_period, or sample_freq with the freq
	 * bit). Without either the general -c or -F applies.
	 */
	bool has_period, has_freq;
	bool has_callgraph;		/* call-graph=: overrides --call-graph, "no" included */
	struct callgraph_param callgraph;
	bool has_stack_size;		/* stack-size=: bytes of user stack with call-graph=dwarf */
	uint32_t stack_size;
	uint16_t max_stack;		/* max-stack= or call-graph=fp,N; frames; 0: not said */
	/* --filter: the kernel's expression for a tracepoint; owned, or NULL */
	char *filter;
	uint64_t max_events;		/* nr=: stop after that many; 0: not said */
	bool has_branch_type;		/* branch_type= */
	uint64_t branch_type;		/* PERF_SAMPLE_BRANCH_* */
	enum evsel_choice time;		/* time=0|1: timestamps */
	enum evsel_choice inherit;	/* inherit, no-inherit */
	enum evsel_choice overwrite;	/* overwrite, no-overwrite: a ring that keeps the newest */
	bool percore;
	bool aux_output;		/* the samples go into the group's AUX area */
	bool has_aux_sample_size;
	uint32_t aux_sample_size;	/* bytes */
	enum aux_action aux_action;	/* also set in attr */
	char **drv_configs;		/* @name[=value] terms of the PMU's driver; owned */
	size_t nr_drv_configs, cap_drv_configs;
	/* Modifiers that are no attr bits, or that say more than the bits do. */
	bool explicit_exclude;		/* one of u, k, h was given: do not change those bits on EACCES */
	bool explicit_guest;		/* one of G, H was given */
	bool precise_max;		/* P: as precise as the kernel accepts, tried downwards from 3 */
	bool sample_read;		/* S: group members are read at the leader's samples */
	bool weak_group;		/* W: breaks up where it does not fit */
	/* Where the event comes from. */
	uint64_t config_said;		/* bits of attr.config that terms have set */
	char *pmu_name;			/* sysfs name, or NULL for the generic types; owned */
	/* CPU list that the PMU counts on (uncore), or cpu=; NULL: any; owned */
	char *cpus;
	bool is_uncore;			/* the PMU counts per socket or the like, never per task */
	bool is_aux;			/* the PMU's driver offers an AUX area */
	bool aux_unknown;		/* nobody could tell yet whether it does */
	bool any_thread;		/* counts whole CPUs, also where the others count tasks */
	bool any_cpu;			/* on every CPU, also where the others are on some */
	char *tp_sys, *tp_name;		/* of a tracepoint; owned */
	char *group_name;		/* of a group's leader, NULL if it was given none; owned */
};

/* The event's config, made on first use; owned by @evsel. */
struct evsel_config *evsel__get_config(struct evsel *evsel);
void evsel_config__delete(struct evsel_config *config);
void evsel_config__add_drv_config(struct evsel_config *config, const char *text);

#endif /* PERF_EVENT_EVSEL_CONFIG_H */
