/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code that the packets of encode-flow.c tell of, linked to a fixed address: a loop of
 * three rounds, a call and its return, a jump. The offsets are the encoder's: .org keeps them.
 */
	.section .flow, "ax", @progbits
	.globl	flow
	.type	flow, @function
flow:
	xorl	%eax, %eax		/* 00 */
1:	incl	%eax			/* 02 */
	cmpl	$3, %eax		/* 04 */
	jne	1b			/* 07: taken, taken, not taken */
	call	2f			/* 09 */
	jmp	*%rdx			/* 0e: to 30, by a TIP packet */
	.size	flow, . - flow

	.org	0x20, 0xcc
	.type	flow_callee, @function
flow_callee:
2:	leaq	3f(%rip), %rdx		/* 20 */
	ret				/* 27: compressed: one taken bit */
	.size	flow_callee, . - flow_callee

	.org	0x30, 0xcc
	.type	flow_tail, @function
flow_tail:
3:	nop				/* 30 */
	nop				/* 31 */
	ret				/* 32: tracing ends before it */
	.size	flow_tail, . - flow_tail

	.section .note.GNU-stack, "", @progbits
