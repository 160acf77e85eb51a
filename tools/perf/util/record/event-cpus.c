// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/event-cpus.h"

#include <errno.h>
#include <string.h>

#include <perf/evsel.h>

#include "util/base/log.h"
#include "util/event/evsel-config.h"

/* The CPUs of which the kernel may be asked: those of the target, or all that are online where it has a ring for each task. */
static int possible_cpus(const struct target *target, struct perf_cpu_map **ret)
{
	if (perf_cpu_map__is_any(target->cpus))
		return perf_cpu_map__online(ret);
	*ret = perf_cpu_map__intersect(target->cpus, target->cpus);
	return *ret ? 0 : -ENOMEM;
}

/* Those of the event's CPUs that are recorded: *@ret, which is empty if these are its PMU's. */
static int shared_cpus(struct evsel *evsel, const struct target *target, struct perf_cpu_map **ret, struct diag *diag)
{
	const char *text = evsel->config->cpus;
	struct perf_cpu_map *own, *possible = NULL;
	int err = perf_cpu_map__parse(text, &own);

	if (err)
		return diag__msg(diag, err, "event '%s': '%s' is not a list of CPUs (as in 0-3,7)", evsel__name(evsel), text);
	err = possible_cpus(target, &possible);
	*ret = err ? NULL : perf_cpu_map__intersect(own, possible);
	perf_cpu_map__delete(own);
	perf_cpu_map__delete(possible);
	if (!*ret)
		return diag__msg(diag, err ? err : -ENOMEM, "cannot find the CPUs of event '%s': %s", evsel__name(evsel),
				 strerror(err ? -err : ENOMEM));
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

/* The event's own CPUs, whatever group it is in. Where tasks have rings of their own the kernel finds those of a PMU by itself. */
static int own_cpus(struct evsel *evsel, const struct target *target, struct perf_cpu_map **ret, struct diag *diag)
{
	const struct evsel_config *config = evsel->config;
	int err = 0;

	if (!config)
		return 0;
	if (config->any_cpu)
		err = perf_cpu_map__online(ret);
	else if (config->cpus && config->is_uncore && target->system_wide && !target->some_cpus)
		err = perf_cpu_map__parse(config->cpus, ret);
	else if (config->cpus && !config->is_uncore && (config->cpus_said || !perf_cpu_map__is_any(target->cpus)))
		return shared_cpus(evsel, target, ret, diag);
	if (err)
		return diag__msg(diag, err, "cannot find the CPUs of event '%s': %s",
				 evsel__name(evsel), strerror(-err));
	return 0;
}

static int refuse_member(struct evsel *evsel, const struct perf_cpu_map *cpus, const struct perf_cpu_map *leads, struct diag *diag)
{
	char own[256], leader[256];

	perf_cpu_map__format(cpus, own, sizeof(own));
	perf_cpu_map__format(leads, leader, sizeof(leader));
	return diag__msg(diag, -EINVAL, "a group counts on the CPUs of its first event: event '%s' is of the CPUs %s, and '%s', which leads its "
			 "group, %s%s; give both the same cpu=, or take '%s' out of the group", evsel__name(evsel), own,
			 evsel__name(evsel->leader), perf_cpu_map__is_any(leads) ? "goes with its task (--per-thread)" : "of ",
			 perf_cpu_map__is_any(leads) ? "" : leader, evsel__name(evsel));
}

/* The kernel switches a group as one, on the CPU of its leader: so a member that has said nothing is where that is. */
static int cpus_in_group(struct evsel *evsel, const struct target *target, struct perf_cpu_map **cpus, struct diag *diag)
{
	const struct perf_cpu_map *own = perf_evsel__cpus(evsel->leader->counter), *leads = own ? own : target->cpus;
	int i;

	if (!*cpus && own) {
		*cpus = perf_cpu_map__intersect(own, own);
		return *cpus ? 0 : diag__msg(diag, -ENOMEM, "out of memory");
	}
	for (i = 0; *cpus && i < perf_cpu_map__nr(*cpus); i++) {
		int err;

		if (perf_cpu_map__idx(leads, perf_cpu_map__cpu(*cpus, i)) >= 0)
			continue;
		err = refuse_member(evsel, *cpus, leads, diag);
		perf_cpu_map__delete(*cpus);
		*cpus = NULL;
		return err;
	}
	return 0;
}

int event_cpus__own(struct evsel *evsel, const struct target *target, struct perf_cpu_map **ret, struct diag *diag)
{
	const struct evsel *leader = evsel->leader;
	int err = own_cpus(evsel, target, ret, diag);

	/* A group that may be broken up (:W) is, when the kernel refuses it. */
	if (err || leader == evsel || !leader->counter || (leader->config && leader->config->weak_group))
		return err;
	return cpus_in_group(evsel, target, ret, diag);
}
