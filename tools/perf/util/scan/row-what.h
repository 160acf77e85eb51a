/* SPDX-License-Identifier: GPL-2.0-only */
/* What the row of a sample says of it in 32 bits, if samples are joined with their user halves (time_order_entry.what). */
#ifndef PERF_SCAN_ROW_WHAT_H
#define PERF_SCAN_ROW_WHAT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Values of time_order_entry.what. The smallest ones are of samples with the record of their half not far behind them, or without one:
 * the number of the sample's kind, and in the lowest bits how far the record's beginning is behind the sample's, in 8 bytes; when it
 * was made is read there. 0: there is none.
 */
#define NEAR_BITS	13
#define NEAR_MOST	((1U << NEAR_BITS) - 1)
#define JOINED_HALF	0x40000000U	/* from here on: an index in stitch.joined */
#define LAGGING_HALF	0x80000000U	/* from here on: an index in stitch.lagging */
#define FAR_KIND	0xc0000000U	/* from here on: the kind of a sample without a record, if that is a large number */

/* Values of sample_kind.user: 0; the number of a half in stitch.halves, or with ODD_HALF that of a record; and: */
#define NOT_WAITING	0
#define NO_HALF		0xffffff00U	/* from here on: from the end downwards, why there is none */
/* A number of a half that is none: the record cannot be read in place, and lies at odd[n without this bit]. */
#define ODD_HALF	0x80000000U

/* Its record lies not far behind the sample. */
static inline bool is_near(uint32_t what)
{
	return what < JOINED_HALF && what & NEAR_MOST;
}

/* As sample_kind.user says it: is there a record with a half? */
static inline bool has_half(uint32_t user)
{
	return user != NOT_WAITING && user < NO_HALF;
}

/* That of a sample of kind @kind whose record lies @distance * 8 bytes behind the sample, if that is near; else 0. */
static inline uint32_t near_what(uint32_t kind, uint64_t distance)
{
	return kind < JOINED_HALF >> NEAR_BITS && distance && distance <= NEAR_MOST ? kind << NEAR_BITS | (uint32_t)distance : 0;
}

/* The same for one without a record. */
static inline uint32_t alone_what(uint32_t kind)
{
	return kind < JOINED_HALF >> NEAR_BITS ? kind << NEAR_BITS : FAR_KIND + kind;
}

#endif /* PERF_SCAN_ROW_WHAT_H */
