/* SPDX-License-Identifier: GPL-2.0-only */
/* What code-file.c and code-function.c share. */
#ifndef PERF_CODE_CODE_FILE_INTERNAL_H
#define PERF_CODE_CODE_FILE_INTERNAL_H

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/code/code-file.h"
#include "util/code/disasm.h"
#include "util/code/dso-image.h"
#include "util/symbol/elf-symbols.h"

struct code_file {
	struct dso *dso;
	struct dso_image *image;
	const unsigned char *bytes;	/* the whole file */
	size_t size;			/* bytes */
	struct elf_segment *segs;
	size_t nr_segs;
	struct disasm *disasm;		/* borrowed; NULL: its instructions are not known here */
	bool bits32, is_x86_64;
	struct frame_states *states_table;	/* never NULL */
	bool debug_tried;		/* the debug file's table was looked for */
	struct elf_links *links;	/* NULL: none, or not needed yet */
	bool links_tried;
	uint64_t thread_end;		/* see code_file__is_thread_end(); 0: there is none */
	bool thread_end_tried;
	struct u64map functions;	/* start -> struct function */
	struct u64map calls;		/* return address -> struct code_target */
	struct u64num states;		/* address -> enum frame_state + 1 */
	struct arena arena;
};

/* A list of edges in the making, or made. */
struct edge_list {
	struct code_edge *list;
	size_t nr, cap;
	bool unknown, made;
};

/* Where the frame pointer is when an instruction is reached: bits, as there are several ways to it. */
enum fp_way {
	FP_WAY_CALLERS = 1 << 0,
	FP_WAY_OWN = 1 << 1,
	FP_WAY_OTHER = 1 << 2,
};

struct function {
	struct code_function f;		/* first */
	struct frame_row *rows;		/* all of [start, end), if @rows_read */
	size_t nr_rows, cap_rows;
	bool rows_read;
	struct frame_row last;		/* the one that was asked for last; it begins there */
	bool saves;			/* there is a FRAME_STATE_SAVED among them */
	struct edge_list framed, frameless;
	uint8_t *ways;			/* enum fp_way for each byte; NULL: nobody asked, or not to be told */
	bool walked, walked_all;	/* ways without those of FP_WAY_OTHER, and all */
	bool lost_way;			/* somewhere the way could not be followed */
};

/* Never NULL, and valid for the file's life: the function of the row at @addr; NULL: no table covers it. */
struct function *function_at(struct code_file *cf, uint64_t addr);
/* The row of @f at @addr, which lies in it; valid until the next question. */
const struct frame_row *function__row(struct function *f, uint64_t addr);
/* Reads all of them. Until then a row begins where it was asked for. */
void function__read_rows(struct function *f);
/* Follows the code from the function's first byte; @all: also where the frame pointer holds something else. */
void function__walk(struct function *f, bool all);
void function__exit(struct function *f);

/* The instruction at @addr. False: there is none. */
bool code_file__decode(struct code_file *cf, uint64_t addr, struct disasm_insn *ret);
/* Where @insn, a call or a jump, leads, through entries of linkage tables and jumps to jumps. */
void code_file__target(struct code_file *cf, const struct disasm_insn *insn, struct code_target *ret);

#endif /* PERF_CODE_CODE_FILE_INTERNAL_H */
