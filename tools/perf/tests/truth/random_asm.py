# SPDX-License-Identifier: GPL-2.0-only
"""Leaves of random programs of seeds from 200000 on that are written by hand, with tables, without, and with wrong ones.

As random_leaves.py. People write such code, and compilers make some of it.
"""
from random_leaves import say


def function(name, lines, table=False):
    """The text of C that defines a function of assembler, of which lines follow."""
    text = [f".text\\n.globl {name}\\n.type {name},@function\\n{name}:"]
    text += ["\\t.cfi_startproc"] * table + ["\\t" + line.strip() if not line.rstrip().endswith(":") else line.strip()
                                          for line in lines.strip().splitlines()]
    text += ["\\t.cfi_endproc"] * table + [f".size {name},.-{name}"]
    body = "\n\t".join(f'"{line}\\n"' for line in text)
    return f"__asm__({body});\n"


def leaf(name, lines, tokens=None, table=False, entry=None, comment=""):
    """A leaf that calls a function ENTRY of assembler (asm_NAME), which calls say_NAME(fd, path)."""
    entry = entry or f"asm_{name}"
    text = (f"\n/* {comment} */\n" if comment else "\n") + say(name)
    text += function(entry, lines, table) if isinstance(lines, str) else "".join(function(n, l, table) for n, l in lines)
    text += (f"long {entry}(long path);\n\nSTEP static long leaf_{name}(long path)\n{{\n\tlong n = {entry}(path);\n\n\tBACK();\n"
             f"\treturn n;\n}}\n")
    return text, f"leaf_{name};" + (tokens or f"{entry};say_{name};*")


TELLS = "mov %rdi,%rsi\nmov $-1,%edi\ncall say_"

# A table that says nothing of what the code does with the stack.
WRONG_TABLES = {
    "naked": leaf("naked", "push %rbx\nsub $16,%rsp\n" + TELLS + "naked\nadd $16,%rsp\npop %rbx\nret", table=True,
                  comment="As compilers write functions that are naked: the table knows of no push."),
    "naked_frame": leaf("naked_frame", "push %rbx\npush %rbp\nmov %rsp,%rbp\npush %rbp\n" + TELLS + "naked_frame\npop %rbp\npop %rbp\npop %rbx\nret",
                        table=True, comment="The same, with a frame pointer."),
    "naked_return": (say("naked_return") + function("asm_naked_return", "push %rsi\n" + TELLS + "naked_return\npop %rcx\nret", True) + r"""
long asm_naked_return(long path, void *place);

/* What is pushed looks like a return address, and is that of the caller's caller. */
STEP static long leaf_naked_return(long path)
{
	long n = asm_naked_return(path, __builtin_return_address(0));

	BACK();
	return n;
}
""", "leaf_naked_return;asm_naked_return;say_naked_return;*"),
    "inline_push": (say("inline_push") + r"""
/* Instructions of a function that use the stack, of which its compiler does not know. */
STEP static long leaf_inline_push(long path)
{
	long n;

	__asm__ volatile("sub $128,%%rsp\n\tpush %%rbx\n\tpush %%rbx\n\tcall say_inline_push\n\tpop %%rbx\n\tpop %%rbx\n\tadd $128,%%rsp" : "=a"(n)
			 : "D"(-1L), "S"(path) : "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc");
	return n;
}
""", "leaf_inline_push;say_inline_push;*"),
    "inline_call": (say("inline_call") + r"""
/* The same, and the call pushes over what the function has below its stack. */
STEP static long leaf_inline_call(long path)
{
	long n, more[3] = { path, path + 1, path + 2 };

	KEEP(more);
	__asm__ volatile("lea -128(%%rsp),%%rsp\n\tcall say_inline_call\n\tlea 128(%%rsp),%%rsp" : "=a"(n)
			 : "D"(-1L), "S"(path) : "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc");
	return n + more[path & 1];
}
""", "leaf_inline_call;say_inline_call;*"),
}

# Later programs have these as well.
MORE_WRONG_TABLES = {
    "shifted": (say("shifted") + function("asm_shifted", ".cfi_def_cfa_offset 24\npush %rbx\n.cfi_adjust_cfa_offset 8\nsub $16,%rsp\n"
                                          ".cfi_adjust_cfa_offset 16\n" + TELLS + "shifted\nadd $16,%rsp\n.cfi_adjust_cfa_offset -16\npop %rbx\n"
                                          ".cfi_adjust_cfa_offset -8\nret", True) + r"""
long asm_shifted(long path);

/* A table that is wrong by as much from the first instruction to the last: what it takes for the return address is one of another function. */
STEP static long leaf_shifted(long path)
{
	void *places[4] = { __builtin_return_address(0), __builtin_return_address(0), __builtin_return_address(0), __builtin_return_address(0) };

	KEEP(places);
	long n = asm_shifted(path);
	BACK();
	return n + (places[path & 3] == NULL);
}
""", "leaf_shifted;asm_shifted;say_shifted;*"),
}

