# SPDX-License-Identifier: GPL-2.0-only
"""What compilers and programs seldom do, of seeds from 900000 on: parts of functions that lie elsewhere, wide arguments, signals let through.

As random_leaves.py.
"""
from random_leaves import say

SELDOM = {
    "rarely": (say("rarely") + r"""
__attribute__((cold)) STEP static long tell_rarely(long path, char *room)
{
	long n = say_rarely(-1, path);

	room[path & 15] = 1;
	BACK();
	return n;
}

/* What seldom runs is put elsewhere, with the calls in it, and comes back. */
STEP static long leaf_rarely(long path)
{
	char room[56];
	long n = path & 7;

	room[path & 15] = 0;
	KEEP(room);
	if (path > zero)
		n += tell_rarely(path, room) * room[n];
	BACK();
	return n + room[path & 31];
}
""", "leaf_rarely;tell_rarely;say_rarely;*"),
    "rarely_ends": (say("rarely_ends") + r"""
static jmp_buf out_of_rarely;

__attribute__((cold)) STEP static long tell_rarely_ends(long path)
{
	long n = say_rarely_ends(-1, path);

	BACK();
	return n;
}

/* The same, which never comes back. */
STEP static long may_end(long path, char *room)
{
	long n = room[path & 15];

	if (path > zero) {
		room[0] = (char)tell_rarely_ends(path);
		longjmp(out_of_rarely, 1);
	}
	BACK();
	return n * path + room[n];
}

STEP static long leaf_rarely_ends(long path)
{
	char room[40] = { 0 };

	KEEP(room);
	if (!setjmp(out_of_rarely))
		seen += may_end(path, room);
	BACK();
	return room[0];
}
""", "leaf_rarely_ends;may_end;tell_rarely_ends;say_rarely_ends;*"),
    "wide": (say("wide") + r"""
struct wide {
	long a[9];
};

STEP static struct wide with_wide(long double x, struct wide w, __int128 y, long a, long b, long c, long d, long path)
{
	w.a[0] = say_wide(-1, path) + (long)(x * 2) + (long)(y >> 3) + a * b + c * d;
	BACK();
	return w;
}

/* Arguments and results that are on the stack. */
STEP static long leaf_wide(long path)
{
	struct wide w = { { path, 2, 3 } };

	KEEP(w);
	w = with_wide((long double)path, w, (__int128)path << 60, 1, 2, 3, 4, path);
	BACK();
	return w.a[0] + w.a[1];
}
""", "leaf_wide;with_wide;say_wide;*"),
    "let_through": (say("let_through") + r"""
STEP static void on_let_through(int number)
{
	say_let_through(-1, current + (number < 0));
	BACK();
}

/* A signal waits until a system call lets it through; its handler is for one time. */
STEP static long leaf_let_through(long path)
{
	struct sigaction once = { .sa_handler = on_let_through, .sa_flags = SA_RESETHAND }, before;
	struct timespec soon = { 0, 1000 };
	sigset_t all, old;

	current = path;
	sigaction(SIGURG, &once, &before);
	sigemptyset(&all);
	sigaddset(&all, SIGURG);
	sigprocmask(SIG_BLOCK, &all, &old);
	pthread_kill(pthread_self(), SIGURG);
	ppoll(NULL, 0, &soon, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
	sigaction(SIGURG, &before, NULL);
	BACK();
	return 1;
}
""", "leaf_let_through;*;on_let_through;say_let_through;*"),
}
