// SPDX-License-Identifier: GPL-2.0-only
/*
 * Unwind rows that are proven from code: functions as compilers and people write them, each instruction with its row.
 */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/code/stack-depth.h"

#define ADDR	0x401000ULL

static const unsigned char frame[] = {
	0x55,				/* 0x0: push %rbp */
	0x48, 0x89, 0xe5,		/* 0x1: mov %rsp,%rbp */
	0x48, 0x83, 0xec, 0x20,	/* 0x4: sub $0x20,%rsp */
	0x48, 0x89, 0x45, 0xf8,	/* 0x8: mov %rax,-0x8(%rbp) */
	0xc9,				/* 0xc: leave */
	0xc3,				/* 0xd: ret */
};
static const unsigned char enters[] = {
	0xc8, 0x40, 0x00, 0x00,		/* 0x0: enter $0x40,$0x0 */
	0x48, 0x83, 0xe4, 0xc0,		/* 0x4: and $0xffffffffffffffc0,%rsp */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x8: call 0x1008 */
	0xc9,				/* 0xd: leave */
	0xc3,				/* 0xe: ret */
};
static const unsigned char bare[] = {
	0x53,				/* 0x0: push %rbx */
	0x48, 0x83, 0xec, 0x10,	/* 0x1: sub $0x10,%rsp */
	0x85, 0xff,			/* 0x5: test %edi,%edi */
	0x74, 0x06,			/* 0x7: je 0xf */
	0x48, 0x83, 0xc4, 0x10,	/* 0x9: add $0x10,%rsp */
	0x5b,				/* 0xd: pop %rbx */
	0xc3,				/* 0xe: ret */
	0x48, 0x89, 0x3c, 0x24,	/* 0xf: mov %rdi,(%rsp) */
	0x48, 0x83, 0xc4, 0x10,	/* 0x13: add $0x10,%rsp */
	0x5b,				/* 0x17: pop %rbx */
	0xe9, 0xfb, 0x0f, 0x00, 0x00,	/* 0x18: jmp 0x1018 */
};
static const unsigned char other[] = {
	0x55,				/* 0x0: push %rbp */
	0x53,				/* 0x1: push %rbx */
	0x48, 0x89, 0xfd,		/* 0x2: mov %rdi,%rbp */
	0x48, 0x83, 0xec, 0x08,	/* 0x5: sub $0x8,%rsp */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x9: call 0x1009 */
	0x48, 0x83, 0xc4, 0x08,	/* 0xe: add $0x8,%rsp */
	0x5b,				/* 0x12: pop %rbx */
	0x5d,				/* 0x13: pop %rbp */
	0xc3,				/* 0x14: ret */
};
static const unsigned char grows[] = {
	0x55,				/* 0x0: push %rbp */
	0x48, 0x89, 0xe5,		/* 0x1: mov %rsp,%rbp */
	0x48, 0x29, 0xfc,		/* 0x4: sub %rdi,%rsp */
	0x48, 0x89, 0xe7,		/* 0x7: mov %rsp,%rdi */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0xa: call 0x100a */
	0x48, 0x89, 0xec,		/* 0xf: mov %rbp,%rsp */
	0x5d,				/* 0x12: pop %rbp */
	0xc3,				/* 0x13: ret */
};
static const unsigned char lost[] = {
	0x48, 0x83, 0xec, 0x08,	/* 0x0: sub $0x8,%rsp */
	0x48, 0x94,			/* 0x4: xchg %rax,%rsp */
	0x90,				/* 0x6: nop */
	0xc3,				/* 0x7: ret */
};
/* Makes room on one of two ways. */
static const unsigned char allocates[] = {
	0x55,				/* 0x0: push %rbp */
	0x48, 0x89, 0xe5,		/* 0x1: mov %rsp,%rbp */
	0x85, 0xff,			/* 0x4: test %edi,%edi */
	0x74, 0x0b,			/* 0x6: je 0x13 */
	0x48, 0x83, 0xec, 0x30,		/* 0x8: sub $0x30,%rsp */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0xc: call 0x100c */
	0x31, 0xc0,			/* 0x11: xor %eax,%eax */
	0x89, 0xc3,			/* 0x13: mov %eax,%ebx */
	0xc9,				/* 0x15: leave */
	0xc3,				/* 0x16: ret */
};
/* The call does not return: what is pushed for it is not taken back. */
static const unsigned char pushes[] = {
	0x55,				/* 0x0: push %rbp */
	0x48, 0x89, 0xe5,		/* 0x1: mov %rsp,%rbp */
	0x48, 0x83, 0xec, 0x10,		/* 0x4: sub $0x10,%rsp */
	0x85, 0xff,			/* 0x8: test %edi,%edi */
	0x74, 0x0b,			/* 0xa: je 0x17 */
	0x6a, 0x01,			/* 0xc: push $0x1 */
	0x6a, 0x02,			/* 0xe: push $0x2 */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x10: call 0x1010 */
	0x31, 0xc0,			/* 0x15: xor %eax,%eax */
	0x89, 0xc3,			/* 0x17: mov %eax,%ebx */
	0x48, 0x83, 0xc4, 0x10,		/* 0x19: add $0x10,%rsp */
	0x5d,				/* 0x1d: pop %rbp */
	0xc3,				/* 0x1e: ret */
};
/* Jumps to a function that saves the register elsewhere. */
static const unsigned char again[] = {
	0x53,				/* 0x0: push %rbx */
	0x55,				/* 0x1: push %rbp */
	0x89, 0xfd,			/* 0x2: mov %edi,%ebp */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x4: call 0x1004 */
	0x5d,				/* 0x9: pop %rbp */
	0x5b,				/* 0xa: pop %rbx */
	0xeb, 0x00,			/* 0xb: jmp 0xd */
	0x55,				/* 0xd: push %rbp */
	0x48, 0x83, 0xec, 0x20,		/* 0xe: sub $0x20,%rsp */
	0x89, 0xfd,			/* 0x12: mov %edi,%ebp */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x14: call 0x1014 */
	0x48, 0x83, 0xc4, 0x20,		/* 0x19: add $0x20,%rsp */
	0x5d,				/* 0x1d: pop %rbp */
	0xc3,				/* 0x1e: ret */
};
static const unsigned char no_return[] = {
	0x48, 0x83, 0xec, 0x18,	/* 0x0: sub $0x18,%rsp */
	0x85, 0xff,			/* 0x4: test %edi,%edi */
	0x75, 0x05,			/* 0x6: jne 0xd */
	0x48, 0x83, 0xc4, 0x18,	/* 0x8: add $0x18,%rsp */
	0xc3,				/* 0xc: ret */
	0xbf, 0x01, 0x00, 0x00, 0x00,	/* 0xd: mov $0x1,%edi */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x12: call 0x1012 */
};
static const unsigned char dead[] = {
	0x85, 0xff,			/* 0x0: test %edi,%edi */
	0x75, 0x12,			/* 0x2: jne 0x16 */
	0x48, 0x83, 0xec, 0x18,	/* 0x4: sub $0x18,%rsp */
	0x85, 0xf6,			/* 0x8: test %esi,%esi */
	0x75, 0x05,			/* 0xa: jne 0x11 */
	0x48, 0x83, 0xc4, 0x18,	/* 0xc: add $0x18,%rsp */
	0xc3,				/* 0x10: ret */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x11: call 0x1011 */
	0x53,				/* 0x16: push %rbx */
	0x89, 0xfb,			/* 0x17: mov %edi,%ebx */
	0x5b,				/* 0x19: pop %rbx */
	0xc3,				/* 0x1a: ret */
};
static const unsigned char cases[] = {
	0x53,				/* 0x0: push %rbx */
	0x48, 0x83, 0xec, 0x20,	/* 0x1: sub $0x20,%rsp */
	0x83, 0xff, 0x03,		/* 0x5: cmp $0x3,%edi */
	0x77, 0x14,			/* 0x8: ja 0x1e */
	0x89, 0xf8,			/* 0xa: mov %edi,%eax */
	0xff, 0x24, 0xc5, 0x00, 0x50, 0x00, 0x00,	/* 0xc: jmp *0x5000(,%rax,8) */
	0xb8, 0x01, 0x00, 0x00, 0x00,	/* 0x13: mov $0x1,%eax */
	0x48, 0x83, 0xc4, 0x20,	/* 0x18: add $0x20,%rsp */
	0x5b,				/* 0x1c: pop %rbx */
	0xc3,				/* 0x1d: ret */
	0x31, 0xc0,			/* 0x1e: xor %eax,%eax */
	0x48, 0x83, 0xc4, 0x20,	/* 0x20: add $0x20,%rsp */
	0x5b,				/* 0x24: pop %rbx */
	0xc3,				/* 0x25: ret */
};
static const unsigned char realign[] = {
	0x55,				/* 0x0: push %rbp */
	0x48, 0x89, 0xe5,		/* 0x1: mov %rsp,%rbp */
	0x48, 0x83, 0xe4, 0xe0,	/* 0x4: and $0xffffffffffffffe0,%rsp */
	0x48, 0x83, 0xec, 0x40,	/* 0x8: sub $0x40,%rsp */
	0x48, 0x89, 0x04, 0x24,	/* 0xc: mov %rax,(%rsp) */
	0xc9,				/* 0x10: leave */
	0xc3,				/* 0x11: ret */
};
static const unsigned char begins[] = {
	0x31, 0xed,			/* 0x0: xor %ebp,%ebp */
	0x5f,				/* 0x2: pop %rdi */
	0x41, 0xff, 0xd1,		/* 0x3: call *%r9 */
	0x89, 0xc7,			/* 0x6: mov %eax,%edi */
	0xb8, 0x3c, 0x00, 0x00, 0x00,	/* 0x8: mov $0x3c,%eax */
	0x0f, 0x05,			/* 0xd: syscall */
	0xf4,				/* 0xf: hlt */
};
static const unsigned char loop[] = {
	0xb9, 0x04, 0x00, 0x00, 0x00,	/* 0x0: mov $0x4,%ecx */
	0x48, 0x81, 0xec, 0x00, 0x01, 0x00, 0x00,	/* 0x5: sub $0x100,%rsp */
	0xff, 0xc9,			/* 0xc: dec %ecx */
	0x75, 0xf5,			/* 0xe: jne 0x5 */
	0x48, 0x89, 0xfc,		/* 0x10: mov %rdi,%rsp */
	0xc3,				/* 0x13: ret */
};
static const unsigned char calls_itself[] = {
	0x48, 0x83, 0xec, 0x08,	/* 0x0: sub $0x8,%rsp */
	0xe8, 0x05, 0x00, 0x00, 0x00,	/* 0x4: call 0xe */
	0x48, 0x83, 0xc4, 0x08,	/* 0x9: add $0x8,%rsp */
	0xc3,				/* 0xd: ret */
	0x89, 0xc2,			/* 0xe: mov %eax,%edx */
	0xc3,				/* 0x10: ret */
};
/* A call by a register and the return, both as calls of itself over a loop that is never run. */
static const unsigned char thunks[] = {
	0x53,				/* 0x0: push %rbx */
	0xeb, 0x11,			/* 0x1: jmp 0x14 */
	0xe8, 0x07, 0x00, 0x00, 0x00,	/* 0x3: call 0xf */
	0xf3, 0x90,			/* 0x8: pause */
	0x0f, 0xae, 0xe8,		/* 0xa: lfence */
	0xeb, 0xf9,			/* 0xd: jmp 0x8 */
	0x48, 0x89, 0x04, 0x24,		/* 0xf: mov %rax,(%rsp) */
	0xc3,				/* 0x13: ret */
	0xe8, 0xea, 0xff, 0xff, 0xff,	/* 0x14: call 0x3 */
	0x5b,				/* 0x19: pop %rbx */
	0xe8, 0x07, 0x00, 0x00, 0x00,	/* 0x1a: call 0x26 */
	0xf3, 0x90,			/* 0x1f: pause */
	0x0f, 0xae, 0xe8,		/* 0x21: lfence */
	0xeb, 0xf9,			/* 0x24: jmp 0x1f */
	0x48, 0x8d, 0x64, 0x24, 0x08,	/* 0x26: lea 0x8(%rsp),%rsp */
	0xc3,				/* 0x2b: ret */
};
/* As musl's vfork(). */
static const unsigned char takes_back[] = {
	0x5a,				/* 0x0: pop %rdx */
	0xb8, 0x3a, 0x00, 0x00, 0x00,	/* 0x1: mov $0x3a,%eax */
	0x0f, 0x05,			/* 0x6: syscall */
	0x52,				/* 0x8: push %rdx */
	0x48, 0x89, 0xc7,		/* 0x9: mov %rax,%rdi */
	0xe9, 0x00, 0x10, 0x00, 0x00,	/* 0xc: jmp 0x1011 */
};
/* What is in the register is gone: the system call overwrites it. */
static const unsigned char forgets[] = {
	0x59,				/* 0x0: pop %rcx */
	0x0f, 0x05,			/* 0x1: syscall */
	0x51,				/* 0x3: push %rcx */
	0xc3,				/* 0x4: ret */
};
/* As functions of V8 that take their arguments off the stack, as many as there are, or go elsewhere. */
static const unsigned char takes_arguments[] = {
	0x85, 0xff,			/* 0x0: test %edi,%edi */
	0x74, 0x10,			/* 0x2: je 0x14 */
	0x55,				/* 0x4: push %rbp */
	0x48, 0x89, 0xe5,		/* 0x5: mov %rsp,%rbp */
	0xff, 0xd1,			/* 0x8: call *%rcx */
	0x8b, 0x5d, 0xe0,		/* 0xa: mov -0x20(%rbp),%ebx */
	0xc9,				/* 0xd: leave */
	0x59,				/* 0xe: pop %rcx */
	0x48, 0x01, 0xdc,		/* 0xf: add %rbx,%rsp */
	0x51,				/* 0x12: push %rcx */
	0xc3,				/* 0x13: ret */
	0xff, 0xe1,			/* 0x14: jmp *%rcx */
};
/* The same, but what lies on top where it returns is not known to be where it was called. */
static const unsigned char takes_more[] = {
	0x85, 0xff,			/* 0x0: test %edi,%edi */
	0x74, 0x11,			/* 0x2: je 0x15 */
	0x55,				/* 0x4: push %rbp */
	0x48, 0x89, 0xe5,		/* 0x5: mov %rsp,%rbp */
	0xff, 0xd1,			/* 0x8: call *%rcx */
	0x8b, 0x5d, 0xe0,		/* 0xa: mov -0x20(%rbp),%ebx */
	0xc9,				/* 0xd: leave */
	0x59,				/* 0xe: pop %rcx */
	0x48, 0x01, 0xdc,		/* 0xf: add %rbx,%rsp */
	0x51,				/* 0x12: push %rcx */
	0x58,				/* 0x13: pop %rax */
	0xc3,				/* 0x14: ret */
	0xff, 0xe1,			/* 0x15: jmp *%rcx */
};
static const unsigned char changes[] = {
	0x48, 0x89, 0x04, 0x24,	/* 0x0: mov %rax,(%rsp) */
	0xc3,				/* 0x4: ret */
};