# No table.
BARE = {
    "push_many": leaf("push_many", "push %rbx\npush %r12\npush %r13\npush %r14\npushf\nsub $32,%rsp\n" + TELLS +
                      "push_many\nadd $32,%rsp\npopf\npop %r14\npop %r13\npop %r12\npop %rbx\nret"),
    "entered": leaf("entered", "enter $48,$0\n" + TELLS + "entered\nleave\nret"),
    "base_rbx": leaf("base_rbx", "push %rbx\nmov %rsp,%rbx\nsub $200,%rsp\nand $-64,%rsp\n" + TELLS +
                     "base_rbx\nmov %rbx,%rsp\npop %rbx\nret", comment="Its frame is aligned, and found again by rbx."),
    "base_saved": leaf("base_saved", "mov %rsp,%rax\nsub $200,%rsp\nand $-64,%rsp\nmov %rax,64(%rsp)\n" + TELLS +
                       "base_saved\nmov 64(%rsp),%rsp\nret", comment="The same, and found again by a word of its own."),
    "variable": leaf("variable", "push %rbp\nmov %rsp,%rbp\nmov %rdi,%rax\nand $240,%rax\nsub %rax,%rsp\n" + TELLS +
                     "variable\nmov %rbp,%rsp\npop %rbp\nret"),
    "variable_r12": leaf("variable_r12", "push %r12\nmov %rdi,%r12\nand $240,%r12\nsub %r12,%rsp\n" + TELLS +
                         "variable_r12\nadd %r12,%rsp\npop %r12\nret", comment="How much it took, only a register knows."),
    "other_room": leaf("other_room", "push %rbx\nmov %rsp,%rbx\nlea room_top(%rip),%rsp\n" + TELLS +
                       "other_room\nmov %rbx,%rsp\npop %rbx\nret\n.lcomm room_space,16384\n.set room_top,room_space+16384",
                       comment="It calls on another stack."),
    "falls_into": leaf("falls_into", (("asm_falls_into", "push %rbx\nxor %ebx,%ebx"),
                                      ("asm_goes_on", "push %r12\nsub $8,%rsp\n" + TELLS + "falls_into\nadd $8,%rsp\npop %r12\npop %rbx\nret")),
                       tokens="?asm_falls_into;asm_goes_on;say_falls_into;*", comment="Its end is the beginning of another one."),
    "jumps_into": leaf("jumps_into", (("asm_common_end", "push %rbx\nxor %ebx,%ebx\n.Lcommon:\n" + TELLS + "jumps_into\npop %rbx\nret"),
                                      ("asm_jumps_into", "push %rbx\nmov $1,%ebx\njmp .Lcommon")),
                       tokens="?asm_jumps_into;asm_common_end;say_jumps_into;*", entry="asm_jumps_into",
                       comment="Its end is the middle of another one."),
    "jump_table": leaf("jump_table", "push %rbx\nmov %rdi,%rax\nand $3,%eax\nlea .Lcases(%rip),%rcx\nmovslq (%rcx,%rax,4),%rax\nadd %rcx,%rax\njmp *%rax\n"
                       ".Lcase0:\nsub $16,%rsp\n" + TELLS + "jump_table\nadd $16,%rsp\npop %rbx\nret\n"
                       ".Lcase1:\nsub $32,%rsp\n" + TELLS + "jump_table\nadd $32,%rsp\npop %rbx\nret\n"
                       ".section .rodata\n.align 4\n.Lcases:\n.long .Lcase0-.Lcases\n.long .Lcase1-.Lcases\n.long .Lcase0-.Lcases\n.long .Lcase1-.Lcases\n.text",
                       comment="Cases with frames of their own behind a table of jumps."),
    "odd_stack": leaf("odd_stack", "push %rbx\npush %rbx\n" + TELLS + "odd_stack\npop %rbx\npop %rbx\nret",
                      comment="It calls with a stack that is no multiple of 16."),
    "called_next": leaf("called_next", (("asm_called_next", "push %rbx\ncall asm_inner_next\npop %rbx\nret"),
                                        ("asm_inner_next", "sub $8,%rsp\ncall *1f(%rip)\nadd $8,%rsp\nret\n.section .data.rel.local,\\\"aw\\\"\n.align 8\n1:\n.quad asm_tell_next\n.text"),
                                        ("asm_tell_next", "sub $8,%rsp\n" + TELLS + "called_next\nadd $8,%rsp\nret")),
                        tokens="asm_called_next;asm_inner_next;asm_tell_next;say_called_next;*", entry="asm_called_next"),
    "returns_word": leaf("returns_word", "pop %rax\npush %rbx\npush %rax\npush %rax\n" + TELLS + "returns_word\npop %rdx\npop %rdx\npop %rbx\njmp *%rdx",
                         comment="It moves its return address, and leaves by a jump."),
    "exchanged": leaf("exchanged", "push %rbp\nlea -64(%rsp),%rbp\nxchg %rsp,%rbp\n" + TELLS + "exchanged\nmov %rbp,%rsp\npop %rbp\nret"),
    "register_return": leaf("register_return", "push %r13\npush %rbx\nmov 16(%rsp),%r13\nmovq $0,16(%rsp)\nsub $8,%rsp\n" + TELLS +
                            "register_return\nadd $8,%rsp\nmov %r13,16(%rsp)\npop %rbx\npop %r13\nret",
                            comment="It keeps where it returns to in a register, and leaves nothing in its place."),
    "encoded": leaf("encoded", "push %rbx\nmov $0x5a5a5a5a,%ebx\nxor %rbx,8(%rsp)\n" + TELLS + "encoded\nxor %rbx,8(%rsp)\npop %rbx\nret",
                    comment="Its return address is encoded while it calls."),
    "replaced": leaf("replaced", (("asm_replaced", "push %rbx\nmov 8(%rsp),%rbx\nlea asm_comes_back(%rip),%rax\nmov %rax,8(%rsp)\n" + TELLS +
                                   "replaced\nmov %rbx,%rdx\npop %rbx\nmov %rdx,%r11\nret"),
                                  ("asm_comes_back", "push %r11\nret")),
                     tokens="asm_replaced;say_replaced;*", entry="asm_replaced",
                     comment="As tracers do it: where it returns to is code that knows the place."),
}

