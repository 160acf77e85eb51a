/* SPDX-License-Identifier: GPL-2.0-only */
/* -D: each record as it is in the file: position, bytes, name, decoded fields. */
#ifndef PERF_OUTPUT_RAW_DUMP_H
#define PERF_OUTPUT_RAW_DUMP_H

#include "util/event/record.h"

struct session;
struct text_out;

/*
 * Appends one record. @name: name of the file, for the first line. For a damaged record the bytes are shown, then an error
 * in place of the fields; returns -EBADMSG with @diag set then, else 0. For session_ops->record.
 */
int raw_dump__record(struct text_out *out, struct session *s, const char *name, const struct record *r,
		     struct diag *diag);

#endif /* PERF_OUTPUT_RAW_DUMP_H */
