// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-fields.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/strbuf.h"
#include "util/event/evlist.h"
#include "util/session/session.h"

static const struct {
	const char *name;
	uint64_t field;
	unsigned int needs;		/* enum session_needs */
	bool alone;			/* its text depends on the sample alone */
} all_fields[] = {
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
#define PLACE	(SCRIPT_IP | SCRIPT_SYM | SCRIPT_SYMOFF | SCRIPT_DSO)

static const struct {
	const char *prefix;		/* before the colon in -F, or NULL */
	const char *name;		/* in messages */
	uint64_t fields, invalid;
} types[SCRIPT_NR_TYPES] = {
	[SCRIPT_TYPE_HW]	= { "hw", "hardware", BASIC | PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_SW]	= { "sw", "software", BASIC | PLACE | SCRIPT_PERIOD | SCRIPT_BPF_OUTPUT, SCRIPT_TRACE },
	[SCRIPT_TYPE_TRACE]	= { "trace", "tracepoint", BASIC | SCRIPT_TRACE, 0 },
	[SCRIPT_TYPE_CACHE]	= { NULL, "hardware-cache", BASIC | PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_RAW]	= { "raw", "raw",
				    BASIC | PLACE | SCRIPT_PERIOD | SCRIPT_ADDR | SCRIPT_DATA_SRC | SCRIPT_WEIGHT |
				    SCRIPT_INS_LAT | SCRIPT_RETIRE_LAT | SCRIPT_PHYS_ADDR | SCRIPT_DATA_PAGE_SIZE |
				    SCRIPT_CODE_PAGE_SIZE, NOT_HERE },
	[SCRIPT_TYPE_BREAK]	= { "break", "breakpoint", BASIC | PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_OTHER]	= { NULL, "unknown", BASIC | PLACE | SCRIPT_PERIOD, NOT_HERE },
	[SCRIPT_TYPE_SYNTH]	= { "synth", "unknown", BASIC | PLACE | SCRIPT_SYNTH, NOT_HERE },
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
		f->types[type].fields = types[type].fields;
}

/* --- parsing -F ------------------------------------------------------------------------------ */

static int fail(char *err, size_t size, const char *fmt, const char *a, const char *b)
{
	snprintf(err, size, fmt, a, b);
	return -EINVAL;
}

/* The type of "hw:..."; -1: none is given, -EINVAL: unknown. *@arg then stands behind the colon. */
static int parse_type(const char **arg)
{
	const char *colon = strchr(*arg, ':');
	size_t len;
	int type;

	if (!colon)
		return -1;
	len = (size_t)(colon - *arg);
	for (type = 0; type < SCRIPT_NR_TYPES; type++) {
		if (types[type].prefix && strlen(types[type].prefix) == len &&
		    !strncmp(types[type].prefix, *arg, len)) {
			*arg = colon + 1;
			return type;
		}
	}
	return -EINVAL;
}

static uint64_t find_field(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all_fields); i++)
		if (strlen(all_fields[i].name) == len && !strncmp(all_fields[i].name, name, len))
			return all_fields[i].field;
	return 0;
}

struct field_list {
	uint64_t set, add, remove;	/* add and remove in the form with signs, else set */
	bool signs;
};

static int tell_unknown(const char *token, size_t len, char *err, size_t err_size)
{
	struct strbuf text = STRBUF_INIT;
	struct near_names near;
	size_t i;

	if (len && (*token == '+' || *token == '-'))
		token++, len--;
	near = (struct near_names){ .want = token, .want_len = len };
	strbuf__addf(&text, "Invalid field requested: '%.*s' is none of ", (int)len, token);
	for (i = 0; i < ARRAY_SIZE(all_fields); i++) {
		strbuf__addf(&text, "%s%s", i ? "," : "", all_fields[i].name);
		near_names__look_at(&near, all_fields[i].name, strlen(all_fields[i].name));
	}
	near_names__print(&near, &text);
	near_names__exit(&near);
	snprintf(err, err_size, "%s", text.buf);
	strbuf__exit(&text);
	return -EINVAL;
}

static int parse_list(const char *arg, struct field_list *ret, char *err, size_t err_size)
{
	bool plain = false;
	const char *p = arg;

	*ret = (struct field_list){ 0 };
	while (*p) {
		size_t len = strcspn(p, ",");
		const char *name = p + (*p == '+' || *p == '-');
		size_t name_len = len - (size_t)(name - p);
		uint64_t field = find_field(name, name_len);

		if (len) {
			if (!field)
				return tell_unknown(p, len, err, err_size);
			if (name == p) {
				plain = true;
				ret->set |= field;
			} else if (*p == '+') {
				ret->signs = true;
				ret->add |= field;
				ret->remove &= ~field;
			} else {
				ret->signs = true;
				ret->remove |= field;
				ret->add &= ~field;
			}
		}
		p += len;
		p += *p == ',';
	}
	if (plain && ret->signs)
		return fail(err, err_size, "Cannot mix +-field with overridden fields", NULL, NULL);
	return 0;
}

