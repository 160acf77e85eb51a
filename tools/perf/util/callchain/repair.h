/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds callers that the kernel's walk along frame pointers has skipped. With such a chain, a few registers and the
 * innermost bytes of the stack are recorded (`perf record --call-graph fp,repair`). With these, the stack is unwound by
 * the tables until it is certain that the entries of the kernel's chain follow.
 *
 * The kernel reads entry k of its chain a word behind frame pointer k, and frame pointer k + 1 at frame pointer k; the first
 * frame pointer is the recorded register. So the place of each entry on the stack is known as far as the bytes reach, and
 * two addresses are compared to see whether the table means the same place. If a function has its own frame, as the table
 * says, the entry is its return address, also beyond the bytes.
 */
#ifndef PERF_CALLCHAIN_REPAIR_H
#define PERF_CALLCHAIN_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/callchain/chain-proof.h"
#include "util/code/unwind-row.h"

/* Which words of the stack a repair has read: if these are the same, the result is the same. */
struct repair_reads {
	struct repair_read {
		uint64_t at;		/* bytes from its beginning */
		uint64_t word;		/* in the byte order of the stack */
	} list[256];
	size_t nr;
	bool too_many;			/* more words were read */
};

/* Bytes of another stack. */
struct repair_piece {
	uint64_t sp;			/* where they lay */
	const void *bytes;
	size_t size;
};

struct repair_input {
	uint64_t sp, fp;
	uint64_t lr;			/* the link register, where there is one */
	bool has_lr;
	bool calls_push;		/* A call leaves on top of the stack where it returns to, whatever it leads to. */
	uint64_t ra_mask;		/* the bits of a return address that are address: a signature may lie above */
	bool swap;			/* @stack is of the other byte order */
	bool narrow;			/* its words have 4 bytes: a 32-bit program's. Else they have 8. */
	const void *stack;		/* what lay at @sp */
	size_t stack_size;		/* bytes */
	bool stack_ends;		/* the memory of the stack ends where @stack does; else what follows is not known */
	const uint64_t *ips;		/* the entries of the chain; the first one is where the program was */
	size_t nr;			/* at least 1 */
	size_t max;			/* entries that the tables may find; outer entries of the chain are added to these */
	/* The table's row at @ip. NULL or one that says UNWIND_NO_ROW: not known. */
	const struct unwind_row *(*row)(void *ctx, uint64_t ip);
	/* Can @ip be a return address? */
	bool (*is_return)(void *ctx, uint64_t ip);
	/* Does the function end at @ip: has it taken its saved registers from the stack already? */
	bool (*is_leaving)(void *ctx, uint64_t ip);
	/* Is @ip the first instruction of a function, for example one that pushes the caller's frame pointer? */
	bool (*is_entry)(void *ctx, uint64_t ip);
	/*
	 * No row is known of the function at @ip, but functions there mostly have frames: does a walk along frame
	 * pointers go on from it? NULL: only the kernel's does.
	 */
	bool (*has_frames)(void *ctx, uint64_t ip);
	/*
	 * Is it certain that somebody has put @ip on the stack without a call: as a function begins there, for a stack that was made (for a
	 * coroutine, a thread, a handler), or as code pushes just this address? NULL: not known.
	 */
	bool (*is_begin)(void *ctx, uint64_t ip);
	/* Does a function begin at @ip? NULL: not known. */
	bool (*is_first)(void *ctx, uint64_t ip);
	/* Does the system call clone(2) end at @ip, by which a program makes a task? NULL: not known. */
	bool (*is_task)(void *ctx, uint64_t ip);
	/*
	 * Is @ip where functions return to whose end a uretprobe watches? On the stack it stands in place of the return address, which the
	 * kernel puts back into a chain that it makes at once, but not into a deferred one. NULL: it never is.
	 */
	bool (*is_probe)(void *ctx, uint64_t ip);
	/*
	 * A signal has interrupted the function at @ip with the stack pointer @sp, which is not in @stack, and the
	 * frame pointer @fp: returns what lay at @sp then, which lasts until the walk ends, or NULL: not known. NULL:
	 * it never is.
	 */
	const struct repair_piece *(*interrupted)(void *ctx, uint64_t ip, uint64_t sp, uint64_t fp);
	/* What register @nr (DWARF's) had where the program was; false: not known. NULL: of none is it known. */
	bool (*reg)(void *ctx, unsigned int nr, uint64_t *ret);
	/*
	 * Registers and bytes are of the same moment for certain. Then what was found before a contradiction stays, and the chain is not
	 * believed from there on. Otherwise nothing is changed.
	 */
	bool exact;
	void *ctx;
	struct repair_reads *reads;	/* filled; NULL: not needed */
};

/* Bytes of a word of the stack. */
static inline size_t repair_input__word_size(const struct repair_input *in)
{
	return in->narrow ? sizeof(uint32_t) : sizeof(uint64_t);
}

/* The word of the stack at @from, of which all bytes are there, as it was recorded: in the stack's byte order. */
static inline uint64_t repair_input__raw_word(const struct repair_input *in, const void *from)
{
	uint32_t narrow;
	uint64_t word;

	if (in->narrow) {
		memcpy(&narrow, from, sizeof(narrow));
		return narrow;
	}
	memcpy(&word, from, sizeof(word));
	return word;
}

/* The value of such a word. */
static inline uint64_t repair_input__word(const struct repair_input *in, uint64_t raw)
{
	if (!in->swap)
		return raw;
	return in->narrow ? __builtin_bswap32((uint32_t)raw) : __builtin_bswap64(raw);
}

enum repair_end {
	REPAIR_WHOLE,			/* each entry is certain, up to the outermost function */
	REPAIR_STACK_END,		/* neither the bytes nor the chain have a function's return address */
	REPAIR_NO_ROW,			/* a function that no table describes */
	REPAIR_NO_REGISTER,		/* a needed value was in a register that is not known */
	REPAIR_CONFLICT,		/* the bytes contradict the chain, or lead out of the code: nothing was changed */
	REPAIR_NR_ENDS
};

struct repair {
	uint64_t *ips;		/* the entries of the repaired chain; the memory is used again for the next one */
	size_t nr, cap;
	size_t put_in;			/* entries that the kernel had skipped */
	size_t taken_out;		/* entries of the kernel that were no callers: it had taken something else for a frame */
	size_t certain;			/* entries, from the innermost; after them a caller may be missing unless @end is WHOLE */
	enum repair_end end;
	bool gap;			/* set by who knows it: what follows the certain entries lies behind a function without tables */
};

/* @r must be zero-initialised before its first use, and may be used again. */
void repair__run(struct repair *r, const struct repair_input *in);
void repair__exit(struct repair *r);
/* What of @r->ips is certain, and why it ends. */
struct chain_proof repair__proof(const struct repair *r);
/* "the end of the recorded piece of stack", behind "ends at"; static. */
const char *repair_end__text(enum repair_end end);

#endif /* PERF_CALLCHAIN_REPAIR_H */
