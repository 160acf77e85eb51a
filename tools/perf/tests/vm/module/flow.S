/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code that the packets of aux/encode-flow.c tell of: a loop of three rounds, a call within a call,
 * their returns, a jump. Nothing runs it. It is in the module for traces of the kernel, and, linked to a fixed
 * address, in aux/work for those of a program. The offsets are the encoder's: .org keeps them.
 */
#ifdef __KERNEL__
	.text
#else
	.section .flow, "ax", @progbits
#endif
	.balign	0x80			/* packets with two bytes of an address get anywhere in it */
	.globl	flow
	.type	flow, @function
flow:
	xorl	%eax, %eax		/* 00 */
1:	incl	%eax			/* 02 */
	cmpl	$3, %eax		/* 04 */
	jne	1b			/* 07: taken, taken, not taken */
	call	2f			/* 09 */
	jmp	*%rdx			/* 0e: to 40, by a TIP packet */
	.size	flow, . - flow

	.org	flow + 0x20, 0xcc
	.type	flow_callee, @function
flow_callee:
2:	call	3f			/* 20 */
	leaq	4f(%rip), %rdx		/* 25 */
	ret				/* 2c: compressed: one taken bit */
	.size	flow_callee, . - flow_callee

	.org	flow + 0x30, 0xcc
	.type	flow_inner, @function
flow_inner:
3:	nop				/* 30 */
	ret				/* 31: compressed */
	.size	flow_inner, . - flow_inner

	.org	flow + 0x40, 0xcc
	.type	flow_tail, @function
flow_tail:
4:	nop				/* 40 */
	nop				/* 41 */
	ret				/* 42: tracing ends before it */
	.size	flow_tail, . - flow_tail

	.section .note.GNU-stack, "", @progbits
