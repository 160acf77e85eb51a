/* SPDX-License-Identifier: GPL-2.0-only */
/* Long text for a terminal goes through a pager. */
#ifndef PERF_OUTPUT_PAGER_H
#define PERF_OUTPUT_PAGER_H

#include <stdbool.h>
#include <sys/types.h>

struct pager {
	pid_t pid;		/* 0: none runs */
	bool color;		/* coloured text may go to standard output */
};

/*
 * If standard output is a terminal, and neither @off nor the choice of an empty pager or "cat" says
 * no: starts $PERF_PAGER, $PAGER or less and lets standard output go there;
 * SIGPIPE is ignored from then on. Sets @p->color either way.
 */
void pager__start(struct pager *p, bool off);
/*
 * Waits for the reader to leave the pager, who may leave early: that nothing could be written then is no error. What is written to standard output afterwards goes nowhere.
 */
void pager__end(struct pager *p);

#endif /* PERF_OUTPUT_PAGER_H */
