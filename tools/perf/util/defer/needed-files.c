// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/needed-files.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"

extern char **environ;

/* PT_INTERP of a 64-bit ELF file of this machine's byte order; the caller frees. NULL: a static one. */
static char *interpreter(int fd)
{
	unsigned char head[4096];
	ssize_t n = pread(fd, head, sizeof(head), 0);
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	struct cursor c;
	int i;

	if (n < (ssize_t)sizeof(eh) || memcmp(head, ELFMAG, SELFMAG) || head[EI_CLASS] != ELFCLASS64)
		return NULL;
	memcpy(&eh, head, sizeof(eh));
	for (i = 0; i < eh.e_phnum; i++) {
		const void *p;
		const char *path;

		c = cursor__make(head, (size_t)n, false);
		cursor__skip(&c, eh.e_phoff + (uint64_t)i * eh.e_phentsize, "program header");
		p = cursor__bytes(&c, sizeof(ph), "program header");
		if (!p)
			return NULL;
		memcpy(&ph, p, sizeof(ph));
		if (ph.p_type != PT_INTERP)
			continue;
		c = cursor__make(head, (size_t)n, false);
		cursor__skip(&c, ph.p_offset, "interpreter");
		path = cursor__str(&c, "interpreter");
		return path ? xstrdup(path) : NULL;
	}
	return NULL;
}

static FILE *ask_loader(const char *loader, const char *program, pid_t *ret_pid)
{
	char *const argv[] = { (char *)(uintptr_t)loader, (char *)(uintptr_t)"--list",
			       (char *)(uintptr_t)program, NULL };
	posix_spawn_file_actions_t fa;
	int fds[2], err;

	if (pipe2(fds, O_CLOEXEC))
		return NULL;
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, fds[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&fa, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	err = posix_spawn(ret_pid, loader, &fa, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&fa);
	close(fds[1]);
	if (!err)
		return fdopen(fds[0], "r");
	close(fds[0]);
	errno = err;
	return NULL;
}

/* "\tlibc.so.6 => /lib/libc.so.6 (0x7f..)" or "\t/lib64/ld-linux-x86-64.so.2 (0x7f..)" */
static void parse_line(char *line, void (*fn)(void *ctx, const char *path), void *ctx)
{
	char *path = strstr(line, "=> "), *end;

	path = path ? path + 3 : line + strspn(line, " \t");
	end = strstr(path, " (0x");
	/* The vdso has no path; one that a program was linked with may be relative. */
	if (!end || !memchr(path, '/', (size_t)(end - path)))
		return;
	*end = 0;
	fn(ctx, path);
}

int needed_files__for_each(const char *program, void (*fn)(void *ctx, const char *path), void *ctx,
			   struct diag *diag)
{
	int fd = open(program, O_RDONLY | O_CLOEXEC), status;
	char *loader = fd >= 0 ? interpreter(fd) : NULL, *line = NULL;
	size_t cap = 0;
	pid_t pid;
	FILE *f;

	if (fd >= 0)
		close(fd);
	if (!loader)
		return 0;
	f = ask_loader(loader, program, &pid);
	if (!f) {
		diag__msg(diag, -errno, "cannot run '%s --list %s': %s", loader, program, strerror(errno));
		free(loader);
		return -ENOEXEC;
	}
	while (getline(&line, &cap, f) > 0)
		parse_line(line, fn, ctx);
	free(line);
	fclose(f);
	waitpid(pid, &status, 0);
	free(loader);
	return 0;
}
