/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long a record is by what it holds. Its header says it, too, and is all that leads to the next record: where
 * the two differ, the header may be wrong.
 */
#ifndef PERF_EVENT_RECORD_LENGTH_H
#define PERF_EVENT_RECORD_LENGTH_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/record.h"

/* What follows the fields that each record of a type has. */
enum record_rest {
	REST_UNTIL_END,	/* an array or a blob that goes up to the end; or it is not known what */
	REST_NONE,		/* nothing */
	REST_STRING,		/* one string */
	REST_OTHER,		/* see record__length() */
};

/* Of each type: bytes that a record has at the least, header included, and what follows them. */
extern const struct record_type_length {
	uint8_t least, rest;	/* 0: a type that is not known; enum record_rest */
} record_type_lengths[PERF_RECORD_USER_MAX];

/* Bytes that a record of @type has at the least, header included; 0: a type that is not known. */
static inline uint64_t record__least_length(uint32_t type)
{
	return type < PERF_RECORD_USER_MAX ? record_type_lengths[type].least : 0;
}
/*
 * Bytes of @r from its header to the end of the last field known, padded to 8 as the kernel does it, without the
 * sample_id that may follow. 0 where the content does not tell (arrays and blobs that go up to the end), for samples,
 * and for READ, of which record__read_length() is. More than the record has where it is too short for its type, or a
 * count or a string in it goes beyond its end. @cookie: deferred callchains have one (protocol C).
 */
uint64_t record__length(const struct record *r, bool cookie);
/* The same of a READ record of an event with @read_format; 0: that has bits which are not known. */
uint64_t record__read_length(const struct record *r, uint64_t read_format);

#endif /* PERF_EVENT_RECORD_LENGTH_H */