/* As gcc writes functions that align their stack: a register keeps where it was, the return address is copied, and that is saved below it. */
static const unsigned char aligns[] = {
	0x4c, 0x8d, 0x54, 0x24, 0x08,	/* 0x0: lea 0x8(%rsp),%r10 */
	0x48, 0x83, 0xe4, 0xe0,		/* 0x5: and $0xffffffffffffffe0,%rsp */
	0x41, 0xff, 0x72, 0xf8,		/* 0x9: push -0x8(%r10) */
	0x55,				/* 0xd: push %rbp */
	0x48, 0x89, 0xe5,		/* 0xe: mov %rsp,%rbp */
	0x41, 0x52,			/* 0x11: push %r10 */
	0x53,				/* 0x13: push %rbx */
	0x48, 0x83, 0xec, 0x30,		/* 0x14: sub $0x30,%rsp */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x18: call 0x1018 */
	0x48, 0x8d, 0x65, 0xf0,		/* 0x1d: lea -0x10(%rbp),%rsp */
	0x5b,				/* 0x21: pop %rbx */
	0x41, 0x5a,			/* 0x22: pop %r10 */
	0x5d,				/* 0x24: pop %rbp */
	0x49, 0x8d, 0x62, 0xf8,		/* 0x25: lea -0x8(%r10),%rsp */
	0xc3,				/* 0x29: ret */
};
/* As people do: the old stack pointer lies in the new frame, and no register leads there. */
static const unsigned char keeps[] = {
	0x48, 0x89, 0xe0,		/* 0x0: mov %rsp,%rax */
	0x55,				/* 0x3: push %rbp */
	0x48, 0x83, 0xec, 0x40,		/* 0x4: sub $0x40,%rsp */
	0x48, 0x83, 0xe4, 0xc0,		/* 0x8: and $0xffffffffffffffc0,%rsp */
	0x48, 0x89, 0x44, 0x24, 0x18,	/* 0xc: mov %rax,0x18(%rsp) */
	0x31, 0xed,			/* 0x11: xor %ebp,%ebp */
	0xe8, 0xfb, 0x0f, 0x00, 0x00,	/* 0x13: call 0x1013 */
	0x48, 0x8b, 0x74, 0x24, 0x18,	/* 0x18: mov 0x18(%rsp),%rsi */
	0x48, 0x8b, 0x6e, 0xf8,		/* 0x1d: mov -0x8(%rsi),%rbp */
	0x48, 0x89, 0xf4,		/* 0x21: mov %rsi,%rsp */
	0xc3,				/* 0x24: ret */
};
/* The old stack pointer is saved, but at 0xd something is written to what may be the same place. */
static const unsigned char writes_over[] = {
	0x48, 0x89, 0xe0,		/* 0x0: mov %rsp,%rax */
	0x48, 0x83, 0xe4, 0xe0,		/* 0x3: and $0xffffffffffffffe0,%rsp */
	0x50,				/* 0x7: push %rax */
	0x48, 0x89, 0xc7,		/* 0x8: mov %rax,%rdi */
	0x31, 0xc0,			/* 0xb: xor %eax,%eax */
	0x48, 0x89, 0x47, 0xe8,		/* 0xd: mov %rax,-0x18(%rdi) */
	0x31, 0xff,			/* 0x11: xor %edi,%edi */
	0x5c,				/* 0x13: pop %rsp */
	0xc3,				/* 0x14: ret */
};

