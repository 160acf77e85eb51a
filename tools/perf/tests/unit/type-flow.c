// SPDX-License-Identifier: GPL-2.0-only
/* What a register points to, on all ways through functions of a few instructions. */
#include <stdio.h>

#include "tests/test.h"
#include "util/code/type-flow.h"

#define AT	0x1000ULL

enum { RAX, RDX, RCX, RBX, RSI, RDI };	/* DWARF's numbers */
enum { LIST = 1, NODE, TREE, LEAF };

/*
 * The argument in %rdi points to a LIST as long as the function's first 16 bytes run, which has a NODE at 8 and a TREE
 * at 24.
 */
static struct type_pointer variable(void *ctx, uint64_t addr, int reg, int64_t add)
{
	(void)ctx;
	return reg == RDI && addr < AT + 16 ? (struct type_pointer){ LIST, (int32_t)add } : (struct type_pointer){ 0 };
}

static struct type_pointer word(void *ctx, uint64_t addr, const struct insn_memory *mem)
{
	bool known = mem->kind == INSN_REGISTER && mem->base == RDI && addr < AT + 16;

	(void)ctx;
	return (struct type_pointer){ .type = !known ? 0 : mem->disp == 8 ? NODE : mem->disp == 24 ? TREE : 0 };
}

/* A NODE has a LEAF at 16. */
static struct type_pointer member(void *ctx, struct type_pointer p, const struct insn_memory *mem)
{
	(void)ctx;
	return (struct type_pointer){ .type = p.type == NODE && p.offset + mem->disp == 16 ? LEAF : 0 };
}

static struct type_pointer returned(void *ctx, uint64_t addr, uint64_t target)
{
	(void)ctx;
	(void)addr;
	return (struct type_pointer){ .type = target == AT + 0x1000 ? TREE : 0 };
}

static const struct type_source source = { .variable = variable, .word = word, .member = member, .returned = returned };

#define NODE_RAX	"\x48\x8b\x47\x08"	/* mov 8(%rdi),%rax */
#define TREE_RAX	"\x48\x8b\x47\x18"	/* mov 24(%rdi),%rax */
#define RAX_RBX		"\x48\x89\xc3"		/* mov %rax,%rbx */
#define CALL_TREE	"\xe8"			/* call AT + 0x1000, with the distance behind it */
#define READ		"\x48\x8b\x48\x10"	/* mov 16(%rax),%rcx */

struct check {
	unsigned int at;
	int reg;
	uint32_t type;
	int32_t offset;
};

