/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What perf and its Python process say to each other, by two pipes. lib/driver.py is the other end.
 *
 * To Python: messages, in this machine's byte order.
 *
 *	u32 size; u32 kind; size bytes
 *
 * Before them: u32 size and the text of lib/driver.py. From Python, lines: "ask NAME ARGUMENT" wants a WIRE_ANSWER; "ready" comes
 * after trace_begin(), or "ready lockstep": then "done" comes after each sample, and questions about it before that. "bye" is the
 * last one; "denied" comes before a script's end by an access that it does not have.
 */
#ifndef PERF_PYTHON_WIRE_H
#define PERF_PYTHON_WIRE_H

#include <stdint.h>
#include <string.h>

#include "util/base/text-out.h"

enum wire_kind {
	WIRE_MODULE = 1,	/* name\0 and its source */
	WIRE_START,		/* script\0 argument\0 ... */
	WIRE_COMM,		/* u32 number; name */
	WIRE_DSO,		/* u32 number; short name\0 long name\0 build id\0 */
	WIRE_FRAME,		/* struct wire_frame; the symbol's name */
	WIRE_HALF,		/* u32 number; u32s: numbers of frames */
	WIRE_FORGET,		/* u32: frames of smaller numbers do not come again; numbers of halves begin anew */
	WIRE_EVENT,		/* u32 number; u32 size, JSON; the bytes of its attr */
	WIRE_SAMPLE,		/* struct wire_sample and what it counts */
	WIRE_RECORD,		/* JSON: ["throttle", [what is for lib alone], arguments...] */
	WIRE_ANSWER,		/* the bytes that were asked for */
	WIRE_END,		/* all was read; trace_end() */
	WIRE_MACHINE,		/* JSON: what is known of the machine that the recording is from */
};

/* What is known of a frame beside its symbol's name. */
struct wire_frame {
	uint32_t number, flags;
	uint32_t dso, binding;		/* of no dso: 0 */
	uint64_t ip, addr;		/* as it is shown; within the dso */
	uint64_t map_start, map_end, map_pgoff;
	uint64_t sym_start, sym_end;
};

enum { WIRE_FRAME_MAP = 1, WIRE_FRAME_SYM = 2, WIRE_FRAME_INLINED = 4, WIRE_FRAME_BY_CALL = 8, WIRE_FRAME_GAP = 16 };

/*
 * A sample. Numbers of frames, halves and names are 0 if there is none. Behind it, in this order: 3 u64s (id, value, lost) for each
 * value; 3 u64s (from, to, flags) and 2 u32s (their frames) for each branch; the raw bytes; u32 size and text for each bit of
 * @texts, in the order of the bits; and of a tracepoint 4 i32s (common pid, preempt count, flags, lock depth), all its numbers as
 * u64s, and u32 size (with WIRE_TEXT if it is text) and bytes for each of its other fields.
 */
struct wire_sample {
	uint32_t event, comm;
	uint32_t pid, tid, cpu, cpumode;
	uint32_t place, addr_place;
	uint32_t kernel, user;
	uint32_t nr_values, nr_branches;
	uint32_t raw_size, texts;
	uint32_t deferred, branch_flags;	/* the user half is of a later record: 1 */
	uint32_t machine_pid, vcpu;
	uint64_t id, stream_id, ip, time, period, phys_addr, addr;
	uint64_t weight, ins_lat, transaction, data_src, time_enabled, time_running;
	uint64_t insn_cnt, cyc_cnt, cgroup, cookie, insn_len;
};

enum { WIRE_TEXT_DATA_SRC = 1, WIRE_TEXT_FLAGS = 2, WIRE_TEXT_IREGS = 4, WIRE_TEXT_UREGS = 8, WIRE_TEXT_STATE = 16,
       WIRE_TEXT_ORPHAN = 32, WIRE_TEXT_SYNTH = 64 };

#define WIRE_TEXT	0x80000000U	/* of a field: its bytes are text */

static inline void wire__u32(struct text_out *o, uint32_t v)
{
	text_out__add(o, &v, sizeof(v));
}

static inline void wire__u64(struct text_out *o, uint64_t v)
{
	text_out__add(o, &v, sizeof(v));
}

/* Of no bytes, @data may be NULL. */
static inline void wire__bytes(struct text_out *o, const void *data, size_t n)
{
	if (n)
		text_out__add(o, data, n);
}

/* The zero included. */
static inline void wire__name(struct text_out *o, const char *s)
{
	text_out__add(o, s, strlen(s) + 1);
}

/* Sends what @body holds as one message, and empties it. */
static inline void wire__send(struct text_out *wire, enum wire_kind kind, struct text_out *body)
{
	wire__u32(wire, (uint32_t)body->len);
	wire__u32(wire, kind);
	wire__bytes(wire, body->buf, body->len);
	body->len = 0;
}

#endif /* PERF_PYTHON_WIRE_H */
