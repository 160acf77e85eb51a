/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SFrame, the section .sframe: where the caller's frame, the return address and the saved frame pointer are, for each
 * stretch of code. Versions 1, 2 (with its errata) and 3. Every byte is checked when it is read.
 */
#ifndef PERF_CODE_SFRAME_H
#define PERF_CODE_SFRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/diag.h"
#include "util/code/unwind-row.h"

enum sframe_abi {
	SFRAME_AARCH64_BIG = 1, SFRAME_AARCH64_LITTLE, SFRAME_AMD64, SFRAME_S390X,
};

enum sframe_flag {
	SFRAME_SORTED = 1 << 0,		/* functions are in the order of their addresses */
	SFRAME_FRAME_POINTER = 1 << 1,	/* all functions keep frame pointers */
	SFRAME_START_PCREL = 1 << 2,	/* a function's address counts from its own field, not from the section */
};

struct sframe {
	const unsigned char *data;	/* borrowed */
	size_t size;			/* bytes */
	uint64_t addr;			/* of the section, as linked */
	bool swap;			/* of the other byte order */
	uint8_t version, flags;		/* enum sframe_flag */
	uint8_t abi;			/* enum sframe_abi */
	int8_t fixed_fp, fixed_ra;	/* bytes from the CFA, where an architecture has them always there; 0: it has not */
	uint32_t nr_functions, nr_rows;	/* as the header says it; so many functions are there */
	size_t functions, rows;		/* offsets in @data */
	size_t rows_size;		/* bytes */
};

struct sframe_function {
	uint64_t start, end;		/* [start, end), as linked */
	uint32_t nr_rows;
	bool signal;			/* a signal's frame */
	bool flexible;			/* rows say which registers they mean (version 3) */
	bool repeats;			/* the rows are about each @block bytes anew: linkage tables */
	uint8_t block;			/* bytes */
	uint8_t start_size;		/* of a row's first field, bytes */
	size_t rows;			/* offset in the section's data */
};

/*
 * Reads the header of @size bytes at @data, which stay the caller's; @addr: where the linker put them. Returns 0, -EBADMSG for
 * what is damaged, -ENOTSUP for another version or architecture; with @diag.
 */
int sframe__open(struct sframe *s, const void *data, size_t size, uint64_t addr, struct diag *diag);
/* Function @i of nr_functions. False: it is damaged. */
bool sframe__function(const struct sframe *s, uint32_t i, struct sframe_function *ret);
/* The function that @addr, as linked, lies in. False: none. */
bool sframe__find(const struct sframe *s, uint64_t addr, struct sframe_function *ret);
/*
 * What the table says of @addr, as linked: CFA, return address, frame pointer. Its base is UNWIND_NO_ROW where nothing is
 * known. Expressions come from @arena.
 */
struct unwind_row sframe__row(const struct sframe *s, uint64_t addr, struct arena *arena);

/*
 * Calls @fn with each row of @f and the address of its first byte, of blocks that repeat in the first one; stops where it is
 * damaged. Expressions come from @arena.
 */
void sframe__each_row(const struct sframe *s, const struct sframe_function *f, struct arena *arena,
		      void (*fn)(void *ctx, uint64_t addr, const struct unwind_row *row), void *ctx);

/* The whole table, read. */
struct sframe_measure {
	uint64_t covered;		/* bytes of code in functions that have rows */
	uint64_t rows;
	uint32_t damaged;		/* functions that cannot be read, or whose rows are another one's, too */
};

void sframe__measure(const struct sframe *s, struct sframe_measure *ret);
/* "amd64", "aarch64", ...; static. */
const char *sframe_abi__name(unsigned int abi);

#endif /* PERF_CODE_SFRAME_H */
