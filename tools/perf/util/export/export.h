/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording in other programs' formats. A format is a table of functions that get the samples of a session one after the
 * other; what it writes goes to a struct text_out. Formats that know each stack once have a struct export_profile, which
 * grows with what differs; the others write each sample as it comes.
 */
#ifndef PERF_EXPORT_EXPORT_H
#define PERF_EXPORT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/text-out.h"
#include "util/export/export-profile.h"
#include "util/session/session.h"

struct export;
struct time_ranges;

struct export_format {
	const char *name;		/* as --format takes it */
	const char *what;		/* one line for -h */
	const char *suffix;		/* of a file's name, with its dot */
	bool binary;			/* nothing for a terminal */
	bool exact_names;		/* names go out as they were recorded: shown__keep_exact() */
	bool counts;			/* samples are counted in export.profile, with @grain, and written by end() */
	bool profiles;			/* the same, but sample() does what there is to be counted */
	unsigned int grain;		/* enum export_grain */
	size_t most_events;		/* it has a number of each event for each stack, and so takes no more of them; 0: any */
	bool compares;			/* it knows what to do with export.old */
	bool spans;			/* beside the samples it gets the times off the CPU, by span() */
	bool span_samples;		/* with @spans: --off-cpu is possible all the same, and makes samples of them */
	/* Each may be NULL. */
	void (*begin)(struct export *e);
	void (*sample)(struct export *e, const struct session_sample *s);
	/* A span of util/offcpu, when it ends. */
	void (*span)(struct export *e, const struct session_sample *s);
	/* What session_ops of these names get: all samples, and all other records, whatever the filters say. */
	void (*any_sample)(struct export *e, const struct session_sample *s);
	void (*event)(struct export *e, const struct record *r, const struct sample_id *id);
	void (*end)(struct export *e);
	void (*exit)(struct export *e);	/* frees export.own */
	void (*free_frame_priv)(void *priv);
	void (*free_half_priv)(void *priv);	/* the same for halves of chains; NULL: nothing is kept of them */
};

/* Ends with a NULL name. */
extern const struct export_format *const export_formats[];
/* NULL if there is none. */
const struct export_format *export_format__find(const char *name);

enum export_weight { EXPORT_WEIGHT_PERIOD, EXPORT_WEIGHT_SAMPLES };

struct export_opts {
	const struct export_format *format;
	enum export_weight weight;	/* of formats that have one number a stack */
	bool no_marks;			/* neither orphans nor missing callers are frames */
	const char *event;		/* only samples of this one; NULL: all */
	unsigned int detail;		/* of a timeline: at most so many entries of each list; 0: as usual */
};

struct export {
	const struct export_opts *opts;	/* borrowed, as the next two */
	struct text_out *out;
	struct session *session;	/* from export__begin() on */
	struct export_profile profile;
	struct export *old;		/* another recording, counted, to compare this one with; borrowed; or NULL */
	void *own;			/* the format's */
	const struct time_ranges *ranges;	/* that were asked for; NULL, or none: all */
	bool spans_known;		/* the recording tells when threads left their CPUs */
	uint64_t samples;		/* that were taken */
	uint64_t first_time, last_time;	/* of these, ns */
};

void export__init(struct export *e, const struct export_opts *opts, struct text_out *out);
void export__exit(struct export *e);
/* The session's events are known. 0, or -EINVAL with @diag: no event is called opts->event. */
int export__begin(struct export *e, struct session *session, struct diag *diag);
void export__sample(struct export *e, const struct session_sample *s);
void export__flush(struct export *e);		/* for session_ops.flush_chains */
void export__end(struct export *e);

/* What a row counts by opts->weight. */
uint64_t export__weight(const struct export *e, const struct export_row *r);
/* What the event's period counts: "nanoseconds" of clocks, else "count". Static. */
const char *evsel__unit(const struct evsel *evsel);

#endif /* PERF_EXPORT_EXPORT_H */
