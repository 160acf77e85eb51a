/* SPDX-License-Identifier: GPL-2.0-only */
/* Records that are not samples, as perf prints them. */
#ifndef PERF_OUTPUT_RECORD_TEXT_H
#define PERF_OUTPUT_RECORD_TEXT_H

#include "util/event/record.h"

struct text_out;

/*
 * "PERF_RECORD_COMM exec: work:111/111\n": name, fields as far as this type's are known, newline.
 * Returns 0, or -EBADMSG with @diag set; then only the name was added.
 */
int record_text__add(struct text_out *out, const struct record *r, struct diag *diag);
/*
 * The same of a TEXT_POKE; @place names the address ("": not known), and the code before and after is shown.
 */
int record_text__add_text_poke(struct text_out *out, const struct record *r, const char *place,
			       struct diag *diag);

#endif /* PERF_OUTPUT_RECORD_TEXT_H */
