/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files share that implement code-file.h. */
#ifndef PERF_CODE_CODE_FILE_INTERNAL_H
#define PERF_CODE_CODE_FILE_INTERNAL_H

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/code/call-insn.h"
#include "util/code/code-file.h"
#include "util/code/disasm.h"
#include "util/code/dso-image.h"
#include "util/code/inline-thunk.h"
#include "util/symbol/elf-symbols.h"

U64_MAP(code_functions, struct function *)

U64_MAP(code_targets, struct code_target *)

struct code_file {
	struct dso *dso;
	struct dso_image *image;
	const unsigned char *bytes;	/* the whole file */
	size_t size;			/* bytes */
	struct elf_segment *segs;
	size_t nr_segs;
	enum call_machine machine;
	struct disasm *disasm;		/* borrowed; NULL: its instructions cannot be taken apart, but calls are known */
	bool bits32;
	struct frame_states *states_table;	/* never NULL */
	bool debug_tried;		/* true once the table of the debug file was looked for */
	struct elf_links *links;	/* NULL: the file has none, or they were not needed yet */
	bool links_tried;
	uint64_t thread_end;		/* see code_file__is_thread_end(); 0: there is none */
	bool thread_end_tried;
	uint64_t main;			/* see code_file__main(); 0: there is none */
	bool main_tried;
	struct code_functions functions;	/* start -> struct function */
	struct code_targets calls;	/* return address -> struct code_target */
	struct u64num states;		/* address -> enum frame_state + 1 */
	struct u64num framed_callers;	/* start of a function -> code_file__has_framed_callers() + 1 */
	struct arena arena;
};

/* A list of edges, complete once @made is true. */
struct edge_list {
	struct code_edge *list;
	size_t nr, cap;
	bool unknown, made;
};

/*
 * What the frame pointer holds when an instruction is reached. These are bits, as several paths with different contents may
 * lead to one instruction.
 */
enum fp_way {
	FP_WAY_CALLERS = 1 << 0,	/* still the caller's value */
	FP_WAY_OWN = 1 << 1,		/* the address of the function's own frame */
	FP_WAY_OTHER = 1 << 2,		/* something else */
	/* The address of a second record below the stack pointer, which leads to the own one: for Go's duffzero(), which has no frame. */
	FP_WAY_RECORD = 1 << 3,
};

struct function {
	struct code_function f;		/* must be the first member */
	struct frame_row *rows;		/* the rows for all of [start, end), if @rows_read */
	size_t nr_rows, cap_rows;
	bool rows_read;
	bool by_code;			/* no table describes it: its symbol says where it is, its code what its rows are */
	struct frame_row last;		/* the row that was asked for last; it begins at the address that was asked for */
	bool saves;			/* one of the rows is FRAME_STATE_SAVED */
	struct edge_list framed, frameless;
	uint8_t *ways;			/* enum fp_way for each byte; NULL: not needed yet, or cannot be found out */
	bool walked, walked_all;	/* the code was followed without the paths of FP_WAY_OTHER; with them */
	bool lost_way;			/* some path through the code could not be followed */
};

/* Returns the function that contains @addr, valid as long as @cf; NULL if no table covers the address. */
struct function *function_at(struct code_file *cf, uint64_t addr);
/* Returns the row of @f for @addr, which must be inside @f. Valid until the next call for @f. */
const struct frame_row *function__row(struct function *f, uint64_t addr);
/* Reads all rows of @f. Before this call, a row begins at the address that was asked for. */
void function__read_rows(struct function *f);
/*
 * Follows the code from the function's first byte and fills @f's ways and edges. @all: also follow the paths on which the
 * frame pointer holds something else (FP_WAY_OTHER).
 */
void function__walk(struct function *f, bool all);
/*
 * On which ways of those that were followed is the instruction of @f reached that @addr lies in? A caller's address
 * lies within its call, not where that begins. Bits of enum fp_way, where a record that leads to the own frame is as
 * good as that (FP_WAY_OWN); 0: on none.
 */
uint8_t function__ways_to(struct code_file *cf, const struct function *f, uint64_t addr);
/*
 * Adds the rows of @f, which no table describes, by its code: it sets up a frame with its first instructions, or never touches the frame
 * pointer. Of any other function there is one row, FRAME_STATE_UNKNOWN.
 */
void function__rows_by_code(struct function *f);
void function__exit(struct function *f);

/*
 * The bytes of the file from @addr, as linked, on, *@ret_size of them, which may belong to several segments; borrowed.
 * NULL: the file has none.
 */
const unsigned char *code_file__bytes_at(const struct code_file *cf, uint64_t addr, size_t *ret_size);
/* Decodes the instruction at @addr into @ret. Returns false if there is none. */
bool code_file__decode(struct code_file *cf, uint64_t addr, struct disasm_insn *ret);
/*
 * The same for who follows code: what goes on to the next instruction, or is a jump to an address, has mostly no mnemonic and operands, but
 * additions and what pushes from memory do (code-skim.c).
 */
bool code_file__skim(struct code_file *cf, uint64_t addr, struct disasm_insn *ret);
/*
 * Sets *@ret to where @insn, a call or a jump, leads in the end: follows entries of linkage tables and jumps to other jumps.
 */
void code_file__target(struct code_file *cf, const struct disasm_insn *insn, struct code_target *ret);

/*
 * Is @insn at @addr a call over a loop that is never run, to what returns to another place (inline-thunk.h)? By the distance: nothing else
 * is called there.
 */
static inline bool code_insn__is_over(const struct disasm_insn *insn, uint64_t addr)
{
	return insn->flow == DISASM_CALL && insn->has_target && insn->target == addr + INLINE_THUNK_OVER;
}

#endif /* PERF_CODE_CODE_FILE_INTERNAL_H */
