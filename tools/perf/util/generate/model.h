/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's side: tasks that enter and leave the kernel, cookies, ring buffers that fill up,
 * and the reader that empties them in rounds.
 *
 *	stay:  enter ---- sample ---- sample ---- unwind ---- sample ---- return
 *	              cookie taken    same      record written   same, and no second record
 */
#ifndef PERF_GENERATE_MODEL_H
#define PERF_GENERATE_MODEL_H

#include "util/base/hash.h"
#include "util/generate/container.h"
#include "util/generate/encode.h"
#include "util/generate/truth.h"

/* What happened to the record of a stay. A later value replaces an earlier one only if it is greater. */
enum fate { FATE_NONE, FATE_MISSING, FATE_LOST, FATE_WRITTEN };

/* A deferred record that is in the file and can be used. */
struct delivery {
	uint64_t time;
	const uint64_t *ips;
	uint32_t nr;			/* 0: the unwind failed */
	const char *program;
	struct delivery *before;	/* the record before it for the same stay */
};

struct stay {
	uint64_t cookie;
	enum fate fate;
	uint32_t ordinal;		/* number among the task's stays in which a stack was requested, from 1 */
	struct delivery *delivered;	/* newest first */
};

struct task {
	int32_t tid, pid;
	uint32_t cpu;
	const char *comm, *program;
	bool kthread, compat, in_kernel, interrupt, exiting, dead;
	struct task_turn {
		bool on, off;		/* @on: it runs on @cpu; @off: it left a CPU and has not run since */
		bool woken;
		uint64_t since;		/* with @off: since when, ns */
		const char *state;	/* with @off: its state when it left */
		bool kept_off;		/* off: it could have run on, and its CPU became idle, as the sample says */
		size_t sample;		/* index + 1 in the truth of the sample taken when it left; 0: none */
	} turn;
	const uint64_t *stack;		/* its present user addresses */
	uint32_t nr_stack;
	/* About the present stay in the kernel: */
	struct stay *stay;		/* NULL: no stack was requested yet */
	bool pending;			/* the callback has not run yet */
	bool written;			/* the callback has run */
	uint64_t asked;			/* events that requested a stack, a bit for each: for protocol A */
	uint64_t own_cookie;		/* cookie given by the scenario, instead of one made from the counter */
	uint32_t nr_stays;		/* number of stays in which a stack was requested */
	uint32_t proven; /* the file shows that stays with a lower ordinal have ended */
	/* Protocol A: the samples that wait for a record: index + 1 in the truth of the newest one. */
	size_t waiting;
	size_t life;			/* index of its life in the truth */
};

struct ring {
	struct bytes records;
	bool full;
	uint64_t lost;			/* records lost since the last LOST record */
	uint32_t counter;		/* counts the cookies that this CPU has given out */
	struct task *current;		/* the task that runs here if the scenario has switches; NULL: none */
};

U64_MAP(model_tasks, struct task *)

struct model {
	const struct scenario *s;
	struct container *out;
	struct truth *truth;
	struct diag *diag;
	const struct scenario_action *at;	/* the action being played */
	uint64_t now, next_flush, flush_from;
	uint32_t next_drain; /* CPU whose buffer is emptied next in this round; the number of CPUs: no round */
	uint64_t rng;
	struct ring *rings;
	struct model_tasks tasks;	/* by tid */
	struct task **all;		/* all tasks, also those that have ended */
	size_t nr_all, cap_all;
	struct pending_truth {
		struct task *task;
		struct stay *stay;	/* NULL: the sample waits for nothing */
		size_t next_waiting;	/* protocol A: the task's next older waiting sample, index + 1 */
	} *pending;			/* an element for each of truth->samples */
	size_t cap_pending;
	struct task *idle;		/* the task that leaves a CPU on which no other task ran */
	const struct bytes *raw;	/* raw bytes of the next sample; NULL: invented */
	uint64_t newest;		/* ns: when the last record was written that is not a deferred one */
	struct aux_model *aux;		/* NULL without an AUX event; owned */
	size_t tracking;		/* index of the event whose buffer gets the side-band records */
};

int model__init(struct model *m, const struct scenario *s, struct container *out,
		struct truth *truth, struct diag *diag);
