/* SPDX-License-Identifier: GPL-2.0-only */
/* Shows long output on a terminal through a pager. */
#ifndef PERF_OUTPUT_PAGER_H
#define PERF_OUTPUT_PAGER_H

#include <stdbool.h>
#include <sys/types.h>

struct pager {
	pid_t pid;		/* 0: no pager runs */
	bool color;		/* coloured text may go to standard output */
};

/* What shows long output on a terminal, for a shell; NULL: nothing. Borrowed from the environment, or static. */
const char *pager__command(void);
/*
 * Starts a pager ($PERF_PAGER, $PAGER or less) and redirects standard output to it, if standard output is a terminal, @off
 * is false, and the chosen pager is not empty or "cat". SIGPIPE is ignored from then on. Sets @p->color in any case.
 */
void pager__start(struct pager *p, bool off);
/*
 * Waits until the user leaves the pager. The user may do so early: that the output could not be written then is not an
 * error. Whatever is written to standard output afterwards is lost.
 */
void pager__end(struct pager *p);

#endif /* PERF_OUTPUT_PAGER_H */
