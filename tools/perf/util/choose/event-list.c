// SPDX-License-Identifier: GPL-2.0-only
/* The events of this machine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/aux-action.h"
#include "util/choose/event-list.h"
#include "util/choose/kernel-features.h"
#include "util/choose/pmu.h"
#include "util/event/event-names.h"

struct walk {
	void (*fn)(void *ctx, const struct event_list_entry *entry);
	void *ctx;
};

/* Does the kernel know the event (even if it does not let us have it)? */
static bool is_supported(uint32_t type, uint64_t config)
{
	struct perf_event_attr attr = {
		.type = type, .size = sizeof(attr), .config = config, .disabled = 1, .exclude_kernel = 1, .exclude_hv = 1,
	};
	int fd;

	fd = perf_event_open(&attr, 0, -1, -1, 0);
	if (fd == -EINVAL || fd == -EOPNOTSUPP) {
		attr.exclude_kernel = attr.exclude_hv = 0;
		fd = perf_event_open(&attr, 0, -1, -1, 0);
	}
	if (fd >= 0)
		close(fd);
	return fd >= 0 || fd == -EACCES || fd == -EPERM || fd == -EBUSY || fd == -EMFILE;
}

/* Events that have numbers from 0 on. */
struct numbered {
	enum event_list_kind kind;
	uint32_t type;
	const struct event_symbol *symbols;
	unsigned int nr;
	const char *what, *unit;	/* event_list_entry.type, .unit */
};

static void walk_symbols(const struct walk *w, const struct numbered *n)
{
	unsigned int i;

	for (i = 0; i < n->nr; i++) {
		char *encoding;

		if (!is_supported(n->type, i))
			continue;
		encoding = xasprintf("%s/config=%#x/", n->unit, i);
		w->fn(w->ctx, &(struct event_list_entry){
			.kind = n->kind, .name = n->symbols[i].name, .alias = n->symbols[i].alias, .type = n->what, .unit = n->unit,
			.encoding = encoding });
		free(encoding);
	}
}

static void walk_caches(const struct walk *w)
{
	unsigned int cache, op, result;

	for (cache = 0; cache < PERF_COUNT_HW_CACHE_MAX; cache++)
	for (op = 0; op < PERF_COUNT_HW_CACHE_OP_MAX; op++)
	for (result = 0; result < PERF_COUNT_HW_CACHE_RESULT_MAX; result++) {
		uint64_t config = cache | op << 8 | result << 16;
		char *name;

		if (!hw_cache__op_is_valid(cache, op) || !is_supported(PERF_TYPE_HW_CACHE, config))
			continue;
		name = result ? xasprintf("%s-%s-%s", hw_cache_names[cache][0], hw_cache_op_names[op][0],
					  hw_cache_result_names[result][0]) :
				xasprintf("%s-%s", hw_cache_names[cache][0], hw_cache_op_names[op][1]);
		w->fn(w->ctx, &(struct event_list_entry){ .kind = EVENT_LIST_CACHE,
							  .name = name,
							  .type = "Hardware cache event",
							  .unit = "cpu" });
		free(name);
	}
}

/* One PMU's named events; and how to write others, if its format says so. */
static void walk_pmu(const struct walk *w, const char *pmu_name)
{
	char **events = pmu_event_names(pmu_name);
	struct diag diag = DIAG_INIT;
	struct pmu *pmu = pmu__load(pmu_name, &diag);
	size_t i;

	for (i = 0; pmu && events[i]; i++) {
		char *name = xasprintf("%s/%s/", pmu_name, events[i]);
		char *encoding = pmu__event_terms(pmu, events[i]);

		w->fn(w->ctx, &(struct event_list_entry){
			.kind = EVENT_LIST_PMU, .name = name, .type = "Kernel PMU event", .unit = pmu_name,
			.alias = pmu->is_core ? events[i] : NULL, .encoding = encoding });
		free(encoding);
		free(name);
	}
	if (pmu && !events[0] && pmu__has_aux(pmu, NULL)) {
		char *name = xasprintf("%s//", pmu_name);

		w->fn(w->ctx, &(struct event_list_entry){
			.kind = EVENT_LIST_PMU, .name = name, .type = "Kernel PMU event", .unit = pmu_name });
		free(name);
	}
	pmu__delete(pmu);
	free_names(events);
}

static void walk_pmus(const struct walk *w)
{
	char **pmus = pmu_names(NULL);
	size_t i;

	for (i = 0; pmus[i]; i++)
		walk_pmu(w, pmus[i]);
	free_names(pmus);
	w->fn(w->ctx, &(struct event_list_entry){
		.kind = EVENT_LIST_PMU, .name = "rNNN", .type = "Raw event descriptor", .is_form = true });
	w->fn(w->ctx, &(struct event_list_entry){ .kind = EVENT_LIST_PMU,
						  .name = "cpu/t1=v1[,t2=v2,t3 ...]/modifier",
						  .type = "Raw event descriptor",
						  .is_form = true });
	w->fn(w->ctx, &(struct event_list_entry){
		.kind = EVENT_LIST_PMU, .name = "mem:<addr>[/len][:access]", .type = "Hardware breakpoint",
		.is_form = true });
}

/* Is there such an event (a folder with an id), rather than a control file? */
static bool has_id(const char *events, const char *system, const char *name)
{
	char *path = xasprintf("%s/%s/%s/id", events, system, name);
	bool ret = !access(path, F_OK);

	free(path);
	return ret;
}

static int walk_tracepoints(const struct walk *w)
{
	const char *tracefs = tracefs__path();
	char *events = tracefs ? xasprintf("%s/events", tracefs) : NULL;
	char **systems = events ? list_names(events, NULL, NULL) : NULL;
	int err = systems ? 0 : tracefs ? -errno : -ENOENT;
	size_t s, i;

	for (s = 0; systems && systems[s]; s++) {
		char *dir = xasprintf("%s/%s", events, systems[s]);
		char **names = list_names(dir, NULL, NULL);

		for (i = 0; names && names[i]; i++) {
			char *name;

			if (!has_id(events, systems[s], names[i]))
				continue;
			name = xasprintf("%s:%s", systems[s], names[i]);
			w->fn(w->ctx, &(struct event_list_entry){
				.kind = EVENT_LIST_TRACEPOINT, .name = name, .type = "Tracepoint event",
				.unit = "tracepoint" });
			free(name);
		}
		free_names(names);
		free(dir);
	}
	free_names(systems);
	free(events);
	return err;
}

int event_list__walk(unsigned int kinds, void (*fn)(void *ctx, const struct event_list_entry *entry),
		     void *ctx)
{
	struct walk w = { .fn = fn, .ctx = ctx };

	if (kinds & EVENT_LIST_HW)
		walk_symbols(&w, &(struct numbered){ EVENT_LIST_HW, PERF_TYPE_HARDWARE, event_symbols_hw, PERF_COUNT_HW_MAX,
						     "Hardware event", "cpu" });
	if (kinds & EVENT_LIST_SW)
		walk_symbols(&w, &(struct numbered){ EVENT_LIST_SW, PERF_TYPE_SOFTWARE, event_symbols_sw, PERF_COUNT_SW_MAX,
						     "Software event", "software" });
	if (kinds & EVENT_LIST_CACHE)
		walk_caches(&w);
	if (kinds & EVENT_LIST_PMU)
		walk_pmus(&w);
	return kinds & EVENT_LIST_TRACEPOINT ? walk_tracepoints(&w) : 0;
}
