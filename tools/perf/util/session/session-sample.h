/* SPDX-License-Identifier: GPL-2.0-only */
/* What a consumer of a recording gets of it: samples, each with both halves of its stack; and what decoders made or could not make. */
#ifndef PERF_SESSION_SESSION_SAMPLE_H
#define PERF_SESSION_SESSION_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <perf/stitch.h>

#include "util/callchain/chain.h"
#include "util/callchain/user-stack.h"
#include "util/event/sample.h"

struct machine;
struct offcpu_span;

/* A sample as a consumer gets it; everything is borrowed for the call, interned pointers for longer. */
struct session_sample {
	const struct record *record;
	const struct perf_sample *sample;	/* its raw callchain is sample->ips */
	struct evsel *evsel;
	struct machine *machine;
	uint32_t pid, tid;			/* pid found by tid where the sample has none */
	const char *comm;			/* at the sample's time; interned */
	const struct frame *ip;			/* sample->ip resolved; NULL if it has none */
	struct callchain chain;			/* NULL halves where no callchain was recorded */
	bool deferred;				/* its user half was deferred to a later record */
	uint64_t cookie;			/* of the stay in the kernel whose end it waited for; 0: not known */
	enum perf_stitch_reason orphan;		/* WHOLE, or why the user half is missing */
	/*
	 * The entries of both halves, with the PERF_CONTEXT_* markers of chains that were not deferred: the kernel half
	 * without the deferral marker and its cookie, the user half from wherever it came.
	 */
	const uint64_t *kernel_ips;
	size_t nr_kernel_ips;
	struct user_stack user;
	/*
	 * With SESSION_NEEDS_ENTRIES: a number for the entries at user.ips. Samples with the same number, which is not 0, have the same ones;
	 * these came in a deferred record, and are at least one; and kernel_ips lie in the sample's own record. 0: nothing of this is certain.
	 */
	uint32_t user_number;
	/* Made by a session_source; NULL and NULL for recorded samples. */
	const struct trace_sample *trace;
	const struct offcpu_span *off_cpu;	/* made by util/offcpu: the time in which the thread did not run; else NULL */
	const struct frame *addr;		/* sample->addr as code; NULL: it is 0 */
	/*
	 * Of events that are read together (session_opts.member_samples): what each of them counted, also those
	 * that get no sample since they counted nothing. Borrowed for the call; NULL for other samples.
	 */
	const struct session_member *members;
	size_t nr_members;
	bool last_member;			/* no other sample of this reading comes */
	bool usual;				/* session_sample__is_usual(); false says nothing */
};

/* It has nothing that few samples have: no gaps, no trace, no user half that is missing, and nothing that is told after the last member. */
static inline bool session_sample__is_usual(const struct session_sample *s)
{
	return s->orphan == PERF_STITCH_WHOLE && !s->trace && !s->last_member && !(s->chain.user && s->chain.user->nr_gaps);
}

/* What one of the events that are read together counted since it was read last. */
struct session_member {
	struct evsel *evsel;
	uint64_t id;
	uint64_t counted;
};

/* What a sample that was made from a trace knows beside its fields (see session_source). */
struct trace_sample {
	uint32_t flags;			/* enum branch_flag, 0: nothing is known */
	const char *text;		/* of an event with fields of its own: " IP: 0 payload: 0x1"; or NULL */
	uint32_t depth;			/* of the stack of calls, this one included */
	uint64_t insns, cycles;		/* since the last sample of its event that has some; or 0 */
	uint8_t insn_len;		/* bytes of @insn; 0: not known */
	uint8_t insn[15];
};

/* What samples that are equal to another one add to it. */
struct session_more {
	uint64_t nr;			/* how many they are */
	uint64_t period;		/* the sum of their periods */
	uint64_t last_time;		/* of the last one of them, ns */
	/* If the user half is from a deferred record: how many entries it has; for how many of the samples the record came later. */
	size_t nr_user_ips;
	uint64_t nr_later;
};

/* How the flow went from a branch's ip to its addr; numbers are perf's (PERF_IP_FLAG_*). */
enum branch_flag {
	BRANCH_FLAG_BRANCH = 1 << 0, BRANCH_FLAG_CALL = 1 << 1, BRANCH_FLAG_RETURN = 1 << 2,
	BRANCH_FLAG_CONDITIONAL = 1 << 3, BRANCH_FLAG_SYSCALLRET = 1 << 4, BRANCH_FLAG_ASYNC = 1 << 5,
	BRANCH_FLAG_INTERRUPT = 1 << 6, BRANCH_FLAG_TX_ABORT = 1 << 7, BRANCH_FLAG_TRACE_BEGIN = 1 << 8,
	BRANCH_FLAG_TRACE_END = 1 << 9, BRANCH_FLAG_IN_TX = 1 << 10, BRANCH_FLAG_VMENTRY = 1 << 11,
	BRANCH_FLAG_VMEXIT = 1 << 12,
};

/* A place where a trace could not be decoded. */
struct trace_error {
	uint64_t time;			/* ns */
	uint32_t cpu, pid, tid;		/* -1: not known */
	uint64_t ip;			/* where decoding was, or 0 */
	int code;
	const char *text;
	uint64_t offset;		/* in the buffer's stream, bytes */
	uint32_t buffer;		/* which one */
	bool quiet;			/* counted, not shown */
};

#endif /* PERF_SESSION_SESSION_SAMPLE_H */
