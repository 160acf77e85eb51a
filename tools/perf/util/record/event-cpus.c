// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/event-cpus.h"

#include <errno.h>
#include <string.h>

#include "util/base/log.h"
#include "util/event/evsel-config.h"

/* Those of the event's CPUs that are recorded: *@ret, which is empty if these are its PMU's. */
static int shared_cpus(struct evsel *evsel, const struct target *target, struct perf_cpu_map **ret, struct diag *diag)
{
	const char *text = evsel->config->cpus;
	struct perf_cpu_map *own;
	int err = perf_cpu_map__parse(text, &own);

	if (err)
		return diag__msg(diag, err, "event '%s': '%s' is not a list of CPUs (as in 0-3,7)", evsel__name(evsel), text);
	*ret = perf_cpu_map__intersect(own, target->cpus);
	perf_cpu_map__delete(own);
	if (!*ret)
		return diag__msg(diag, -ENOMEM, "out of memory");
	if (perf_cpu_map__nr(*ret))
		return 0;
	if (!evsel->config->cpus_said) {
		pr_warning("Warning:\nevent '%s' is of the CPUs %s, and none of them is recorded%s: it has no samples\n", evsel__name(evsel), text,
			   target->some_cpus ? " (-C)" : "");
		return 0;
	}
	perf_cpu_map__delete(*ret);
	*ret = NULL;
	return diag__msg(diag, -ENODEV, "event '%s' is of the CPUs %s, and none of them is recorded%s", evsel__name(evsel), text,
			 target->some_cpus ? " (-C)" : "; is it online?");
}

int event_cpus__own(struct evsel *evsel, const struct target *target, struct perf_cpu_map **ret, struct diag *diag)
{
	const struct evsel_config *config = evsel->config;
	int err = 0;

	if (!config)
		return 0;
	if (config->any_cpu)
		err = perf_cpu_map__online(ret);
	else if (config->cpus && config->is_uncore && target->system_wide && !target->some_cpus)
		err = perf_cpu_map__parse(config->cpus, ret);
	else if (config->cpus && !config->is_uncore && !perf_cpu_map__is_any(target->cpus))
		return shared_cpus(evsel, target, ret, diag);
	if (err)
		return diag__msg(diag, err, "cannot find the CPUs of event '%s': %s",
				 evsel__name(evsel), strerror(-err));
	return 0;
}
