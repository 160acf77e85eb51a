// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/shrunk.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

/* Made beforehand: a handler may not format. */
static char message[4096 + 128];
static size_t message_size;

static void on_sigbus(int sig)
{
	(void)sig;
	(void)!write(STDERR_FILENO, message, message_size);
	_exit(1);
}

void shrunk_file__watch(const char *path)
{
	struct sigaction sa = { .sa_handler = on_sigbus };
	int n = snprintf(message, sizeof(message), "perf: '%.4000s' became shorter while it was read "
			 "(is a perf record still writing it?)\n", path);

	message_size = n > 0 ? (size_t)n : 0;
	(void)sigaction(SIGBUS, &sa, NULL);
}
