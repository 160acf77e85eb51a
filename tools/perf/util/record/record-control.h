/* SPDX-License-Identifier: GPL-2.0-only */
/* --control: another program sends commands to a recording, one on each line, and gets answers. */
#ifndef PERF_RECORD_RECORD_CONTROL_H
#define PERF_RECORD_RECORD_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"

enum control_command {
	CONTROL_NONE,		/* no whole line has come */
	CONTROL_ENABLE,		/* all events, or the one of that name */
	CONTROL_DISABLE,
	CONTROL_EVLIST,		/* a list of the events, with evlist's -v, -g, -F */
	CONTROL_SNAPSHOT,
	CONTROL_PING,		/* only asks for an answer */
	CONTROL_STOP,
	CONTROL_UNKNOWN,
};

struct record_control {
	int fd, ack_fd;		/* -1: there is none, or it was closed at the other end */
	bool is_fifo;		/* both were opened here, and are closed here */
	char line[512];
	size_t len, done;	/* bytes in @line; how many of them belong to the line that was returned last */
};

/*
 * @spec is "fd:N[,M]" or "fifo:PATH[,PATH]": where commands come from, and where answers go. Returns 0, or
 * negative errno with @diag set: -EINVAL if it has another form. record_control__close() is to be called in any
 * case.
 */
int record_control__open(struct record_control *c, const char *spec, struct diag *diag);
/*
 * Returns the next command that has come; does not wait. *@ret_arg is the rest of the line after the command, or the whole line
 * if the command is unknown; it is valid until the next call. c->fd becomes -1 when the other end was closed.
 */
enum control_command record_control__next(struct record_control *c, const char **ret_arg);
/* Answers that the last command was carried out, if somebody reads answers. */
void record_control__acknowledge(const struct record_control *c);
void record_control__close(struct record_control *c);

#endif /* PERF_RECORD_RECORD_CONTROL_H */
