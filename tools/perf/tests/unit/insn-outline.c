// SPDX-License-Identifier: GPL-2.0-only
/* The lengths of instructions, and what they do to two registers: some that were chosen, and those of this program against libcapstone. */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/code/elf-view.h"
#include "util/code/file-map.h"
#include "util/code/insn-outline.h"
#include "util/code/stack-effect.h"
#include "util/code/unwind-file.h"

/* One function of so many is looked at. */
#define STEP	16

static const struct known {
	const char *code;
	uint8_t size;
	struct insn_outline is;		/* but for the size */
} known[] = {
	{ "\x53", 1, { .moves_sp = true, .sp_known = true, .sp_add = -8 } },			/* push %rbx */
	{ "\x41\x5c", 2, { .moves_sp = true, .sp_known = true, .sp_add = 8 } },		/* pop %r12 */
	{ "\x5c", 1, { .moves_sp = true } },						/* pop %rsp */
	{ "\x5d", 1, { .moves_sp = true, .sp_known = true, .sp_add = 8, .writes_fp = true } },	/* pop %rbp */
	{ "\x41\x5d", 2, { .moves_sp = true, .sp_known = true, .sp_add = 8 } },		/* pop %r13 */
	{ "\x66\x50", 2, { .moves_sp = true } },						/* push %ax */
	{ "\xff\x75\x08", 3, { .moves_sp = true, .sp_known = true, .sp_add = -8 } },		/* push 8(%rbp) */
	{ "\x68\x01\x02\x03\x04", 5, { .moves_sp = true, .sp_known = true, .sp_add = -8 } },
	{ "\x48\x83\xec\x80", 4, { .moves_sp = true, .sp_known = true, .sp_add = 128 } },	/* sub $-128,%rsp */
	{ "\x48\x81\xc4\x00\x01\x00\x00", 7, { .moves_sp = true, .sp_known = true, .sp_add = 256 } },
	{ "\x48\x8d\x64\x24\x80", 5, { .moves_sp = true, .sp_known = true, .sp_add = -128 } },	/* lea -128(%rsp),%rsp */
	{ "\x48\x8d\xa4\x24\x00\x01\x00\x00", 8, { .moves_sp = true, .sp_known = true, .sp_add = 256 } },
	{ "\x48\x8d\x65\xd8", 4, { .moves_sp = true } },					/* lea -40(%rbp),%rsp */
	{ "\x48\x83\xe4\xe0", 4, { .moves_sp = true } },					/* and $-32,%rsp */
	{ "\x83\xec\x08", 3, { .moves_sp = true } },						/* sub $8,%esp */
	{ "\x48\x29\xc4", 3, { .moves_sp = true } },						/* sub %rax,%rsp */
	{ "\x48\x8b\xa2\xa0\x00\x00\x00", 7, { .moves_sp = true } },				/* mov 160(%rdx),%rsp */
	{ "\x48\x87\xe5", 3, { .moves_sp = true, .writes_fp = true } },			/* xchg %rsp,%rbp */
	{ "\x48\x94", 2, { .moves_sp = true } },						/* xchg %rax,%rsp */
	{ "\xc9", 1, { .moves_sp = true, .writes_fp = true } },				/* leave */
	{ "\xc8\x30\x00\x00", 4, { .moves_sp = true, .writes_fp = true } },			/* enter */
	{ "\x48\x89\xe5", 3, { .writes_fp = true } },						/* mov %rsp,%rbp */
	{ "\x49\x89\xe5", 3, { .moves_sp = false } },						/* mov %rsp,%r13 */
	{ "\x48\x83\xfc\x08", 4, { .moves_sp = false } },					/* cmp $8,%rsp */
	{ "\x00\xe5", 2, { .moves_sp = false } },						/* add %ah,%ch */
	{ "\x40\x00\xe5", 3, { .writes_fp = true } },						/* add %spl,%bpl */
	{ "\xb5\x01", 2, { .moves_sp = false } },						/* mov $1,%ch */
	{ "\xbd\x01\x00\x00\x00", 5, { .writes_fp = true } },					/* mov $1,%ebp */
	{ "\x48\xbd\x01\x02\x03\x04\x05\x06\x07\x08", 10, { .writes_fp = true } },		/* movabs $...,%rbp */
	{ "\x48\xa1\x01\x02\x03\x04\x05\x06\x07\x08", 10, { .moves_sp = false } },		/* movabs ...,%rax */
	{ "\xf7\xc5\x01\x00\x00\x00", 6, { .moves_sp = false } },				/* test $1,%ebp */
	{ "\xf7\xdd", 2, { .writes_fp = true } },						/* neg %ebp */
	{ "\x66\xf7\xc0\x01\x00", 5, { .moves_sp = false } },					/* test $1,%ax */
	{ "\x0f\xb6\x6c\x24\x08", 5, { .writes_fp = true } },					/* movzbl 8(%rsp),%ebp */
	{ "\x66\x0f\x6f\xec", 4, { .moves_sp = false } },					/* movdqa %xmm4,%xmm5 */
	{ "\x66\x0f\x3a\x0f\xec\x08", 6, { .moves_sp = false } },				/* palignr $8,%xmm4,%xmm5 */
	{ "\xc4\xe2\x50\xf2\xe8", 5, { .writes_fp = true } },					/* andn %eax,%ebp,%ebp */
	{ "\xc5\xf8\x77", 3, { .moves_sp = false } },						/* vzeroupper */
	{ "\xc5\xd1\x73\xdd\x08", 5, { .moves_sp = false } },					/* vpsrldq $8,%xmm5,%xmm5 */
	{ "\x62\xf1\x7d\x48\x6f\xac\x24\x00\x01\x00\x00", 11, { .moves_sp = false } },	/* vmovdqa32 256(%rsp),%zmm5 */
	{ "\xe8\x00\x00\x00\x00", 5, { .calls = true } },
	{ "\x66\x66\x48\xe8\x00\x00\x00\x00", 8, { .calls = true } },				/* what linkers make of __tls_get_addr */
	{ "\xff\x15\x00\x00\x00\x00", 6, { .calls = true } },
	{ "\xff\xe0", 2, { .ends = true } },							/* jmp *%rax */
	{ "\xf3\xc3", 2, { .ends = true, .returns = true } },
	{ "\xc2\x08\x00", 3, { .ends = true, .returns = true } },
	{ "\x0f\x0b", 2, { .ends = true } },
	{ "\x0f\x84\x00\x01\x00\x00", 6, { .moves_sp = false } },
};

