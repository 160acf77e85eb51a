/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Unwind rows of code that has no unwind table, proven from the code itself: how far the stack pointer is from the
 * caller's frame at each instruction, and where the caller's frame pointer is. For x86-64, with libcapstone; without it
 * nothing is proven.
 *
 * A row is proven if all ways through the function agree on it, and if one of these is true: a return is reached from
 * there with exactly the stack that a return needs; or only what is certain to run leads there from where the function
 * begins. All else has no row.
 */
#ifndef PERF_CODE_STACK_DEPTH_H
#define PERF_CODE_STACK_DEPTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/call-insn.h"
#include "util/code/called-starts.h"
#include "util/code/seen-code.h"
#include "util/code/unwind-row.h"

struct stack_depth;

/* Returns an analyser, which the caller deletes; NULL: another machine, or no libcapstone. */
struct stack_depth *stack_depth__new(enum call_machine machine);
void stack_depth__delete(struct stack_depth *d);

/* What code was looked at since the last call, by its addresses. What is said of an address depends on no other, but for some 64 bytes around it. */
struct seen_code stack_depth__take_seen(struct stack_depth *d);
/* What is to be said next comes from @seen, which was looked at before. */
void stack_depth__see(struct stack_depth *d, const struct seen_code *seen);

/* Code, and what is known of the function that it belongs to. */
struct stack_depth_input {
	const unsigned char *code;	/* the bytes of [start, end), all of them; borrowed */
	uint64_t start, end;		/* addresses */
	/*
	 * Of a function: another part of it, which was put elsewhere since it seldom runs, and which is jumped to. Its rows are told as well.
	 * Empty: there is none, or it is not asked for.
	 */
	const unsigned char *part_code;
	uint64_t part_start, part_end;
	/*
	 * A function, or the part of one that is entered by calls, begins at @start, and none within. Else the bounds
	 * are only what the code of the function cannot lie beyond, and that of others may lie between them.
	 */
	bool is_function;
	/*
	 * Where functions may begin, if this is one of these places: whether the function ends at @end is not known then, and jumps
	 * leave it only to one of these, or to linkage tables. Else NULL. Borrowed.
	 */
	const struct address_list *starts;
	/*
	 * Rows of the function without one (UNWIND_NO_ROW), too: for what its ways come to, where nothing is proven; and for what may lie behind
	 * a call that does not return.
	 */
	bool all;
	uint64_t linkage, linkage_end;	/* entries of linkage tables: who jumps there has called another function, or put it in its place; or empty */
};

/* What holds for [start, end). */
struct stack_depth_row {
	uint64_t start, end;
	/*
	 * FROM_FP where the function has its own frame as compilers make it, else FROM_SP if that is known. Where the stack pointer was aligned
	 * FROM_EXPR, the CFA is the word @cfa_at from one of these two + cfa_offset, or FROM_REG. The expressions are those of the next line; no
	 * pointer to one is set.
	 */
	struct unwind_row row;
	int32_t cfa_at, fp_at;		/* with FROM_EXPR, and fp SAVED_EXPR: bytes from the frame pointer, */
	bool cfa_by_sp, fp_by_sp;	/* ... or from the stack pointer */
	bool sp_known, fp_known;	/* the CFA is also: the stack pointer + @sp_offset; the frame pointer + @fp_offset, bytes */
	int32_t sp_offset, fp_offset;
	bool fp_same;			/* the frame-pointer register holds the caller's value, wherever else that is */
};

/* Do @a and @b say the same? Not compared is where they hold. */
bool stack_depth_row__equal(const struct stack_depth_row *a, const struct stack_depth_row *b);
/*
 * Proves the rows of a function: one for each instruction for which that is possible, merged where they are equal, in
 * the order of their addresses. Returns an array of *@ret_nr, which the caller frees; NULL with 0: nothing is proven.
 */
struct stack_depth_row *stack_depth__rows(struct stack_depth *d, const struct stack_depth_input *in, size_t *ret_nr);
/*
 * Proves the row of the instruction at @addr alone, from what runs behind it. For code of which nobody knows where its
 * functions begin. @behind_call: what a call in front of it has called is running. Returns false where nothing is proven.
 */
bool stack_depth__row_at(struct stack_depth *d, const struct stack_depth_input *in, uint64_t addr, bool behind_call,
			 struct stack_depth_row *ret);
/* Returns how much was done for what was asked last, in instructions and bytes that were looked at. */
uint64_t stack_depth__work(const struct stack_depth *d);

/* What came of a place where a function may begin. */
enum stack_depth_start {
	STACK_DEPTH_NO_START,		/* nothing shows that one does, or it would return or call with a stack that no function has there */
	STACK_DEPTH_OTHER,		/* one may begin there; its ways do not come to the instruction */
	STACK_DEPTH_SEEN,		/* they do, and prove nothing */
	STACK_DEPTH_ROW,		/* they do, and the row is proven */
};

/*
 * Looks for the row of the instruction at @addr, or of the call whose last byte that is, if a function begins at the start of
 * @in. A call counts also if nothing behind it returns, where @all_ways: nothing but the function's own ways lead there; all else has to
 * come to a return. Sets *@ret for STACK_DEPTH_ROW, and for STACK_DEPTH_SEEN to what would hold.
 */
enum stack_depth_start stack_depth__row_from(struct stack_depth *d, const struct stack_depth_input *in, uint64_t addr, bool all_ways,
					     struct stack_depth_row *ret);
/* Is there an instruction at @addr that stack_depth__row_from(), which was called last, has come to from where the function may begin? */
bool stack_depth__came_to(const struct stack_depth *d, uint64_t addr);
/* Does what it has followed run on behind the end of the code, other than by a jump or a call? */
bool stack_depth__runs_on(const struct stack_depth *d);
/*
 * Is @addr in what runs first when a program starts, at @entry, up to and with its first call? Nobody has called it.
 * @in: around @addr.
 */
bool stack_depth__is_entry(struct stack_depth *d, const struct stack_depth_input *in, uint64_t entry, uint64_t addr);
/*
 * Returns the address that the first instructions of a program, at @entry, hand to what they call first (libc's function that calls
 * main()); 0: none, or this is not seen. @in: around @entry.
 */
uint64_t stack_depth__main(struct stack_depth *d, const struct stack_depth_input *in, uint64_t entry);

#endif /* PERF_CODE_STACK_DEPTH_H */
