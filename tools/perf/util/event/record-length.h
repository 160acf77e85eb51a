/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the length of a record from its contents. Its header has the length, too, and only that leads to the next record:
 * if the two differ, the header may be wrong.
 */
#ifndef PERF_EVENT_RECORD_LENGTH_H
#define PERF_EVENT_RECORD_LENGTH_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/record.h"

/* What follows the fields that all records of a type have. */
enum record_rest {
	REST_UNTIL_END,	/* an array or bytes up to the record's end; or not known */
	REST_NONE,		/* nothing */
	REST_STRING,		/* one string */
	REST_OTHER,		/* see record__length() */
};

/* For each type: the fewest bytes that a record has, with its header, and what follows these. */
extern const struct record_type_length {
	uint8_t least, rest;	/* least 0: a type that is not known; rest: enum record_rest */
} record_type_lengths[PERF_RECORD_USER_MAX];

/* Returns the fewest bytes that a record of @type has, with its header; 0 if the type is not known. */
static inline uint64_t record__least_length(uint32_t type)
{
	return type < PERF_RECORD_USER_MAX ? record_type_lengths[type].least : 0;
}
/*
 * Returns the bytes of @r from its header to the end of the last known field, padded to a multiple of 8 as by the kernel,
 * without the sample_id that may follow. Returns 0 if the contents do not show it (arrays and bytes that go up to the
 * end), for samples, and for READ, for which there is record__read_length(). Returns more than the record's size if the
 * record is too short for its type, or if a count or a string in it goes beyond its end. @cookie: deferred callchains
 * have a cookie (protocol C).
 */
uint64_t record__length(const struct record *r, bool cookie);
/* Returns the same for a READ record of an event with @read_format; 0 if that has bits that are not known. */
uint64_t record__read_length(const struct record *r, uint64_t read_format);

#endif /* PERF_EVENT_RECORD_LENGTH_H */
