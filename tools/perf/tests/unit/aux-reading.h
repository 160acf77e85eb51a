/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording made with aux-file.h, read: its windows, its buffers, and what was wrong with it. */
#ifndef PERF_TESTS_UNIT_AUX_READING_H
#define PERF_TESTS_UNIT_AUX_READING_H

#include "tests/unit/aux-file.h"
#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/aux-windows.h"
#include "util/session/session.h"

struct aux_reading {
	struct session *s;
	struct aux_windows *sg;		/* finished */
	struct aux_queues *q;
	unsigned int told, told_of_buffers;	/* messages about records, and about buffers */
	char last[256];			/* the last of them */
};

/* @stream: by way of a pipe's stream. Empties @f. False: it cannot be read at all. */
bool aux_reading__do(struct aux_file *f, bool stream, struct aux_reading *ret);
void aux_reading__done(struct aux_reading *r);

#endif /* PERF_TESTS_UNIT_AUX_READING_H */
