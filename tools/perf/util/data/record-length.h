/* SPDX-License-Identifier: GPL-2.0-only */
/* Is a record what its type and its size say? */
#ifndef PERF_DATA_RECORD_LENGTH_H
#define PERF_DATA_RECORD_LENGTH_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/event/sample.h"

/* Where a record lies, with what follows it. */
struct record_place {
	const unsigned char *bytes;
	uint64_t offset, left;		/* in the recording; bytes that are there from it on */
	bool more;			/* and more will follow */
};

/* What is known of the recording, all of it borrowed. */
struct length_check {
	const struct evlist *evlist;
	struct sample_decoder *dec;
	enum deferred_protocol protocol;
	bool protocol_known;		/* else deferred records may be of the other one as well */
	bool has_samples;		/* it has had some so far */
	struct record_place place;	/* of the record that is read; others are not searched for records inside */
};

/*
 * 0 if @r is what its type and size say; 1 if it holds more, or things that its type never has; -EBADMSG with @diag,
 * which may be NULL, if it is too short, or other records begin in it.
 */
int record_length__check(const struct length_check *c, const struct record *r, struct diag *diag);

#endif /* PERF_DATA_RECORD_LENGTH_H */
