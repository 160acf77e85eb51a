/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields `insn`, `insnlen` and `disasm`: the instruction that a sample is at. */
#ifndef PERF_SCRIPT_INSN_H
#define PERF_SCRIPT_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct disasm_insn;
struct sample_code;
struct session_sample;

/* "31 c9": two digits a byte, with blanks between them. */
void script_insn__bytes(struct strbuf *out, const unsigned char *code, size_t size);
/*
 * The text of @insn: "callq add+0x0", the target by its name if @s (whose process it is of) is not NULL; "illegal instruction"
 * where there is none.
 */
void script_insn__text(struct strbuf *out, const struct disasm_insn *insn, const struct session_sample *s);
/* Appends " ilen: 2", " insn: 31 c9", two tabs and the text: what @fields (SCRIPT_INSN and so on) ask for. */
void script_insn__add(struct strbuf *out, struct sample_code *code, const struct session_sample *s, uint64_t fields);

#endif /* PERF_SCRIPT_INSN_H */
