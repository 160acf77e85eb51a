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

/* Which bits a field of the PMU's event format has. */
struct pmu_format {
	char *name;
	unsigned int word;		/* index of the config word */
	uint64_t mask;			/* its bits; a value fills them from the lowest one */
};

struct pmu {
	char *name;
	uint32_t type;
	struct pmu_format *formats;	/* sorted by name */
	size_t nr_formats, cap_formats;
	char *cpus;			/* the content of the file cpus or cpumask; NULL: any CPU */
	bool is_core;			/* the PMU of a CPU core: "cpu", or it has a file cpus */
	bool is_uncore;			/* it has a cpumask, so it counts for several CPUs */
};

/*
 * Loads the PMU @name, which the caller deletes. Returns NULL with @diag set if there is none, or its files cannot be
 * understood.
 */
struct pmu *pmu__load(const char *name, struct diag *diag);
void pmu__delete(struct pmu *pmu);
/* Returns the field @name, which @pmu owns, or NULL. */
const struct pmu_format *pmu__find_format(const struct pmu *pmu, const char *name);
/*
 * Puts @value into the bits of @format in @attr. Returns 0; or -ERANGE if it does not fit, and sets *@ret_max to
 * the largest value that does.
 */
int pmu_format__set(const struct pmu_format *format, struct perf_event_attr *attr, uint64_t value,
		    uint64_t *ret_max);
/* Returns the terms of the event in the PMU's folder events/, which the caller frees; NULL if there is no such event. */
char *pmu__event_terms(const struct pmu *pmu, const char *event);

/*
 * Returns the sorted names of all PMUs that match @pattern: a name, a glob, or a name without "uncore_" or the
 * number ("imc" for uncore_imc_0, uncore_imc_1); all PMUs if it is NULL. Never returns NULL. The caller frees the
 * result with free_names().
 */
char **pmu_names(const char *pattern);
/*
 * Returns the sorted names of the events in the folder events/ of the PMU @pmu, without files such as .unit and .scale, in
 * the same way as pmu_names().
 */
char **pmu_event_names(const char *pmu);
/* Returns the PMUs of the CPU cores (several if there are several kinds of cores), in the same way as pmu_names(). */
char **pmu_core_names(void);

#endif /* PERF_CHOOSE_PMU_H */
