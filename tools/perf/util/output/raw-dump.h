/* SPDX-License-Identifier: GPL-2.0-only */
/* -D: every record as it lies in the file: place, bytes, name, decoded fields. */
#ifndef PERF_OUTPUT_RAW_DUMP_H
#define PERF_OUTPUT_RAW_DUMP_H

#include "util/event/record.h"

struct session;
struct text_out;

/*
 * Appends one record. @name: the file's, for the first line. What is damaged is said in its place
 * and in @diag (-EBADMSG); the bytes are shown all the same. For session_ops->record.
 */
int raw_dump__record(struct text_out *out, struct session *s, const char *name, const struct record *r,
		     struct diag *diag);

#endif /* PERF_OUTPUT_RAW_DUMP_H */
