# SPDX-License-Identifier: GPL-2.0-only
# Functions of x86-64 with the tables of a compiler: fn NAME ... leave_it NAME, and between them frame, where it makes
# one. (Numbers for registers: 6 is %rbp and 7 is %rsp.)
	.macro fn name
	.globl \name
	.type \name, @function
\name:	.cfi_startproc
	.endm
	.macro frame
	push %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	mov %rsp, %rbp
	.cfi_def_cfa_register 6
	.endm
	.macro leave_it name
	pop %rbp
	.cfi_def_cfa 7, 8
	.cfi_restore 6
	ret
	.cfi_endproc
	.size \name, . - \name
	.endm
