/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of records that perf writes itself, besides the kernel's records, as upstream's dumps show them. */
#ifndef PERF_OUTPUT_OWN_RECORD_TEXT_H
#define PERF_OUTPUT_OWN_RECORD_TEXT_H

#include "util/event/record.h"

struct text_out;

/*
 * Appends what follows the record's name ("PERF_RECORD_TIME_CONV"), including the last newline; only that newline if the
 * fields of this type are not shown. Returns 0, or -EBADMSG with @diag set and nothing appended.
 */
int own_record_text__add(struct text_out *out, const struct record *r, struct diag *diag);

#endif /* PERF_OUTPUT_OWN_RECORD_TEXT_H */
