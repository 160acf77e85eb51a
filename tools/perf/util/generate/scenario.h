/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A scenario: events, tasks, and what happens to them, one action after the other. It is parsed
 * from text (Documentation/scenario-format.txt) or made up from a seed, and a recording with its
 * truth is written from it.
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
/* The tracepoints' numbers, as the formats in a recording have them. */
#define SCHED_SWITCH_ID	314
#define SCHED_WAKING_ID	316
#define CHAIN_COOKIE ((uint64_t)-700)	/* in struct addresses: the stay's cookie stands here */

enum scenario_format { FORMAT_FILE, FORMAT_PIPE, FORMAT_DIRECTORY };
enum scenario_protocol { PROTOCOL_C, PROTOCOL_A };

/* Either given one by one, or so many made-up ones; @present tells "none" from "not said". */
struct addresses {
	const uint64_t *ips;		/* @nr of them, in the arena; NULL: made up */
	uint32_t nr;
	bool present;
};

struct scenario_event {
	const char *name;
	uint32_t type;
	uint64_t config, period;
	uint64_t sample_type, read_format, branch_sample_type;
	bool tracking;			/* its buffer takes the side-band */
	bool defer;			/* defer_callchain */
	bool defer_output;		/* writes the deferred records */
	bool aux, start_paused;		/* has an AUX area; its trace starts paused */
	bool resume, pause;		/* switches the AUX event before it */
	bool switches, wakings;		/* sampled when a task leaves its CPU; when one is woken: sched tracepoints, or software */
};

struct scenario_task {
	int32_t tid, pid;
	const char *comm;
	uint32_t cpu;
	bool kthread;			/* no user half at all */
	bool compat;			/* 32 bits: never deferred */
	struct addresses stack;
};

enum scenario_verb {
	DO_ENTER, DO_INTERRUPT, DO_RETURN, DO_UNWIND, DO_SAMPLE, DO_REQUEST, DO_STACK, DO_MIGRATE,
	/* of a task */
	DO_EXEC, DO_COMM, DO_FORK, DO_CLONE, DO_EXITING, DO_EXIT, DO_TRACE, DO_AUX, DO_MMAP,
	DO_FULL, DO_DRAIN, DO_RECORD, DO_SWITCH, DO_WAKE,			/* of a CPU */
	DO_FLUSH,								/* of everything */
};

/* What may go wrong with a sample or a record. */
enum {
	ACT_DROP		= 1 << 0,	/* never written, and nobody says so */
	ACT_EMPTY		= 1 << 1,	/* the unwind fails: nr is 0 */
	ACT_INPLACE		= 1 << 2,	/* the request fails: an ordinary chain */
	ACT_UNTERMINATED	= 1 << 3,	/* the marker is last, no cookie follows */
	ACT_NR			= 1 << 4,	/* the record's nr is @number, whatever follows */
	ACT_LEAD_USER		= 1 << 5,	/* the record's ips begin with PERF_CONTEXT_USER */
	ACT_COOKIE		= 1 << 6,	/* the stay's cookie is @number */
};

struct scenario_action {
	enum scenario_verb verb;
	int line;			/* in the text; 0 in a made-up scenario */
	uint64_t time;			/* ns: absolute, or from the action before; TIME_NEXT */
	bool absolute;
	int32_t tid;			/* of a task's verb */
	uint32_t cpu;			/* of a CPU's verb; DO_MIGRATE's target */
	uint32_t event;			/* DO_SAMPLE: index */
	uint32_t flags;			/* ACT_ */
	uint32_t copies;		/* DO_RETURN, DO_UNWIND: records written, usually 1 */
	int32_t other;			/* DO_FORK, DO_CLONE: the new tid; DO_SWITCH: who comes, 0: nobody; DO_WAKE: who is woken */
	const char *text;		/* comm or path; DO_SWITCH: the state of who leaves, "S", "R+" */
	/*
	 * ACT_NR, ACT_COOKIE; DO_MMAP: address, length; DO_TRACE: bytes; DO_AUX: flags; DO_RECORD: type, size
	 */
	uint64_t number, number2;
	struct addresses kernel, user;	/* DO_SAMPLE: kernel ips; stacks */
	struct addresses chain;		/* DO_SAMPLE: the raw chain, markers included */
};

struct scenario {
	enum scenario_protocol protocol;
	enum scenario_format format;
	bool big;
	uint32_t compress;		/* record type 81 or 83, 0: none */
	uint32_t cpus;
	uint64_t start, step;		/* ns: time of the first action; between actions */
	uint64_t rounds, skew;		/* ns: between flushes (0: at the end); between CPUs in one */
	uint32_t attr_size;
	bool sample_id_all;
	bool aux_of_cpus;		/* the AUX event's counters are the CPUs', not the tasks' */
	bool switch_records;		/* PERF_RECORD_SWITCH of all tasks */
	uint64_t seed;			/* of made-up frames */
	const char *host;		/* name of the machine */
	uint64_t build_ids;		/* programs have build ids, made of their paths and this; 0: none */

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
/* An event with the usual fields, deferring; valid until the next one is added. */
struct scenario_event *scenario__add_event(struct scenario *s, const char *name);
/* Makes it the tracepoint that its switches or wakings say. */
void scenario_event__set_tracepoint(struct scenario_event *e);
struct scenario_task *scenario__add_task(struct scenario *s, int32_t tid);
/* Appends a zeroed action that happens a step after the one before. */
struct scenario_action *scenario__add_action(struct scenario *s, enum scenario_verb verb);
/* Adds the dummy tracking event unless there is one; call once all events are known. */
void scenario__finish(struct scenario *s);

/* Parses @text into @s (initialised). -EINVAL: @diag says which line and why. */
int scenario__parse(struct scenario *s, const char *text, struct diag *diag);
/* One setting, "byte-order big", on top of what @s says. -EINVAL as above. */
int scenario__set(struct scenario *s, const char *line, struct diag *diag);
/* Prints text that parses to the same scenario. */
void scenario__print(const struct scenario *s, struct text_out *f);

/* Verbs and sample fields by name, for parser and printer. */
extern const char *const scenario_verb_names[];
extern const char *const scenario_field_names[];	/* by bit number; ends with NULL */
extern const char *const scenario_read_names[];		/* read_format bits */

struct scenario_knobs {
	uint32_t tasks, cpus, events, actions;	/* how many of each; 0: the seed decides */
	bool no_loss;				/* every record arrives, nothing is damaged */
	bool switches;				/* tasks take turns on the CPUs, block and wake each other */
};

/* Makes up a scenario: the same @seed and @knobs give the same. */
void scenario__random(struct scenario *s, uint64_t seed, const struct scenario_knobs *knobs);
/* The same with knobs->switches, which it is part of. */
void scenario__random_switches(struct scenario *s, uint64_t seed, const struct scenario_knobs *knobs);

/* The kernel's number for a state in sched:sched_switch, and whether @name is one: "S", "D", "R", "R+", ... */
bool scenario__state(const char *name, uint64_t *ret);

#endif /* PERF_GENERATE_SCENARIO_H */