static int test__known(void)
{
	struct insn_outline o;
	unsigned char more[16];
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		const struct insn_outline *is = &known[i].is;

		memset(more, 0x90, sizeof(more));
		memcpy(more, known[i].code, known[i].size);
		if (!insn_outline__read(more, sizeof(more), &o) || o.size != known[i].size || o.ends != is->ends || o.calls != is->calls || o.returns != is->returns ||
		    o.moves_sp != is->moves_sp || o.sp_known != is->sp_known || o.sp_add != is->sp_add || o.writes_fp != is->writes_fp) {
			fprintf(stderr, "  number %zu: %u bytes, %d, %+d, %d\n", i, o.size, o.moves_sp, o.sp_add, o.writes_fp);
			return TEST_FAIL;
		}
		/* Not if a byte is missing. */
		for (n = 0; n < known[i].size; n++)
			TEST_ASSERT(!insn_outline__read((const unsigned char *)known[i].code, n, &o) || o.size <= n);
		TEST_ASSERT(!insn_outline__read((const unsigned char *)known[i].code, known[i].size - 1U, &o));
	}
	return TEST_OK;
}

/* None, those of other modes, and more prefixes than there may be. */
static int test__unknown(void)
{
	static const char *const codes[] = { "\x06", "\x27", "\x82\xc4\x08", "\x9a", "\xd5", "\xff\xff", "\x0f\x04", "\x8f\xe8\x78\xc2\xec\x0e" };
	unsigned char bytes[16];
	struct insn_outline o;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(codes); i++) {
		memset(bytes, 0x90, sizeof(bytes));
		memcpy(bytes, codes[i], strlen(codes[i]));
		TEST_ASSERT(!insn_outline__read(bytes, sizeof(bytes), &o));
	}
	memset(bytes, 0x66, sizeof(bytes));
	TEST_ASSERT(!insn_outline__read(bytes, sizeof(bytes), &o));
	bytes[15] = 0x90;
	TEST_ASSERT(!insn_outline__read(bytes, sizeof(bytes), &o));
	return TEST_OK;
}

