/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decodes Intel PT packets and the instructions that they describe: an interface to the part of libipt that perf
 * uses. If perf is built without libipt (intel-pt-*-none.c), all functions fail.
 */
#ifndef PERF_AUXTRACE_INTEL_PT_H
#define PERF_AUXTRACE_INTEL_PT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is perf built with libipt? */
bool intel_pt__can_decode(void);

/* --- packets --------------------------------------------------------------------------------- */

struct pt_packet_text {
	uint64_t offset;		/* in the buffer, bytes */
	uint32_t size;			/* bytes; for bad bytes, up to the place where reading goes on */
	bool bad;			/* the bytes are not a packet */
	char text[96];			/* "TIP.PGE 0x401000" */
};

struct pt_packets;

/* Returns a reader for the packets in @data, which is borrowed. Returns NULL without libipt, or if @size is 0. */
struct pt_packets *pt_packets__new(const void *data, size_t size);
void pt_packets__delete(struct pt_packets *p);
/*
 * Reads the next packet into @ret. Returns true, or false at the end. Bytes that are not a packet are one item with
 * @ret->bad, up to the next PSB or the end.
 */
bool pt_packets__next(struct pt_packets *p, struct pt_packet_text *ret);

/* --- instructions ---------------------------------------------------------------------------- */

/* What is known about the CPU that wrote the trace; 0: not known. */
struct pt_cpu_info {
	uint16_t family;		/* 0: not an Intel CPU, or not known */
	uint8_t model, stepping;
	uint32_t tsc_ctc_n, tsc_ctc_d;	/* TSC ticks per tick of the crystal clock */
	uint8_t mtc_freq;		/* as in the RTIT_CTL register */
	uint8_t nominal_ratio;		/* ratio of the core's clock to the bus clock, without turbo */
};

enum pt_item_kind {
	PT_ITEM_INSN,
	PT_ITEM_PSB,			/* at @offset; decoding begins there, or can begin there */
	PT_ITEM_ENABLED,		/* the trace begins or goes on at @to */
	PT_ITEM_DISABLED,		/* the trace ends after the last instruction; @to: the next address, or 0 */
	PT_ITEM_ASYNC_DISABLED,		/* the trace ends by an interrupt or the like at @from; @to or 0 */
	PT_ITEM_ASYNC_BRANCH,		/* an interrupt or exception, from @from to @to */
	PT_ITEM_OVERFLOW,		/* packets were lost; the trace goes on at @to, or 0 */
	PT_ITEM_TSX,			/* @speculative, @aborted: the new state; at @from, or 0 */
	PT_ITEM_PTWRITE,		/* @payload, at @from or 0; @has_ip: the packet says that an address follows */
	PT_ITEM_CBR,			/* @payload: the new core:bus ratio */
	PT_ITEM_MWAIT,			/* @payload: hints, extensions << 32; at @from or 0 */
	PT_ITEM_PWRE,			/* @payload: as in the packet */
	PT_ITEM_PWRX,
	PT_ITEM_EXSTOP,			/* at @from or 0 */
	PT_ITEM_ERROR,			/* @error; decoding goes on at the next PSB */
};

/* How an instruction changes the flow of instructions. */
enum pt_class {
	PT_CLASS_OTHER,
	PT_CLASS_CALL, PT_CLASS_RETURN, PT_CLASS_JUMP, PT_CLASS_COND_JUMP,
	PT_CLASS_SYSCALL, PT_CLASS_SYSRET, PT_CLASS_INT, PT_CLASS_IRET,
	PT_CLASS_VMENTRY, PT_CLASS_VMEXIT, PT_CLASS_FAR_JUMP,
};

/* The errors of PT_ITEM_ERROR, with their numbers in AUXTRACE_ERROR records. */
enum pt_error {
	PT_ERROR_NOMEM = 1, PT_ERROR_INTERNAL, PT_ERROR_BAD_PACKET, PT_ERROR_NO_DATA, PT_ERROR_NO_INSN,
	PT_ERROR_MISMATCH, PT_ERROR_OVERFLOW, PT_ERROR_LOST, PT_ERROR_UNKNOWN, PT_ERROR_ENDLESS_LOOP,
};

struct pt_item {
	enum pt_item_kind kind;
	bool has_tsc, speculative, aborted, status;	/* status: it repeats a state, which did not change */
	bool has_ip;
	bool has_cycles;		/* @cycles are known: see pt_flow__count_cycles() */
	uint64_t tsc;			/* CPU ticks */
	uint64_t cycles;		/* cycles of the core since the last item with cycles */
	uint64_t offset;		/* of a byte near its packet in the buffer */
	uint64_t from, to, payload;
	enum pt_error error;
	const char *why;		/* libipt's text for an error; static */
	/* For PT_ITEM_INSN. For PT_ITEM_ERROR, @ip is the address of the error, or 0. */
	uint64_t ip;
	enum pt_class class;
	uint8_t size;			/* of the instruction, bytes */
	uint8_t bits;			/* 16, 32, 64 */
	uint8_t raw[15];
};

/*
 * Reads up to @size bytes of the traced program's code at @ip into @buf. Returns their number; 0 if there are none.
 */
typedef size_t (*pt_read_code)(void *ctx, uint64_t ip, void *buf, size_t size);

struct pt_flow;

/* Returns a decoder for @data, which is borrowed. @read reads code. Returns NULL without libipt, or if @size is 0. */
struct pt_flow *pt_flow__new(const void *data, size_t size, const struct pt_cpu_info *cpu, pt_read_code read, void *ctx);
void pt_flow__delete(struct pt_flow *f);
/*
 * Adds cycles to branches and to items where the trace ends, if the trace has cycles. Call it before the first item.
 * All packets are then read twice.
 */
void pt_flow__count_cycles(struct pt_flow *f);
/*
 * Sets *@ret to the next item and returns true; returns false at the end. The time that it needs is proportional to
 * the bytes that it reads and the instructions that it returns. A loop that no packet ends becomes an error after
 * many instructions.
 */
bool pt_flow__next(struct pt_flow *f, struct pt_item *ret);
/* Returns upstream's text for @error, such as "Failed to get instruction"; static. */
const char *pt_error__text(enum pt_error error);

#endif /* PERF_AUXTRACE_INTEL_PT_H */