void model__exit(struct model *m);
/* Reports that the action being played is impossible, and why. Returns -EINVAL. */
int model__fail(struct model *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* model-play.c: plays one action. Returns 0, or -EINVAL with the diag set if it is impossible. */
int model__play(struct model *m, const struct scenario_action *a);
/* Ends the recording: empties the buffers and decides what happened to each record. */
void model__finish(struct model *m);
/* A task that begins to live now; it belongs to the model. */
struct task *model__add_task(struct model *m, int32_t tid, int32_t pid, const char *comm, uint32_t cpu);

/* model-ring.c */
/* Writes a whole record of @event to @cpu's buffer. Returns false if the buffer was full. */
bool ring__write(struct model *m, uint32_t cpu, size_t event, const struct bytes *record);
/*
 * rings__advance() empties the buffers whose time has come at m->now. rings__flush() finishes the round at once: it empties
 * the buffers that are left in the present round, or all of them if there is none.
 */
void rings__advance(struct model *m);
void rings__flush(struct model *m);

/* model-sample.c */
/* Takes a sample of @t as @a says, and adds it to the truth. Returns 0, or -EINVAL if it does not fit into a record. */
int write_sample(struct model *m, struct task *t, const struct scenario_action *a);
/*
 * Requests the user stack of @t, for @event (which matters with protocol A). Returns the cookie of the stay, or 0 for tasks
 * for which the kernel refuses: kernel threads, 32-bit tasks and exiting tasks.
 */
uint64_t request_stack(struct model *m, struct task *t, size_t event);
/* The file now shows this task in its present stay, or (@user) in user space: earlier stays have ended. */
void task__prove(struct task *t, bool user);

/* model-deferred.c */
/*
 * Runs the task work of deferred unwinding, as often as @a has copies: writes a record for each event that writes deferred
 * records.
 */
void write_deferred(struct model *m, struct task *t, const struct scenario_action *a);

/* model-switch.c */
/* Lets one task leave a CPU and another one run there. Returns 0, or -EINVAL if that is impossible. */
int model__switch(struct model *m, const struct scenario_action *a);
/* Lets the task that runs on a CPU wake another task. Returns 0, or -EINVAL if that is impossible. */
int model__wake(struct model *m, const struct scenario_action *a);
/*
 * Adds the spans of tasks that are off their CPUs when the recording ends. To be called before the fates of samples are
 * decided.
 */
void model__finish_spans(struct model *m);

/* model-record.c */
/* Writes a PERF_RECORD_SWITCH of @t, with @misc in its header. */
void write_switch(struct model *m, const struct task *t, unsigned int misc);
/* Returns the fields that @event (an index) records about @t now. */
struct sample_values model__values(struct model *m, const struct task *t, size_t event);
/* What a task has mapped: all of a file, executable. */
struct mapped_file {
	const char *path;
	uint64_t addr, len;
};

/*
 * Write a COMM or MMAP2 record. @b is scratch memory. @synthetic: the record is one that perf synthesizes for what existed
 * before the recording, and does not go through a ring buffer.
 */
void write_comm(struct model *m, struct bytes *b, const struct task *t, bool exec, bool synthetic);
void write_mmap2(struct model *m, struct bytes *b, const struct task *t, const struct mapped_file *f, bool synthetic);
/* Writes a FORK (type 7) or EXIT (type 4) record. */
void write_task_record(struct model *m, const struct task *t, const struct task *parent,
		       uint32_t type);
/* Writes a record of any type: @size zero bytes, followed by its sample_id. */
void write_raw_record(struct model *m, uint32_t cpu, uint32_t type, uint32_t size);
/* Writes the side-band records about what exists before the recording. */
void write_synthetic(struct model *m);

/*
 * Returns the addresses that @a gives, or invents addresses of the kernel or of user space. They are in the truth's arena;
 * *@ret_nr: how many.
 */
const uint64_t *model__addresses(struct model *m, const struct addresses *a, bool kernel,
				 uint32_t *ret_nr);

/* model-aux.c: these functions do nothing if there is no AUX event. */
void aux_model__init(struct model *m);
void aux_model__exit(struct model *m);
/*
 * Called before and after a sample of @e is written for @t: an event that pauses the trace does so before, and one that
 * resumes it after.
 */
void aux_model__before_sample(struct model *m, const struct task *t, const struct scenario_event *e);
void aux_model__after_sample(struct model *m, const struct task *t, const struct scenario_event *e);
/* Lets @t run code that produces @size bytes of trace, if the trace is on. */
void aux_model__trace(struct model *m, struct task *t, uint64_t size);
/* Writes an AUX record about what was traced on @cpu since the last one. */
void aux_model__announce(struct model *m, uint32_t cpu, uint64_t flags);
void aux_model__leave(struct model *m, struct task *t, bool for_ever);
void aux_model__arrive(struct model *m, struct task *t);
void aux_model__save(struct model *m, uint32_t cpu);
void aux_model__finish(struct model *m);

#define PROGRAM_BASE	0x400000ULL
#define PROGRAM_SIZE	0x100000ULL

#endif /* PERF_GENERATE_MODEL_H */
