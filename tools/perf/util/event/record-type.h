/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The types of records, and the length of a record by its contents. Its header has the length, too, and only that leads to the
 * next record: if the two differ, the header may be wrong.
 */
#ifndef PERF_EVENT_RECORD_TYPE_H
#define PERF_EVENT_RECORD_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/event/record.h"

/* What follows the fields that all records of a type have. */
enum record_rest {
	REST_UNTIL_END,	/* an array or bytes up to the record's end; or not known */
	REST_NONE,		/* nothing */
	REST_STRING,		/* one string */
	REST_OTHER,		/* see struct record_type */
};

struct record_type {
	const char *name;		/* "MMAP2"; NULL: not known */
	uint8_t least;			/* the fewest bytes that a record has, with its header */
	uint8_t rest;			/* what follows these: enum record_rest */
	/* Where the known fields end, as record__length() returns it; only for REST_OTHER. */
	uint64_t (*end)(const struct record *r, bool cookie);
	/* Decodes the fields, to see whether they are all there; NULL: nothing is known beyond the length. */
	int (*check)(const struct record *r, struct diag *diag);
};

/* By the type's number. */
extern const struct record_type record_types[PERF_RECORD_USER_MAX];

/* Returns the fewest bytes that a record of @type has, with its header; 0 if the type is not known. */
static inline uint64_t record__least_length(uint32_t type)
{
	return type < PERF_RECORD_USER_MAX ? record_types[type].least : 0;
}
/*
 * Returns the bytes of @r from its header to the end of the last known field, padded to a multiple of 8 as by the kernel,
 * without the sample_id that may follow. Returns 0 if the contents do not show it (arrays and bytes that go up to the
 * end), for samples, and for READ, for which there is record__read_length(). Returns more than the record's size if the
 * record is too short for its type, or if a count or a string in it goes beyond its end. @cookie: deferred callchains
 * have a cookie (protocol C).
 */
uint64_t record__length(const struct record *r, bool cookie);
/*
 * Decodes @r if its type has a decoder. Returns 0, or -EBADMSG with @diag (which may be NULL) set if a field is not there, or
 * cannot be.
 */
int record__check_fields(const struct record *r, struct diag *diag);
/* Returns the same as record__length() for a READ record of an event with @read_format; 0 if that has bits that are not known. */
uint64_t record__read_length(const struct record *r, uint64_t read_format);

#endif /* PERF_EVENT_RECORD_TYPE_H */
