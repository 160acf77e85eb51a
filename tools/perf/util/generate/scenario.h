/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A scenario: events, tasks, and actions that happen to them one after the other. It is parsed from text
 * (Documentation/scenario-format.txt) or invented from a seed. A recording and its truth are made from it.
 */
#ifndef PERF_GENERATE_SCENARIO_H
#define PERF_GENERATE_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/diag.h"

struct text_out;

#define TIME_NEXT	UINT64_MAX	/* "the default step after the action before" */
/* The ids of the tracepoints, as in the tracepoint formats of a recording. */
#define SCHED_SWITCH_ID	314
#define SCHED_WAKING_ID	316
#define CHAIN_COOKIE ((uint64_t)-700)	/* in struct addresses: replaced by the cookie of the stay */

enum scenario_format { FORMAT_FILE, FORMAT_PIPE, FORMAT_DIRECTORY };
enum scenario_protocol { PROTOCOL_C, PROTOCOL_A };

/* Addresses that are given one by one, or a number of invented ones. @present distinguishes "none" from "not specified". */
struct addresses {
	const uint64_t *ips;		/* @nr addresses, in the arena; NULL: invented ones */
	uint32_t nr;
	bool present;
};

struct scenario_event {
	const char *name;
	uint32_t type;
	uint64_t config, period;
	uint64_t sample_type, read_format, branch_sample_type;
	bool tracking;			/* its buffer gets the side-band records */
	bool defer;			/* defer_callchain */
	bool defer_output;		/* it writes the deferred records */
	bool aux, start_paused;		/* it has an AUX area; its trace starts paused */
	bool resume, pause;		/* it resumes or pauses the AUX event before it */
	bool switches, wakings;		/* sampled when a task leaves its CPU; when it is woken (tracepoint or software) */
};

struct scenario_task {
	int32_t tid, pid;
	const char *comm;
	uint32_t cpu;
	bool kthread;			/* it has no user half */
	bool compat;			/* 32-bit task: its stacks are never deferred */
	struct addresses stack;
};

enum scenario_verb {
	DO_ENTER, DO_INTERRUPT, DO_RETURN, DO_UNWIND, DO_SAMPLE, DO_REQUEST, DO_STACK, DO_MIGRATE,
	/* actions of a task */
	DO_EXEC, DO_COMM, DO_FORK, DO_CLONE, DO_EXITING, DO_EXIT, DO_TRACE, DO_AUX, DO_MMAP,
	DO_FULL, DO_DRAIN, DO_RECORD, DO_SWITCH, DO_WAKE,			/* actions of a CPU */
	DO_FLUSH,								/* action of all CPUs */
};

/* What can go wrong with a sample or a record. */
enum {
	ACT_DROP		= 1 << 0,	/* it is not written, and no record says so */
	ACT_EMPTY		= 1 << 1,	/* the unwind fails: nr is 0 */
	ACT_INPLACE		= 1 << 2,	/* the request fails: an ordinary chain */
	ACT_UNTERMINATED	= 1 << 3,	/* the marker is last, no cookie follows */
	ACT_NR			= 1 << 4,	/* the record's nr is @number, however many addresses follow */
	ACT_LEAD_USER		= 1 << 5,	/* the record's ips begin with PERF_CONTEXT_USER */
	ACT_COOKIE		= 1 << 6,	/* the cookie of the stay is @number */
};

struct scenario_action {
	enum scenario_verb verb;
	int line;			/* line in the text; 0 in an invented scenario */
	uint64_t time;			/* ns: absolute, or since the action before; TIME_NEXT */
	bool absolute;
	int32_t tid;			/* for actions of a task */
	uint32_t cpu;			/* for actions of a CPU; DO_MIGRATE: the new CPU */
	uint32_t event;			/* DO_SAMPLE: index of the event */
	uint32_t flags;			/* ACT_ */
	uint32_t copies;		/* DO_RETURN, DO_UNWIND: how many records are written, usually 1 */
	int32_t other;			/* the new tid of a fork or clone; which task comes (0: none), or is woken */
	const char *text;		/* comm or path; DO_SWITCH: state of the task that leaves, "S", "R+" */
	/*
	 * ACT_NR, ACT_COOKIE; DO_MMAP: address, length; DO_TRACE: bytes; DO_AUX: flags; DO_RECORD: type, size
	 */
	uint64_t number, number2;
	struct addresses kernel, user;	/* DO_SAMPLE: kernel ips; stacks */
	struct addresses chain;		/* DO_SAMPLE: the whole chain as it is recorded, with its markers */
};

