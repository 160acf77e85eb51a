// SPDX-License-Identifier: GPL-2.0-only
/* The shared library of the program `truth`: its functions are reached through the PLT, and call back. */
#include <unistd.h>

#include "truth-lib.h"

static volatile long sink;

static void (*volatile call_back)(int fd);

STEP void t_plt_inner(int fd)
{
	char c;

	sink += read(fd, &c, 1);
	RETURNS_HERE();
}

STEP void t_plt_outer(int fd)
{
	/* Through the PLT as well, since another library may bring its own. */
	t_plt_inner(fd);
	RETURNS_HERE();
}

STEP void t_plt_back(int fd, void (*fn)(int))
{
	call_back = fn;
	call_back(fd);
	RETURNS_HERE();
}
