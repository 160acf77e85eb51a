// SPDX-License-Identifier: GPL-2.0-only
/* What the kernel would refuse of events that pause and resume AUX traces, told before it does. */
#include "util/record/aux-config.h"

#include <errno.h>
#include <string.h>

#include "util/event/evsel-config.h"

static const char *inherited(const struct evsel *evsel)
{
	return evsel->attr.inherit ? "is inherited by what the tasks start" : "is not";
}

int aux_config__check_actions(const struct evlist *evlist, const struct kernel_features *features,
			      bool ask, struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		struct evsel *leader = evsel->leader;
		bool acts = evsel->attr.aux_pause || evsel->attr.aux_resume;

		if (!acts && !evsel->attr.aux_start_paused)
			continue;
		if (!features->aux_action)
			return diag__msg(diag, -EOPNOTSUPP,
					 "event '%s': this kernel cannot pause and resume AUX traces "
					 "(needs Linux 6.13)", evsel__name(evsel));
		if (ask && kernel__pmu_can_pause_aux(&leader->attr) == 0)
			return diag__msg(diag, -EOPNOTSUPP,
					 "event '%s': the driver of '%s' cannot pause and resume its "
					 "trace; record without aux-action", evsel__name(evsel),
					 leader->config && leader->config->pmu_name ?
					 leader->config->pmu_name : evsel__name(leader));
		if (acts && !evsel->attr.sample_period)
			return diag__msg(diag, -EINVAL,
					 "event '%s' pauses or resumes when it overflows, which a counting "
					 "event (-n, period=0) never does", evsel__name(evsel));
		if (acts && evsel->attr.inherit != leader->attr.inherit)
			return diag__msg(diag, -EINVAL,
					 "event '%s' %s, its group's leader '%s' %s: the kernel wants "
					 "both alike", evsel__name(evsel), inherited(evsel),
					 evsel__name(leader), inherited(leader));
		if (acts && evsel->config && evsel->config->cpus && leader->config &&
		    leader->config->cpus && strcmp(evsel->config->cpus, leader->config->cpus))
			return diag__msg(diag, -EINVAL,
					 "event '%s' is for CPUs %s, its group's leader '%s' for %s: a "
					 "group counts on the same CPUs", evsel__name(evsel),
					 evsel->config->cpus, evsel__name(leader),
					 leader->config->cpus);
	}
	return 0;
}