/* Of vectors, which versions of libcapstone do not know. */
static const unsigned char vectors[] = {
	0x55,				/* 0x0: push %rbp */
	0xc4, 0xe2, 0x7d, 0x5a, 0x2f,	/* 0x1: vbroadcasti128 (%rdi),%ymm5 */
	0x48, 0x83, 0xec, 0x40,		/* 0x6: sub $0x40,%rsp */
	0x62, 0xf1, 0x7f, 0x48, 0x7f, 0x2c, 0x24,	/* 0xa: vmovdqu8 %zmm5,(%rsp) */
	0x48, 0x83, 0xc4, 0x40,		/* 0x11: add $0x40,%rsp */
	0x5d,				/* 0x15: pop %rbp */
	0xc3,				/* 0x16: ret */
};
/* One that writes over what was saved, one that writes the frame pointer, and one of which it is not told how far from the stack pointer it writes. */
static const unsigned char over_saved[] = {
	0x55,				/* 0x0: push %rbp */
	0x62, 0xf1, 0x7f, 0x48, 0x7f, 0x2c, 0x24,	/* 0x1: vmovdqu8 %zmm5,(%rsp) */
	0x5d,				/* 0x8: pop %rbp */
	0xc3,				/* 0x9: ret */
};
static const unsigned char to_fp[] = {
	0x62, 0xf1, 0x7f, 0x08, 0x78, 0xe8,	/* 0x0: vcvttsd2usi %xmm0,%ebp */
	0xc3,				/* 0x6: ret */
};
static const unsigned char scaled[] = {
	0x62, 0xf3, 0x7d, 0x48, 0x3b, 0x6c, 0x24, 0x01, 0x01,	/* 0x0: vextracti32x8 $1,%zmm5,0x20(%rsp) */
	0xc3,				/* 0x9: ret */
};

