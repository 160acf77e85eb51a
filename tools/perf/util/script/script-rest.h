/* SPDX-License-Identifier: GPL-2.0-only */
/* What few lines of samples have. */
#ifndef PERF_SCRIPT_REST_H
#define PERF_SCRIPT_REST_H

#include "util/script/script-event.h"

/* Appends lines in front of the sample's: what its stack lacks. */
void script_rest__marks(struct script_text *st, const struct script_event *e, const struct session_sample *s);
/* Appends the guest that the sample is of; its host has none. */
void script_rest__guest(struct script_text *st, const struct script_event *e, const struct session_sample *s);
/* Appends all that follows the columns of period and event, with the end of the line. */
void script_rest__add(struct script_text *st, const struct script_event *e, const struct session_sample *s);

#endif /* PERF_SCRIPT_REST_H */
