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

/*
 * Every field, in the order in which messages name them: F(ID, name, the set that it is printed with, whether it can show an
 * address, a stack or code, what it looks at in a sample (enum session_needs)). Sets, by where script-text.c prints them:
 *
 *	USUAL	nearly every line has it: the head, period and event, the place or stack
 *	MADE	of decoded traces, of deferred chains, and of spans off the CPU; in front of the address
 *	ACCESS	in front of the place
 *	LATE	behind it
 *	CODE	instructions, among those
 *	END	at the end of the sample
 *	GUEST	at its beginning
 *	FEW	has a place of its own
 *
 * Lines that show nothing of a set are spared the questions about each of it.
 */
#define SCRIPT_NEEDS_PLACE	(SESSION_NEEDS_IP | SESSION_NEEDS_CHAIN | SESSION_NEEDS_TIME)
#define SCRIPT_FIELDS(F) \
	F(COMM, "comm", USUAL, NO_PLACE, SESSION_NEEDS_COMM | SESSION_NEEDS_PID | SESSION_NEEDS_TID) \
	F(TID, "tid", USUAL, NO_PLACE, SESSION_NEEDS_TID) \
	F(PID, "pid", USUAL, NO_PLACE, SESSION_NEEDS_PID) \
	F(TIME, "time", USUAL, NO_PLACE, SESSION_NEEDS_TIME) \
	F(CPU, "cpu", USUAL, NO_PLACE, SESSION_NEEDS_CPU) \
	F(EVENT, "event", USUAL, NO_PLACE, 0) \
	F(TRACE, "trace", FEW, NO_PLACE, SESSION_NEEDS_RAW | SESSION_NEEDS_CPU) \
	F(IP, "ip", USUAL, PLACE, SCRIPT_NEEDS_PLACE) \
	F(SYM, "sym", USUAL, PLACE, SCRIPT_NEEDS_PLACE) \
	F(DSO, "dso", USUAL, PLACE, SCRIPT_NEEDS_PLACE) \
	F(DSOFF, "dsoff", USUAL, PLACE, SCRIPT_NEEDS_PLACE) \
	F(ADDR, "addr", FEW, PLACE, SESSION_NEEDS_ALL) \
	F(SYMOFF, "symoff", USUAL, PLACE, SCRIPT_NEEDS_PLACE) \
	F(SRCLINE, "srcline", USUAL, PLACE, SCRIPT_NEEDS_PLACE) \
	F(PERIOD, "period", USUAL, NO_PLACE, SESSION_NEEDS_PERIOD) \
	F(IREGS, "iregs", LATE, PLACE, SESSION_NEEDS_ALL) \
	F(UREGS, "uregs", LATE, PLACE, SESSION_NEEDS_ALL) \
	F(BRSTACK, "brstack", LATE, PLACE, SESSION_NEEDS_ALL) \
	F(BRSTACKSYM, "brstacksym", LATE, PLACE, SESSION_NEEDS_ALL) \
	F(FLAGS, "flags", MADE, PLACE, SESSION_NEEDS_ALL) \
	F(DATA_SRC, "data_src", ACCESS, NO_PLACE, SESSION_NEEDS_ALL) \
	F(WEIGHT, "weight", ACCESS, NO_PLACE, SESSION_NEEDS_ALL) \
	F(BPF_OUTPUT, "bpf-output", LATE, PLACE, SESSION_NEEDS_ALL) \
	F(BRSTACKOFF, "brstackoff", LATE, PLACE, SESSION_NEEDS_ALL) \
	F(CALLINDENT, "callindent", USUAL, PLACE, SESSION_NEEDS_ALL) \
	F(SYNTH, "synth", FEW, PLACE, SESSION_NEEDS_ALL) \
	F(PHYS_ADDR, "phys_addr", LATE, NO_PLACE, SESSION_NEEDS_ALL) \
	F(MISC, "misc", USUAL, NO_PLACE, SESSION_NEEDS_ALL) \
	F(IPC, "ipc", END, PLACE, SESSION_NEEDS_ALL) \
	F(TOD, "tod", USUAL, NO_PLACE, SESSION_NEEDS_TIME) \
	F(DATA_PAGE_SIZE, "data_page_size", LATE, NO_PLACE, SESSION_NEEDS_ALL) \
	F(CODE_PAGE_SIZE, "code_page_size", LATE, NO_PLACE, SESSION_NEEDS_ALL) \
	F(INS_LAT, "ins_lat", ACCESS, NO_PLACE, SESSION_NEEDS_ALL) \
	F(MACHINE_PID, "machine_pid", GUEST, PLACE, SESSION_NEEDS_ALL) \
	F(VCPU, "vcpu", GUEST, PLACE, SESSION_NEEDS_ALL) \
	F(CGROUP, "cgroup", ACCESS, NO_PLACE, SESSION_NEEDS_ALL) \
	F(RETIRE_LAT, "retire_lat", ACCESS, NO_PLACE, SESSION_NEEDS_ALL) \
	F(INSN, "insn", CODE, PLACE, SESSION_NEEDS_ALL) \
	F(INSNLEN, "insnlen", CODE, PLACE, SESSION_NEEDS_ALL) \
	F(METRIC, "metric", USUAL, PLACE, SESSION_NEEDS_ALL) \
	F(DISASM, "disasm", CODE, PLACE, SESSION_NEEDS_ALL) \
	F(SRCCODE, "srccode", END, PLACE, SESSION_NEEDS_ALL) \
	F(BRCNTR, "brcntr", FEW, PLACE, SESSION_NEEDS_ALL) \
	F(BRSTACKINSN, "brstackinsn", CODE, PLACE, SESSION_NEEDS_ALL) \
	F(BRSTACKINSNLEN, "brstackinsnlen", CODE, PLACE, SESSION_NEEDS_ALL) \
	F(BRSTACKDISASM, "brstackdisasm", CODE, PLACE, SESSION_NEEDS_ALL) \
	F(STATE, "state", MADE, PLACE, SESSION_NEEDS_ALL) \
	F(COOKIE, "cookie", MADE, PLACE, SESSION_NEEDS_ALL)

/* SCRIPT_COMM and so on: bits of a selection. */
enum {
#define F(id, name, set, place, needs)	SCRIPT_BIT_##id,
	SCRIPT_FIELDS(F)
#undef F
};

enum script_field {
#define F(id, name, set, place, needs)	SCRIPT_##id = 1ULL << SCRIPT_BIT_##id,
	SCRIPT_FIELDS(F)
#undef F
};

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