static struct stack_depth *analyser(void)
{
	static struct stack_depth *d;

	if (!d)
		d = stack_depth__new(CALL_MACHINE_X86_64);
	return d;
}

/*
 * "sp+8"; with the return address in register 1 "r1,sp+0"; or with the caller's frame pointer saved at CFA-16 "sp+24[-16]", at fp-16 "sp+24[fp-16]", or
 * lost "sp+24[?]". "*(fp-8)": the CFA is that word; "r10+0": it is told by a register.
 */
static void add_row(struct strbuf *sb, const struct stack_depth_row *r, uint64_t until)
{
	if (r->start > until)
		strbuf__addf(sb, " %llx:-", (unsigned long long)(until - ADDR));
	strbuf__addf(sb, " %llx:", (unsigned long long)(r->start - ADDR));
	if (r->row.base == UNWIND_OUTERMOST) {
		strbuf__addf(sb, "root");
		return;
	}
	if (r->row.ra.where == UNWIND_IN_REGISTER)
		strbuf__addf(sb, "r%d,", r->row.ra.offset);
	if (r->row.base == UNWIND_FROM_EXPR)
		strbuf__addf(sb, "*(%s%+d)+%d", r->cfa_by_sp ? "sp" : "fp", r->cfa_at, r->row.cfa_offset);
	else if (r->row.base == UNWIND_FROM_REG)
		strbuf__addf(sb, "r%d+%d", r->row.cfa_reg, r->row.cfa_offset);
	else
		strbuf__addf(sb, "%s+%d", r->row.base == UNWIND_FROM_SP ? "sp" : "fp", r->row.cfa_offset);
	if (r->row.fp.where == UNWIND_SAVED)
		strbuf__addf(sb, "[%d]", r->row.fp.offset);
	else if (r->row.fp.where == UNWIND_SAVED_EXPR)
		strbuf__addf(sb, "[%s%+d]", r->fp_by_sp ? "sp" : "fp", r->fp_at);
	else if (r->row.fp.where != UNWIND_SAME)
		strbuf__addf(sb, "[?]");
}

