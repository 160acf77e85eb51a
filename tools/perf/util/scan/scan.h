/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One walk over a recording that can be read twice, and what it leaves: columns. A sample is a row of 16 bytes from then on.
 *
 *	records, in the order of the file
 *	  |
 *	  |  scan__take()		as many as look as usual, by threads where there are many (usual.h, regions.h)
 *	  |  scan__sample()		any other sample
 *	  |  scan__deferred()		any other deferred record, which holds the user half of a sample's stack
 *	  |  scan__event()		the row of anything else: what that says of the world is the caller's
 *	  v
 *	samples  time | place | what	a row of each sample (time-order.h)
 *	events   time | place		a row of each other record
 *
 *		what -> kind -> part	event, mode, task, address and the entries of the kernel (sample-kinds.h)
 *			     -> user	the number of a user half (raw-halves.h), or why there is none
 *		what -> how far behind the sample the record of that half lies, or when it was made
 *
 *	stitch   rows of deferred records and of samples that wait for one (stitch.h): joined when the record is read, where it is the
 *		 next one, else now and then while the walk goes on, and at its end (scan__finish(), join.c)
 *
 * The rows of samples come out in the order of the file, for time_order__sort(). Nothing is known here of processes, names and maps.
 */
#ifndef PERF_SCAN_SCAN_H
#define PERF_SCAN_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/data/data-file.h"
#include "util/scan/record-reader.h"
#include "util/scan/time-order.h"

struct perf_stitch_signs;
struct regions;
struct stitch;
struct usual;
struct workers;

struct scan_opts {
	bool order;			/* rows are wanted; else records are checked and counted */
	bool stitch;			/* ... and joined */
	bool kinds;			/* samples are looked up, so that it pays to know which are equal */
	bool rounds;			/* scan.newest is asked for */
	struct workers *workers;	/* borrowed: read a large recording; or NULL */
	uint64_t region;		/* bytes that a thread reads ahead at a time */
	/* so many rows of records and waiting samples are joined at a time, or more, if what is left of them is */
	uint64_t join_rows;
};

/* What was counted since the caller has looked, who sets all of it to 0 then. */
struct scan_counts {
	uint64_t bytes;			/* of records that scan__take() has taken */
	uint64_t taken_samples, taken_deferred, taken_deferred_bytes;	/* these records */
	uint64_t samples, deferred_records;	/* all, with those that were given to scan__sample() and scan__deferred() */
	uint64_t records_without_tid;	/* deferred ones, which complete nothing */
};

struct scan {
	struct scan_opts opts;
	struct data_file *file;		/* borrowed; NULL: a stream, of which no rows are made */
	struct evlist *evlist;	/* borrowed */
	struct record_reader *reader;	/* borrowed: decoders that the walk uses, and whoever reads records again */
	struct scan_counts counts;
	struct time_order samples, events;
	uint64_t newest;		/* ns: the latest time so far; of most samples it is only known with opts.rounds */
	uint64_t time_before;		/* ns: of the last record in the file that has a time */
	enum deferred_protocol protocol;
	bool protocol_known;		/* the head, or a record, has told it; else records are read as the head makes likely */
	bool has_deferred;		/* there was a deferred record: set by scan__take() and scan__see_deferred() */
	struct stitch *stitch;		/* NULL: nothing is joined */
	struct perf_stitch_signs *signs;	/* why records are missing */
	struct regions *regions;	/* what threads read ahead of the walk; NULL: nothing */
	uint64_t at, regions_from;	/* positions: where the walk is; where threads may be of use again */
	struct usual *usual;		/* how most records look; NULL: the reader does not have the layouts of all events yet */
	unsigned int near_at;		/* how far before a deferred record's end its time is, bytes; 0: that depends on the event */
	uint64_t duplicate_records, unused_records;	/* known at the end */
};

/* Returns 0 or -ENOMEM. Without a @file, or with opts.order off, records are only counted. */
int scan__init(struct scan *sc, const struct scan_opts *opts, struct data_file *file, struct evlist *evlist, struct record_reader *reader);
void scan__exit(struct scan *sc);
/* Before the walk. */
void scan__begin(struct scan *sc);
/* Before the walk, and when events have come since: what the head says of the protocol, if it is not known. */
void scan__ask_head(struct scan *sc);
/*
 * The record @r is a deferred one, of a file or of a stream: if the head leaves the protocol open, the first one that tells (by its length)
 * says it for all of the recording. To be called before anything else is done with it, for all that scan__take() does not take.
 */
void scan__see_deferred(struct scan *sc, const struct record *r);
/* Of which protocol it is, where that was not called for all in front of it. */
enum deferred_protocol scan__protocol_of(const struct scan *sc, const struct record *r);

/*
 * Takes the samples and deferred records that look as usual, from where @w is on, and moves it behind them. The events
 * are known, and do not change from now on. Returns 1: there may be more of them; 0: the record at @w is to be looked
 * at; -ENOMEM.
 */
int scan__take(struct scan *sc, struct data_walk *w);
/* Any sample, or deferred record. 0; -EBADMSG with @diag: it is damaged; -ENOMEM. */
int scan__sample(struct scan *sc, const struct record *r, struct diag *diag);
int scan__deferred(struct scan *sc, const struct record *r, struct diag *diag);
/* The row of another record, at @pos, with @time (ns; 0: it has none). */
void scan__event(struct scan *sc, uint64_t time, uint64_t pos);
/* That of one without a time, which comes behind all that lies before it. */
void scan__mark(struct scan *sc, uint64_t pos);
/* The ring's buffer of @cpu had no room, at @time (ns): that may be why a record is missing. */
void scan__lost(struct scan *sc, uint64_t time, uint32_t cpu);
/* Between records: joins what can be joined already, if there is much of it, to save memory. */
void scan__join_some(struct scan *sc);
/* Ends the threads and forgets what they have read. To be called before events change, and when the walk ends. */
void scan__drop_regions(struct scan *sc);
/* Was a row joined too early? Then the walk has to be made again, after scan__begin_again(). */
bool scan__is_late(const struct scan *sc);
void scan__begin_again(struct scan *sc);
/*
 * Behind the last record: finds out which record completes which sample. Returns 0; 1: a sample was completed too
 * early, and the walk has to be made again, as above; -ENOMEM.
 */
int scan__finish(struct scan *sc);

/* Does a marker at the end of a chain of @evsel mean that it waits? That depends on whether there are deferred records. */
bool scan__may_wait(const struct scan *sc, const struct evsel *evsel);
/* The same of a stream, as long as some may still come. */
bool scan__may_wait_yet(const struct scan *sc, const struct evsel *evsel);
/* Decodes the sample at @pos of the file once more; its record is @r then. NULL: the file has changed. */
struct evsel *scan__read_sample(const struct scan *sc, uint64_t pos, struct record *r, struct perf_sample *ret);
/* The sample of @row in reader->usual; its record is @r then. NULL: it does not look as usual, or the file has changed. */
struct evsel *scan__read_usual(const struct scan *sc, const struct time_order_entry *row, struct record *r);

#endif /* PERF_SCAN_SCAN_H */
