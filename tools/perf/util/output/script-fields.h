/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `perf script -F` selects: a set of fields for each type of event, perf's defaults, and what
 * of it a recording can show.
 */
#ifndef PERF_OUTPUT_SCRIPT_FIELDS_H
#define PERF_OUTPUT_SCRIPT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/perf_event.h>

struct evlist;
struct evsel;

enum script_field {
	SCRIPT_COMM	= 1U << 0,
	SCRIPT_TID	= 1U << 1,
	SCRIPT_PID	= 1U << 2,
	SCRIPT_TIME	= 1U << 3,
	SCRIPT_CPU	= 1U << 4,
	SCRIPT_EVENT	= 1U << 5,
	SCRIPT_TRACE	= 1U << 6,
	SCRIPT_IP	= 1U << 7,
	SCRIPT_SYM	= 1U << 8,
	SCRIPT_DSO	= 1U << 9,
	SCRIPT_DSOFF	= 1U << 10,
	SCRIPT_ADDR	= 1U << 11,
	SCRIPT_SYMOFF	= 1U << 12,
	SCRIPT_PERIOD	= 1U << 13,
	SCRIPT_FLAGS	= 1U << 14,
	SCRIPT_MISC	= 1U << 15,
	SCRIPT_WEIGHT	= 1U << 16,
	SCRIPT_PHYS_ADDR = 1U << 17,
	SCRIPT_DATA_PAGE_SIZE = 1U << 18,
	SCRIPT_CODE_PAGE_SIZE = 1U << 19,
	SCRIPT_SRCLINE	= 1U << 20,
};

/* The kinds of event that have fields of their own. */
enum script_type {
	SCRIPT_TYPE_HW,
	SCRIPT_TYPE_SW,
	SCRIPT_TYPE_TRACE,
	SCRIPT_TYPE_CACHE,
	SCRIPT_TYPE_RAW,
	SCRIPT_TYPE_BREAK,
	SCRIPT_TYPE_OTHER,
	SCRIPT_TYPE_SYNTH,
	SCRIPT_NR_TYPES
};

struct script_fields {
	struct script_type_fields {
		uint32_t fields;	/* enum script_field */
		uint32_t asked;		/* those that the user named, rather than the default */
		bool user_set;		/* -F said something about this type */
		bool wildcard_set;	/* ... through a list without a type */
	} types[SCRIPT_NR_TYPES];
};

enum script_type script_type__of(const struct perf_event_attr *attr);

void script_fields__init(struct script_fields *f);
/*
 * Takes one -F argument: "comm,tid", "+period,-dso", "trace:comm,time". Returns 0, or -EINVAL with
 * the reason in @err. What is odd but not wrong is told on stderr, in perf's words.
 */
int script_fields__parse(struct script_fields *f, const char *arg, char *err, size_t err_size);
/*
 * Fits the selection to a recording: drops default fields that it does not have, adds the frames of
 * tracepoints that have callchains (unless @no_chains). -EINVAL with @err set when a field was asked
 * for that the recording does not have.
 */
int script_fields__check(struct script_fields *f, const struct evlist *evlist, bool no_chains, char *err,
			 size_t err_size);
static inline uint32_t script_fields__of(const struct script_fields *f, const struct perf_event_attr *attr)
{
	return f->types[script_type__of(attr)].fields;
}

/* The names of all fields, comma separated: for -h and messages. Static. */
extern const char script_field_names[];

#endif /* PERF_OUTPUT_SCRIPT_FIELDS_H */