static bool are_rows(const char *what, const unsigned char *code, size_t size, const char *expected)
{
	struct stack_depth_input in = { .code = code, .start = ADDR, .end = ADDR + size, .is_function = true };
	struct stack_depth_row *rows;
	struct strbuf sb = STRBUF_INIT;
	uint64_t until = ADDR;
	size_t nr, i;
	bool ok;

	rows = stack_depth__rows(analyser(), &in, &nr);
	for (i = 0; i < nr; i++) {
		add_row(&sb, &rows[i], until);
		until = rows[i].end;
	}
	if (until < in.end)
		strbuf__addf(&sb, " %llx:-", (unsigned long long)(until - ADDR));
	ok = !strcmp(sb.buf, expected);
	if (!ok)
		fprintf(stderr, "  %s:%s, not%s\n", what, sb.buf, expected);
	strbuf__exit(&sb);
	free(rows);
	return ok;
}

#define ROWS(code, expected)	TEST_ASSERT(are_rows(#code, code, sizeof(code), expected))

static int test__functions(void)
{
	if (!analyser())
		return test_skip("libcapstone is missing");
	ROWS(frame, " 0:sp+8 1:sp+16[-16] 4:fp+16[-16] 8:fp+16[-16] d:sp+8");
	ROWS(enters, " 0:sp+8 4:fp+16[-16] 8:fp+16[-16] e:sp+8");
	ROWS(bare, " 0:sp+8 1:sp+16 5:sp+32 d:sp+16 e:sp+8 f:sp+32 17:sp+16 18:sp+8");
	ROWS(other, " 0:sp+8 1:sp+16[-16] 2:sp+24[-16] 5:sp+24[-16] 9:sp+32[-16] 12:sp+24[-16] 13:sp+16[-16] 14:sp+8");
	ROWS(grows, " 0:sp+8 1:sp+16[-16] 4:fp+16[-16] 7:fp+16[-16] 12:fp+16[-16] 13:sp+8");
	ROWS(vectors, " 0:sp+8 1:sp+16[-16] a:sp+80[-16] 15:sp+16[-16] 16:sp+8");
	ROWS(realign, " 0:sp+8 1:sp+16[-16] 4:fp+16[-16] 8:fp+16[-16] 11:sp+8");
	return TEST_OK;
}

