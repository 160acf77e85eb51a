/* SPDX-License-Identifier: GPL-2.0-only */
/* Messages of protocol buffers, field by field. */
#ifndef PERF_WATCH_WIRE_FIELD_H
#define PERF_WATCH_WIRE_FIELD_H

#include "util/base/cursor.h"

struct wire_field {
	uint64_t number, value;		/* @value: of a number; else 0 */
	const char *bytes;		/* of bytes, borrowed from the message; else NULL */
	size_t size;
};

/* Takes the next field of the message in @c apart; false: there is none, or it is none, and c->bad says why. */
bool wire_field__next(struct cursor *c, struct wire_field *ret);

#endif /* PERF_WATCH_WIRE_FIELD_H */
