/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of a file's code where it has no unwind table: by the table of Go's runtime, and by what the code does. Private
 * to util/code: unwind-file.h asks.
 */
#ifndef PERF_CODE_UNWIND_CODE_H
#define PERF_CODE_UNWIND_CODE_H

#include "util/code/called-starts.h"
#include "util/code/elf-view.h"
#include "util/code/func-parts.h"
#include "util/code/func-starts.h"
#include "util/code/go-table.h"
#include "util/code/stack-depth.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

struct unwind_code {
	const struct elf_view *elf;	/* borrowed */
	const struct unwind_machine *machine;
	struct go_table go;
	bool has_go;
	bool opened;			/* the two below are there, as far as they can be */
	struct stack_depth *depth;
	bool shared;			/* @depth is borrowed */
	struct func_starts starts;
	struct func_parts parts;	/* of these, read when one is asked for */
	bool has_called;		/* the next two are there */
	struct called_starts called;
	struct stack_depth *from;	/* for them: the function that was looked at last stays there */
	uint64_t linkage, linkage_end;	/* the addresses of all linkage tables */
	uint64_t main;			/* where a program's first function begins, which its first instructions name; 0: not known */
	/*
	 * The function that was asked for last: who asks for one row after the other does not make it be followed
	 * again.
	 */
	uint64_t start, end, part_start; /* @part_start: with the part that begins there; 0: without one */
	struct stack_depth_row *rows;
	size_t nr;
	/* The same for one address of code of which no function is known: a return address is asked for with the byte before it. */
	struct {
		uint64_t addr, start, end;
		struct seen_code seen;	/* what was looked at for it */
		bool behind_call, has_row;
		struct stack_depth_row row;
	} alone;
	struct unwind_expr cfa_expr, fp_expr; /* of the row that was told last */
};

void unwind_code__init(struct unwind_code *u, const struct elf_view *elf, const struct unwind_machine *machine);
void unwind_code__exit(struct unwind_code *u);
/* Code is to be looked at by @depth, for code of x86-64, which is borrowed, and which others use as well; NULL: by one of its own, as without this. */
void unwind_code__share(struct unwind_code *u, struct stack_depth *depth);
/* Can any address have a row here? */
bool unwind_code__may_know(const struct unwind_code *u);
/* Returns where the function around @addr ends that Go's table has; 0: it has none. */
uint64_t unwind_code__go_end(const struct unwind_code *u, uint64_t addr);
/* Returns the name that Go's table has of the function around @addr; NULL: none. Borrowed as the file is. */
const char *unwind_code__go_name(const struct unwind_code *u, uint64_t addr);
/*
 * Looks up @addr, as linked: sets row, source, start and end of @ret where something is known, and the function where
 * that is. @in_call: @addr is the last byte of a call, and no instruction begins there.
 */
void unwind_code__go_row(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret);
void unwind_code__row(struct unwind_code *u, uint64_t addr, bool in_call, struct unwind_answer *ret);
/*
 * The same by the function [@start, @end) alone, which somebody knows. Where nothing is proven, end of @ret says up to where that is so.
 */
void unwind_code__row_within(struct unwind_code *u, uint64_t addr, uint64_t start, uint64_t end, struct unwind_answer *ret);
/*
 * @ret is what a table says of @addr in a function whose table contradicts its code. Returns whether the code proves a row: if it is another one
 * @ret becomes that, and mended. start and end of @ret become where that is so. False: @ret is as it was.
 */
bool unwind_code__correct(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret);

#endif /* PERF_CODE_UNWIND_CODE_H */
