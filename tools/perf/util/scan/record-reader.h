/* SPDX-License-Identifier: GPL-2.0-only */
/* What somebody needs for himself who reads the records of a recording: what he was given last stays as it is until he reads the next. */
#ifndef PERF_SCAN_RECORD_READER_H
#define PERF_SCAN_RECORD_READER_H

#include "util/event/sample.h"

/* Bytes of a copy of any record. */
#define RECORD_COPY	(64 * 1024)

struct record_reader {
	struct sample_decoder dec;	/* of samples */
	struct sample_decoder user_dec;	/* of the deferred records that complete them */
	struct perf_sample usual;	/* only sample_layout__fields() writes to it */
	/* RECORD_COPY bytes each, for data_file__at(); NULL: a stream is read, which has no records to go back to */
	unsigned char *copy, *user_copy;
};

/* @evlist is borrowed. @again: records are read again, by their positions. */
void record_reader__init(struct record_reader *r, struct evlist *evlist, bool again);
void record_reader__exit(struct record_reader *r);

#endif /* PERF_SCAN_RECORD_READER_H */
