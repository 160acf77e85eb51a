// SPDX-License-Identifier: GPL-2.0-only
/* Which of the selected fields a recording can show. */
#include "util/script/script-fields-table.h"

#include <errno.h>
#include <stdio.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"

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
		return script_fields__fail(err, err_size, "Display of symbols requested but neither sample IP nor sample address\n"
					   "available. Hence, no addresses to convert to symbols.", NULL, NULL);
	if (t->fields & SCRIPT_SYMOFF && !(t->fields & SCRIPT_SYM))
		return script_fields__fail(err, err_size, "Display of offsets requested but symbol is not selected.", NULL, NULL);
	if (t->asked & SCRIPT_DSO && !address)
		return script_fields__fail(err, err_size, "Display of DSO requested but no address to convert.", NULL, NULL);
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
		return script_fields__fail(err, err_size, "Display of branch stack assembler requested, but non all-branch filter set\n"
					   "Hint: run 'perf record -b ...'", NULL, NULL);
	if (script_fields__any(f, SCRIPT_BRCNTR) && !(branches & PERF_SAMPLE_BRANCH_COUNTERS))
		return script_fields__fail(err, err_size, "Display of branch counter requested but it's not enabled\n"
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
		f->types[SCRIPT_TYPE_TRACE].fields |= SCRIPT_PLACE;
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
			return script_fields__fail(err, err_size, "%s events do not exist. Remove corresponding -F option to proceed.",
						   script_type_table[type].name, NULL);
	return check_branches(f, evlist, err, err_size);
}