static void apply(struct script_type_fields *t, const struct field_list *list, uint64_t invalid)
{
	if (list->signs) {
		t->fields = (t->fields | (list->add & ~invalid)) & ~list->remove;
		t->asked = (t->asked | (list->add & ~invalid)) & ~list->remove;
		t->removed = (t->removed | list->remove) & ~list->add;
	} else {
		t->fields = t->asked = list->set & ~invalid;
		t->listed = true;
	}
	t->user_set = true;
}

/* What is named for all types but does not exist for this one is left out, and said. */
static void tell_invalid(int type, uint64_t fields)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all_fields); i++)
		if (fields & all_fields[i].field)
			pr_warning("'%s' not valid for %s events. Ignoring.\n", all_fields[i].name, types[type].name);
}

static int apply_to_all(struct script_fields *f, const struct field_list *list, char *err, size_t err_size)
{
	bool overridden = false;
	int type;

	if (!list->signs && !list->set)
		return fail(err, err_size, "Cannot set fields to 'none' for all event types", NULL, NULL);
	for (type = 0; type < SCRIPT_NR_TYPES; type++)
		overridden |= f->types[type].user_set;
	if (!list->signs && overridden)
		pr_warning("Overriding previous field request for all events.\n");
	for (type = 0; type < SCRIPT_NR_TYPES; type++) {
		tell_invalid(type, types[type].invalid & (list->set | list->add));
		apply(&f->types[type], list, types[type].invalid);
		f->types[type].wildcard_set = true;
	}
	return 0;
}

int script_fields__parse(struct script_fields *f, const char *arg, char *err, size_t err_size)
{
	struct field_list list;
	uint64_t invalid;
	int type = parse_type(&arg), ret;
	size_t i;

	if (type == -EINVAL)
		return fail(err, err_size, "Invalid event type in field string '%s' (types: hw, sw, trace, raw, break, synth)",
			    arg, NULL);
	ret = parse_list(arg, &list, err, err_size);
	if (ret < 0)
		return ret;
	if (type < 0)
		return apply_to_all(f, &list, err, err_size);
	invalid = types[type].invalid & (list.set | list.add);
	for (i = 0; i < ARRAY_SIZE(all_fields); i++)
		if (invalid & all_fields[i].field)
			return fail(err, err_size, "'%s' not valid for %s events", all_fields[i].name,
				    types[type].name);
	if (!list.signs && f->types[type].user_set)
		pr_warning("Overriding previous field request for %s events.\n", types[type].name);
	apply(&f->types[type], &list, 0);
	f->types[type].wildcard_set = false;
	return 0;
}

/* --- what a recording has -------------------------------------------------------------------- */

