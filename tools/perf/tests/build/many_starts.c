// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loaded in front of the program that MANY_STARTS names, as it is started, it makes one start of many: the program comes up to main() once, and then a copy of it
 * goes on from there for each line of standard input. For what costs more to start than to run, as a program does under
 * valgrind; instruction_counts.py uses it.
 *
 * A line has words with tabs between them: the copy's standard input, variables as NAME=VALUE, "--", the program's words.
 * For each, "PID STATUS" (as waitpid tells it) is printed when the copy has ended. Its standard output goes nowhere.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_TOKENS	4096

typedef int (*main_fn)(int argc, char **argv, char **env);
typedef int (*start_fn)(main_fn main, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
			void *stack_end);

static main_fn real_main;

static void put_in_place(const char *path, int flags, int where)
{
	int fd = open(path, flags);

	if (fd < 0 || dup2(fd, where) < 0)
		_exit(126);
	close(fd);
}

static int run_copy(char *line, char *name)
{
	static char *tokens[MOST_TOKENS + 2];
	char *token, *rest = line;
	int nr = 1;

	put_in_place(strsep(&rest, "\t"), O_RDONLY, STDIN_FILENO);
	put_in_place("/dev/null", O_WRONLY, STDOUT_FILENO);
	while ((token = strsep(&rest, "\t")) && strcmp(token, "--"))
		putenv(token);
	tokens[0] = name;
	while ((token = strsep(&rest, "\t"))) {
		if (nr > MOST_TOKENS)
			_exit(126);
		tokens[nr++] = token;
	}
	return real_main(nr, tokens, environ);
}

static int serve(int argc, char **argv, char **env)
{
	FILE *lines = fdopen(dup(STDIN_FILENO), "re");
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	int status;
	pid_t pid;

	(void)argc;
	(void)env;
	unsetenv("LD_PRELOAD");
	while (lines && (length = getline(&line, &size, lines)) > 0) {
		line[strcspn(line, "\n")] = 0;
		pid = fork();
		if (!pid)
			return run_copy(line, argv[0]);
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			return 125;
		printf("%d %d\n", (int)pid, status);
		fflush(stdout);
	}
	_exit(0);
}

int __libc_start_main(main_fn main, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
		      void *stack_end)
{
	start_fn real = (start_fn)dlsym(RTLD_NEXT, "__libc_start_main");
	const char *which = getenv("MANY_STARTS");

	real_main = main;
	return real(which && !strcmp(which, argv[0]) ? serve : main, argc, argv, init, fini, rtld_fini, stack_end);
}
