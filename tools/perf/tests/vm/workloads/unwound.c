// SPDX-License-Identifier: GPL-2.0-only
/*
 * unwound [WAY...]: reaches read() in libc on several ways, none of whose functions keeps a frame pointer, so that only unwind tables lead
 * out of them (build.sh compiles it so). Without a WAY it takes all but the last three.
 *
 *   plain     main -> way_plain -> middle -> last
 *   signal    main -> way_signal -> raise() -> on_signal -> last
 *   sort      main -> way_sort -> qsort() -> compare -> last
 *   thread    way_thread, started by pthread_create() -> middle -> last
 *   library   main -> way_library -> library_call, of a library that is loaded for it -> from_library -> last
 *   replaced  main -> way_replaced -> library_call, of one library or of another at the same place -> from_library -> last
 *   fork      the same as plain, in a child: main -> way_child -> middle -> last
 *   exec      the same program, begun anew: main -> way_again -> middle -> last
 *   deleted   takes the file of the program away, then as plain: main -> way_deleted -> middle -> last
 *   altstack  main -> way_altstack -> raise() -> on_altstack, on another stack -> last
 *   wait      prints "waiting", and waits for a line on standard input
 *
 * Each reads ROUNDS times.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef WITH_LIBRARY
#include <dlfcn.h>
#endif

#define ROUNDS	10
#define NOINLINE __attribute__((noinline, noclone))
/* Something is done behind the call, so that it stays one. */
#define STAY()	__asm__ volatile("" : : : "memory")

#ifdef LIBRARY
int library_call(int (*back)(int), int n);

NOINLINE int library_call(int (*back)(int), int n)
{
	volatile char room[LIBRARY];
	int sum;

	room[0] = (char)n;
	sum = back(n);
	STAY();
	return sum + room[0];
}
#else

static int zero;
static char self[4096];

static NOINLINE int last(int n)
{
	char buffer[64];
	int i, sum = n;

	for (i = 0; i < ROUNDS; i++)
		sum += (int)read(zero, buffer, sizeof(buffer));
	STAY();
	return sum;
}

static NOINLINE int middle(int n)
{
	int sum = last(n + 1);

	STAY();
	return sum + 1;
}

/* Functions that are alike would become one. */
#define WAY(name)					\
static NOINLINE int way_##name(int n)			\
{							\
	int sum = middle(n);				\
							\
	__asm__ volatile("" : : "i"(__LINE__));		\
	return sum + __LINE__;				\
}

WAY(plain)
WAY(child)
WAY(again)

static void on_signal(int nr)
{
	(void)last(nr);
	STAY();
}

static NOINLINE int way_signal(int n)
{
	struct sigaction a = { .sa_handler = on_signal };

	sigaction(SIGUSR1, &a, NULL);
	n += raise(SIGUSR1);
	STAY();
	return n;
}

static void on_altstack(int nr)
{
	(void)last(nr + 1);
	STAY();
}

static NOINLINE int way_altstack(int n)
{
	static char memory[65536];
	stack_t stack = { .ss_sp = memory, .ss_size = sizeof(memory) };
	struct sigaction a = { .sa_handler = on_altstack, .sa_flags = SA_ONSTACK };

	sigaltstack(&stack, NULL);
	sigaction(SIGUSR2, &a, NULL);
	n += raise(SIGUSR2);
	STAY();
	return n;
}

static int compare(const void *a, const void *b)
{
	int less = last(1) > 0 ? *(const int *)a - *(const int *)b : 0;

	STAY();
	return less;
}

static NOINLINE int way_sort(int n)
{
	int list[3] = { n + 3, n + 1, n + 2 };

	qsort(list, 3, sizeof(list[0]), compare);
	STAY();
	return list[0];
}

static NOINLINE void *way_thread(void *arg)
{
	int sum = middle(1);

	STAY();
	return sum ? arg : NULL;
}

static int run_thread(int n)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, way_thread, &n))
		return 0;
	return pthread_join(thread, NULL);
}

static NOINLINE int from_library(int n)
{
	int sum = last(n);

	STAY();
	return sum + 1;
}

#ifdef WITH_LIBRARY
/* The library whose function has so many bytes more on the stack. */
static int (*load(int room, void **ret_library))(int (*back)(int), int n)
{
	char path[sizeof(self) + 16];

	snprintf(path, sizeof(path), "%s-%d.so", self, room);
	*ret_library = dlopen(path, RTLD_NOW);
	if (!*ret_library)
		exit(2);
	return (int (*)(int (*)(int), int))(uintptr_t)dlsym(*ret_library, "library_call");
}
#endif

static NOINLINE int way_library(int n)
{
#ifdef WITH_LIBRARY
	void *library;

	n += load(8, &library)(from_library, n);
	dlclose(library);
#else
	n = from_library(n);
#endif
	STAY();
	return n;
}

static NOINLINE int way_replaced(int n)
{
#ifdef WITH_LIBRARY
	void *library;
	int i;

	for (i = 0; i < 10; i++) {
		n += load(i % 2 ? 8 : 1000, &library)(from_library, n);
		dlclose(library);
	}
#endif
	STAY();
	return n;
}

static int in_child(int (*way)(int), const char *word)
{
	pid_t pid = fork();
	int status = 0;

	if (!pid) {
		if (word)
			execl(self, self, word, NULL);
		_exit(way && way(1) ? 0 : 1);
	}
	waitpid(pid, &status, 0);
	return status;
}

static NOINLINE int way_deleted(int n)
{
	int sum;

	unlink(self);
	sum = middle(n);
	STAY();
	return sum + 1;
}

static int go(const char *word)
{
	if (!strcmp(word, "plain"))
		return way_plain(1);
	if (!strcmp(word, "signal"))
		return way_signal(1);
	if (!strcmp(word, "sort"))
		return way_sort(1);
	if (!strcmp(word, "thread"))
		return run_thread(1);
	if (!strcmp(word, "library"))
		return way_library(1);
	if (!strcmp(word, "replaced"))
		return way_replaced(1);
	if (!strcmp(word, "fork"))
		return in_child(way_child, NULL);
	if (!strcmp(word, "exec"))
		return in_child(NULL, "again");
	if (!strcmp(word, "again"))
		return way_again(1);
	if (!strcmp(word, "deleted"))
		return way_deleted(1);
	if (!strcmp(word, "altstack"))
		return way_altstack(1);
	if (!strcmp(word, "wait")) {
		char line[64];

		puts("waiting");
		fflush(stdout);
		return fgets(line, sizeof(line), stdin) ? 0 : 1;
	}
	fprintf(stderr, "unwound: there is no way '%s'\n", word);
	exit(1);
}

int main(int argc, char **argv)
{
	static const char *const all[] = { "plain", "signal", "sort", "thread", "library", "fork", "exec" };
	ssize_t nr = readlink("/proc/self/exe", self, sizeof(self) - 1);
	volatile int sum = 0;
	int i;

	zero = open("/dev/zero", O_RDONLY);
	if (zero < 0 || nr < 0)
		return 1;
	for (i = 1; i < argc; i++)
		sum += go(argv[i]);
	for (i = 0; argc == 1 && i < 7; i++)
		sum += go(all[i]);
	return 0;
}
#endif
