/* SPDX-License-Identifier: GPL-2.0-only */
/* How most records of a recording look, so that one loop takes them (usual-take.c), in any thread. */
#ifndef PERF_SCAN_USUAL_H
#define PERF_SCAN_USUAL_H

#include "util/event/sample-layout.h"
#include "util/scan/stitch.h"

/*
 * Receives the rows of records that look as usual, and counts them: for the scan's own arrays, or for those of a region
 * (regions.c).
 */
struct row_sink {
	struct time_order *samples;
	struct stitch *stitch;	/* NULL: nothing is stitched */
	uint64_t newest, time_before;	/* ns, as in struct scan; the first only where it is asked for */
	uint64_t nr_samples, nr_deferred, deferred_bytes;
};

#define NO_PART	UINT64_MAX

/* What samples of an event have in common in rows. */
struct usual_event {
	struct sample_layout layout;
	uint32_t in_row;		/* time_order_entry.tid_event without the tid, of one that has room there */
	uint64_t part_head;		/* sample_part__head(), as far as it is known; NO_PART: each is looked at for itself */
	uint64_t period;		/* of samples that do not tell theirs */
	unsigned int half_least;	/* sample_layout__half_least() */
	uint32_t waits, waits_plain;	/* waiting_row.evsel of those whose chains end with a cookie; with the marker alone */
};

/* How such records look, as one thread reads them. */
struct usual {
	struct sample_decoder *dec;
	struct evsel *first;		/* the first event; NULL: no record looks as usual */
	struct usual_event *events, *first_event;	/* the scan's, by their index */
	unsigned int id_at;		/* where the id is in a sample, bytes; 0: all are of the first event, so that no id is needed */
	unsigned int least;		/* bytes that must be there, so that it can be read, and the header of what follows */
	unsigned int least_sample;	/* bytes of the smallest sample of any event */
	bool near;			/* scan__near_time() finds the time of a record */
	/*
	 * other records end in the id by which it is known how they end; else they all end as those of the first event
	 */
	bool trailers_differ;
	bool order;			/* rows are wanted */
	bool rounds;			/* the latest time so far is asked for, as in scan_opts */
	enum deferred_protocol protocol;	/* of deferred records; none looks as usual as long as it is not known */
	uint64_t cookies;		/* all bits, if these have cookies; else none */
	unsigned int half_at;		/* where their entries begin, bytes; if that is not known, behind all of them */
};

/* Makes sc->usual, if it is not there; to be called when the events are known, before the first of the functions below. */
void scan__begin_usual(struct scan *sc);
/* The protocol of deferred records has become known: if sc->usual is there, it knows it, too. No thread may use it now. */
void scan__tell_usual(struct scan *sc);
void scan__exit_usual(struct scan *sc);
/* The same for another thread, with a decoder of its own, which is prepared. Only if there is a first event. */
struct usual usual__of_thread(const struct usual *of, struct sample_decoder *dec);
/* Records one behind the other. */
struct usual_bytes {
	const unsigned char *p;		/* aligned to 8 bytes */
	uint64_t left;			/* bytes that are there */
	uint64_t until;			/* those records are taken that begin in the first so many of them */
	uint64_t pos;			/* of the first, in the recording */
};

/* Takes records up to the first one that does not look as usual. Returns how many bytes that is; *@ret_err: 0 or -ENOMEM. */
uint64_t usual__take(const struct usual *u, struct row_sink *k, const struct usual_bytes *bytes, int *ret_err);
/*
 * The same, with what the scan knows, for its own arrays: the first at position @pos, those in the first @left bytes.
 * *@ret_taken is their size. 0 or -ENOMEM.
 */
int scan__take_usual(struct scan *sc, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken);
/* Adds the counts of @k to @sc, whose arrays have the rows. @bytes: the size of the records. */
void scan__count_rows(struct scan *sc, const struct row_sink *k, uint64_t bytes);

/* NULL: the event is not known. */
static inline const struct evlist_id *usual__known_id(struct sample_decoder *dec, uint64_t id)
{
	const struct sample_known_id *known = &dec->known[id % ARRAY_SIZE(dec->known)];

	return known->entry && known->id == id && known->entry->evsel ? known->entry : sample_decoder__find_id(dec, id);
}

/*
 * The event of the record at @p, with @left bytes, if that is a sample which looks as usual. NULL: it does not. Then @dec, the caller's
 * own, has its layout; but of the record only its header is known to lie there.
 */
static inline struct evsel *scan__event_at(const struct scan *sc, struct sample_decoder *dec, const unsigned char *p, uint64_t left)
{
	struct evsel *evsel = sc->usual ? sc->usual->first : NULL;
	const struct evlist_id *id;

	if (!evsel || left < sc->usual->id_at + sizeof(uint64_t) || (uintptr_t)p & 7)
		return NULL;
	if (sc->usual->id_at) {
		id = usual__known_id(dec, sample_layout__word(p + sc->usual->id_at));
		if (!id)
			return NULL;
		evsel = id->evsel;
	}
	/* Events that were added since then have no records. */
	return (size_t)evsel->idx < dec->nr_layouts ? evsel : NULL;
}

/* The same with the reader's own decoder. */
static inline struct evsel *scan__usual_event(const struct scan *sc, const unsigned char *p, uint64_t left)
{
	return scan__event_at(sc, &sc->reader->dec, p, left);
}

#endif /* PERF_SCAN_USUAL_H */
