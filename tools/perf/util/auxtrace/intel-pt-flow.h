/* SPDX-License-Identifier: GPL-2.0-only */
/* The state of the instruction decoder. Private to the files that decode with libipt. */
#ifndef PERF_AUXTRACE_INTEL_PT_FLOW_H
#define PERF_AUXTRACE_INTEL_PT_FLOW_H

#include <intel-pt.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/auxtrace/intel-pt.h"
#include "util/auxtrace/intel-pt-cycles.h"

struct pt_flow {
	struct pt_insn_decoder *dec;
	struct pt_packet_decoder *packets;	/* at the last packet that was looked at for itself */
	struct pt_image *image;
	pt_read_code read;
	void *ctx;
	const unsigned char *data;	/* the trace; borrowed */
	uint64_t size;
	int status;			/* what libipt returned last: flags, or an error */
	bool synced, ended;
	uint64_t offset, sync;		/* in the trace */
	uint64_t psb;			/* where the next PSB is that was not told; @size: there is none */
	uint64_t psb_tsc;		/* its time; 0: it has none */
	bool tracing;			/* by what was told: code is being executed */
	bool has_held;
	struct pt_item held;		/* to be told behind that PSB */
	unsigned int branches, insns;	/* since the offset last changed */
	uint64_t tsc;
	bool has_tsc;
	uint64_t unknown_ip;		/* where code was asked for last, and none was known */
	struct pt_cycles cycles;	/* without a decoder: they are not wanted */
};

/* Takes over from libipt where in the trace it is, and when that was. */
void pt_flow__update_position(struct pt_flow *f);

/* intel-pt-sync.c */
/* @ret tells of @error, for the reason @why (static). What is behind it begins at the next PSB. */
void pt_flow__set_error(struct pt_flow *f, enum pt_error error, const char *why, struct pt_item *ret);
/* To the next PSB, of which @ret tells, or of why decoding cannot begin there. False: there is none. */
bool pt_flow__sync_forward(struct pt_flow *f, struct pt_item *ret);
/* @ret tells of the PSB at f->psb, which was passed on the way; the next one is looked for. */
void pt_flow__pass_psb(struct pt_flow *f, struct pt_item *ret);

#endif /* PERF_AUXTRACE_INTEL_PT_FLOW_H */