# Stacks that end in a way of their own.
ENDS = {
    "co_over": (say("co_over") + function("asm_co_start", "push %rbx\npush %rbp\npush %r12\npush %r13\npush %r14\nmov %rsp,co_saved(%rip)\nmov %rdi,%rsp\n"
                                          "lea co_over(%rip),%rax\npush %rax\npush %rsi\nret\n.lcomm co_saved,8") +
                function("co_over", "mov co_saved(%rip),%rsp\npop %r14\npop %r13\npop %r12\npop %rbp\npop %rbx\nret") + r"""
void asm_co_start(char *top, void (*function)(void));

STEP void in_co(void)
{
	char array[100];

	KEEP(array);
	say_co_over(-1, current);
	BACK();
}

/* A coroutine that returns to the first byte of a function, which no call has put there. */
STEP static long leaf_co_over(long path)
{
	static char room[40000] __attribute__((aligned(64)));

	current = path;
	asm_co_start(room + sizeof(room) - 64, in_co);
	BACK();
	return 0;
}
""", "^?co_over;in_co;say_co_over;*"),
    "co_switch": (say("co_switch") + function("asm_switch", "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\nmov %rsp,(%rdi)\nmov %rsi,%rsp\n"
                                              "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret") + r"""
void asm_switch(void **from, void *to);
static void *co_main, *co_other;

STEP void in_switched(void)
{
	for (;;) {
		say_co_switch(-1, current);
		asm_switch(&co_other, co_main);
	}
}

/* A coroutine whose stack has nothing above its first function. */
STEP static long leaf_co_switch(long path)
{
	static void *room[5000] __attribute__((aligned(64)));

	if (!co_other) {
		void **top = &room[5000 - 1];

		*--top = NULL;
		*--top = (void *)in_switched;
		for (int i = 0; i < 6; i++)
			*--top = NULL;
		co_other = top;
	}
	current = path;
	asm_switch(&co_main, co_other);
	BACK();
	return 0;
}
""".replace("room[5000 - 1]", "room[5000 - 2]"), "^in_switched;say_co_switch;*"),
    "co_chained": (say("co_chained") + function("asm_on_room", "push %rbp\nmov %rsp,%rbp\nmov %rsi,%rsp\ncall *%rdx\nmov %rbp,%rsp\npop %rbp\nret") + r"""
long asm_on_room(long path, void *top, long (*function)(long));

STEP long in_chained(long path)
{
	long n = say_co_chained(-1, path);

	BACK();
	return n;
}

/* A call on another stack, with a frame that leads back. */
STEP static long leaf_co_chained(long path)
{
	static char room[40000] __attribute__((aligned(64)));
	long n = asm_on_room(path, room + sizeof(room), in_chained);

	BACK();
	return n;
}
""", "leaf_co_chained;asm_on_room;in_chained;say_co_chained;*"),
    "room_on_stack": (function("asm_on_array", "push %rbx\nmov %rsp,%rbx\nmov %rsi,%rsp\ncall *%rdx\nmov %rbx,%rsp\npop %rbx\nret", False) + r"""
long asm_on_array(long path, void *top, long (*function)(long));

STEP long in_array(long path)
{
	long n = TELL(-1, path);

	BACK();
	return n;
}

/* A call on another stack, which is an array of the caller's, and has been used by others before. */
STEP static long leaf_room_on_stack(long path)
{
	char room[6000] __attribute__((aligned(64)));

	memset(room, 0, sizeof(room));
	for (size_t i = 0; i + 8 <= sizeof(room); i += 8)
		memcpy(room + i, &sites[i / 8 & 7], 8);
	long n = asm_on_array(path, room + 5800 / 64 * 64, in_array);
	KEEP(room);
	return n;
}
""", "leaf_room_on_stack;asm_on_array;in_array;*"),
}

ASM_LEAVES = {**BARE, **ENDS}
