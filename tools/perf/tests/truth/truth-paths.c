// SPDX-License-Identifier: GPL-2.0-only
/* Paths through a shared library of our own. */
#include <stddef.h>
#include <unistd.h>

#include "truth-lib.h"

static volatile long sink;

STEP static void t_plt(int fd)
{
	t_plt_outer(fd);
	RETURNS_HERE();
}

STEP static void t_back_leaf(int fd)
{
	char c;

	sink += read(fd, &c, 1);
	RETURNS_HERE();
}

STEP static void t_back(int fd)
{
	t_plt_back(fd, t_back_leaf);
	RETURNS_HERE();
}

#define READ	";{read}"

const struct truth_path truth_library_paths[] = {
	{ "plt", t_plt, "sys_enter_read", "t_plt;t_plt_outer;t_plt_inner" READ },
	{ "back", t_back, "sys_enter_read", "t_back;t_plt_back;t_back_leaf" READ },
	{ NULL, NULL, NULL, NULL },
};
