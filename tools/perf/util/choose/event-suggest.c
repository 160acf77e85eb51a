// SPDX-License-Identifier: GPL-2.0-only
#include "util/choose/event-suggest.h"

#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/near-names.h"
#include "util/choose/pmu.h"
#include "util/event/event-names.h"

/*
 * PMUs that only some machines have; a name with a number, as of uncore_imc_0, is found by its beginning, but not "cpu",
 * with which events begin, too.
 */
static const struct {
	const char *name, *machine;
} other_pmus[] = {
	{ "intel_pt", "an Intel processor with Processor Trace, which virtual machines are seldom given" },
	{ "intel_bts", "an Intel processor with Branch Trace Store, which virtual machines are seldom given" },
	{ "cs_etm", "an Arm processor with CoreSight" },
	{ "arm_spe", "an Arm processor with the Statistical Profiling Extension" },
	{ "arm_pmu", "an Arm processor" },
	{ "armv8_", "an Arm processor" },
	{ "ibs_", "an AMD processor with Instruction Based Sampling" },
	{ "amd_", "an AMD processor" },
	{ "uncore_", "a processor whose uncore counters are known to the kernel" },
	{ "cpu_core", "an Intel processor with two kinds of cores" },
	{ "cpu_atom", "an Intel processor with two kinds of cores" },
	{ "cpum_", "an IBM Z machine" },
	{ "power", "a processor that measures its energy" },
	{ "msr", "an x86 processor" },
	{ "cpu", "a processor whose counters the kernel may use, which virtual machines are seldom given" },
};

static void look_at(struct near_names *near, const char *name)
{
	if (name)
		near_names__look_at(near, name, strlen(name));
}

static void look_at_symbols(struct near_names *near, const struct event_symbol *symbols, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		look_at(near, symbols[i].name);
		look_at(near, symbols[i].alias);
	}
}

static void look_at_caches(struct near_names *near)
{
	unsigned int cache, op;

	for (cache = 0; cache < PERF_COUNT_HW_CACHE_MAX; cache++)
		for (op = 0; op < PERF_COUNT_HW_CACHE_OP_MAX; op++) {
			char *name;

			if (!hw_cache__op_is_valid(cache, op))
				continue;
			name = xasprintf("%s-%s", hw_cache_names[cache][0], hw_cache_op_names[op][1]);
			look_at(near, name);
			free(name);
			name = xasprintf("%s-%s-misses", hw_cache_names[cache][0], hw_cache_op_names[op][0]);
			look_at(near, name);
			free(name);
		}
}

static void look_at_pmus(struct near_names *near)
{
	char **pmus = pmu_names(NULL);
	size_t i, k;

	for (i = 0; pmus[i]; i++) {
		char **events = pmu_event_names(pmus[i]);

		look_at(near, pmus[i]);
		for (k = 0; events[k]; k++)
			look_at(near, events[k]);
		free_names(events);
	}
	free_names(pmus);
}

static char *path_of(const char *events, const char *system, const char *name)
{
	return xasprintf("%s/%s/%s/id", events, system, name);
}

/* "sched:sched_switch" for "sched_switch"; NULL if no system has it. */
static char *find_tracepoint(const char *name)
{
	const char *tracefs = strchr(name, '/') ? NULL : tracefs__path();
	char *events = tracefs ? xasprintf("%s/events", tracefs) : NULL, *ret = NULL;
	char **systems = events ? list_names(events, NULL, NULL) : NULL;
	size_t i;

	for (i = 0; systems && systems[i] && !ret; i++) {
		char *path = path_of(events, systems[i], name);

		if (!access(path, F_OK))
			ret = xasprintf("%s:%s", systems[i], name);
		free(path);
	}
	free_names(systems);
	free(events);
	return ret;
}

/* "Did you mean 'a', 'b' or 'c'?", or NULL. */
static char *question(struct near_names *near)
{
	struct strbuf text = STRBUF_INIT;
	char *ret = NULL;

	near_names__print(near, &text);
	/* In the middle of a sentence it begins with "; d". */
	if (text.len > 3)
		ret = xasprintf("D%s", text.buf + 3);
	strbuf__exit(&text);
	near_names__exit(near);
	return ret;
}

char *event_suggest__name(const char *name)
{
	struct near_names near = { .want = name, .want_len = strlen(name) };
	char *tracepoint = find_tracepoint(name), *ret;
	size_t i;

	if (tracepoint) {
		ret = xasprintf("Did you mean the tracepoint '%s'?", tracepoint);
		free(tracepoint);
		return ret;
	}
	for (i = 0; i < ARRAY_SIZE(other_pmus); i++)
		if (!strncmp(name, other_pmus[i].name, strlen(other_pmus[i].name)) &&
		    (strcmp(other_pmus[i].name, "cpu") || !name[3]))
			return xasprintf("This machine has no PMU '%s': it takes %s", name, other_pmus[i].machine);
	look_at_symbols(&near, event_symbols_hw, PERF_COUNT_HW_MAX);
	look_at_symbols(&near, event_symbols_sw, PERF_COUNT_SW_MAX);
	look_at_caches(&near);
	look_at_pmus(&near);
	return question(&near);
}

char *event_suggest__tracepoint(const char *events, const char *system, const char *name)
{
	struct near_names near = { .want = system, .want_len = strlen(system) }, full;
	char **systems = list_names(events, NULL, NULL), **names, *dir, *wanted;
	size_t i, k;

	for (i = 0; systems && systems[i]; i++)
		near_names__look_at(&near, systems[i], strlen(systems[i]));
	free_names(systems);
	/* With one mistake in each half the system is guessed first, then the event in it. */
	wanted = xasprintf("%s:%s", near.nr ? near.best[0].name : system, name);
	full = (struct near_names){ .want = wanted, .want_len = strlen(wanted) };
	for (k = 0; k < near.nr; k++) {
		dir = xasprintf("%s/%s", events, near.best[k].name);
		names = list_names(dir, NULL, NULL);
		for (i = 0; names && names[i]; i++) {
			char *path = path_of(events, near.best[k].name, names[i]);
			char *both = xasprintf("%s:%s", near.best[k].name, names[i]);

			/* The files enable and filter lie there, too. */
			if (!access(path, F_OK))
				near_names__look_at(&full, both, strlen(both));
			free(both);
			free(path);
		}
		free_names(names);
		free(dir);
	}
	near_names__exit(&near);
	dir = question(&full);
	free(wanted);
	return dir;
}

/* The name in "field:char prev_comm[16]", "field:__data_loc char[] why": the last word, without a length. */
static void add_field(struct strbuf *list, const char *line, size_t len)
{
	const char *end = line + len, *begin;

	if (len && end[-1] == ']')
		while (end > line && *--end != '[')
			;
	begin = end;
	while (begin > line && begin[-1] != ' ' && begin[-1] != '*')
		begin--;
	if (begin < end && strncmp(begin, "common_", 7))
		strbuf__addf(list, "%s%.*s", list->len ? ", " : "", (int)(end - begin), begin);
}

char *event_suggest__filter_fields(const char *system, const char *name)
{
	const char *tracefs = tracefs__path(), *p;
	char *text = tracefs ? read_text_filef("%s/events/%s/%s/format", tracefs, system, name) : NULL;
	struct strbuf list = STRBUF_INIT;

	for (p = text; p && (p = strstr(p, "\tfield:")); p += strcspn(p, ";"))
		add_field(&list, p, strcspn(p, ";"));
	free(text);
	if (list.len)
		return strbuf__detach(&list);
	strbuf__exit(&list);
	return NULL;
}
