// SPDX-License-Identifier: GPL-2.0-only
/* The fields and the types of events, and what a selection of fields looks at in a sample. */
#include "util/script/script-fields.h"

#include <string.h>

#include "util/event/evlist.h"
#include "util/script/script-fields-table.h"
#include "util/session/session.h"

const struct script_field_entry script_field_table[SCRIPT_NR_FIELDS] = {
#define ALONE	true
#define BEFORE	false
#define F(id, name, set, needs, alone)	{ name, SCRIPT_##id, needs, alone },
	SCRIPT_FIELDS(F)
#undef F
#undef ALONE
#undef BEFORE
};

#define BASIC	(SCRIPT_COMM | SCRIPT_TID | SCRIPT_CPU | SCRIPT_TIME | SCRIPT_EVENT)
/* Only tracepoints and output of BPF programs have them. */
#define NOT_HERE (SCRIPT_TRACE | SCRIPT_BPF_OUTPUT)

const struct script_type_entry script_type_table[SCRIPT_NR_TYPES] = {
	[SCRIPT_TYPE_HW]	= { "hw", "hardware", BASIC | SCRIPT_PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_SW]	= { "sw", "software", BASIC | SCRIPT_PLACE | SCRIPT_PERIOD | SCRIPT_BPF_OUTPUT, SCRIPT_TRACE },
	[SCRIPT_TYPE_TRACE]	= { "trace", "tracepoint", BASIC | SCRIPT_TRACE, 0 },
	[SCRIPT_TYPE_CACHE]	= { NULL, "hardware-cache", BASIC | SCRIPT_PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_RAW]	= { "raw", "raw",
				    BASIC | SCRIPT_PLACE | SCRIPT_PERIOD | SCRIPT_ADDR | SCRIPT_DATA_SRC | SCRIPT_WEIGHT |
				    SCRIPT_INS_LAT | SCRIPT_RETIRE_LAT | SCRIPT_PHYS_ADDR | SCRIPT_DATA_PAGE_SIZE |
				    SCRIPT_CODE_PAGE_SIZE, NOT_HERE },
	[SCRIPT_TYPE_BREAK]	= { "break", "breakpoint", BASIC | SCRIPT_PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_OTHER]	= { NULL, "unknown", BASIC | SCRIPT_PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_SYNTH]	= { "synth", "unknown", BASIC | SCRIPT_PLACE | SCRIPT_SYNTH, NOT_HERE },
};

/* perf's attr.type of events that are made up while a trace is decoded. */
#define SCRIPT_ATTR_SYNTH	0x80000000U

enum script_type script_type__of(const struct perf_event_attr *attr)
{
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		return SCRIPT_TYPE_HW;
	case PERF_TYPE_SOFTWARE:
		return SCRIPT_TYPE_SW;
	case PERF_TYPE_TRACEPOINT:
		return SCRIPT_TYPE_TRACE;
	case PERF_TYPE_HW_CACHE:
		return SCRIPT_TYPE_CACHE;
	case PERF_TYPE_RAW:
		return SCRIPT_TYPE_RAW;
	case PERF_TYPE_BREAKPOINT:
		return SCRIPT_TYPE_BREAK;
	case SCRIPT_ATTR_SYNTH:
		return SCRIPT_TYPE_SYNTH;
	default:
		return SCRIPT_TYPE_OTHER;
	}
}

void script_fields__init(struct script_fields *f)
{
	int type;

	memset(f, 0, sizeof(*f));
	for (type = 0; type < SCRIPT_NR_TYPES; type++)
		f->types[type].fields = script_type_table[type].fields;
}

static uint64_t places(void)
{
	uint64_t all = 0;
	size_t i;

	for (i = 0; i < SCRIPT_NR_FIELDS; i++)
		all |= script_field_table[i].needs & SESSION_NEEDS_CHAIN ? script_field_table[i].field : 0;
	return all;
}

bool script_fields__any_place(const struct script_fields *f, const struct evlist *evlist)
{
	bool there[SCRIPT_NR_TYPES] = { false }, all = !evlist || !evlist->nr;
	struct evsel *evsel;
	size_t i;

	if (!all)
		evlist__for_each(evlist, i, evsel)
			there[script_type__of(&evsel->attr)] |= !evsel__is_dummy(evsel);
	for (i = 0; i < SCRIPT_NR_TYPES; i++)
		if ((all || there[i]) && (!f->types[i].listed || f->types[i].fields & places()))
			return true;
	return false;
}

static uint64_t disassembled(uint64_t fields)
{
	if (fields & SCRIPT_INSN)
		fields |= SCRIPT_DISASM;
	if (fields & SCRIPT_BRSTACKINSN)
		fields |= SCRIPT_BRSTACKDISASM;
	return fields & ~(uint64_t)(SCRIPT_INSN | SCRIPT_BRSTACKINSN);
}

void script_fields__disassemble(struct script_fields *f)
{
	size_t i;

	for (i = 0; i < SCRIPT_NR_TYPES; i++) {
		f->types[i].fields = disassembled(f->types[i].fields);
		f->types[i].asked = disassembled(f->types[i].asked);
	}
}

/* Those that samples of @evsel can have: some are shown by default of a type, but of few of its events. */
static uint64_t fields_of(const struct script_fields *f, const struct evsel *evsel)
{
	uint64_t fields = script_fields__of(f, &evsel->attr);

	/* Of samples that a decoder makes, which always have everything. */
	fields &= ~SCRIPT_SYNTH;
	if (evsel->attr.type != PERF_TYPE_SOFTWARE || evsel->attr.config != PERF_COUNT_SW_BPF_OUTPUT)
		fields &= ~SCRIPT_BPF_OUTPUT;
	/* Where each branch is counted, its target is shown without being asked for. */
	if (evsel->attr.type == PERF_TYPE_HARDWARE && evsel->attr.sample_type & PERF_SAMPLE_ADDR)
		fields |= SCRIPT_ADDR;
	return fields;
}

unsigned int script_fields__needs(const struct script_fields *f, const struct evlist *evlist)
{
	uint64_t selected = 0;
	unsigned int all = 0;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		selected |= fields_of(f, evsel);
	for (i = 0; i < SCRIPT_NR_FIELDS; i++)
		all |= selected & script_field_table[i].field ? script_field_table[i].needs : 0;
	return all;
}

bool script_fields__alone(const struct script_fields *f)
{
	uint64_t alone = 0;
	size_t i;

	for (i = 0; i < SCRIPT_NR_FIELDS; i++)
		alone |= script_field_table[i].alone ? script_field_table[i].field : 0;
	return !script_fields__any(f, ~alone);
}

bool script_fields__any(const struct script_fields *f, uint64_t fields)
{
	int type;

	for (type = 0; type < SCRIPT_NR_TYPES; type++)
		if (f->types[type].fields & fields)
			return true;
	return false;
}
