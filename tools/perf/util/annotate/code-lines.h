/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code of a function, instruction by instruction: its text, where it jumps to, what it calls, and the source line that it was made
 * from. Nothing is printed here.
 */
#ifndef PERF_ANNOTATE_CODE_LINES_H
#define PERF_ANNOTATE_CODE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/annotate/counts.h"
#include "util/base/arena.h"
#include "util/code/disasm.h"
#include "util/symbol/srcline.h"

struct diag;
struct dso_code;
struct workers;

/* Of a longer function only so many bytes are taken apart. No compiler makes such a function, but a file can say anything. */
#define CODE_LINES_MAX_BYTES	((uint64_t)4 << 20)

/* An instruction; or, where the code is not known, an address with samples. */
struct code_line {
	uint64_t addr, end;		/* [addr, end), as dso__find_symbol() takes them; samples in it are this line's */
	const char *text;		/* "call   1150 <helper>", may be shown; NULL: the code is not known */
	/* In @text: how long the mnemonic is, where operands begin, and where the target does, bytes; 0: it has none. */
	uint16_t name_len, operands_at, target_at;
	enum disasm_flow flow;
	bool has_target;
	uint64_t target;		/* of a jump or call, as dso__find_symbol() takes it */
	uint32_t target_line;		/* index + 1 of the line that it leads to; 0: it leaves the function */
	uint32_t nr_jumps;		/* so many jumps of the function lead here */
};

struct code_lines {
	const struct annotate_func *func;
	struct code_line *lines;	/* in the order of addresses, without gaps as far as the code is known */
	size_t nr, cap;
	unsigned char *bytes;		/* the code, from the function's first byte on */
	size_t size;
	bool whole_words;		/* all instructions have four bytes, which are shown as one word */
	char *lack;			/* why the code is not known; NULL: it is */
	struct arena arena;		/* the texts */
};

/* Where code comes from, and how it is to be taken apart. */
struct code_source {
	struct dso_code *code;		/* borrowed */
	struct disasm *disasm;		/* owned; NULL: see @lack */
	const char *arch;		/* as `uname -m` prints it; borrowed, or NULL for this machine */
	bool intel;
	struct workers *workers;	/* borrowed, or NULL */
	char lack[512];			/* why there is no decoder; "" if there is one */
};

/* @code and @arch are borrowed. @intel: x86 in Intel's syntax. @workers take a long function apart; or NULL. */
void code_source__init(struct code_source *s, struct dso_code *code, const char *arch, bool intel, struct workers *workers);
/* For CONFIG_CALLBACK, annotate.disassembler_style: sets the bool @intel. -EINVAL with @diag set: neither intel nor att. */
int code_source__configure(void *intel, const char *value, struct diag *diag);
void code_source__exit(struct code_source *s);

/*
 * Takes the function of the @nr @shares apart, which are those of one function in several events. Where its code, or a decoder, is
 * not there, the lines are the addresses that have samples. So are samples beyond the code that is known: no sample is lost. Never
 * returns NULL; the caller deletes it.
 */
struct code_lines *code_lines__new(struct code_source *s, const struct annotate_share *const *shares, size_t nr);
/* The same of @func, which need not have samples: all of @shares may be NULL. */
struct code_lines *code_lines__of(struct code_source *s, const struct annotate_func *func, const struct annotate_share *const *shares,
				  size_t nr);
void code_lines__delete(struct code_lines *l);

/* The line with address @addr in it; NULL: none. */
const struct code_line *code_lines__find(const struct code_lines *l, uint64_t addr);
/* The innermost function at @line with its source line; NULL: there is no debug information about it. */
const struct src_frame *code_line__source(const struct code_lines *l, const struct code_line *line);

#endif /* PERF_ANNOTATE_CODE_LINES_H */
