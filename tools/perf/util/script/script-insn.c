// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-insn.h"

#include <inttypes.h>
#include <string.h>

#include "util/callchain/chain.h"
#include "util/script/sample-code.h"
#include "util/script/script-branch.h"
#include "util/script/script-fields.h"
#include "util/session/session.h"

void script_insn__bytes(struct strbuf *out, const unsigned char *code, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	for (i = 0; i < size; i++) {
		if (i)
			strbuf__addch(out, ' ');
		strbuf__addch(out, digits[code[i] >> 4]);
		strbuf__addch(out, digits[code[i] & 15]);
	}
}

static bool add_target(struct strbuf *out, const struct disasm_insn *insn, const struct session_sample *s)
{
	struct frame f;

	if (!insn->has_target || !s)
		return false;
	script_place__find(s, insn->target, &f);
	if (!f.sym)
		return false;
	strbuf__add(out, insn->operands, insn->target_at);
	strbuf__add(out, f.sym->name, f.sym->name_len);
	strbuf__addf(out, "+0x%" PRIx64, map__to_dso(f.map, f.ip) - f.sym->start);
	return true;
}

void script_insn__text(struct strbuf *out, const struct disasm_insn *insn, const struct session_sample *s)
{
	if (!insn->mnemonic) {
		strbuf__addstr(out, "illegal instruction");
		return;
	}
	strbuf__addstr(out, insn->mnemonic);
	if (!insn->operands[0])
		return;
	strbuf__addch(out, ' ');
	if (!add_target(out, insn, s))
		strbuf__addstr(out, insn->operands);
}

void script_insn__add(struct strbuf *out, struct sample_code *code, const struct session_sample *s, uint64_t fields)
{
	unsigned char bytes[DISASM_MAX_INSN], byte;
	struct disasm_insn insn;
	unsigned int size;

	if (!(fields & (SCRIPT_INSN | SCRIPT_INSNLEN | SCRIPT_DISASM)))
		return;
	size = sample_code__insn(code, s, bytes);
	if (fields & SCRIPT_INSNLEN)
		strbuf__addf(out, " ilen: %u", size);
	if (!size)
		return;
	if (fields & SCRIPT_INSN) {
		strbuf__addstr(out, " insn: ");
		script_insn__bytes(out, bytes, size);
	}
	if (fields & SCRIPT_DISASM) {
		/* What a trace told was not read; whether it is of a 32-bit program the file says. */
		if (s->trace && s->trace->insn_len)
			(void)sample_code__read(code, s, s->sample->ip, &byte, 1);
		strbuf__add(out, "\t\t", 2);
		(void)sample_code__decode(code, bytes, size, s->sample->ip, &insn);
		script_insn__text(out, &insn, s);
	}
}