#ifdef __x86_64__
static bool loses(const struct stack_effect *e, int reg)
{
	return e->move_to == reg || e->load_to == reg || e->align_reg == reg || e->lost >> reg & 1;
}

/* Does libcapstone say the same? */
static bool is_same(const struct stack_effect *e, const struct insn_outline *o)
{
	bool moves = e->sp_add || loses(e, STACK_SP), ends = e->flow == STACK_JUMP || e->flow == STACK_RET || e->flow == STACK_STOP;

	return o->size == e->size && o->moves_sp == moves && o->writes_fp == loses(e, STACK_FP) && o->ends == ends &&
	       o->calls == (e->flow == STACK_CALL) &&
	       (!o->sp_known || o->sp_add == e->sp_add + (e->move_to == STACK_SP ? e->move_add : 0));
}

static void compare(struct stack_effects *effects, const unsigned char *code, size_t size, unsigned long *nr, unsigned long *others)
{
	struct insn_outline o;
	struct stack_effect e;
	size_t at, i;

	for (at = 0; at < size && stack_effects__decode(effects, code + at, size - at, at, &e); at += e.size) {
		++*nr;
		if (insn_outline__read(code + at, size - at, &o) && is_same(&e, &o))
			continue;
		if (++*others > 10)
			continue;
		fprintf(stderr, "  %u bytes:", o.size);
		for (i = 0; i < e.size; i++)
			fprintf(stderr, " %02x", code[at + i]);
		fprintf(stderr, "\n");
	}
}
#endif

static int test__own(void)
{
#ifdef __x86_64__
	struct stack_effects *effects = stack_effects__new(CALL_MACHINE_X86_64);
	unsigned long nr = 0, others = 0, functions = 0;
	struct diag diag = DIAG_INIT;
	struct unwind_answer a;
	struct unwind_file *f;
	struct elf_view elf;
	struct file_map map;
	uint64_t addr, end;
	size_t i, left;

	if (!effects)
		return test_skip("libcapstone is missing");
	TEST_ASSERT(!file_map__open(&map, "/proc/self/exe") && !elf_view__open(&elf, map.bytes, map.size, &diag));
	f = unwind_file__new(map.bytes, map.size, &diag);
	for (i = 0; f && i < elf.nr_loads; i++) {
		end = elf.loads[i].flags & PF_X ? elf.loads[i].addr + elf.loads[i].size : 0;
		for (addr = elf.loads[i].addr; addr < end; addr = a.function_end > addr ? a.function_end : addr + 1) {
			const unsigned char *code = unwind_file__code(f, addr, &left);

			unwind_file__row_by(f, UNWIND_BY_CFI, addr, &a);
			if (a.function == addr && a.function_end - addr <= left && !(functions++ % STEP))
				compare(effects, code, (size_t)(a.function_end - addr), &nr, &others);
		}
	}
	unwind_file__delete(f);
	elf_view__close(&elf);
	file_map__close(&map);
	stack_effects__delete(effects);
	fprintf(stderr, "%lu instructions, %lu are others\n", nr, others);
	TEST_ASSERT(nr > 5000);
	TEST_ASSERT_EQ(others, 0);
	return TEST_OK;
#else
	return test_skip("it is for x86-64");
#endif
}

DEFINE_SUITE("Outlines of instructions", insn_outline, { "some that were chosen", test__known }, { "none", test__unknown },
	     { "those of this program", test__own })
