// SPDX-License-Identifier: GPL-2.0-only
/*
 * Instructions for who follows code, and looks at few of them closely. libcapstone takes thousands of steps for each, and writes a text.
 * What most of them are, and where jumps lead, is known by their bytes.
 */
#include "util/code/code-file-internal.h"
#include "util/code/insn-bytes.h"
#include "util/code/insn-outline.h"

/* Does it go on to the next one, whatever its text is? @i: of one byte, without calls, returns, jumps. */
static bool is_plain_of_one(const struct insn_bytes *i)
{
	uint8_t op = i->op, what = i->modrm >> 3 & 7;

	/* add */
	if (op < 0x06 || (op >= 0x80 && op <= 0x83 && !what))
		return false;
	/* jumps on a condition, interrupts, loops, ports, halts; what pushes, calls and jumps by memory; xbegin, xabort */
	return (op & 0xf0) != 0x70 && (op & 0xf0) != 0xe0 && (op < 0xcc || op > 0xcf) && op != 0xf4 && op != 0xff &&
	       !((op == 0xc6 || op == 0xc7) && i->modrm == 0xf8);
}

/* The same of two bytes: without system calls and what belongs to the kernel. */
static bool is_plain_of_two(const struct insn_bytes *i)
{
	return (i->op >= 0x10 && i->op < 0x30) || (i->op >= 0x40 && i->op < 0x80) || (i->op >= 0x90 && i->op <= 0x9f) ||
	       (i->op >= 0xa3 && i->op != 0xaa && i->op != 0xb9 && i->op != 0xff);
}

static bool is_plain(const struct insn_bytes *i)
{
	return i->packed || i->map > 1 || (i->map ? is_plain_of_two(i) : is_plain_of_one(i));
}

/* A jump to an address that stands in it, but for loops: sets @ret's flow and target. */
static bool read_jump(const struct insn_bytes *i, uint64_t addr, struct disasm_insn *ret)
{
	bool loops = !i->map && (i->op & 0xfc) == 0xe0;
	int64_t distance;

	if (i->short_numbers || loops || !insn_bytes__jump(i, &distance))
		return false;
	ret->flow = !i->map && i->op >= 0xe9 ? DISASM_JUMP : DISASM_BRANCH;
	ret->leaves = ret->flow == DISASM_JUMP;
	ret->has_target = true;
	ret->target = addr + i->at + (uint64_t)distance;
	return true;
}

bool code_file__skim(struct code_file *cf, uint64_t addr, struct disasm_insn *ret)
{
	size_t size;
	const unsigned char *code = cf->disasm && cf->machine == CALL_MACHINE_X86_64 && !cf->bits32 ? code_file__bytes_at(cf, addr, &size) : NULL;
	struct insn_outline o;
	struct insn_bytes i;

	if (!code || !insn_bytes__read(code, size, &i))
		return code_file__decode(cf, addr, ret);
	insn_outline__of(&i, &o);
	*ret = (struct disasm_insn){ .size = o.size };
	if (!o.writes_fp && (read_jump(&i, addr, ret) || (!o.ends && !o.calls && is_plain(&i))))
		return true;
	return code_file__decode(cf, addr, ret);
}
