/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The second stage of the queue: everything comes in the order of time, and what has the same key is in one place: samples that wait for a
 * record, and the last records, kept for samples that are yet to come. Not installed.
 */
#ifndef LIBPERF_STITCH_KEYS_H
#define LIBPERF_STITCH_KEYS_H

#include "stitch-queue.h"

/* A record, whose node is no longer the caller's. For it and for a sample that waits, one key must be there in q->key_pool. */
void stitch_keys__record(struct perf_stitch_queue *q, struct stitch_node *record);
/* A sample that waits: it is offered the records that are kept, and waits on if a better one may come. */
void stitch_keys__sample(struct perf_stitch_queue *q, struct stitch_node *sample);
/* The sample, which is the first of its key if it still waits for a record, waits no longer. */
void stitch_keys__end_wait(struct perf_stitch_queue *q, struct stitch_node *sample);
/* May a better record come for the sample than the one that is known, if any is? */
bool stitch_keys__waits(const struct perf_stitch_queue *q, const struct stitch_node *sample);
/* Releases @record if nobody has it any more. */
void stitch_keys__unref(struct perf_stitch_queue *q, struct stitch_node *record);
/* Of the records that are kept, the oldest goes; there must be one. */
void stitch_keys__drop_oldest(struct perf_stitch_queue *q);

#endif /* LIBPERF_STITCH_KEYS_H */
