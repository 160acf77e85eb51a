// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/insn-text.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "util/annotate/code-lines.h"

static uint32_t word_of(const unsigned char *code)
{
	return code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
}

static void add_operands(struct strbuf *out, const char *text, size_t len, bool tight)
{
	const char *end = text + len, *comma;

	while (tight && (comma = memchr(text, ',', (size_t)(end - text)))) {
		strbuf__add(out, text, (size_t)(comma + 1 - text));
		text = comma + 1;
		if (text < end && *text == ' ')
			text++;
	}
	strbuf__add(out, text, (size_t)(end - text));
}

void insn_text__add_target(struct strbuf *out, struct dso *dso, const struct code_line *line)
{
	const struct symbol *sym = dso__find_symbol(dso, line->target);

	strbuf__addhex(out, dso__to_linked(dso, line->target), 1);
	if (!sym)
		return;
	strbuf__addstr(out, " <");
	strbuf__add(out, sym->name, sym->name_len);
	if (line->target != sym->start) {
		strbuf__addstr(out, "+0x");
		strbuf__addhex(out, line->target - sym->start, 1);
	}
	strbuf__addch(out, '>');
}

void insn_text__add(struct strbuf *out, const struct disasm_insn *insn, struct code_line *line, bool tight)
{
	line->name_len = (uint16_t)strlen(insn->mnemonic);
	strbuf__add(out, insn->mnemonic, line->name_len);
	if (!insn->operands[0])
		return;
	strbuf__addblanks(out, line->name_len < 6 ? 7 - (size_t)line->name_len : 1);
	line->operands_at = (uint16_t)out->len;
	if (!line->has_target) {
		add_operands(out, insn->operands, strlen(insn->operands), tight);
		return;
	}
	add_operands(out, insn->operands, insn->target_at, tight);
	line->target_at = (uint16_t)out->len;
}

void insn_text__add_bad(struct strbuf *out, const unsigned char *code, size_t size, bool whole_words)
{
	if (whole_words && size == 4)
		strbuf__addf(out, ".inst  0x%08" PRIx32, word_of(code));
	else
		strbuf__addstr(out, "(bad)");
}

void insn_text__bytes(struct strbuf *out, const unsigned char *code, size_t size, bool whole_words)
{
	size_t i;

	if (whole_words && size == 4) {
		strbuf__addf(out, "%08" PRIx32 "    ", word_of(code));
		return;
	}
	for (i = 0; i < INSN_TEXT_BYTES; i++) {
		if (i < size)
			strbuf__addf(out, "%02x ", code[i]);
		else
			strbuf__addblanks(out, 3);
	}
}