struct scenario {
	enum scenario_protocol protocol;
	enum scenario_format format;
	bool big;
	uint32_t compress;		/* record type 81 or 83, 0: none */
	uint32_t cpus;
	uint64_t start, step;		/* ns: time of the first action; between actions */
	uint64_t rounds, skew;		/* ns: between rounds (0: only at the end); between CPUs in a round */
	uint32_t attr_size;
	bool sample_id_all;
	bool aux_of_cpus;		/* the AUX event counts on CPUs, not for tasks */
	bool switch_records;		/* PERF_RECORD_SWITCH of all tasks */
	uint64_t seed;			/* of the random numbers for invented addresses */
	const char *host;		/* name of the machine */
	uint64_t build_ids;		/* programs have build ids, made from their paths and this number; 0: none */

	struct scenario_event *events;
	size_t nr_events, cap_events;
	struct scenario_task *tasks;
	size_t nr_tasks, cap_tasks;
	struct scenario_action *actions;
	size_t nr_actions, cap_actions;
	struct arena arena;		/* holds every string and list */
};

void scenario__init(struct scenario *s);
void scenario__exit(struct scenario *s);
/* Adds an event with the usual fields, which defers user stacks. The result is valid until the next event is added. */
struct scenario_event *scenario__add_event(struct scenario *s, const char *name);
/* Makes @e the tracepoint for its @switches or @wakings. */
void scenario_event__set_tracepoint(struct scenario_event *e);
struct scenario_task *scenario__add_task(struct scenario *s, int32_t tid);
/*
 * Appends a zero-initialised action that happens one step after the action before. The result is valid until the next one is
 * added.
 */
struct scenario_action *scenario__add_action(struct scenario *s, enum scenario_verb verb);
/* Adds the dummy tracking event if no event has @tracking. To be called when all events have been added. */
void scenario__finish(struct scenario *s);

/*
 * Parses @text into @s, which must be initialised. Returns 0, or -EINVAL with @diag set, which says in which line and why.
 */
int scenario__parse(struct scenario *s, const char *text, struct diag *diag);
/* Applies one setting, such as "byte-order big", to @s. Returns 0, or -EINVAL with @diag set. */
int scenario__set(struct scenario *s, const char *line, struct diag *diag);
/* Prints @s as text, from which scenario__parse() makes the same scenario. */
void scenario__print(const struct scenario *s, struct text_out *f);

/* Names of verbs and of sample fields, for parser and printer. */
extern const char *const scenario_verb_names[];
extern const char *const scenario_field_names[];	/* by bit number; ends with NULL */
extern const char *const scenario_read_names[];		/* read_format bits */

struct scenario_knobs {
	uint32_t tasks, cpus, events, actions;	/* how many of each; 0: the seed decides */
	bool no_loss;				/* no record is lost or damaged */
	bool switches;				/* tasks take turns on the CPUs, block and wake each other */
};

/* Invents a scenario. The same @seed and @knobs give the same scenario. */
void scenario__random(struct scenario *s, uint64_t seed, const struct scenario_knobs *knobs);
/* The part of scenario__random() for knobs->switches. */
void scenario__random_switches(struct scenario *s, uint64_t seed, const struct scenario_knobs *knobs);

/*
 * Sets *@ret to the number that the kernel uses in sched:sched_switch for the state @name: "S", "D", "R", "R+", ... Returns
 * false if @name is not a state.
 */
bool scenario__state(const char *name, uint64_t *ret);

#endif /* PERF_GENERATE_SCENARIO_H */
