// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/temp-names.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST	8

static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU };

/* A handler has no other place to look at. */
static struct {
	const char *volatile name;	/* NULL: this place is free */
	int dir_fd;
} names[MOST];

void temp_names__remove(void)
{
	size_t i;

	for (i = 0; i < MOST; i++)
		if (names[i].name)
			(void)unlinkat(names[i].dir_fd, names[i].name, 0);
}

static void on_signal(int sig)
{
	sigset_t set;

	temp_names__remove();
	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}

/* Signals that are ignored, or handled by others, stay so. */
static void install(void)
{
	const struct sigaction ours = { .sa_handler = on_signal };
	static bool installed;
	struct sigaction now;
	size_t i;

	if (installed)
		return;
	installed = true;
	(void)atexit(temp_names__remove);
	for (i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (!sigaction(endings[i], NULL, &now) && now.sa_handler == SIG_DFL)
			(void)sigaction(endings[i], &ours, NULL);
}

void temp_names__remember(int dir_fd, const char *name)
{
	size_t i;

	install();
	for (i = 0; i < MOST; i++) {
		if (names[i].name)
			continue;
		names[i].dir_fd = dir_fd;
		names[i].name = name;
		return;
	}
}

void temp_names__forget(const char *name)
{
	size_t i;

	for (i = 0; name && i < MOST; i++)
		if (names[i].name == name)
			names[i].name = NULL;
}