static int test__aligned(void)
{
	if (!analyser())
		return test_skip("libcapstone is missing");
	ROWS(aligns, " 0:sp+8 9:r10+0 11:r10+0[fp+0] 13:*(fp-8)+0[fp+0] 24:r10+0[fp+0] 25:r10+0 29:sp+8");
	ROWS(keeps, " 0:sp+8 4:sp+16[-16] 8:sp+80[-16] c:r0+8[-16] 11:*(sp+24)+8[-16] 13:*(sp+24)+8[-16] 21:*(sp+24)+8[-16] 24:sp+8");
	/* From 0x11 on a register leads there, then nothing. */
	ROWS(writes_over, " 0:sp+8 7:r0+8 8:*(sp+0)+8 11:r5+8 13:-");
	return TEST_OK;
}

static int test__ways(void)
{
	if (!analyser())
		return test_skip("libcapstone is missing");
	ROWS(no_return, " 0:sp+8 4:sp+32 c:sp+8 d:sp+32");
	/* The call does not return: what stands behind it begins with another stack. */
	ROWS(dead, " 0:sp+8 8:sp+32 10:sp+8 11:sp+32 16:sp+8 17:sp+16 1a:sp+8");
	ROWS(cases, " 0:sp+8 1:sp+16 5:sp+48 1c:sp+16 1d:sp+8 1e:sp+48 24:sp+16 25:sp+8");
	ROWS(thunks, " 0:sp+8 1:sp+16 3:- 14:sp+16 1a:sp+8 1f:- 26:sp+16 2b:sp+8");
	ROWS(takes_back, " 0:sp+8 1:r1,sp+0 9:sp+8");
	ROWS(takes_arguments, " 0:sp+8 5:sp+16[-16] 8:fp+16[-16] e:sp+8 f:r2,sp+0 12:- 14:sp+8");
	ROWS(begins, " 0:sp+8 2:sp+8[?] 3:root");
	ROWS(allocates, " 0:sp+8 1:sp+16[-16] 4:fp+16[-16] c:fp+16[-16] 13:fp+16[-16] 16:sp+8");
	ROWS(pushes, " 0:sp+8 1:sp+16[-16] 4:fp+16[-16] 8:fp+16[-16] e:fp+16[-16] 10:fp+16[-16] 15:- 17:fp+16[-16] 1d:fp+16[-16] 1e:sp+8");
	ROWS(again, " 0:sp+8 1:sp+16 2:sp+24[-24] 4:sp+24[-24] a:sp+16 b:sp+8 e:sp+16[-16] 12:sp+48[-16] 14:sp+48[-16] 1d:sp+16[-16] 1e:sp+8");
	return TEST_OK;
}

