/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel PT packets and the instructions that they stand for: an interface to what perf uses of libipt. Built
 * without libipt (intel-pt-*-none.c), all functions fail with a message that says so.
 */
#ifndef PERF_AUXTRACE_INTEL_PT_H
#define PERF_AUXTRACE_INTEL_PT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is libipt there? */
bool intel_pt__can_decode(void);

/* --- packets --------------------------------------------------------------------------------- */

struct pt_packet_text {
	uint64_t offset;		/* in the buffer, bytes */
	uint32_t size;			/* bytes; of a bad packet, up to where reading goes on */
	bool bad;
	char text[96];			/* "TIP.PGE 0x401000" */
};

struct pt_packets;

/* Reads the packets of @data, which is borrowed. NULL without libipt, or if there are no bytes. */
struct pt_packets *pt_packets__new(const void *data, size_t size);
void pt_packets__delete(struct pt_packets *p);
/*
 * The next packet into @ret: true, or false at the end. What is no packet is one item, @ret->bad, that
 * reaches to the next PSB or the end.
 */
bool pt_packets__next(struct pt_packets *p, struct pt_packet_text *ret);

/* --- instructions ---------------------------------------------------------------------------- */

/* What is known of the CPU that wrote the trace; 0: not known. */
struct pt_cpu_info {
	uint16_t family;		/* 0: not an Intel CPU, or not known which */
	uint8_t model, stepping;
	uint32_t tsc_ctc_n, tsc_ctc_d;	/* TSC ticks per tick of the crystal clock */
	uint8_t mtc_freq;		/* as in the RTIT_CTL register */
	uint8_t nominal_ratio;		/* of the core to the bus clock, without turbo */
};

enum pt_item_kind {
	PT_ITEM_INSN,
	PT_ITEM_PSB,			/* at @offset; decoding begins there, or could */
	PT_ITEM_ENABLED,		/* @to: where; the trace begins or goes on */
	PT_ITEM_DISABLED,		/* after the last instruction; @to: where it went, or 0 */
	PT_ITEM_ASYNC_DISABLED,		/* @from, @to or 0 */
	PT_ITEM_ASYNC_BRANCH,		/* an interrupt or exception: @from, @to */
	PT_ITEM_OVERFLOW,		/* packets were lost; @to: where it goes on, or 0 */
	PT_ITEM_TSX,			/* @speculative, @aborted: the new state; @from: where, or 0 */
	PT_ITEM_PTWRITE,		/* @payload, @from or 0; @has_ip: its packet asks for an address */
	PT_ITEM_CBR,			/* @payload: the new core:bus ratio */
	PT_ITEM_MWAIT,			/* @payload: hints, extensions << 32; @from or 0 */
	PT_ITEM_PWRE,			/* @payload: as in the packet */
	PT_ITEM_PWRX,
	PT_ITEM_EXSTOP,			/* @from or 0 */
	PT_ITEM_ERROR,			/* @error; decoding goes on at the next PSB */
};

/* What an instruction does to the flow. */
enum pt_class {
	PT_CLASS_OTHER,
	PT_CLASS_CALL, PT_CLASS_RETURN, PT_CLASS_JUMP, PT_CLASS_COND_JUMP,
	PT_CLASS_SYSCALL, PT_CLASS_SYSRET, PT_CLASS_INT, PT_CLASS_IRET,
	PT_CLASS_VMENTRY, PT_CLASS_VMEXIT, PT_CLASS_FAR_JUMP,
};

/* Of PT_ITEM_ERROR: the numbers of perf's AUXTRACE_ERROR records. */
enum pt_error {
	PT_ERROR_NOMEM = 1, PT_ERROR_INTERNAL, PT_ERROR_BAD_PACKET, PT_ERROR_NO_DATA, PT_ERROR_NO_INSN,
	PT_ERROR_MISMATCH, PT_ERROR_OVERFLOW, PT_ERROR_LOST, PT_ERROR_UNKNOWN, PT_ERROR_ENDLESS_LOOP,
};

struct pt_item {
	enum pt_item_kind kind;
	bool has_tsc, speculative, aborted, status;	/* status: tells how things are, not that they change */
	bool has_ip;
	bool has_cycles;		/* @cycles are known: see pt_flow__count_cycles() */
	uint64_t tsc;			/* CPU ticks */
	uint64_t cycles;		/* of the core, since the last item that has some */
	uint64_t offset;		/* near which byte of the buffer */
	uint64_t from, to, payload;
	enum pt_error error;
	const char *why;		/* of an error: the library's words; static */
	/* PT_ITEM_INSN; of an error, @ip is where it was, or 0 */
	uint64_t ip;
	enum pt_class class;
	uint8_t size;			/* of the instruction, bytes */
	uint8_t bits;			/* 16, 32, 64 */
	uint8_t raw[15];
};

/*
 * Reads code of the traced program at @ip: up to @size bytes into @buf. Returns how many, 0: there is nothing.
 */
typedef size_t (*pt_read_code)(void *ctx, uint64_t ip, void *buf, size_t size);

struct pt_flow;

/* @data is borrowed. NULL without libipt, or if there are no bytes. */
struct pt_flow *pt_flow__new(const void *data, size_t size, const struct pt_cpu_info *cpu, pt_read_code read, void *ctx);
void pt_flow__delete(struct pt_flow *f);
/*
 * Branches and ends of the trace are to have cycles, if the trace has. To be called before the first item; costs
 * another look at the packets.
 */
void pt_flow__count_cycles(struct pt_flow *f);
/*
 * What comes next: true with @ret, or false at the end. Takes time in proportion to the bytes that it passes and
 * the instructions that it tells; a loop that no packet leads out of is an error after a while.
 */
bool pt_flow__next(struct pt_flow *f, struct pt_item *ret);
/* "Failed to get instruction", as perf calls it. Static. */
const char *pt_error__text(enum pt_error error);

#endif /* PERF_AUXTRACE_INTEL_PT_H */
