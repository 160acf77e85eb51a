/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a sample is, as text: its address, or its stack. */
#ifndef PERF_SCRIPT_PLACE_H
#define PERF_SCRIPT_PLACE_H

#include "util/script/script-event.h"

/* Appends the data address, with its place if that is worth it. */
void script_place__add_addr(struct script_text *st, const struct script_event *e, const struct session_sample *s);
/* Appends " address symbol", of a sample without a stack. */
void script_place__add(struct script_text *st, const struct script_event *e, const struct session_sample *s);
/* Appends the lines of both halves of the stack. */
void script_place__add_halves(struct script_text *st, const struct script_event *e, const struct session_sample *s);
/* Appends the one or the other, as the fields ask for; a stack begins with the end of the line before. */
void script_place__add_where(struct script_text *st, const struct script_event *e, const struct session_sample *s);

#endif /* PERF_SCRIPT_PLACE_H */