/* Fields that need a bit of the sample type. */
static const struct {
	uint64_t fields;
	uint64_t sample_type;
	const char *attribute, *field;	/* as perf names them */
} needs[] = {
	{ SCRIPT_IP, PERF_SAMPLE_IP, "IP", "ip" },
	{ SCRIPT_ADDR, PERF_SAMPLE_ADDR, "ADDR", "addr" },
	{ SCRIPT_WEIGHT, PERF_SAMPLE_WEIGHT_TYPE, "WEIGHT", "weight" },
	{ SCRIPT_PID, PERF_SAMPLE_TID, "TID", "pid" },
	{ SCRIPT_TID, PERF_SAMPLE_TID, "TID", "tid" },
	{ SCRIPT_TIME, PERF_SAMPLE_TIME, "TIME", "time" },
	{ SCRIPT_CPU, PERF_SAMPLE_CPU, "CPU", "cpu" },
	{ SCRIPT_PHYS_ADDR, PERF_SAMPLE_PHYS_ADDR, "PHYS_ADDR", "phys_addr" },
	{ SCRIPT_DATA_PAGE_SIZE, PERF_SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE", "data_page_size" },
	{ SCRIPT_CODE_PAGE_SIZE, PERF_SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE", "code_page_size" },
	{ SCRIPT_DATA_SRC, PERF_SAMPLE_DATA_SRC, "DATA_SRC", "data_src" },
	{ SCRIPT_INS_LAT, PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT", "ins_lat" },
	{ SCRIPT_RETIRE_LAT, PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT", "retire_lat" },
	{ SCRIPT_CGROUP, PERF_SAMPLE_CGROUP, "CGROUP", "cgroup" },
	{ SCRIPT_IREGS, PERF_SAMPLE_REGS_INTR, "IREGS", "iregs" },
	{ SCRIPT_UREGS, PERF_SAMPLE_REGS_USER, "UREGS", "uregs" },
};

/* Branches of a decoded trace have addresses, whatever the other events have. */
static bool has_decoded_branches(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.type == PERF_TYPE_HARDWARE && evsel->attr.sample_type & PERF_SAMPLE_ADDR &&
		    evsel->attr.config == PERF_COUNT_HW_BRANCH_INSTRUCTIONS && evsel->attr.sample_period == 1)
			return true;
	return false;
}

static int check_needs(struct script_type_fields *t, struct evsel *evsel, char *err, size_t err_size)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(needs); i++) {
		if (!(t->fields & needs[i].fields) || evsel->attr.sample_type & needs[i].sample_type)
			continue;
		if (t->asked & needs[i].fields &&
		    !(needs[i].fields == SCRIPT_ADDR && evsel->evlist && has_decoded_branches(evsel->evlist))) {
			snprintf(err, err_size, "Samples for '%s' event do not have %s attribute set."
				 " Cannot print '%s' field.", evsel__name(evsel), needs[i].attribute, needs[i].field);
			return -EINVAL;
		}
		t->fields &= ~needs[i].fields;
	}
	return 0;
}

static int check_type(struct script_type_fields *t, struct evsel *evsel, char *err, size_t err_size)
{
	bool address = evsel->attr.sample_type & (PERF_SAMPLE_IP | PERF_SAMPLE_ADDR);
	int ret = check_needs(t, evsel, err, err_size);

	if (ret < 0)
		return ret;
	if (t->asked & SCRIPT_SYM && !address)
		return fail(err, err_size, "Display of symbols requested but neither sample IP nor sample address\n"
			    "available. Hence, no addresses to convert to symbols.", NULL, NULL);
	if (t->fields & SCRIPT_SYMOFF && !(t->fields & SCRIPT_SYM))
		return fail(err, err_size, "Display of offsets requested but symbol is not selected.", NULL, NULL);
	if (t->asked & SCRIPT_DSO && !address)
		return fail(err, err_size, "Display of DSO requested but no address to convert.", NULL, NULL);
	return 0;
}

static bool tracepoints_have_chains(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.type == PERF_TYPE_TRACEPOINT && evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
			return true;
	return false;
}

/* The code between branches can be told where none is missing. */
static int check_branches(const struct script_fields *f, const struct evlist *evlist, char *err, size_t err_size)
{
	uint64_t branches = 0;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		branches |= evsel->attr.branch_sample_type;
	if (script_fields__any(f, SCRIPT_BRSTACK_CODE) && !(branches & PERF_SAMPLE_BRANCH_ANY))
		return fail(err, err_size, "Display of branch stack assembler requested, but non all-branch filter set\n"
			    "Hint: run 'perf record -b ...'", NULL, NULL);
	if (script_fields__any(f, SCRIPT_BRCNTR) && !(branches & PERF_SAMPLE_BRANCH_COUNTERS))
		return fail(err, err_size, "Display of branch counter requested but it's not enabled\n"
			    "Hint: run 'perf record -j any,counter ...'", NULL, NULL);
	return 0;
}

int script_fields__check(struct script_fields *f, const struct evlist *evlist, bool no_chains, char *err,
			 size_t err_size)
{
	bool checked[SCRIPT_NR_TYPES] = { false };
	struct evsel *evsel;
	int type, ret;
	size_t i;

	if (!no_chains && !f->types[SCRIPT_TYPE_TRACE].user_set && tracepoints_have_chains(evlist))
		f->types[SCRIPT_TYPE_TRACE].fields |= PLACE;
	/* As perf does: the first event of a type speaks for its type; but not one that never samples. */
	evlist__for_each(evlist, i, evsel) {
		type = script_type__of(&evsel->attr);
		if (checked[type] || evsel__is_dummy(evsel))
			continue;
		checked[type] = true;
		ret = check_type(&f->types[type], evsel, err, err_size);
		if (ret < 0)
			return ret;
	}
	for (type = 0; type < SCRIPT_NR_TYPES; type++)
		if (!checked[type] && f->types[type].user_set && !f->types[type].wildcard_set &&
		    !f->types[type].fields && type != SCRIPT_TYPE_SYNTH)
			return fail(err, err_size, "%s events do not exist. Remove corresponding -F option to proceed.",
				    types[type].name, NULL);
	return check_branches(f, evlist, err, err_size);
}

static uint64_t places(void)
{
	uint64_t all = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all_fields); i++)
		all |= all_fields[i].needs & SESSION_NEEDS_CHAIN ? all_fields[i].field : 0;
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
	for (i = 0; i < ARRAY_SIZE(all_fields); i++)
		all |= selected & all_fields[i].field ? all_fields[i].needs : 0;
	return all;
}

bool script_fields__alone(const struct script_fields *f)
{
	uint64_t alone = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all_fields); i++)
		alone |= all_fields[i].alone ? all_fields[i].field : 0;
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
