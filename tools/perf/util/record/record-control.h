/* SPDX-License-Identifier: GPL-2.0-only */
/* --control: another program switches a recording on and off, line by line, and is answered. */
#ifndef PERF_RECORD_RECORD_CONTROL_H
#define PERF_RECORD_RECORD_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"

enum control_command {
	CONTROL_NONE,		/* no whole line is there */
	CONTROL_ENABLE,		/* all events, or the one of that name */
	CONTROL_DISABLE,
	CONTROL_EVLIST,		/* a list of the events, with evlist's -v, -g, -F */
	CONTROL_SNAPSHOT,
	CONTROL_PING,		/* only the answer */
	CONTROL_STOP,
	CONTROL_UNKNOWN,
};

struct record_control {
	int fd, ack_fd;		/* -1: none, and ended */
	bool is_fifo;		/* opened here */
	char line[512];
	size_t len, done;	/* bytes in it; of the line that was returned last */
};

/*
 * @spec is "fd:N[,M]" or "fifo:PATH[,PATH]": where commands come from, and where answers go. Returns 0, or
 * negative errno with @diag set: -EINVAL is a wrong word. record_control__close() is to be called in any
 * case.
 */
int record_control__open(struct record_control *c, const char *spec, struct diag *diag);
/*
 * The next command that has come; does not wait. *@ret_arg is what stands behind the word, or the whole line
 * of an unknown one; valid until the next call. Where nobody writes any more c->fd becomes -1.
 */
enum control_command record_control__next(struct record_control *c, const char **ret_arg);
/* Says that it is done. Nobody may listen: then it is not said. */
void record_control__acknowledge(const struct record_control *c);
void record_control__close(struct record_control *c);

#endif /* PERF_RECORD_RECORD_CONTROL_H */