static int test__refused(void)
{
	if (!analyser())
		return test_skip("libcapstone is missing");
	ROWS(lost, " 0:sp+8 4:sp+16 6:-");
	ROWS(loop, " 0:sp+8 5:-");
	ROWS(calls_itself, " 0:sp+8 4:sp+16 d:sp+8 e:-");
	ROWS(changes, " 0:-");
	ROWS(over_saved, " 0:-");
	ROWS(to_fp, " 0:-");
	ROWS(scaled, " 0:-");
	ROWS(takes_more, " 0:sp+8 5:sp+16[-16] 8:fp+16[-16] a:- 15:sp+8");
	ROWS(forgets, " 0:-");
	return TEST_OK;
}

/* The row of each address alone, with nothing known of the function. */
static bool is_row_of(const struct stack_depth_input *in, size_t at, bool behind_call, const char *expected)
{
	struct strbuf sb = STRBUF_INIT;
	struct stack_depth_row row;
	bool ok;

	if (stack_depth__row_at(analyser(), in, ADDR + at, behind_call, &row))
		add_row(&sb, &row, ADDR + at);
	ok = !strcmp(sb.buf ? sb.buf : "", expected);
	if (!ok)
		fprintf(stderr, "  at %zx:%s, not%s\n", at, sb.buf ? sb.buf : "", expected);
	strbuf__exit(&sb);
	return ok;
}

static bool is_alone(const unsigned char *code, size_t size, size_t at, const char *expected)
{
	struct stack_depth_input in = { .code = code, .start = ADDR, .end = ADDR + size };

	return is_row_of(&in, at, false, expected);
}

/* What a call is in front of: its function, if it returns; and the next one, if it does not. */
static int test__behind(void)
{
	struct stack_depth_input in = { .code = bare, .start = ADDR, .end = ADDR + sizeof(bare) };

	if (!analyser())
		return test_skip("libcapstone is missing");
	TEST_ASSERT(is_row_of(&in, 5, true, " 5:sp+32"));
	TEST_ASSERT(is_row_of(&in, 0, false, " 0:sp+8") && is_row_of(&in, 0, true, ""));
	/* It ends by a jump to where nobody knows, or to an entry of a linkage table, as if it were that function. */
	TEST_ASSERT(is_row_of(&in, 0xf, true, ""));
	in.linkage = ADDR + 0x1010;
	in.linkage_end = in.linkage + 0x10;
	TEST_ASSERT(is_row_of(&in, 0xf, true, " f:sp+32"));
	in.linkage_end = ADDR + 0x1011;
	in.linkage = ADDR + 0x1000;
	TEST_ASSERT(is_row_of(&in, 0xf, true, ""));
	return TEST_OK;
}

