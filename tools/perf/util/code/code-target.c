// SPDX-License-Identifier: GPL-2.0-only
/* Where calls and jumps lead: through entries of linkage tables, to other files, to one of several functions. */
#include <string.h>

#include "util/code/code-file-internal.h"

/* Jumps to jumps that are followed. */
#define MAX_STUBS	4

/* Opened when first needed: many files never are. */
static struct elf_links *links_of(struct code_file *cf)
{
	if (!cf->links_tried)
		cf->links = elf_links__open(cf->bytes, cf->size);
	cf->links_tried = true;
	return cf->links;
}

bool code_file__export(struct code_file *cf, const char *name, const char *version, struct elf_export *ret)
{
	const struct elf_links *links = links_of(cf);

	return links && elf_links__export(links, name, version, ret);
}

/* What is stored at @slot. */
static void follow_slot(struct code_file *cf, uint64_t slot, bool in_got, struct code_target *ret)
{
	struct elf_links *links = links_of(cf);
	struct elf_link link = { .kind = ELF_LINK_NONE };

	if (links && (!in_got || elf_links__got(links)))
		elf_links__at(links, in_got ? (uint32_t)(elf_links__got(links) + slot) : slot, &link);
	switch (link.kind) {
	case ELF_LINK_NAME:
		ret->kind = CODE_TARGET_NAME;
		ret->name = link.name;
		ret->version = link.version;
		break;
	case ELF_LINK_HERE:
		ret->kind = CODE_TARGET_HERE;
		ret->addr = link.addr;
		break;
	case ELF_LINK_CHOSEN:
		ret->kind = CODE_TARGET_CHOSEN;
		ret->addr = link.addr;
		break;
	case ELF_LINK_NONE:
		ret->kind = CODE_TARGET_UNKNOWN;
		break;
	}
}

static uint32_t word_at(const struct code_file *cf, uint64_t addr)
{
	size_t size;
	const unsigned char *p = code_file__bytes_at(cf, addr, &size);

	return p && size >= 4 ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24 : 0;
}

/*
 * aarch64's entries: adrp x16, PAGE; ldr x17, [x16, N]; add x16, x16, N; br x17. Maybe with a landing pad in front.
 */
static bool arm64_entry(const struct code_file *cf, uint64_t addr, uint64_t *ret_slot)
{
	uint32_t w = word_at(cf, addr);
	int64_t page;

	if (w == 0xd503245f)
		w = word_at(cf, addr += 4);
	if ((w & 0x9f00001f) != 0x90000010 || (word_at(cf, addr + 4) & 0xffc003ff) != 0xf9400211 ||
	    word_at(cf, addr + 12) != 0xd61f0220)
		return false;
	page = (int64_t)((uint64_t)((w >> 5 & 0x7ffff) << 2 | (w >> 29 & 3)) << 43) >> 31;
	*ret_slot = (addr & ~(uint64_t)4095) + (uint64_t)page + (word_at(cf, addr + 4) >> 10 & 0xfff) * 8;
	return true;
}

/* Is @insn x86's mark of a place that may be jumped to? It does nothing else. */
static bool is_landing_pad(const struct disasm_insn *insn)
{
	return insn->mnemonic && !strncmp(insn->mnemonic, "endbr", 5);
}

/* If nothing but a jump lies at ret->addr, where that leads. False: a function does. */
static bool follow_stub(struct code_file *cf, struct code_target *ret)
{
	uint64_t addr = ret->addr, slot;
	struct disasm_insn insn;

	if (arm64_entry(cf, addr, &slot)) {
		ret->stub = addr;
		follow_slot(cf, slot, false, ret);
		return false;
	}
	if (!code_file__decode(cf, addr, &insn))
		return false;
	if (is_landing_pad(&insn) && !code_file__decode(cf, addr + insn.size, &insn))
		return false;
	if (insn.flow != DISASM_JUMP)
		return false;
	if (insn.has_slot) {
		ret->stub = addr;
		follow_slot(cf, insn.slot, insn.slot_in_got, ret);
		return false;
	}
	if (!insn.has_target)
		return false;
	ret->addr = insn.target;
	return true;
}

void code_file__target(struct code_file *cf, const struct disasm_insn *insn, struct code_target *ret)
{
	int i;

	*ret = (struct code_target){ .kind = CODE_TARGET_UNKNOWN };
	if (insn->has_slot) {
		follow_slot(cf, insn->slot, insn->slot_in_got, ret);
	} else if (insn->has_target) {
		ret->kind = CODE_TARGET_HERE;
		ret->addr = insn->target;
	}
	for (i = 0; ret->kind == CODE_TARGET_HERE && i < MAX_STUBS && follow_stub(cf, ret); i++)
		;
}

/* Such a function takes the addresses of all that it may choose. */
size_t code_file__choices(struct code_file *cf, uint64_t resolver, uint64_t *ret, size_t max)
{
	struct function *f = function_at(cf, resolver);
	struct disasm_insn insn;
	uint64_t addr;
	size_t nr = 0;

	if (!f || f->f.start != resolver)
		return 0;
	for (addr = resolver; addr < f->f.end; addr += insn.size) {
		const struct function *g;

		if (!code_file__decode(cf, addr, &insn))
			return 0;
		g = insn.has_address ? function_at(cf, insn.address) : NULL;
		if (!g || g->f.start != insn.address)
			continue;
		if (nr == max)
			return 0;
		ret[nr++] = insn.address;
	}
	return nr;
}
