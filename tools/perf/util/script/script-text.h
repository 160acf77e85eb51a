/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf script`: samples, deferred callchains and side-band records, as perf prints them. */
#ifndef PERF_SCRIPT_TEXT_H
#define PERF_SCRIPT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/perf-regs.h"
#include "util/output/trace-text.h"
#include "util/script/branch-counters.h"
#include "util/script/chain-text.h"
#include "util/script/script-fields.h"
#include "util/script/script-source.h"
#include "util/session/session.h"

struct perf_header;
struct sample_code;
struct task_facts;
struct text_out;
struct word_list;

struct script_text_opts {
	bool ns;			/* nine decimals of a second */
	bool reltime, deltatime;	/* times since the first, since the previous sample */
	bool no_chains;			/* -G */
	bool raw;			/* --no-merge-callchains: cookies are shown */
	bool no_orphan_marks;
	bool latency;			/* -L: the head is narrow */
	bool kernel_path;		/* the kernel's file by its path */
	const struct word_list *stop_at;	/* --stop-bt: functions that stacks end with; borrowed, NULL: none */
	unsigned int max_blocks;	/* of the fields brstackinsn and the like, see struct script_brinsn */
	int callindent_dso_width;	/* of the field callindent: the dso's column; 0: as long as it is */
};

struct script_text {
	struct text_out *out;			/* borrowed */
	const struct script_fields *fields;	/* borrowed */
	struct script_text_opts opts;
	struct chain_text chains;
	struct trace_text trace;
	int name_width;				/* of the event column */
	struct script_event *events;		/* by evsel->idx */
	size_t nr_events;
	uint64_t first_time, previous_time;	/* ns */
	/* Of the recording, and what its records say (see script_text__set_recording()). */
	enum regs_arch arch;
	uint64_t clock, time_of_day;	/* ns: one moment, by the samples' clock and since the epoch; 0: not known */
	const struct task_facts *facts;	/* borrowed, or NULL */
	int data_src_width;
	struct strbuf scratch;
	int callindent_spacing;
	struct sample_code *code;	/* borrowed; NULL: no field needs it */
	struct script_source source;
	struct branch_counters counters;
};

/* @out and @fields are borrowed; @fields is read when the first sample comes. */
void script_text__init(struct script_text *st, struct text_out *out, const struct script_fields *fields,
		       const struct script_text_opts *opts);
void script_text__exit(struct script_text *st);
/* What @header says about machine and clock; @facts (borrowed, may be NULL) are the names of cgroups. */
void script_text__set_recording(struct script_text *st, const struct perf_header *header,
				const struct task_facts *facts);
/* The event column is as wide as the longest name in @evlist. */
void script_text__set_events(struct script_text *st, const struct evlist *evlist);

/* Is an event's data address worth a symbol? */
bool script_text__addr_is_place(const struct perf_event_attr *attr);
/* Is it where a branch led to, and each branch is counted? */
bool script_text__counts_branches(const struct perf_event_attr *attr);

/* For fields that show code; @code is borrowed. */
void script_text__set_code(struct script_text *st, struct sample_code *code);

/* A sample with its stack. */
void script_text__sample(struct script_text *st, const struct session_sample *s);
/* A deferred record of its own: "comm tid time: DEFERRED CALLCHAIN [cookie: ...]" and its frames. */
void script_text__deferred(struct script_text *st, struct evsel *evsel, const struct record_deferred *d,
			   const char *comm, const struct chain_half *half);
/* A side-band record: what precedes a sample's period, then the record. -EBADMSG with @diag set. */
int script_text__event(struct script_text *st, struct evsel *evsel, const struct machine *machine,
		       const struct record *r, const struct sample_id *id, const char *comm, struct diag *diag);

#endif /* PERF_SCRIPT_TEXT_H */
