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
 * Every field, in the order in which messages name them: F(ID, name, the set that it is printed with, what it looks at in a
 * sample (enum session_needs), ALONE or BEFORE). All that is done for a field follows from this. A field that shows an address
 * with its name, a stack or code looks at SESSION_NEEDS_CHAIN, as SCRIPT_NEEDS_PLACE does. ALONE: what is printed depends on
 * that sample alone; BEFORE: also on samples or records before it, or something is told of all of them at the end. Sets, by
 * where script-rest.c and script-text.c print them:
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
	F(COMM, "comm", USUAL, SESSION_NEEDS_COMM | SESSION_NEEDS_PID | SESSION_NEEDS_TID, ALONE) \
	F(TID, "tid", USUAL, SESSION_NEEDS_TID, ALONE) \
	F(PID, "pid", USUAL, SESSION_NEEDS_PID, ALONE) \
	F(TIME, "time", USUAL, SESSION_NEEDS_TIME, ALONE) \
	F(CPU, "cpu", USUAL, SESSION_NEEDS_CPU, ALONE) \
	F(EVENT, "event", USUAL, 0, ALONE) \
	F(TRACE, "trace", FEW, SESSION_NEEDS_RAW | SESSION_NEEDS_CPU, ALONE) \
	F(IP, "ip", USUAL, SCRIPT_NEEDS_PLACE, ALONE) \
	F(SYM, "sym", USUAL, SCRIPT_NEEDS_PLACE, ALONE) \
	F(DSO, "dso", USUAL, SCRIPT_NEEDS_PLACE, ALONE) \
	F(DSOFF, "dsoff", USUAL, SCRIPT_NEEDS_PLACE, ALONE) \
	F(ADDR, "addr", FEW, SESSION_NEEDS_ALL, ALONE) \
	F(SYMOFF, "symoff", USUAL, SCRIPT_NEEDS_PLACE, ALONE) \
	F(SRCLINE, "srcline", USUAL, SCRIPT_NEEDS_PLACE, ALONE) \
	F(PERIOD, "period", USUAL, SESSION_NEEDS_PERIOD, ALONE) \
	F(IREGS, "iregs", LATE, SESSION_NEEDS_FIELDS, ALONE) \
	F(UREGS, "uregs", LATE, SESSION_NEEDS_FIELDS, ALONE) \
	F(BRSTACK, "brstack", LATE, SESSION_NEEDS_ALL, ALONE) \
	F(BRSTACKSYM, "brstacksym", LATE, SESSION_NEEDS_ALL, ALONE) \
	F(FLAGS, "flags", MADE, SESSION_NEEDS_ALL, ALONE) \
	F(DATA_SRC, "data_src", ACCESS, SESSION_NEEDS_FIELDS, ALONE) \
	F(WEIGHT, "weight", ACCESS, SESSION_NEEDS_FIELDS, ALONE) \
	F(BPF_OUTPUT, "bpf-output", LATE, SESSION_NEEDS_FIELDS, ALONE) \
	F(BRSTACKOFF, "brstackoff", LATE, SESSION_NEEDS_ALL, ALONE) \
	F(CALLINDENT, "callindent", USUAL, SESSION_NEEDS_ALL, BEFORE) \
	F(SYNTH, "synth", FEW, SESSION_NEEDS_ALL, ALONE) \
	F(PHYS_ADDR, "phys_addr", LATE, SESSION_NEEDS_FIELDS, ALONE) \
	F(MISC, "misc", USUAL, SESSION_NEEDS_FIELDS, ALONE) \
	F(IPC, "ipc", END, SESSION_NEEDS_ALL, BEFORE) \
	F(TOD, "tod", USUAL, SESSION_NEEDS_TIME, ALONE) \
	F(DATA_PAGE_SIZE, "data_page_size", LATE, SESSION_NEEDS_FIELDS, ALONE) \
	F(CODE_PAGE_SIZE, "code_page_size", LATE, SESSION_NEEDS_FIELDS, ALONE) \
	F(INS_LAT, "ins_lat", ACCESS, SESSION_NEEDS_FIELDS, ALONE) \
	F(MACHINE_PID, "machine_pid", GUEST, SESSION_NEEDS_FIELDS, ALONE) \
	F(VCPU, "vcpu", GUEST, SESSION_NEEDS_FIELDS, ALONE) \
	F(CGROUP, "cgroup", ACCESS, SESSION_NEEDS_FIELDS, BEFORE) \
	F(RETIRE_LAT, "retire_lat", ACCESS, SESSION_NEEDS_FIELDS, ALONE) \
	F(INSN, "insn", CODE, SESSION_NEEDS_ALL, BEFORE) \
	F(INSNLEN, "insnlen", CODE, SESSION_NEEDS_ALL, BEFORE) \
	F(METRIC, "metric", USUAL, SESSION_NEEDS_ALL, BEFORE) \
	F(DISASM, "disasm", CODE, SESSION_NEEDS_ALL, BEFORE) \
	F(SRCCODE, "srccode", END, SESSION_NEEDS_ALL, BEFORE) \
	F(BRCNTR, "brcntr", FEW, SESSION_NEEDS_ALL, ALONE) \
	F(BRSTACKINSN, "brstackinsn", CODE, SESSION_NEEDS_ALL, BEFORE) \
	F(BRSTACKINSNLEN, "brstackinsnlen", CODE, SESSION_NEEDS_ALL, BEFORE) \
	F(BRSTACKDISASM, "brstackdisasm", CODE, SESSION_NEEDS_ALL, BEFORE) \
	F(STATE, "state", MADE, SESSION_NEEDS_ALL, ALONE) \
	F(COOKIE, "cookie", MADE, SESSION_NEEDS_ALL, ALONE)

/* SCRIPT_COMM and so on: bits of a selection. */
enum {
#define F(id, name, set, needs, alone)	SCRIPT_BIT_##id,
	SCRIPT_FIELDS(F)
#undef F
	SCRIPT_NR_FIELDS
};

enum script_field {
#define F(id, name, set, needs, alone)	SCRIPT_##id = 1ULL << SCRIPT_BIT_##id,
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
/* Is what is printed of a sample, with the fields selected for any type, a matter of that sample alone? */
bool script_fields__alone(const struct script_fields *f);
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
