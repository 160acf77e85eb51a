// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/period-ratio.h"

#include <errno.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/pmu.h"
#include "util/event/evsel-config.h"

/* The index of attr.config2 among config words. */
#define CONFIG2 2

/* The PMU of the processor's cores on which the event counts; NULL: it is none of theirs. The caller deletes it. */
static struct pmu *core_pmu(const struct evsel *evsel)
{
	uint32_t type = evsel->attr.type;
	bool generic = type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW;
	char **cores = generic ? pmu_core_names() : NULL;
	const char *name = evsel->config->pmu_name ?: cores ? cores[0] : NULL;
	struct diag ignored = DIAG_INIT;
	struct pmu *pmu = name ? pmu__load(name, &ignored) : NULL;

	if (cores)
		free_names(cores);
	if (pmu && pmu->is_core)
		return pmu;
	pmu__delete(pmu);
	return NULL;
}

static void set_period(struct evsel *evsel, uint64_t period)
{
	evsel->config->has_period = true;
	evsel->config->has_freq = false;
	evsel->attr.freq = 0;
	evsel->attr.sample_period = period;
}

/* @times may come to no number of events at all. */
static int set_period_times(struct evsel *evsel, uint64_t period, double times, struct diag *diag)
{
	double v = (double)period * times;

	if (v < 1 || v >= 0x1p63)
		return diag__msg(diag, -EINVAL, "'%s': ratio-to-prev makes a period of %g of it", evsel__name(evsel), v);
	set_period(evsel, (uint64_t)v);
	return 0;
}

static int apply_period(struct evsel *prev, struct evsel *evsel, uint64_t count, struct diag *diag)
{
	double ratio = evsel->config->ratio_to_prev;

	if (!prev->config->has_period && evsel->config->has_period)
		return set_period_times(prev, evsel->attr.sample_period, 1 / ratio, diag);
	if (!prev->config->has_period && !count)
		return diag__msg(diag, -EINVAL, "Event period term or count (-c) must be set when using ratio-to-prev term.");
	if (!prev->config->has_period)
		set_period(prev, count);
	return set_period_times(evsel, prev->attr.sample_period, ratio, diag);
}

/* Each bit is an event of the group: when @prev overflows @evsel is reloaded, when @evsel does, both are. */
static int apply_reload(const struct pmu *pmu, struct evsel *prev, struct evsel *evsel, struct diag *diag)
{
	const struct pmu_format *format = pmu__find_format(pmu, "acr_mask");
	unsigned int index = (unsigned int)(evsel->idx - evsel->leader->idx);
	uint64_t max;

	if (!format || format->word != CONFIG2)
		return 0;
	if (prev->attr.config2)
		return diag__msg(diag, -EINVAL, "'%s' has set config2 (acr_mask?) already, configuration not supported", evsel__name(prev));
	if (index > 63 || pmu_format__set(format, &prev->attr, 1ULL << index, &max) ||
	    pmu_format__set(format, &evsel->attr, 3ULL << (index - 1), &max))
		return diag__msg(diag, -EINVAL, "'%s' is too far behind in its group for ratio-to-prev", evsel__name(evsel));
	return 0;
}

static int apply(struct evlist *evlist, struct evsel *evsel, uint64_t count, struct diag *diag)
{
	struct evsel *prev = evsel->leader != evsel ? evlist->evsels[evsel->idx - 1] : NULL;
	struct pmu *pmu, *prev_pmu;
	int err = 0;

	if (!prev)
		return diag__msg(diag, -EINVAL, "Invalid use of ratio-to-prev term without preceding element in group");
	evsel__get_config(prev);
	pmu = core_pmu(evsel);
	prev_pmu = core_pmu(prev);
	if (!pmu)
		err = diag__msg(diag, -EINVAL, "Event using ratio-to-prev term must have a core PMU: '%s' has none on this machine",
				evsel__name(evsel));
	else if (!prev_pmu || prev_pmu->type != pmu->type)
		err = diag__msg(diag, -EINVAL, "Compared events (\"%s\", \"%s\") must have same PMU", evsel__name(evsel),
				evsel__name(prev));
	if (!err)
		err = apply_period(prev, evsel, count, diag);
	if (!err)
		err = apply_reload(pmu, prev, evsel, diag);
	pmu__delete(pmu);
	pmu__delete(prev_pmu);
	return err;
}

int evlist__apply_period_ratios(struct evlist *evlist, uint64_t count, struct diag *diag)
{
	struct evsel *evsel;
	size_t i;
	int err = 0;

	evlist__for_each(evlist, i, evsel) {
		if (!err && evsel->config && evsel->config->ratio_to_prev > 0)
			err = apply(evlist, evsel, count, diag);
	}
	return err;
}
