// SPDX-License-Identifier: GPL-2.0-only
/*
 * execs [TIMES]: replaces itself in main -> replace -> exec_leaf until TIMES is used up. A sample
 * taken inside execve has its user half unwound when the new program first runs: that half belongs
 * to the new address space, and is its entry point alone. Then, in the last program, one read in
 * main -> after_exec -> last_leaf.
 */
#include <fcntl.h>
#include <stdio.h>
#include "workload.h"

extern char **environ;

static NOINLINE long exec_leaf(const char *path, char **argv)
{
	long ret = kernel_call(SYS_execve, (long)path, (long)argv, (long)environ, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE int replace(char **argv, long left)
{
	char text[24];
	char *args[] = { argv[0], text, NULL };
	long ret;

	snprintf(text, sizeof(text), "%ld", left);
	ret = exec_leaf("/proc/self/exe", args);
	KEEP_FRAME();
	return (int)ret;
}

static NOINLINE long last_leaf(int fd, char *buffer, long bytes)
{
	long ret = kernel_call(SYS_read, fd, (long)buffer, bytes, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE int after_exec(void)
{
	char buffer[48];
	int fd = open("/dev/zero", O_RDONLY);
	long n = last_leaf(fd, buffer, sizeof(buffer));

	KEEP_FRAME();
	return n != sizeof(buffer);
}

int main(int argc, char **argv)
{
	long left = argument(argc, argv, 1, 5);

	return left > 0 ? replace(argv, left - 1) : after_exec();
}
