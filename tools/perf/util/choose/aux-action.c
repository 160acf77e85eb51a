// SPDX-License-Identifier: GPL-2.0-only
/* AUX events, their actions and their groups. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/choose/aux-action.h"
#include "util/choose/kernel-features.h"
#include "util/event/evsel-config.h"

static bool is_known_aux_driver(const char *name)
{
	static const char *const drivers[] = {
		"intel_pt", "intel_bts", "arm_spe", "cs_etm", "hisi_ptt", "riscv_trace", "cpum_sf",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++)
		if (!strncmp(name, drivers[i], strlen(drivers[i])))
			return true;
	return false;
}

/* The first of a list of CPUs. */
static int first_cpu(const char *cpus)
{
	return (int)strtol(cpus, NULL, 10);
}

bool pmu__has_aux(const struct pmu *pmu, bool *ret_unknown)
{
	const struct perf_event_attr attr = { .type = pmu->type };
	int answer;

	if (ret_unknown)
		*ret_unknown = false;
	/* The types up to here are the kernel's own. */
	if (pmu->type < PERF_TYPE_MAX)
		return false;
	answer = getenv("SYSFS_PATH") ? -1 :
					kernel__event_has_aux(&attr, pmu->cpus ? first_cpu(pmu->cpus) : 0);
	if (ret_unknown)
		*ret_unknown = answer < 0;
	return answer < 0 ? is_known_aux_driver(pmu->name) : answer > 0;
}

/* Now with the terms. */
static void ask_again(struct evsel *evsel)
{
	struct evsel_config *config = evsel->config;
	int answer;

	if (!config || !config->aux_unknown || getenv("SYSFS_PATH"))
		return;
	answer = kernel__event_has_aux(&evsel->attr, config->cpus ? first_cpu(config->cpus) : 0);
	if (answer >= 0)
		config->is_aux = answer > 0;
	config->aux_unknown = answer < 0;
}

static const char *action_name(enum aux_action action)
{
	switch (action) {
	case AUX_ACTION_START_PAUSED: return "start-paused";
	case AUX_ACTION_PAUSE: return "pause";
	case AUX_ACTION_RESUME: return "resume";
	default: return "";
	}
}

void evlist__group_up_to(struct evlist *evlist, struct evsel *leader, struct evsel *last)
{
	struct evsel *e;
	size_t i;

	/* Braces count more: what stands in another group stays there, and nobody jumps over it. */
	for (i = (size_t)leader->idx; i <= (size_t)last->idx; i++) {
		e = evlist->evsels[i];
		if (e->leader != leader && (e->leader != e || e->nr_members > 1))
			return;
	}
	for (i = (size_t)leader->idx; i < evlist->nr; i++) {
		e = evlist->evsels[i];
		if (e->leader != leader) {
			e->leader = leader;
			e->nr_members = 1;
			leader->nr_members++;
		}
		if (e == last)
			break;
	}
}

static int check_action(const struct evsel *evsel, struct diag *diag)
{
	const struct evsel_config *config = evsel->config;
	const char *action = action_name(config->aux_action);

	if (config->aux_action == AUX_ACTION_START_PAUSED && !config->is_aux)
		return diag__msg(diag, -EINVAL, "aux-action '%s' can only be used with AUX area event",
				 action);
	if (config->aux_action != AUX_ACTION_START_PAUSED && config->is_aux)
		return diag__msg(diag, -EINVAL, "aux-action '%s' cannot be used for AUX area event itself",
				 action);
	if (config->aux_action != AUX_ACTION_START_PAUSED && config->has_period && !evsel->attr.sample_period)
		return diag__msg(diag, -EINVAL,
				 "aux-action '%s' needs an event that overflows: a counting event "
				 "(period=0) never does",
				 action);
	if (config->aux_action != AUX_ACTION_START_PAUSED && config->aux_output)
		return diag__msg(diag, -EINVAL, "aux-action '%s' cannot be used together with aux-output",
				 action);
	return 0;
}

int evlist__group_aux(struct evlist *evlist, struct diag *diag)
{
	struct evsel *evsel, *aux = NULL;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		ask_again(evsel);
	evlist__for_each(evlist, i, evsel) {
		const struct evsel_config *config = evsel->config;
		int err;

		if (!config)
			continue;
		if (config->is_aux)
			aux = evsel;
		/* Samples that are to hold a piece of the trace. */
		if (aux && evsel != aux && config->has_aux_sample_size && config->aux_sample_size)
			evlist__group_up_to(evlist, aux->leader, evsel);
		if (!config->aux_action && !config->aux_output)
			continue;
		err = config->aux_action ? check_action(evsel, diag) : 0;
		if (err)
			return err;
		if (config->aux_action == AUX_ACTION_START_PAUSED)
			continue;
		if (aux)
			evlist__group_up_to(evlist, aux->leader, evsel);
		if (!evsel->leader->config || !evsel->leader->config->is_aux)
			return diag__msg(diag, -EINVAL, config->aux_action ?
					 "Events with aux-action must have AUX area event group leader" :
					 "Events with aux-output must have AUX area event group leader");
	}
	return 0;
}
