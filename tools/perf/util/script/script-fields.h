/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `perf script -F` selects: a set of fields for each type of event, upstream's defaults, and which of these fields a
 * recording can show.
 */
#ifndef PERF_SCRIPT_FIELDS_H
#define PERF_SCRIPT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/perf_event.h>

struct evlist;
struct evsel;

/* Bits of a selection. */
#define SCRIPT_COMM	(1ULL << 0)
#define SCRIPT_TID	(1ULL << 1)
#define SCRIPT_PID	(1ULL << 2)
#define SCRIPT_TIME	(1ULL << 3)
#define SCRIPT_CPU	(1ULL << 4)
#define SCRIPT_EVENT	(1ULL << 5)
#define SCRIPT_TRACE	(1ULL << 6)
#define SCRIPT_IP	(1ULL << 7)
#define SCRIPT_SYM	(1ULL << 8)
#define SCRIPT_DSO	(1ULL << 9)
#define SCRIPT_DSOFF	(1ULL << 10)
#define SCRIPT_ADDR	(1ULL << 11)
#define SCRIPT_SYMOFF	(1ULL << 12)
#define SCRIPT_PERIOD	(1ULL << 13)
#define SCRIPT_FLAGS	(1ULL << 14)
#define SCRIPT_MISC	(1ULL << 15)
#define SCRIPT_WEIGHT	(1ULL << 16)
#define SCRIPT_PHYS_ADDR	(1ULL << 17)
#define SCRIPT_DATA_PAGE_SIZE	(1ULL << 18)
#define SCRIPT_CODE_PAGE_SIZE	(1ULL << 19)
#define SCRIPT_SRCLINE	(1ULL << 20)
#define SCRIPT_IREGS	(1ULL << 21)
#define SCRIPT_UREGS	(1ULL << 22)
#define SCRIPT_BRSTACK	(1ULL << 23)
#define SCRIPT_BRSTACKSYM	(1ULL << 24)
#define SCRIPT_BRSTACKOFF	(1ULL << 25)
#define SCRIPT_DATA_SRC	(1ULL << 26)
#define SCRIPT_BPF_OUTPUT	(1ULL << 27)
#define SCRIPT_CALLINDENT	(1ULL << 28)
#define SCRIPT_SYNTH	(1ULL << 29)
#define SCRIPT_IPC	(1ULL << 30)
#define SCRIPT_TOD	(1ULL << 31)
#define SCRIPT_INS_LAT	(1ULL << 32)
#define SCRIPT_RETIRE_LAT	(1ULL << 33)
#define SCRIPT_MACHINE_PID	(1ULL << 34)
#define SCRIPT_VCPU	(1ULL << 35)
#define SCRIPT_CGROUP	(1ULL << 36)
#define SCRIPT_INSN	(1ULL << 37)
#define SCRIPT_INSNLEN	(1ULL << 38)
#define SCRIPT_METRIC	(1ULL << 39)
#define SCRIPT_DISASM	(1ULL << 40)
#define SCRIPT_SRCCODE	(1ULL << 41)
#define SCRIPT_BRSTACKINSN	(1ULL << 42)
#define SCRIPT_BRSTACKINSNLEN	(1ULL << 43)
#define SCRIPT_BRSTACKDISASM	(1ULL << 44)
#define SCRIPT_BRCNTR	(1ULL << 45)
#define SCRIPT_STATE	(1ULL << 46)
#define SCRIPT_COOKIE	(1ULL << 47)

/* The code between branches, in one form or another. */
#define SCRIPT_BRSTACK_CODE	(SCRIPT_BRSTACKINSN | SCRIPT_BRSTACKINSNLEN | SCRIPT_BRSTACKDISASM)

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
		uint64_t fields;	/* SCRIPT_* */
		uint64_t asked;		/* those that the user named, rather than the default */
		uint64_t removed;	/* those that were removed by "-field" */
		bool listed;		/* a list without signs was given: only fields in it are shown */
		bool user_set;		/* -F said something about this type */
		bool wildcard_set;	/* ... through a list without a type */
	} types[SCRIPT_NR_TYPES];
};

enum script_type script_type__of(const struct perf_event_attr *attr);

void script_fields__init(struct script_fields *f);
/*
 * Parses one -F argument: "comm,tid", "+period,-dso", "trace:comm,time". Returns 0, or -EINVAL with the reason in @err.
 * Prints warnings on stderr, in upstream's words, about what is unusual but not wrong.
 */
int script_fields__parse(struct script_fields *f, const char *arg, char *err, size_t err_size);
/*
 * Adapts the selection to a recording: drops default fields that the recording does not have, and adds the frames of
 * tracepoints that have callchains (unless @no_chains). Returns 0, or -EINVAL with @err set if a field was asked for that
 * the recording does not have.
 */
int script_fields__check(struct script_fields *f, const struct evlist *evlist, bool no_chains, char *err,
			 size_t err_size);
static inline uint64_t script_fields__of(const struct script_fields *f, const struct perf_event_attr *attr)
{
	return f->types[script_type__of(attr)].fields;
}

/* Selects instructions as text in place of their bytes: disasm for insn, brstackdisasm for brstackinsn. */
void script_fields__disassemble(struct script_fields *f);
/* Returns true if one of @fields is selected for any type. */
bool script_fields__any(const struct script_fields *f, uint64_t fields);
/* Returns what the fields selected for the events in @evlist look at in a recorded sample: enum session_needs. */
unsigned int script_fields__needs(const struct script_fields *f, const struct evlist *evlist);
/*
 * Returns true if a field can show an address, a stack or code: one of any type if @evlist is NULL or has no events yet, or
 * else one of the types that its events have.
 */
bool script_fields__any_place(const struct script_fields *f, const struct evlist *evlist);

#endif /* PERF_SCRIPT_FIELDS_H */
