/* SPDX-License-Identifier: GPL-2.0-only */
/* A workload that has itself recorded: the other end of `perf record -D -1 --control fifo:CTL,ACK`. */
#ifndef PERF_TESTS_RECORD_CTL_H
#define PERF_TESTS_RECORD_CTL_H

#include <stdbool.h>

struct record_ctl {
	int ctl, ack;		/* file descriptors; ack is -1 where none was given */
};

/* @spec: "fifo:CTL[,ACK]". Opens both; a wrong one ends the program with a message. */
struct record_ctl record_ctl__open(const char *spec);
/* Sends "enable" or "disable", and waits until it is done. False with a message on stderr if nobody answers. */
bool record_ctl__enable(const struct record_ctl *r, bool on);
void record_ctl__close(const struct record_ctl *r);

#endif /* PERF_TESTS_RECORD_CTL_H */
