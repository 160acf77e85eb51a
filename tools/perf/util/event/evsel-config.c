// SPDX-License-Identifier: GPL-2.0-only
/* The life of an event's command-line side. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel-config.h"
#include "util/event/evsel.h"

struct evsel_config *evsel__get_config(struct evsel *evsel)
{
	if (!evsel->config) {
		evsel->config = xzalloc(sizeof(*evsel->config));
		evsel->config->time = EVSEL_UNSAID;
		evsel->config->inherit = EVSEL_UNSAID;
		evsel->config->overwrite = EVSEL_UNSAID;
	}
	return evsel->config;
}

void evsel_config__delete(struct evsel_config *config)
{
	size_t i;

	if (!config)
		return;
	for (i = 0; i < config->nr_drv_configs; i++)
		free(config->drv_configs[i]);
	free(config->drv_configs);
	free(config->filter);
	free(config->pmu_name);
	free(config->cpus);
	free(config->tp_sys);
	free(config->tp_name);
	free(config->probe);
	free(config->probe_sys);
	free(config->probe_name);
	free(config->group_name);
	free(config->cgroup);
	free(config);
}

static char *copy_of(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

struct evsel_config *evsel_config__copy(const struct evsel_config *config)
{
	struct evsel_config *copy;
	size_t i;

	if (!config)
		return NULL;
	copy = xmalloc(sizeof(*copy));
	*copy = *config;
	copy->drv_configs = NULL;
	copy->nr_drv_configs = copy->cap_drv_configs = 0;
	for (i = 0; i < config->nr_drv_configs; i++)
		evsel_config__add_drv_config(copy, config->drv_configs[i]);
	copy->filter = copy_of(config->filter);
	copy->pmu_name = copy_of(config->pmu_name);
	copy->cpus = copy_of(config->cpus);
	copy->tp_sys = copy_of(config->tp_sys);
	copy->tp_name = copy_of(config->tp_name);
	copy->probe = copy_of(config->probe);
	copy->probe_sys = copy_of(config->probe_sys);
	copy->probe_name = copy_of(config->probe_name);
	copy->group_name = copy_of(config->group_name);
	copy->cgroup = copy_of(config->cgroup);
	return copy;
}

void evsel_config__add_drv_config(struct evsel_config *config, const char *text)
{
	GROW(config->drv_configs, config->nr_drv_configs, config->cap_drv_configs);
	config->drv_configs[config->nr_drv_configs++] = xstrdup(text);
}
