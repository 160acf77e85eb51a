/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf script`: samples, deferred callchains and side-band records, as upstream prints them. */
#ifndef PERF_SCRIPT_TEXT_H
#define PERF_SCRIPT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/perf-regs.h"
#include "util/output/trace-text.h"
#include "util/script/branch-counters.h"
#include "util/script/chain-text.h"
#include "util/script/line-head.h"
#include "util/script/script-fields.h"
#include "util/script/script-source.h"
#include "util/session/session.h"

struct perf_header;
struct sample_code;
struct task_facts;
struct text_out;
struct name_list;

struct script_text_opts {
	bool ns;			/* times with nine decimals */
	bool reltime, deltatime;	/* times since the first sample, since the previous sample */
	bool no_chains;			/* -G */
	bool raw;			/* --no-merge-callchains: show cookies */
	bool no_orphan_marks;
	bool latency;			/* -L: the columns before the event are narrow */
	bool kernel_path;		/* show the kernel's file by its path */
	const struct name_list *stop_at;	/* --stop-bt: functions at which stacks end; borrowed; NULL: none */
	unsigned int max_blocks;	/* for the fields brstackinsn and the like, see struct script_brinsn */
	int callindent_dso_width;	/* for the field callindent: width of the dso's column; 0: as needed */
};

/*
 * What the text of a sample needs to know about the samples before it. (Everything else that struct script_text keeps only saves work.)
 * Whoever reads it is not marked as ALONE in SCRIPT_FIELDS, nor as OPT_ALONE in the options of perf script.
 */
struct script_before {
	uint64_t first_time;		/* ns: of the first sample (reltime) ... */
	uint64_t time;			/* ... and of the previous one (deltatime) */
	int callindent_spacing;		/* width of the widest call so far (SCRIPT_CALLINDENT) */
	struct script_source source;	/* the line that each thread showed last (SCRIPT_SRCCODE) */
};

struct script_text {
	struct text_out *out;			/* borrowed */
	const struct script_fields *fields;	/* borrowed */
	struct script_text_opts opts;
	struct chain_text chains;
	struct trace_text trace;
	int name_width;				/* width of the event column */
	struct script_event *events;		/* by evsel->idx */
	size_t nr_events;
	struct script_event *event;		/* of the last sample: one of these, or NULL */
	struct head_style head_style;
	struct head_texts heads;
	struct script_before before;
	/* About the recording, set by script_text__set_recording(). */
	enum regs_arch arch;
	const struct task_facts *facts;	/* borrowed, or NULL */
	struct strbuf scratch;
	struct sample_code *code;	/* borrowed; NULL: no field needs it */
	struct branch_counters counters;
};

/* Initialises @st. @out and @fields are borrowed; @fields is read when the first sample comes. */
void script_text__init(struct script_text *st, struct text_out *out, const struct script_fields *fields,
		       const struct script_text_opts *opts);
void script_text__exit(struct script_text *st);
/* Sets what @header says about the machine and the clock. @facts: names of cgroups; borrowed, may be NULL. */
void script_text__set_recording(struct script_text *st, const struct perf_header *header,
				const struct task_facts *facts);
/* Makes the event column as wide as the longest name in @evlist. */
void script_text__set_events(struct script_text *st, const struct evlist *evlist);

/* Returns true if the data address of an event's samples should be shown with its symbol. */
bool script_text__addr_is_place(const struct perf_event_attr *attr);
/* Returns true if the data address is the target of a branch, and the event counts each branch. */
bool script_text__counts_branches(const struct perf_event_attr *attr);

/* Sets the source of code for the fields that show code; @code is borrowed. */
void script_text__set_code(struct script_text *st, struct sample_code *code);

/*
 * Appends a sample with its stack. Returns the errno of a write of the output that failed, or 0. @ctx: a struct
 * script_text; so a session can give it samples without a step between (session__set_receiver()).
 */
int script_text__sample(void *ctx, const struct session_sample *s);
/* Appends a deferred record as a record of its own: "comm tid time: DEFERRED CALLCHAIN [cookie: ...]" and its frames. */
void script_text__deferred(struct script_text *st, struct evsel *evsel, const struct record_deferred *d,
			   const char *comm, const struct chain_half *half);
/* A side-band record, and what is known of it. */
struct script_record {
	const struct record *r;
	struct evsel *evsel;
	const struct machine *machine;
	const struct sample_id *id;
	const char *comm;		/* of the thread that it is about */
};

/* Appends @of: the columns before a sample's period, then the record. Returns 0, or -EBADMSG with @diag set. */
int script_text__event(struct script_text *st, const struct script_record *of, struct diag *diag);

#endif /* PERF_SCRIPT_TEXT_H */