static const struct {
	const char *what, *code;
	size_t size;
	bool refused;
	struct check checks[4];
} cases[] = {
	{ "a member of a member",
	  NODE_RAX READ "\xc3", 9, false, { { 4, RAX, NODE, 0 }, { 8, RCX, LEAF, 0 }, { 8, RAX, NODE, 0 } } },
	{ "a copy, and its part", NODE_RAX RAX_RBX "\x48\x8d\x53\x08\xc3", 12, false,		/* lea 8(%rbx),%rdx */
	  { { 7, RBX, NODE, 0 }, { 11, RDX, NODE, 8 }, { 11, RAX, NODE, 0 } } },
	{ "an addition",
	  NODE_RAX "\x48\x83\xc0\x08\x48\x8b\x48\x08\xc3", 13, false, { { 8, RAX, NODE, 8 }, { 12, RCX, LEAF, 0 } } },
	{ "half of a register", NODE_RAX "\x31\xc0\xc3", 7, false, { { 6, RAX, 0, 0 } } },	/* xor %eax,%eax */
	{ "a byte of it", NODE_RAX "\xb0\x01\xc3", 7, false, { { 6, RAX, 0, 0 } } },		/* mov $1,%al */
	{ "reused", NODE_RAX TREE_RAX "\xc3", 9, false, { { 4, RAX, NODE, 0 }, { 8, RAX, TREE, 0 } } },
	{ "a conditional move",
	  NODE_RAX "\x48\x0f\x44\xc1\xc3", 9, false, { { 8, RAX, 0, 0 } } },	/* cmove %rcx,%rax */
	{ "exchanged",
	  NODE_RAX "\x48\x93\xc3", 7, false, { { 6, RAX, 0, 0 }, { 6, RBX, 0, 0 } } },	/* xchg %rax,%rbx */
	{ "popped", NODE_RAX "\x58\xc3", 6, false, { { 5, RAX, 0, 0 } } },			/* pop %rax */
	{ "a call returns something else, and keeps what it has to",
	  NODE_RAX RAX_RBX "\x48\x89\xc2" CALL_TREE "\xf1\x0f\x00\x00\xc3", 16,
	  false, { { 15, RAX, TREE, 0 }, { 15, RBX, NODE, 0 }, { 15, RDX, 0, 0 }, { 10, RDX, NODE, 0 } } },
	{ "a call of which nothing is known",
	  NODE_RAX CALL_TREE "\x00\x00\x00\x00\xc3", 10, false, { { 9, RAX, 0, 0 } } },
	/* je 1f; mov 8(%rdi),%rax; jmp 2f; 1: mov 24(%rdi),%rax; 2: ret */
	{ "two ways with two types", "\x74\x06" NODE_RAX "\xeb\x04" TREE_RAX "\xc3", 13, false,
	  { { 6, RAX, NODE, 0 }, { 12, RAX, 0, 0 }, { 12, RBX, 0, 0 } } },
	{ "two ways with the same",
	  "\x74\x06" NODE_RAX "\xeb\x04" NODE_RAX "\xc3", 13, false, { { 12, RAX, NODE, 0 } } },
	/* mov 8(%rdi),%rax; 1: mov 16(%rax),%rcx; mov %rcx,%rax; jne 1b; ret */
	{ "a loop that changes it",
	  NODE_RAX READ "\x48\x89\xc8\x75\xf7\xc3", 14, false, { { 4, RAX, 0, 0 }, { 8, RCX, 0, 0 } } },
	{ "a loop that does not",
	  NODE_RAX READ "\x75\xfa\xc3", 11, false, { { 4, RAX, NODE, 0 }, { 10, RCX, LEAF, 0 } } },
	/* mov 8(%rdi),%rax; jmp 2f; 1: nop; 2: ret: what only fills a gap is no way */
	{ "a gap", NODE_RAX "\xeb\x01\x90\xc3", 8, false, { { 7, RAX, NODE, 0 } } },
	/* The same with xor %ecx,%ecx in the gap, which somebody else may jump to. */
	{ "a way from elsewhere",
	  NODE_RAX "\xeb\x02\x31\xc9\xc3", 9, false, { { 8, RAX, 0, 0 }, { 4, RAX, NODE, 0 } } },
	{ "a jump to anywhere", NODE_RAX "\xff\xe0\xc3", 7, true, { { 0 } } },			/* jmp *%rax */
	{ "a jump into an instruction", NODE_RAX "\xeb\xfb\xc3", 7, true, { { 0 } } },
	{ "no instruction", NODE_RAX "\x06\xc3", 6, true, { { 0 } } },
};

static int try(size_t n, struct stack_effects *effects)
{
	struct type_flow *f = type_flow__new();
	bool ok = type_flow__add(f, effects, (const unsigned char *)cases[n].code, cases[n].size, AT) &&
		  type_flow__run(f, &source);
	int ret = TEST_OK;
	size_t i;

	if (ok == cases[n].refused) {
		fprintf(stderr, "%s: %s\n", cases[n].what, ok ? "followed" : "refused");
		ret = TEST_FAIL;
	}
	for (i = 0; ok && i < sizeof(cases[n].checks) / sizeof(cases[n].checks[0]) && cases[n].checks[i].at; i++) {
		const struct check *c = &cases[n].checks[i];
		struct type_pointer p = type_flow__at(f, AT + c->at, c->reg);

		if (p.type != c->type || (p.type && p.offset != c->offset)) {
			fprintf(stderr, "%s: at %u, register %d: type %u + %d, not %u + %d\n", cases[n].what, c->at,
				c->reg, p.type, p.offset, c->type, c->offset);
			ret = TEST_FAIL;
		}
	}
	type_flow__delete(f);
	return ret;
}

static int test__ways(void)
{
	struct stack_effects *effects = stack_effects__new(CALL_MACHINE_X86_64);
	int ret = TEST_OK;
	size_t n;

	if (!effects)
		return test_skip("there is no libcapstone");
	for (n = 0; n < sizeof(cases) / sizeof(cases[0]); n++)
		if (try(n, effects) != TEST_OK)
			ret = TEST_FAIL;
	stack_effects__delete(effects);
	return ret;
}

DEFINE_SUITE("types of data, followed through registers", type_flow,
	{ "reads, copies, calls, and where ways meet", test__ways },
);
