/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of records that are not samples, as upstream prints them. */
#ifndef PERF_OUTPUT_RECORD_TEXT_H
#define PERF_OUTPUT_RECORD_TEXT_H

#include "util/event/record.h"

struct text_out;

/*
 * Appends "PERF_RECORD_COMM exec: work:111/111\n": name, fields (as far as those of this type are known), newline. Returns
 * 0, or -EBADMSG with @diag set; then only the name was appended.
 */
int record_text__add(struct text_out *out, const struct record *r, struct diag *diag);
/* The same for a TEXT_POKE record, with the code before and after the change. @place: name of the address; "": not known. */
int record_text__add_text_poke(struct text_out *out, const struct record *r, const char *place,
			       struct diag *diag);

#endif /* PERF_OUTPUT_RECORD_TEXT_H */
