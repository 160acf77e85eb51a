// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/new-task.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/code/insn-bytes.h"

#define CLONE	56		/* the number of that system call */

/* The register of three bits and the one that a prefix adds. */
static bool is_ax(uint8_t bits, uint8_t more)
{
	return !(bits & 7) && !more;
}

/* Of instructions that have no byte for operands: push, pop, a mov of a number, and nop. */
static bool plain_keeps_ax(const struct insn_bytes *i)
{
	uint8_t op = i->op;

	if (i->map || i->packed)
		return false;
	return (op & 0xf8) == 0x50 || (op == 0x90 && !i->rex) ||
	       (((op & 0xf8) == 0x58 || (op & 0xf8) == 0xb8) && !is_ax(op, i->rex & INSN_REX_B));
}

/* Those that are not named here may call, jump, multiply, exchange, or write a part of a register. */
static bool keeps_ax(const struct insn_bytes *i)
{
	if (!(i->kind & INSN_MODRM))
		return plain_keeps_ax(i);
	if (i->packed || i->map > 1 || (!i->map && (!(i->op & 1) || (i->op > 0x8d && i->op != 0xc7))))
		return false;
	/* endbr64 and nop are of no register. */
	if (i->map && !(i->kind & INSN_TO_REG) && i->op != 0x1e && i->op != 0x1f)
		return false;
	if (i->kind & INSN_TO_REG && is_ax(i->modrm >> 3, i->rex & INSN_REX_R))
		return false;
	return !(i->kind & INSN_TO_RM) || i->modrm < 0xc0 || !is_ax(i->modrm, i->rex & INSN_REX_B);
}

/* Do the instructions from @code on come to its end, with %rax as it is? */
static bool comes_to_end(const unsigned char *code, size_t size)
{
	struct insn_bytes i;

	for (; size; code += i.at, size -= i.at)
		if (!insn_bytes__read(code, size, &i) || !keeps_ax(&i))
			return false;
	return true;
}

bool new_task__is_behind_clone(const unsigned char *code, size_t size)
{
	static const struct form { unsigned char bytes[7]; size_t size; } forms[] = {
		{ { 0xb8, CLONE, 0, 0, 0 }, 5 },		/* mov $56,%eax */
		{ { 0x48, 0xc7, 0xc0, CLONE, 0, 0, 0 }, 7 },	/* mov $56,%rax */
		{ { 0x31, 0xc0, 0xb0, CLONE }, 4 },		/* xor %eax,%eax; mov $56,%al */
		{ { 0x6a, CLONE, 0x58 }, 3 },			/* push $56; pop %rax */
	};
	static const unsigned char syscall[] = { 0x0f, 0x05 };
	size_t at, i;

	if (size < sizeof(syscall) || memcmp(code + size - sizeof(syscall), syscall, sizeof(syscall)) != 0)
		return false;
	size -= sizeof(syscall);
	for (at = size; at-- > 0;)
		for (i = 0; i < ARRAY_SIZE(forms); i++)
			if (size - at >= forms[i].size && !memcmp(code + at, forms[i].bytes, forms[i].size) &&
			    comes_to_end(code + at + forms[i].size, size - at - forms[i].size))
				return true;
	return false;
}
