# SPDX-License-Identifier: GPL-2.0-only
"""Leaves as in random_life.py: processes and threads."""

TASKS = {
    "fork": (r"""
STEP static void in_fork(long path)
{
	char array[90];

	KEEP(array);
	TELL(-1, path);
	BACK();
}

STEP static long leaf_fork(long path)
{
	pid_t pid = fork();

	if (!pid) {
		in_fork(path);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
""", "leaf_fork;in_fork;*"),
    "executed": (r"""
#ifdef __GLIBC__
/* The program once more, which ends before its main(). (With link-time optimization no arguments come here.) */
__attribute__((constructor)) STEP void after_exec(void)
{
	const char *number = getenv("PATH_AFTER_EXEC");

	if (number) {
		prctl(PR_SET_NAME, getenv("NAME_AFTER_EXEC"));
		TELL(-1, atol(number));
		_exit(0);
	}
	BACK();
}

STEP static long leaf_executed(long path)
{
	char name[40] = "NAME_AFTER_EXEC=", number[44], *args[] = { "program", NULL }, *more[] = { name, number, NULL };

	if (getenv("PATH_AFTER_EXEC"))
		abort();
	prctl(PR_GET_NAME, name + strlen(name));
	snprintf(number, sizeof(number), "PATH_AFTER_EXEC=%ld", path);
	pid_t pid = path & 1 ? fork() : vfork();
	if (!pid) {
		execve("/proc/self/exe", args, more);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
#else
STEP static long leaf_executed(long path)
{
	return path;
}
#endif
""", "^after_exec;*"),
    "quick": (r"""
#ifdef __GLIBC__
STEP static void on_quick(void)
{
	TELL(-1, current);
	BACK();
}

STEP static long leaf_quick(long path)
{
	current = path;
	pid_t pid = fork();
	if (!pid) {
		at_quick_exit(on_quick);
		quick_exit(0);
	}
	waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
#else
STEP static long leaf_quick(long path)
{
	return path;
}
#endif
""", "leaf_quick;*;on_quick;*"),
    "tiny": (r"""
STEP static long deep_in_tiny(long path, int n)
{
	char array[100];

	array[n] = 1;
	KEEP(array);
	long result = n ? deep_in_tiny(path, n - 1) : TELL(-1, path);
	BACK();
	return result + array[n];
}

STEP static void *in_tiny(void *path)
{
	deep_in_tiny((long)path, 3);
	BACK();
	return NULL;
}

/* A thread with as little stack as there may be. */
STEP static long leaf_tiny(long path)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16384);
	pthread_attr_setguardsize(&attr, 0);
	if (!pthread_create(&thread, &attr, in_tiny, (void *)path))
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	BACK();
	return 0;
}
""", "^in_tiny;deep_in_tiny;deep_in_tiny;deep_in_tiny;deep_in_tiny;*"),
    "timed": (r"""
#ifdef __GLIBC__
#include <semaphore.h>

static sem_t timed_end;

STEP static void in_timed(union sigval value)
{
	TELL(-1, (long)value.sival_ptr);
	BACK();
	sem_post(&timed_end);
}

/* A thread that libc makes for a timer. */
STEP static long leaf_timed(long path)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = (void *)path };
	timer_t timer;

	sem_init(&timed_end, 0, 0);
	event.sigev_notify_function = in_timed;
	if (!timer_create(CLOCK_MONOTONIC, &event, &timer)) {
		timer_settime(timer, 0, &(struct itimerspec){ { 0, 0 }, { 0, 1000 } }, NULL);
		while (sem_wait(&timed_end))
			;
		timer_delete(timer);
	}
	BACK();
	return 0;
}
#else
STEP static long leaf_timed(long path)
{
	return path;
}
#endif
""", "^in_timed;*"),
    "touch_set": (r"""
/* A page that a function of libc is the first to touch. */
STEP static long leaf_touch_set(long path)
{
	char *area = mmap((char *)0x600000000000 + (path << 12), 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	memset(area, 3, 4096 - (size_t)zero);
	munmap(area, 4096);
	BACK();
	return 0;
}
""", "leaf_touch_set;*", "page-faults"),
}
