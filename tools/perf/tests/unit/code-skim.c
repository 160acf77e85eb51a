// SPDX-License-Identifier: GPL-2.0-only
/* What is known of instructions by their bytes is what libcapstone says of them. */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/code/code-file-internal.h"
#include "util/code/elf-view.h"
#include "util/symbol/dsos.h"

/* Bytes between two places at which instructions are taken apart: so that many functions are met. */
#define STEP	8192
#define NR_EACH	64

/* Texts that who follows code looks at, in front of a jump by a register or a call. */
static bool is_looked_at(const struct disasm_insn *insn)
{
	return insn->mnemonic && (!strcmp(insn->mnemonic, "addq") || !strcmp(insn->mnemonic, "addl") ||
				  (!strncmp(insn->mnemonic, "push", 4) && strchr(insn->operands, '(')));
}

static bool is_same(const struct disasm_insn *full, const struct disasm_insn *skimmed)
{
	bool jumps = full->flow != DISASM_ON && full->flow != DISASM_STOP;

	if (full->size != skimmed->size || full->flow != skimmed->flow || full->has_target != skimmed->has_target ||
	    (full->has_target && full->target != skimmed->target) || full->writes_fp != skimmed->writes_fp)
		return false;
	return skimmed->mnemonic || (!is_looked_at(full) && (!jumps || full->has_target));
}

static void compare(struct code_file *cf, uint64_t addr, unsigned long *nr, unsigned long *without_text, unsigned long *others)
{
	struct disasm_insn full, skimmed;
	unsigned int i;

	for (i = 0; i < NR_EACH && code_file__decode(cf, addr, &full); i++, addr += full.size) {
		char text[64] = "";

		if (!full.mnemonic)
			continue;
		/* Its texts are those of the last one that was decoded. */
		snprintf(text, sizeof(text), "%s %s", full.mnemonic, full.operands);
		if (code_file__skim(cf, addr, &skimmed) && !skimmed.mnemonic)
			(void)code_file__decode(cf, addr, &full);
		++*nr;
		*without_text += !skimmed.mnemonic;
		if (is_same(&full, &skimmed))
			continue;
		if (++*others <= 10)
			fprintf(stderr, "  at 0x%llx: %s\n", (unsigned long long)addr, text);
	}
}

static int compare_all(struct code_file *cf)
{
	unsigned long nr = 0, without_text = 0, others = 0;
	struct diag diag = DIAG_INIT;
	struct elf_view elf;
	uint64_t addr;
	size_t i;

	TEST_ASSERT(!elf_view__open(&elf, cf->bytes, cf->size, &diag));
	for (i = 0; i < elf.nr_loads; i++)
		for (addr = elf.loads[i].addr; elf.loads[i].flags & PF_X && addr < elf.loads[i].addr + elf.loads[i].size; addr += STEP) {
			const struct function *f = function_at(cf, addr);

			if (f)
				compare(cf, f->f.start, &nr, &without_text, &others);
		}
	elf_view__close(&elf);
	fprintf(stderr, "%lu instructions, %lu without a text, %lu are others\n", nr, without_text, others);
	TEST_ASSERT(nr > 5000);
	TEST_ASSERT(without_text > nr / 2);
	TEST_ASSERT_EQ(others, 0);
	return TEST_OK;
}

static int test__own(void)
{
	struct symbol_opts opts = { .no_symbols = false };
	struct code_files *files = code_files__new();
	struct dsos *dsos = dsos__new(&opts);
	struct code_file *cf;
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	int result = TEST_SKIP;

	path[n > 0 ? n : 0] = 0;
	cf = code_files__get(files, dsos__get(dsos, path, DSO_KIND_USER, NULL, 0, 0));
	TEST_ASSERT(cf);
	if (code_file__can_follow(cf) && cf->machine == CALL_MACHINE_X86_64)
		result = compare_all(cf);
	code_files__delete(files);
	dsos__delete(dsos);
	return result;
}

DEFINE_SUITE("Instructions that need no text", code_skim, { "those of this program", test__own })
