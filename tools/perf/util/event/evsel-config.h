/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the command line says about one event and its attr has no field for. The parser fills it; perf record
 * applies it after the options that are for all events.
 */
#ifndef PERF_EVENT_EVSEL_CONFIG_H
#define PERF_EVENT_EVSEL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/callgraph-param.h"

struct evsel;

/* Not given, given as no, or given as yes. */
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
	 * bit). If both are false, the general -c or -F applies.
	 */
	bool has_period, has_freq;
	/* ratio-to-prev=: its period is that of the event before it in the group, times this; 0: not given */
	double ratio_to_prev;
	bool has_callgraph;		/* call-graph=: overrides --call-graph; also with "no" */
	struct callgraph_param callgraph;
	bool has_stack_size;		/* stack-size=: bytes of user stack with call-graph=dwarf */
	uint32_t stack_size;
	uint16_t max_stack;		/* max-stack= or call-graph=fp,N; frames; 0: not given */
	/* --filter: the kernel's expression for a tracepoint; owned, or NULL */
	char *filter;
	uint64_t max_events;		/* nr=: how many samples are wanted; 0: not given. perf record takes all of them, and says so */
	bool has_branch_type;		/* branch_type= */
	uint64_t branch_type;		/* PERF_SAMPLE_BRANCH_* */
	enum evsel_choice time;		/* time=0|1: timestamps */
	enum evsel_choice inherit;	/* inherit, no-inherit */
	enum evsel_choice overwrite;	/* overwrite, no-overwrite: its ring keeps the newest records; perf record refuses that for one event */
	bool percore;			/* percore: a matter of perf stat; read, and not used */
	bool aux_output;		/* the samples go into the group's AUX area */
	bool has_aux_sample_size;
	uint32_t aux_sample_size;	/* bytes */
	enum aux_action aux_action;	/* also set in attr */
	char **drv_configs;		/* @name[=value] terms of the PMU's driver; owned */
	size_t nr_drv_configs, cap_drv_configs;
	/* Modifiers that have no bits in attr, or that mean more than these bits. */
	bool explicit_exclude;		/* one of u, k, h was given: do not change those bits on EACCES */
	bool explicit_guest;		/* one of G, H was given */
	bool precise_max;		/* P: the most precise level that the kernel accepts, at most 3 */
	bool sample_read;		/* S: group members are read at the leader's samples */
	bool weak_group;		/* W: the group is broken up if the PMU has too few counters */
	/* Where the event comes from. */
	uint64_t config_said;		/* the bits of attr.config that terms have set */
	char *pmu_name;			/* sysfs name, or NULL for the generic types; owned */
	/* The list of CPUs on which its PMU counts, or cpu=; NULL: any; owned */
	char *cpus;
	bool cpus_said;			/* it is that of cpu= */
	bool is_uncore;			/* the PMU counts per socket or similar, never per task */
	bool is_aux;			/* the PMU's driver offers an AUX area */
	bool aux_unknown;		/* it is not known yet whether it does */
	bool any_thread;		/* it counts whole CPUs even if the others count tasks */
	bool any_cpu;			/* it counts on every CPU even if the others count only on some */
	char *tp_sys, *tp_name;		/* of a tracepoint; owned */
	/* A probe that perf record makes for it: what was typed, and what the recording calls its tracepoint. NULL: none; owned */
	char *probe, *probe_sys, *probe_name;
	char *group_name;		/* of a group leader: the group's name, NULL if it has none; owned */
	/* -G: it counts only what runs in that control group, a path below their mount; NULL: in any. Owned */
	char *cgroup;
};

/* Returns the config of @evsel, which owns it. The first call makes it. */
struct evsel_config *evsel__get_config(struct evsel *evsel);
void evsel_config__delete(struct evsel_config *config);
/* Returns a copy with strings of its own; NULL of NULL. evsel_config__delete() frees it. */
struct evsel_config *evsel_config__copy(const struct evsel_config *config);
/* Adds a term for the PMU's driver to drv_configs; @text is copied. */
void evsel_config__add_drv_config(struct evsel_config *config, const char *text);

#endif /* PERF_EVENT_EVSEL_CONFIG_H */
