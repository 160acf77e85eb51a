/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes samples from a decoded Intel PT trace: decides which, when, and with which data. */
#ifndef PERF_AUXTRACE_INTEL_PT_SYNTH_H
#define PERF_AUXTRACE_INTEL_PT_SYNTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/auxtrace/branch-ring.h"
#include "util/auxtrace/intel-pt-trace.h"
#include "util/auxtrace/itrace-opts.h"
#include "util/session/session.h"

enum pt_event_id {
	PT_EVENT_INSTRUCTIONS, PT_EVENT_BRANCHES, PT_EVENT_TRANSACTIONS, PT_EVENT_PTWRITE, PT_EVENT_CBR, PT_EVENT_PSB,
	PT_EVENT_MWAIT, PT_EVENT_PWRE, PT_EVENT_EXSTOP, PT_EVENT_PWRX, PT_NR_EVENTS
};

/* The events of the samples that are made; NULL: not wanted. Owned by the session's evlist. */
struct pt_events {
	struct evsel *evsels[PT_NR_EVENTS];
	bool cpus;			/* samples have their CPU */
};

/*
 * Sets @e to the events that @opts asks for, and adds them to @evlist. They are like @pt, the Intel PT event of the
 * recording. @per_cpu: samples have their CPU.
 */
void pt_events__add(struct pt_events *e, struct evlist *evlist, const struct evsel *pt, const struct itrace_opts *opts,
		    bool per_cpu);

/* Data of a thread: the return addresses of its calls, for 'g' and for the depth of calls, and its last branches. */
struct pt_stack {
	struct pt_call {
		uint64_t returns_to;
		bool trace_end;		/* the trace ended with this call, which went to code that is not traced */
	} *calls;
	size_t nr, cap;
	struct branch_ring branches;	/* the last branches, for 'l' */
};

#define PT_STACK_MAX	4096		/* a deeper call removes the outermost one */

/* A sample or an error that was made from one trace and is not delivered yet. There are a few at most. */
struct pt_pending {
	enum { PT_PENDING_SAMPLE, PT_PENDING_ERROR } kind;
	struct evsel *evsel;
	uint64_t time, ip, addr, period;
	uint32_t pid, tid;
	struct trace_sample trace;
	char text[96];
	struct trace_error error;
	uint64_t *chain;		/* owned */
	size_t nr_chain;
	struct branch_entry *branches;	/* owned; the newest first */
	size_t nr_branches;
};

#define PT_PENDING_MAX	8

U64_MAP(pt_stacks, struct pt_stack *)

struct pt_synth {
	struct intel_pt_trace trace;
	const struct itrace_opts *opts;
	const struct pt_events *events;
	struct pt_item last;		/* the last instruction; none if its size is 0 */
	bool open;			/* @last is a branch whose target is not known yet */
	bool tracing, in_tx;
	uint64_t insns, insns_at_sample, next_insn, next_time;
	/* If the trace has cycles: the numbers up to now, and up to the last sample of each kind that contained them. */
	struct pt_count {
		uint64_t insns, cycles;
	} count, at_insn, at_branch;
	bool counted;			/* the cycles in @count are those of the current item */
	uint64_t skipped[PT_NR_EVENTS];
	uint64_t cbr;
	struct pt_stacks stacks;	/* tid -> struct pt_stack *, owned */
	struct pt_pending pending[PT_PENDING_MAX];
	size_t nr_pending, at_pending;
	bool ended;
};

/* What all of a recording share; borrowed. */
struct pt_shared {
	const struct itrace_opts *opts;
	const struct pt_events *events;
	const struct intel_pt_common *common;
};

void pt_synth__init(struct pt_synth *s, const struct pt_shared *shared, uint32_t index, uint32_t cpu, uint32_t tid);
void pt_synth__exit(struct pt_synth *s);
/*
 * Returns the next sample or error, valid until the next call; NULL at the end of the trace. Decodes as far as needed.
 */
struct pt_pending *pt_synth__peek(struct pt_synth *s);
/* Delivers the next sample or error to @session. Returns nonzero if reading must stop. */
int pt_synth__deliver(struct pt_synth *s, struct session *session);

#endif /* PERF_AUXTRACE_INTEL_PT_SYNTH_H */
