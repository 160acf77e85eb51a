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

/* What became of a stay's record. A later value replaces an earlier one only if it is greater. */
enum fate { FATE_NONE, FATE_MISSING, FATE_LOST, FATE_WRITTEN };

/* A record that is in the file and can be used. */
struct delivery {
	uint64_t time;
	const uint64_t *ips;
	uint32_t nr;			/* 0: the unwind failed */
	const char *program;
	struct delivery *before;	/* an earlier one for the same stay */
};

struct stay {
	uint64_t cookie;
	enum fate fate;
	uint32_t ordinal;		/* counts the task's stays that asked, from 1 */
	struct delivery *delivered;	/* newest first */
};

struct task {
	int32_t tid, pid;
	uint32_t cpu;
	const char *comm, *program;
	bool kthread, compat, in_kernel, interrupt, exiting, dead;
	struct task_turn {
		bool on, off;		/* it runs on @cpu; it left a CPU, and has not come since */
		bool woken;
		uint64_t since;		/* off: ns */
		const char *state;	/* off: what it left in */
		size_t sample;		/* index + 1 into the truth of the sample that it left with; 0: none was written */
	} turn;
	const uint64_t *stack;		/* user ips as they are now */
	uint32_t nr_stack;
	/* This stay in the kernel: */
	struct stay *stay;		/* NULL: nobody has asked yet */
	bool pending;			/* the callback is still to run */
	bool written;			/* it has run */
	uint64_t asked;			/* events that asked, a bit each: for protocol A */
	uint64_t own_cookie;		/* the scenario's, instead of a counter's */
	uint32_t nr_stays;		/* that asked */
	uint32_t proven; /* the file shows that stays below this ordinal came to an end */
	/* Protocol A: the samples (index + 1 into the truth) that wait, newest first. */
	size_t waiting;
};

struct ring {
	struct bytes records;
	bool full;
	uint64_t lost;			/* records swallowed since the last LOST */
	uint32_t counter;		/* of the cookies that this CPU has given out */
	struct task *current;		/* who runs here, where the scenario has switches; NULL: nobody */
};

struct model {
	const struct scenario *s;
	struct container *out;
	struct truth *truth;
	struct diag *diag;
	const struct scenario_action *at;	/* the action being played */
	uint64_t now, next_flush, flush_from;
	uint32_t next_drain; /* CPU whose buffer this round empties next; cpus: no round */
	uint64_t rng;
	struct ring *rings;
	struct u64map tasks;		/* by tid */
	struct task **all;		/* every task there ever was */
	size_t nr_all, cap_all;
	struct pending_truth {
		struct task *task;
		struct stay *stay;	/* NULL: nothing awaited */
		size_t next_waiting;	/* protocol A: the task's next older one, index + 1 */
	} *pending;			/* parallel to truth->samples */
	size_t cap_pending;
	struct task *idle;		/* who leaves a CPU where nobody runs */
	const struct bytes *raw;	/* of the next sample; NULL: made up */
	uint64_t newest;		/* when the last record other than a deferred one was written */
	struct aux_model *aux;		/* NULL without an AUX event; owned */
	size_t tracking;		/* index of the event that takes the side-band */
};

int model__init(struct model *m, const struct scenario *s, struct container *out,
		struct truth *truth, struct diag *diag);
void model__exit(struct model *m);
/* The action being played is impossible: tells why. Returns -EINVAL. */
int model__fail(struct model *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Plays one action. -EINVAL: it is impossible. */
int model__play(struct model *m, const struct scenario_action *a);
/* The recording ends: buffers are emptied, fates are known. */
void model__finish(struct model *m);

/* model-ring.c */
/* Writes a whole record to @cpu's buffer as @event does; false: the buffer was full. */
bool ring__write(struct model *m, uint32_t cpu, size_t event, const struct bytes *record);
/* Empties what is due at m->now. */
void rings__advance(struct model *m);
void rings__flush(struct model *m);

/* model-sample.c */
/* Takes a sample of @t as @a says, and notes it in the truth. -EINVAL: it does not fit a record. */
int write_sample(struct model *m, struct task *t, const struct scenario_action *a);
/*
 * A client (@event, for protocol A) asks for @t's user stack. Returns the cookie of the stay, or 0
 * where the kernel refuses: kernel threads, 32-bit and exiting tasks.
 */
uint64_t request_stack(struct model *m, struct task *t, size_t event);
/*
 * The task work of deferred unwinding runs: once for each copy, for each event that writes records.
 */
void write_deferred(struct model *m, struct task *t, const struct scenario_action *a);

/* model-switch.c */
/* One task leaves a CPU, another comes. -EINVAL: it cannot. */
int model__switch(struct model *m, const struct scenario_action *a);
/* Whoever runs on a CPU wakes a task. */
int model__wake(struct model *m, const struct scenario_action *a);
/* The recording ends while tasks are off their CPUs. Before the fates of samples are known. */
void model__finish_spans(struct model *m);

/* model-record.c */
/* PERF_RECORD_SWITCH of @t, with @misc. */
void write_switch(struct model *m, const struct task *t, unsigned int misc);
/* The fields of what @t does now, as @event (an index) records them. */
struct sample_values model__values(struct model *m, const struct task *t, size_t event);
/*
 * COMM and MMAP2. @b is scratch. @synthetic: perf made it up for what was there before, and it lies
 * in no ring buffer.
 */
void write_comm(struct model *m, struct bytes *b, const struct task *t, bool exec, bool synthetic);
void write_mmap2(struct model *m, struct bytes *b, const struct task *t, const char *path,
		 uint64_t addr, uint64_t len, bool synthetic);
/* FORK (type 7) or EXIT (type 4). */
void write_task_record(struct model *m, const struct task *t, const struct task *parent,
		       uint32_t type);
/* A record of any type, @size bytes before its sample_id, filled with zeros. */
void write_raw_record(struct model *m, uint32_t cpu, uint32_t type, uint32_t size);
/* Side-band of what is there before the recording. */
void write_synthetic(struct model *m);

/* Given addresses, or made-up ones of kernel or user space; in the truth's arena. */
const uint64_t *model__addresses(struct model *m, const struct addresses *a, bool kernel,
				 uint32_t *ret_nr);

/* model-aux.c: nothing happens without an AUX event. */
void aux_model__init(struct model *m);
void aux_model__exit(struct model *m);
/* A sample of @e by @t: a pause acts before it is written, a resume after. */
void aux_model__before_sample(struct model *m, const struct task *t, const struct scenario_event *e);
void aux_model__after_sample(struct model *m, const struct task *t, const struct scenario_event *e);
/* @t runs code that makes @size bytes of trace, if the trace is on. */
void aux_model__trace(struct model *m, struct task *t, uint64_t size);
/* An AUX record of what was traced on @cpu since the last one. */
void aux_model__announce(struct model *m, uint32_t cpu, uint64_t flags);
void aux_model__leave(struct model *m, struct task *t, bool for_ever);
void aux_model__arrive(struct model *m, struct task *t);
void aux_model__save(struct model *m, uint32_t cpu);
void aux_model__finish(struct model *m);

#define PROGRAM_BASE	0x400000ULL
#define PROGRAM_SIZE	0x100000ULL

#endif /* PERF_GENERATE_MODEL_H */
