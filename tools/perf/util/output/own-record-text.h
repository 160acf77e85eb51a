/* SPDX-License-Identifier: GPL-2.0-only */
/* Records that perf writes itself, beside the kernel's, as perf's dumps print them. */
#ifndef PERF_OUTPUT_OWN_RECORD_TEXT_H
#define PERF_OUTPUT_OWN_RECORD_TEXT_H

#include "util/event/record.h"

struct text_out;

/*
 * What follows "PERF_RECORD_TIME_CONV", up to and with the last newline; just that where the type's fields
 * are not shown. Returns 0, or -EBADMSG with @diag set; then nothing was added.
 */
int own_record_text__add(struct text_out *out, const struct record *r, struct diag *diag);

#endif /* PERF_OUTPUT_OWN_RECORD_TEXT_H */
