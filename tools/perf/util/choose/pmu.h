/* SPDX-License-Identifier: GPL-2.0-only */
/* A performance monitoring unit as sysfs describes it: bus/event_source/devices/NAME. */
#ifndef PERF_CHOOSE_PMU_H
#define PERF_CHOOSE_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/perf_event.h>

#include "util/base/diag.h"

#define PMU_CONFIG_WORDS	5	/* config, config1 to config4 */

/* Where a field of the PMU's event format lies. */
struct pmu_format {
	char *name;
	unsigned int word;		/* of the config words */
	uint64_t mask;			/* the bits it takes, filled from the lowest */
};

struct pmu {
	char *name;
	uint32_t type;
	struct pmu_format *formats;	/* sorted by name */
	size_t nr_formats, cap_formats;
	char *cpus;			/* of the files cpus or cpumask; NULL: any CPU */
	bool is_core;			/* a CPU's own PMU: "cpu", or with a file cpus */
	bool is_uncore;			/* it has a cpumask: counts for more than one CPU */
};

/* NULL with @diag set: there is none, or its files cannot be understood. */
struct pmu *pmu__load(const char *name, struct diag *diag);
void pmu__delete(struct pmu *pmu);
const struct pmu_format *pmu__find_format(const struct pmu *pmu, const char *name);
/*
 * Puts @value into the bits of @format. Returns 0, or -ERANGE with the largest value that fits in
 * @ret_max.
 */
int pmu_format__set(const struct pmu_format *format, struct perf_event_attr *attr, uint64_t value,
		    uint64_t *ret_max);
/* The terms that the named event of events/ stands for; the caller frees. NULL if there is none. */
char *pmu__event_terms(const struct pmu *pmu, const char *event);

/*
 * The names of all PMUs, sorted, that @pattern means: a name, a glob, a name without its "uncore_"
 * or its number ("imc" for uncore_imc_0, uncore_imc_1). NULL @pattern: all. Free with free_names();
 * never NULL.
 */
char **pmu_names(const char *pattern);
/* The names of the events of events/ (not their .unit, .scale and the like), sorted; as pmu_names(). */
char **pmu_event_names(const char *pmu);
/* The CPUs' own PMUs (several where there are several kinds of cores); as pmu_names(). */
char **pmu_core_names(void);

#endif /* PERF_CHOOSE_PMU_H */
