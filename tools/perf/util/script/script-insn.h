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

/* Appends the bytes in hexadecimal: "31 c9". */
void script_insn__bytes(struct strbuf *out, const unsigned char *code, size_t size);
/*
 * Appends the text of @insn: "callq add+0x0"; the target is shown by its name if @s (a sample of the same process) is not
 * NULL. Appends "illegal instruction" if there is no instruction.
 */
void script_insn__text(struct strbuf *out, const struct disasm_insn *insn, const struct session_sample *s);
/* Appends " ilen: 2", " insn: 31 c9", or two tabs and the text, as @fields (SCRIPT_INSN and so on) say. */
void script_insn__add(struct strbuf *out, struct sample_code *code, const struct session_sample *s, uint64_t fields);

#endif /* PERF_SCRIPT_INSN_H */
