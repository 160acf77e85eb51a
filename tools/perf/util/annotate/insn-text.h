/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions as text, laid out as objdump does. */
#ifndef PERF_ANNOTATE_INSN_TEXT_H
#define PERF_ANNOTATE_INSN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/strbuf.h"

struct code_line;
struct disasm_insn;
struct dso;

/*
 * Appends "call   ": the mnemonic, padded, and the operands without the target of @line, if it has one. @tight: no blanks between operands,
 * as objdump has it for x86. @out is empty; where in it the parts begin is left in @line.
 */
void insn_text__add(struct strbuf *out, const struct disasm_insn *insn, struct code_line *line, bool tight);
/* Appends the target that @line has: "1150 <helper>", an address as linked with the function of @dso in which it lies. */
void insn_text__add_target(struct strbuf *out, struct dso *dso, const struct code_line *line);
/* Appends what is shown for the @size bytes at @code that are no instruction: "(bad)", or the word of aarch64. */
void insn_text__add_bad(struct strbuf *out, const unsigned char *code, size_t size, bool whole_words);
/*
 * Appends bytes in hexadecimal, each with a blank behind it, at most seven, and pads them to the width of seven: "c3                   ".
 * @whole_words: four of them as one word of a little-endian machine.
 */
void insn_text__bytes(struct strbuf *out, const unsigned char *code, size_t size, bool whole_words);
#define INSN_TEXT_BYTES	((size_t)7)

#endif /* PERF_ANNOTATE_INSN_TEXT_H */
