// SPDX-License-Identifier: GPL-2.0-only
/* The life of an event's command-line side. */
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
	free(config->group_name);
	free(config);
}

void evsel_config__add_drv_config(struct evsel_config *config, const char *text)
{
	GROW(config->drv_configs, config->nr_drv_configs, config->cap_drv_configs);
	config->drv_configs[config->nr_drv_configs++] = xstrdup(text);
}
