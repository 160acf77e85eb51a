/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads SFrame, the section .sframe, which says for each range of code where the caller's frame, the return address and the
 * saved frame pointer are. Versions 1, 2 (with its errata) and 3. Every byte is checked when it is read.
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
	SFRAME_START_PCREL = 1 << 2,	/* a function's address is relative to its own field, not to the section */
};

struct sframe {
	const unsigned char *data;	/* borrowed */
	size_t size;			/* bytes */
	uint64_t addr;			/* of the section, as linked */
	bool swap;			/* the section has the other byte order */
	uint8_t version, flags;		/* enum sframe_flag */
	uint8_t abi;			/* enum sframe_abi */
	int8_t fixed_fp, fixed_ra;	/* bytes from the CFA, if the architecture has fixed places for them; else 0 */
	uint32_t nr_functions, nr_rows;	/* as the header says; the number of functions was checked */
	size_t functions, rows;		/* offsets in @data */
	size_t rows_size;		/* bytes */
};

struct sframe_function {
	uint64_t start, end;		/* [start, end), as linked */
	uint32_t nr_rows;
	bool signal;			/* the frame of a signal handler */
	bool flexible;			/* each row says which registers it is about (version 3) */
	bool repeats;			/* the rows apply to each block of @block bytes again, as in linkage tables (PLT) */
	uint8_t block;			/* bytes */
	uint8_t start_size;		/* of a row's first field, bytes */
	size_t rows;			/* offset in the section's data */
};

/*
 * Reads the header of the section, the @size bytes at @data, which are borrowed. @addr: the section's address, as linked.
 * Returns 0; or, with @diag set, -EBADMSG if the section is damaged, -ENOTSUP for another version or architecture.
 */
int sframe__open(struct sframe *s, const void *data, size_t size, uint64_t addr, struct diag *diag);
/* Reads function @i, which is less than nr_functions, into @ret. Returns false if it is damaged. */
bool sframe__function(const struct sframe *s, uint32_t i, struct sframe_function *ret);
/* Finds the function that contains @addr, as linked. Returns false if there is none. */
bool sframe__find(const struct sframe *s, uint64_t addr, struct sframe_function *ret);
/*
 * Returns what @f says about @addr, as linked, which it contains: CFA, return address, frame pointer. Sets [*@ret_start, *@ret_end),
 * where this row holds. The base is UNWIND_NO_ROW where nothing is known. Expressions are allocated in @arena.
 */
struct unwind_row sframe__row_of(const struct sframe *s, const struct sframe_function *f, uint64_t addr, struct arena *arena,
				 uint64_t *ret_start, uint64_t *ret_end);

/*
 * Calls @fn with each row of @f and the address of its first byte (if the rows repeat, the address in the first block).
 * Stops at the first damaged row. Expressions are allocated in @arena.
 */
void sframe__each_row(const struct sframe *s, const struct sframe_function *f, struct arena *arena,
		      void (*fn)(void *ctx, uint64_t addr, const struct unwind_row *row), void *ctx);

/* The numbers of a whole table. */
struct sframe_measure {
	uint64_t covered;		/* bytes of code in functions that have rows */
	uint64_t rows;
	uint32_t damaged;		/* functions that cannot be read, or that have the rows of another function */
};

/* Reads the whole table and sets the numbers of @ret. */
void sframe__measure(const struct sframe *s, struct sframe_measure *ret);
/* Returns the name of the ABI, "amd64", "aarch64", ..., a static string. */
const char *sframe_abi__name(unsigned int abi);

#endif /* PERF_CODE_SFRAME_H */
