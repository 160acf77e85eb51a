/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of functions that the runtime of Go keeps in its programs (.gopclntab), also in stripped ones: where each
 * begins, and by how much it has moved the stack pointer at each of its addresses. All forms since Go 1.2, which have
 * four numbers: those of Go 1.2, 1.16, 1.18 and 1.20. No library takes part, and every number is checked before it is
 * used.
 */
#ifndef PERF_CODE_GO_TABLE_H
#define PERF_CODE_GO_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

enum go_version { GO_1_2, GO_1_16, GO_1_18, GO_1_20 };

struct go_table {
	const unsigned char *bytes;	/* borrowed */
	size_t size;
	bool swap;
	enum go_version version;
	uint8_t quantum;		/* addresses of instructions are multiples of it, bytes */
	uint8_t ptr_size;		/* bytes */
	uint64_t nr_functions;
	uint64_t text;			/* the address that functions are told from, since Go 1.18 */
	size_t names, values, functions; /* where in @bytes these parts begin */
};

/*
 * Reads the head of the @size bytes at @bytes, which are borrowed. @text: the address of the symbol runtime.text, for
 * heads that do not say it. Returns 0, or negative errno with @diag set.
 */
int go_table__open(struct go_table *t, const void *bytes, size_t size, uint64_t text, struct diag *diag);
/*
 * Where in the section's bytes the address runtime.text stands, which the loader sets in a program that can be moved;
 * 0: nowhere.
 */
size_t go_table__text_at(const void *bytes, size_t size);

/* What the assembler noted of a function. */
enum {
	GO_TOP_FRAME = 1,		/* the outermost of its stack */
	GO_WRITES_SP = 2,		/* it changes stacks: the table does not tell how */
};

struct go_function {
	uint64_t start, end;		/* [start, end), as linked */
	const char *name;		/* "runtime.goexit"; borrowed; "" if it cannot be read */
	unsigned int flags;		/* GO_*; 0 before Go 1.17 */
	uint32_t moves;			/* where in the part @values its moves of the stack pointer begin; 0: none are told */
};

/* Is @name one of @names? The linker marks the older of the two ways to pass arguments behind it: "runtime.goexit.abi0". */
bool go_name__is_any(const char *name, const char *const *names, size_t nr);
/* Finds the function around @addr, as linked. */
bool go_table__function(const struct go_table *t, uint64_t addr, struct go_function *ret);

/* What holds for [start, end) of a function. */
struct go_move {
	uint64_t start, end;
	int32_t depth;			/* by so many bytes the stack pointer is lower than where the function began */
	uint64_t first_moved;		/* the first address of the function with another depth than 0; UINT64_MAX: none */
	int32_t first_depth;		/* the one there */
};

/* Finds how the stack pointer is moved at @addr of @f. Returns false where that is not told. */
bool go_table__move(const struct go_table *t, const struct go_function *f, uint64_t addr, struct go_move *ret);

#endif /* PERF_CODE_GO_TABLE_H */
