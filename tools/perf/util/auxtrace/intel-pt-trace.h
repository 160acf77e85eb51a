/* SPDX-License-Identifier: GPL-2.0-only */
/* One buffer's Intel PT trace: what was decoded, with the time and the thread it belongs to. */
#ifndef PERF_AUXTRACE_INTEL_PT_TRACE_H
#define PERF_AUXTRACE_INTEL_PT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/intel-pt.h"
#include "util/auxtrace/trace-code.h"
#include "util/auxtrace/trace-threads.h"

/* From CPU ticks to perf's clock, as AUXTRACE_INFO has it. */
struct tsc_conv {
	uint64_t shift, mult, zero;
	bool valid;
};

/* ns */
uint64_t tsc_conv__time(const struct tsc_conv *c, uint64_t tsc);

/* What the traces of a recording have in common; all borrowed. */
struct intel_pt_common {
	struct tsc_conv conv;
	struct pt_cpu_info cpu;
	struct trace_code *code;
	const struct trace_threads *threads;
	const struct machine *machine;
	bool cycles;			/* items are to have cycles */
};

/* A stretch of trace: a piece of a buffer, or what a sample holds. */
struct pt_stretch {
	const unsigned char *data;
	uint64_t size;
	uint64_t offset;		/* of data[0], for messages */
	uint64_t time;			/* ns: no later than that; 0: not known */
	bool may_repeat;		/* it may begin with what the one before ended with */
	bool joins;			/* it goes on exactly where the one before ended */
};

struct intel_pt_trace {
	const struct intel_pt_common *common;
	uint32_t index, cpu, tid;	/* which buffer; cpu and tid -1: not bound to one */
	struct pt_stretch *stretches;	/* owned */
	size_t nr, cap, next;
	struct pt_flow *flow;		/* of what is read now, or NULL */
	unsigned char *joined;		/* several stretches put together, or NULL */
	const unsigned char *data;	/* what is read now */
	uint64_t size, offset;
	struct trace_code_cache cache;
	size_t hint;
	uint64_t time;			/* ns, of the last item: never goes back */
	uint32_t now_pid, now_tid;	/* at that time; -1: not known */
};

void intel_pt_trace__init(struct intel_pt_trace *t, const struct intel_pt_common *common, uint32_t index, uint32_t cpu,
			  uint32_t tid);
void intel_pt_trace__exit(struct intel_pt_trace *t);
/* The bytes are borrowed. In time order. */
void intel_pt_trace__add(struct intel_pt_trace *t, const struct pt_stretch *s);
/* The next item: its time and thread are in @t, its offset is the buffer's. False: that was all. */
bool intel_pt_trace__next(struct intel_pt_trace *t, struct pt_item *ret);
/* How many bytes at the beginning of @b repeat the end of @a: snapshots overlap. */
uint64_t intel_pt__overlap(const unsigned char *a, uint64_t a_size, const unsigned char *b, uint64_t b_size);

#endif /* PERF_AUXTRACE_INTEL_PT_TRACE_H */
