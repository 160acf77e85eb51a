/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the recorder and its helper process say to each other: a datagram each. Private to util/live.
 *
 * The helper reads files of anybody, so what it says is not believed: table_reader__next() checks every byte.
 */
#ifndef PERF_LIVE_TABLE_WIRE_H
#define PERF_LIVE_TABLE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/code/unwind-row.h"

enum table_request_type {
	TABLE_OPEN,			/* the file places[0].file, which places[0].offset tells (enum table_source) */
	/* so does its file with debug information: with TABLE_CHECK in the offset its checksum is below that */
	TABLE_OPEN_DEBUG,
	TABLE_ASK,			/* what holds at these places? */
};

enum table_source {
	TABLE_FROM_FILE,		/* it comes as a descriptor */
	TABLE_FROM_VDSO,		/* the vdso of this process */
	TABLE_FROM_VDSO32,		/* that of 32-bit processes */
	/* it comes as a descriptor, and again when it has changed: code in memory, whose offsets are its addresses */
	TABLE_FROM_MEMORY,
};

#define TABLE_CHECK	((uint64_t)1 << 32)

/* So many questions are put at once: each time that the helper process is woken costs more than some answers. */
#define TABLE_PLACES_MAX	256

struct table_place {
	uint64_t offset;		/* bytes from the file's beginning */
	uint32_t file;			/* its number */
	uint32_t guessed;		/* 1: it is to be looked up only if it is a return address, and a table has it */
};

struct table_request {
	uint32_t type, nr;		/* @nr places follow */
	uint64_t serial;		/* comes back with the answers */
	struct table_place places[TABLE_PLACES_MAX];
};

static inline size_t table_request__size(const struct table_request *r)
{
	return offsetof(struct table_request, places) + r->nr * sizeof(r->places[0]);
}

/* What the tables and the code say of one address. */
struct table_answer {
	bool known;			/* the file was opened, and has the address */
	bool skipped;			/* it was guessed, and was not looked up; nothing else is said */
	struct unwind_row row;		/* of the address */
	uint32_t below, above;		/* it holds at so many bytes before the address, and behind it, too */
	struct unwind_row before;	/* of the call, if it is a return address: of its last byte */
	bool is_return;			/* a call ends there */
	bool is_leaving;		/* code with which a function ends, which has taken saved registers back: unwind-leaving.h */
	bool is_entry;			/* code with which functions begin */
	bool is_first;			/* a function begins there, as the tables or symbols say */
	bool is_begin;			/* that, or code pushes the address */
	bool is_task;			/* a system call for a new task ends there: new-task.h */
};

#define TABLE_ANSWER_MAX	5120		/* bytes; enough for every answer */
#define TABLE_WIRE_MAX		(16 + 8 * TABLE_ANSWER_MAX)

/* Begins a datagram of answers to @serial in @buf of TABLE_WIRE_MAX bytes; returns its size. */
size_t table_wire__begin(uint64_t serial, void *buf);
/* Adds the answer to the next question to the @size bytes at @buf. Returns the new size, 0 if it does not fit. */
size_t table_wire__add(const struct table_answer *a, void *buf, size_t size);

/* Reads a datagram of answers. Zero-initialised but for @bytes and @size. */
struct table_reader {
	const void *bytes;
	size_t size, pos;
};

/* Is it one of answers to @serial? */
bool table_reader__begin(struct table_reader *r, uint64_t serial);
/* The next answer; its expressions are put into @arena. False: there are no more, or @r->bytes is none of answers (*@ret_bad). */
bool table_reader__next(struct table_reader *r, struct arena *arena, struct table_answer *ret, bool *ret_bad);

#endif /* PERF_LIVE_TABLE_WIRE_H */
