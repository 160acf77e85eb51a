# SPDX-License-Identifier: GPL-2.0-only
"""Leaves as in random_life.py: code by hand, and code on the stack."""
from random_asm import TELLS, function, leaf

RAW_CLONE = ("sub $16,%rdi\nmov %rsi,(%rdi)\nmov %rdx,8(%rdi)\nmov %rdi,%rsi\nmov $0x111,%edi\nxor %edx,%edx\nxor %r10d,%r10d\nxor %r8d,%r8d\n"
             "mov $56,%eax\nBEFORE\nsyscall\ntest %eax,%eax\njz 1f\nret\n1:\nTABLE\nxor %ebp,%ebp\npop %rax\npop %rdi\ncall *%rax\nxor %edi,%edi\nmov $60,%eax\nsyscall")


def raw_clone(name, lines, table):
    """A leaf that makes a task by a system call of its own."""
    return function(f"asm_{name}", lines, table) + r"""
int asm_NAME(char *top, void (*function)(long), long path);

STEP void in_NAME(long path)
{
	TELL(-1, path);
	BACK();
}

STEP static long leaf_NAME(long path)
{
	static char room[32768] __attribute__((aligned(64)));
	int pid = asm_NAME(room + sizeof(room) - 64, in_NAME, path);

	if (pid > 0)
		waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
""".replace("NAME", name), f"^?asm_{name};in_{name};*"


# By hand, as libraries have it, with tables that are true.
ASSEMBLER = {
    "raw_clone": raw_clone("raw_clone", RAW_CLONE.replace("BEFORE\n", "").replace("TABLE\n", ""), False),
    "raw_clone_table": raw_clone("raw_clone_table", RAW_CLONE.replace("BEFORE", ".cfi_endproc").replace("TABLE", ".cfi_startproc\n.cfi_undefined %rip"), True),
    "expression": leaf("expression", "push %rbx\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %rbx,0\nmov %rsp,%rbx\n.cfi_def_cfa_register %rbx\n"
                       "and $-64,%rsp\nsub $128,%rsp\nmov %rbx,40(%rsp)\n.cfi_escape 0x0f,5,0x77,40,0x06,0x23,0x10\nxor %ebx,%ebx\n" + TELLS +
                       "expression\nmov 40(%rsp),%rsp\n.cfi_def_cfa %rsp,16\npop %rbx\n.cfi_adjust_cfa_offset -8\nret", table=True,
                       comment="The table reads where the frame is from the stack."),
    "value": leaf("value", "push %rbp\n.cfi_adjust_cfa_offset 8\n.cfi_escape 0x10,6,3,0x77,0,0x06\nmov $77,%ebp\nsub $16,%rsp\n.cfi_adjust_cfa_offset 16\n"
                  ".cfi_escape 0x10,6,2,0x77,16\n" + TELLS + "value\nadd $16,%rsp\n.cfi_adjust_cfa_offset -16\npop %rbp\n.cfi_adjust_cfa_offset -8\n"
                  ".cfi_restore %rbp\nret", table=True, comment="The table has an expression for where the frame pointer is saved."),
    "in_register": leaf("in_register", "push %r13\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %r13,0\nmov 8(%rsp),%r13\n.cfi_register %rip,%r13\n"
                        "movq $0,8(%rsp)\nsub $8,%rsp\n.cfi_adjust_cfa_offset 8\nsub $8,%rsp\n.cfi_adjust_cfa_offset 8\n" + TELLS +
                        "in_register\nadd $16,%rsp\n.cfi_adjust_cfa_offset -16\nmov %r13,8(%rsp)\n.cfi_offset %rip,-8\npop %r13\n"
                        ".cfi_adjust_cfa_offset -8\n.cfi_restore %r13\nret", table=True,
                        comment="It keeps where it returns to in a register, as its table says."),
    "states": leaf("states", "push %r12\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %r12,0\ntest %rdi,%rdi\n.cfi_remember_state\njs 1f\npush %rbx\n"
                   ".cfi_adjust_cfa_offset 8\npush %rbx\n.cfi_adjust_cfa_offset 8\njmp 2f\n1:\n.cfi_restore_state\npop %r12\n.cfi_adjust_cfa_offset -8\n"
                   "ret\n2:\n.cfi_def_cfa_offset 32\n.cfi_offset %r12,-16\n" + TELLS + "states\npop %rbx\npop %rbx\n.cfi_def_cfa_offset 16\npop %r12\n"
                   ".cfi_def_cfa_offset 8\nret", table=True, comment="Its ways part, and the table tells of both."),
    "number_in_rbp": leaf("number_in_rbp", "push %rbp\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %rbp,0\nmov %rdi,%rbp\n" + TELLS +
                          "number_in_rbp\npop %rbp\n.cfi_adjust_cfa_offset -8\nret", table=True),
    "stack_in_rbp": leaf("stack_in_rbp", "push %rbp\nlea 8(%rsp),%rbp\nsub $40,%rsp\nlea 16(%rsp),%rbp\n" + TELLS +
                         "stack_in_rbp\nadd $40,%rsp\npop %rbp\nret", comment="Its frame pointer leads into its own frame, without a table."),
    "get_pc": leaf("get_pc", "push %rbx\ncall 1f\n1:\npop %rbx\n" + TELLS + "get_pc\npop %rbx\nret", comment="It asks where it is by a call."),
    "by_hand": (function("asm_by_hand", "push %rbx\npush %rbp\nsub $24,%rsp\nmov $8,%eax\nmov %rdi,%rsi\nmov $-1,%rdi\nxor %edx,%edx\nmov %rsp,%rbp\nsyscall\n"
                         "add $24,%rsp\npop %rbp\npop %rbx\nret") + r"""
long asm_by_hand(long path);

STEP static long leaf_by_hand(long path)
{
	long n = asm_by_hand(path);

	BACK();
	return n;
}
""", "leaf_by_hand;asm_by_hand"),
    "breaks_at_end": (function("asm_breaks", "sub $24,%rsp\nint3") + function("asm_behind_breaks", "push %rbx\nxor %ebx,%ebx\npop %rbx\nret") + r"""
void asm_breaks(void);

STEP static void on_end(int number)
{
	(void)number;
	TELL(-1, current);
	siglongjmp(out_of_signal, 1);
}

/* Behind the last instruction of a function, which stops, is the next function. */
STEP static long leaf_breaks_at_end(long path)
{
	current = path;
	signal(SIGTRAP, on_end);
	if (!sigsetjmp(out_of_signal, 1))
		asm_breaks();
	BACK();
	return 1;
}
""", "leaf_breaks_at_end;asm_breaks;*;on_end;*"),
}

TRAMPOLINE = {
    "trampoline": (r"""
STEP static long apply_it(long (*f)(long), long n)
{
	long result = f ? f(n) : n;

	BACK();
	return result;
}

/* A function within another one, which is called by code on the stack. */
STEP static long leaf_trampoline(long path)
{
#if defined(__GLIBC__) && !defined(__clang__)
	long more = path & 7;

	auto long inner_one(long n) __asm__("inner_one");
	long inner_one(long n)
	{
		long result = TELL(-1, path);

		more += n;
		BACK();
		return result;
	}
	long n = apply_it(inner_one, path);
	BACK();
	return n + more;
#else
	long n = apply_it(NULL, path);

	BACK();
	return n;
#endif
}
""", "leaf_trampoline;apply_it;inner_one;*"),
}
