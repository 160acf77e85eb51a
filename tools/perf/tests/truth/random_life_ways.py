# SPDX-License-Identifier: GPL-2.0-only
"""Leaves as in random_life.py: ways out of functions, and into them."""
from random_leaves import say

WAYS = {
    "out_of_deep": (say("out_of_deep") + r"""
static jmp_buf out_of_deep;

STEP static long dig(long path, int n)
{
	char room[(path & 63) + n * 8 + 16], *more = alloca((size_t)(path & 127) + 1);

	room[n] = more[0] = 1;
	KEEP(room);
	KEEP(*more);
	if (!n)
		longjmp(out_of_deep, 1);
	long result = dig(path, n - 1);
	BACK();
	return result + room[n] + more[0];
}

/* A jump over many frames of variable size, into another one. */
STEP static long leaf_out_of_deep(long path)
{
	char vla[(path & 31) + 16];

	vla[0] = 1;
	KEEP(vla);
	if (!setjmp(out_of_deep))
		seen += dig(path, 9);
	else
		seen += say_out_of_deep(-1, path);
	BACK();
	return vla[0];
}
""", "leaf_out_of_deep;say_out_of_deep;*"),
    "no_return": (say("no_return") + r"""
__attribute__((noreturn)) STEP static void ends_here(long path)
{
	say_no_return(-1, path);
	siglongjmp(out_of_signal, 1);
}

/* Behind the last call of a function is the next function. */
__attribute__((noreturn)) STEP static void ends_soon(long path)
{
	char array[40];

	KEEP(array);
	ends_here(path);
}

STEP static long leaf_no_return(long path)
{
	if (!sigsetjmp(out_of_signal, 0))
		ends_soon(path);
	BACK();
	return 1;
}
""", "leaf_no_return;ends_soon;ends_here;say_no_return;*"),
    "jump_chain": (say("jump_chain") + r"""
STEP static long chain_end(long path)
{
	long n = say_jump_chain(-1, path);

	BACK();
	return n;
}

static long (*volatile chain_to)(long) = chain_end;

STEP static long chain_third(long path)
{
	return chain_to(path);
}

STEP static long chain_second(long path)
{
	char array[60];

	KEEP(array);
	if (array[path & 7] && path < 0)
		return array[3];
	return chain_third(path);
}

STEP static long chain_first(long path)
{
	seen += path;
	return chain_second(path);
}

/* Jumps in a row, the last one by a pointer. */
STEP static long leaf_jump_chain(long path)
{
	long n = chain_first(path);

	BACK();
	return n;
}
""", "leaf_jump_chain;?chain_first;?chain_second;?chain_third;chain_end;say_jump_chain;*"),
    "other_abi": (say("other_abi") + r"""
/* As programs for Windows call: other registers are kept, room is made for the arguments. */
__attribute__((ms_abi)) STEP static long in_other_abi(long path, double d, long a, long b, long c, long e)
{
	long n = say_other_abi(-1, path);

	BACK();
	return n + (long)d + a + b + c + e;
}

STEP static long leaf_other_abi(long path)
{
	long n = in_other_abi(path, 1.5, 2, 3, path, 5);

	BACK();
	return n;
}
""", "leaf_other_abi;in_other_abi;say_other_abi;*"),
    "backtrace": (r"""
#ifdef __GLIBC__
#include <unwind.h>

STEP static _Unwind_Reason_Code see_frame(struct _Unwind_Context *context, void *data)
{
	(void)context;
	(void)data;
	TELL(-1, current);
	BACK();
	return _URC_END_OF_STACK;
}

STEP static long leaf_backtrace(long path)
{
	current = path;
	long n = _Unwind_Backtrace(see_frame, NULL);
	BACK();
	return n;
}
#else
STEP static long leaf_backtrace(long path)
{
	return path;
}
#endif
""", "leaf_backtrace;*;see_frame;*"),
    "forced": (r"""
#ifdef __GLIBC__
STEP static _Unwind_Reason_Code stop_forced(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *e,
					    struct _Unwind_Context *context, void *data)
{
	(void)version;
	(void)actions;
	(void)class;
	(void)e;
	(void)context;
	(void)data;
	TELL(-1, current);
	siglongjmp(out_of_signal, 1);
}

STEP static long leaf_forced(long path)
{
	static struct _Unwind_Exception e;

	current = path;
	if (!sigsetjmp(out_of_signal, 0))
		_Unwind_ForcedUnwind(&e, stop_forced, NULL);
	BACK();
	return 1;
}
#else
STEP static long leaf_forced(long path)
{
	return path;
}
#endif
""", "leaf_forced;*;stop_forced;*"),
    "set_context": (say("set_context") + r"""
#ifdef __GLIBC__
static ucontext_t set_to;

STEP static void sets(long path)
{
	char array[500];

	KEEP(array);
	if (path >= 0)
		setcontext(&set_to);
	BACK();
}
#endif

STEP static long leaf_set_context(long path)
{
#ifdef __GLIBC__
	volatile int again = 0;

	getcontext(&set_to);
	if (!again++)
		sets(path);
#endif
	long n = say_set_context(-1, path);
	BACK();
	return n;
}
""", "leaf_set_context;say_set_context;*"),
}
