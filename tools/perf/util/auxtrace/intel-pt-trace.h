/* SPDX-License-Identifier: GPL-2.0-only */
/* Decodes the Intel PT trace of one buffer, and finds the time and the thread of each item. */
#ifndef PERF_AUXTRACE_INTEL_PT_TRACE_H
#define PERF_AUXTRACE_INTEL_PT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/intel-pt.h"
#include "util/auxtrace/trace-code.h"
#include "util/auxtrace/trace-threads.h"

/* The parameters in AUXTRACE_INFO for converting CPU ticks (TSC) to perf's clock. */
struct tsc_conv {
	uint64_t shift, mult, zero;
	bool valid;
};

/* Returns the time of @tsc on perf's clock, ns. */
uint64_t tsc_conv__time(const struct tsc_conv *c, uint64_t tsc);

/* The data that all traces of a recording share; all borrowed. */
struct intel_pt_common {
	struct tsc_conv conv;
	struct pt_cpu_info cpu;
	struct trace_code *code;
	const struct trace_threads *threads;
	const struct machine *machine;
	bool cycles;			/* items shall have cycles */
};

/* A part of a trace: a piece of a buffer, or the trace data in a sample. */
struct pt_stretch {
	const unsigned char *data;
	uint64_t size;
	uint64_t offset;		/* of data[0] in the buffer, bytes; for messages */
	uint64_t time;			/* it was written at this time at the latest, ns; 0: not known */
	bool may_repeat;		/* its beginning may repeat the end of the one before */
	bool joins;			/* it continues directly after the one before */
};

struct intel_pt_trace {
	const struct intel_pt_common *common;
	uint32_t index, cpu, tid;	/* of the buffer; -1: it is not bound to a CPU, to a thread */
	struct pt_stretch *stretches;	/* owned */
	size_t nr, cap, next;
	struct pt_flow *flow;		/* decodes @data; or NULL */
	unsigned char *joined;		/* a copy of several stretches in one; owned; or NULL */
	const unsigned char *data;	/* the bytes that are being read */
	uint64_t size, offset;
	struct trace_code_cache cache;
	size_t hint;
	uint64_t time;			/* of the last item, ns; never decreases */
	uint32_t now_pid, now_tid;	/* the thread that ran at that time; -1: not known */
};

void intel_pt_trace__init(struct intel_pt_trace *t, const struct intel_pt_common *common, uint32_t index, uint32_t cpu,
			  uint32_t tid);
void intel_pt_trace__exit(struct intel_pt_trace *t);
/* Adds a stretch, whose bytes are borrowed. Call it in time order. */
void intel_pt_trace__add(struct intel_pt_trace *t, const struct pt_stretch *s);
/* Sets *@ret to the next item, with its offset in the buffer; its time and thread are in @t. Returns false at the end. */
bool intel_pt_trace__next(struct intel_pt_trace *t, struct pt_item *ret);
/* Returns how many bytes at the beginning of @b repeat the end of @a, as snapshots overlap. */
uint64_t intel_pt__overlap(const unsigned char *a, uint64_t a_size, const unsigned char *b, uint64_t b_size);

#endif /* PERF_AUXTRACE_INTEL_PT_TRACE_H */
