// SPDX-License-Identifier: GPL-2.0-only
/* SIGCHLD is set to its default only if it was ignored: perf record has a handler of its own. */
#include <signal.h>

#include "util/base/children.h"

void children__keep_status(void)
{
	struct sigaction now;

	if (!sigaction(SIGCHLD, NULL, &now) && now.sa_handler == SIG_IGN)
		(void)signal(SIGCHLD, SIG_DFL);
}
