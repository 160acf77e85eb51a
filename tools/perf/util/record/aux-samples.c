// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-samples.h"

#include <errno.h>

#include "util/event/evsel-config.h"
#include "util/record/aux-config.h"

/* A sample is a record, which has at most 64 KiB. */
#define AUX_SAMPLE_MAX		(60 * 1024)
#define AUX_SAMPLE_DEFAULT	4096

/* How much of the trace goes into each of its samples, bytes; 0: none. */
static uint32_t sample_size(const struct evsel *evsel, const struct record_opts *opts)
{
	if (evsel->config && evsel->config->has_aux_sample_size)
		return evsel->config->aux_sample_size;
	return opts->aux_sample ? opts->aux_sample_size ? opts->aux_sample_size :
				  AUX_SAMPLE_DEFAULT : 0;
}

size_t aux_samples__largest(const struct evlist *evlist, const struct record_opts *opts)
{
	const struct evsel *evsel;
	size_t i, most = 0;

	evlist__for_each(evlist, i, evsel) {
		size_t size = sample_size(evsel, opts);

		if (!evsel__has_aux(evsel) && size > most && size <= AUX_SAMPLE_MAX)
			most = size;
	}
	return most;
}

bool aux_samples__wanted(const struct evlist *evlist, const struct record_opts *opts)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->config && evsel->config->has_aux_sample_size &&
		    evsel->config->aux_sample_size)
			return true;
	return opts->aux_sample;
}

int aux_samples__config(struct evlist *evlist, const struct record_opts *opts, struct diag *diag)
{
	struct evsel *evsel;
	bool any = false;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		uint32_t size = sample_size(evsel, opts);
		bool own = evsel->config && evsel->config->has_aux_sample_size;

		if (!size || (evsel__has_aux(evsel) && !own))
			continue;
		if (evsel__has_aux(evsel))
			return diag__msg(diag, -EINVAL,
					 "Cannot add AUX area sampling to an AUX area event");
		if (!evsel__has_aux(evsel->leader)) {
			if (!own)
				continue;
			return diag__msg(diag, -EINVAL,
					 "Cannot add AUX area sampling because group leader is not "
					 "an AUX area event");
		}
		if (size > AUX_SAMPLE_MAX)
			return diag__msg(diag, -EINVAL, "AUX area sample size %u too big, max. %d",
					 size, AUX_SAMPLE_MAX);
		evsel->attr.aux_sample_size = size;
		evsel->attr.sample_type |= PERF_SAMPLE_AUX;
		any = true;
	}
	return any ? 0 : diag__msg(diag, -EINVAL, "AUX area sampling requires an AUX area event group "
				   "leader plus other events to which to add samples");
}