static int test__alone(void)
{
	if (!analyser())
		return test_skip("libcapstone is missing");
	TEST_ASSERT(is_alone(frame, sizeof(frame), 0, " 0:sp+8"));
	TEST_ASSERT(is_alone(frame, sizeof(frame), 1, " 1:sp+16[-16]"));
	TEST_ASSERT(is_alone(frame, sizeof(frame), 8, " 8:fp+16[-16]"));
	TEST_ASSERT(is_alone(frame, sizeof(frame), 13, " d:sp+8"));
	TEST_ASSERT(is_alone(bare, sizeof(bare), 5, " 5:sp+32"));
	TEST_ASSERT(is_alone(other, sizeof(other), 9, " 9:sp+32[-16]"));
	TEST_ASSERT(is_alone(cases, sizeof(cases), 0x13, " 13:sp+48"));
	TEST_ASSERT(is_alone(aligns, sizeof(aligns), 0x18, " 18:*(fp-8)+0[fp+0]"));
	/* No return is reached. */
	TEST_ASSERT(is_alone(no_return, sizeof(no_return), 13, ""));
	TEST_ASSERT(is_alone(lost, sizeof(lost), 0, ""));
	return TEST_OK;
}

/* All that is read lies in the bytes: cut anywhere, with an own block for each length. */
static int test__cut(void)
{
	size_t size, at, nr;

	if (!analyser())
		return test_skip("libcapstone is missing");
	for (size = 0; size <= sizeof(cases); size++) {
		unsigned char *part = xmemdup(cases, size);
		struct stack_depth_input in = { .code = part, .start = ADDR, .end = ADDR + size, .is_function = true };
		struct stack_depth_row row;

		free(stack_depth__rows(analyser(), &in, &nr));
		for (at = 0; at <= size; at++)
			(void)stack_depth__row_at(analyser(), &in, ADDR + at, false, &row);
		free(part);
	}
	return TEST_OK;
}

/*
 * Each jump leads to the one before it, so that what is known at their end goes back by one of them at a time. Returns
 * whether rows are proven.
 */
static bool are_jumps_followed(size_t nr_jumps)
{
	size_t size = 6 + 2 * nr_jumps, nr, i;
	struct stack_depth_input in = { .start = ADDR, .end = ADDR + size, .is_function = true };
	unsigned char *code = xmalloc(size);
	struct stack_depth_row *rows;
	bool proven;

	/* jmp to the last one; ret; jmp to the one before, again and again. */
	code[0] = 0xe9;
	for (i = 0; i < 4; i++)
		code[1 + i] = (unsigned char)((size - 2 - 5) >> i * 8);
	code[5] = 0xc3;
	for (i = 0; i < nr_jumps; i++) {
		code[6 + 2 * i] = 0xeb;
		code[7 + 2 * i] = i ? 0xfc : 0xfd;
	}
	in.code = code;
	rows = stack_depth__rows(analyser(), &in, &nr);
	proven = rows;
	free(code);
	free(rows);
	return proven;
}

static int test__work(void)
{
	if (!analyser())
		return test_skip("libcapstone is missing");
	TEST_ASSERT(are_jumps_followed(1000));
	TEST_ASSERT(!are_jumps_followed(60000));
	return TEST_OK;
}

DEFINE_SUITE("Unwind rows from code", stack_depth,
	{ "functions with frames, without, with memory from the stack", test__functions },
	{ "functions that align the stack", test__aligned },
	{ "calls that do not return, jumps through tables, roots", test__ways },
	{ "what cannot be known is refused", test__refused },
	{ "addresses of unknown functions", test__alone },
	{ "behind calls of unknown functions", test__behind },
	{ "code that is cut off", test__cut },
	{ "code that would take hours", test__work })
