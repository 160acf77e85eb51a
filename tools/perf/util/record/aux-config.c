// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/aux-action.h"
#include "util/choose/pmu-defaults.h"
#include "util/event/evsel-config.h"
#include "util/record/aux-samples.h"
#include "util/record/aux-size.h"

bool evsel__has_aux(const struct evsel *evsel)
{
	return evsel->config && evsel->config->is_aux;
}

/* "@NAME": where a CoreSight trace goes; sysfs has the number of that name. */
static int set_sinks(struct evsel *evsel, const struct pmu *pmu, struct diag *diag)
{
	const struct evsel_config *config = evsel->config;
	size_t i;

	for (i = 0; i < config->nr_drv_configs; i++) {
		char *text = strchr(config->drv_configs[i], '/') ? NULL :
			     read_text_filef("%s/bus/event_source/devices/%s/sinks/%s", sysfs__path(),
					     pmu->name, config->drv_configs[i]);

		if (!text)
			return diag__msg(diag, -EINVAL,
					 "'%s' has no sink '%s'; its folder sinks in sysfs has "
					 "the names",
					 pmu->name, config->drv_configs[i]);
		evsel->attr.config2 |= strtoull(text, NULL, 16);
		free(text);
	}
	return 0;
}

/* Who ran and when, which decoders of a trace of CPUs must know, where nothing was said. */
static void set_per_cpu(struct evsel *evsel, const struct pmu *pmu)
{
	static const char *const fields[] = { "contextid", "timestamp", "ts_enable" };
	const struct pmu_format *f;
	uint64_t ignored;
	size_t i;

	if (strncmp(pmu->name, "cs_etm", 6) && strncmp(pmu->name, "arm_spe_", 8))
		return;
	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		f = pmu__find_format(pmu, fields[i]);
		if (f && !f->word && !(evsel->attr.config & f->mask))
			(void)pmu_format__set(f, &evsel->attr, 1, &ignored);
	}
	/* Tells upstream's report that the trace is about memory; the driver does not look at it. */
	if (!strncmp(pmu->name, "arm_spe_", 8))
		evsel->attr.sample_type |= PERF_SAMPLE_DATA_SRC;
}

static int check_settings(struct aux_config *aux, struct evsel *evsel, const struct target *target,
			  struct diag *diag)
{
	struct diag ignored = DIAG_INIT;
	struct pmu *pmu = pmu__load(evsel->config->pmu_name, &ignored);
	int err;

	if (pmu && aux->sampling)
		pmu__set_sampling_defaults(pmu, &evsel->attr, evsel->config->config_said);
	err = pmu ? pmu__check_settings(pmu, &evsel->attr, diag) : 0;
	if (pmu)
		aux->psb_period = pmu__psb_period(pmu, &evsel->attr);
	if (pmu && !err)
		err = set_sinks(evsel, pmu, diag);
	if (pmu && !perf_cpu_map__is_any(target->cpus))
		set_per_cpu(evsel, pmu);
	pmu__delete(pmu);
	return err;
}

/* One driver at a time: the areas of two cannot share a ring. Cores of several kinds have one each. */
static int find_events(struct aux_config *aux, struct evlist *evlist, const struct target *target,
		       struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		if (!evsel__has_aux(evsel))
			continue;
		if (check_settings(aux, evsel, target, diag))
			return -EINVAL;
		if (!aux->evsel) {
			aux->evsel = evsel;
			continue;
		}
		if (!strcmp(evsel->config->pmu_name, aux->evsel->config->pmu_name))
			return diag__msg(diag, -EINVAL, "There may be only one %s event",
					 evsel->config->pmu_name);
		if (!evsel->config->cpus || !aux->evsel->config->cpus)
			return diag__msg(diag, -EINVAL,
					 "'%s' and '%s' both fill an AUX area, of which there is one "
					 "at a time: record them one after the other",
					 evsel__name(aux->evsel), evsel__name(evsel));
	}
	return 0;
}

/* Readers look for the description of the trace by the first event; its group stays together. */
static void move_to_front(struct evlist *evlist, const struct evsel *leader)
{
	size_t i, to = 0;

	for (i = 0; i < evlist->nr; i++)
		if (evlist->evsels[i]->leader == leader)
			evlist__move(evlist, i, to++);
}

int aux_config__init(struct aux_config *aux, struct evlist *evlist, const struct record_opts *opts,
		     const struct target *target, struct diag *diag)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int err;

	memset(aux, 0, sizeof(*aux));
	aux->snapshot = opts->snapshot;
	aux->sampling = aux_samples__wanted(evlist, opts);
	err = find_events(aux, evlist, target, diag);
	if (err)
		return err;
	if (!aux->evsel && aux->snapshot)
		return diag__msg(diag, -EINVAL,
				 "Snapshot mode (-S) needs an event with an AUX area, such as "
				 "-e intel_pt//");
	if (!aux->evsel && aux->sampling)
		return diag__msg(diag, -EINVAL, "No AUX area event to sample");
	if (!aux->evsel)
		return opts->aux_pages ? diag__msg(diag, -EINVAL, "-m gives a size of AUX areas, but "
						   "no event has one") : 0;
	/* --aux-sample means the events behind the AUX event where no braces say which. */
	if (opts->aux_sample && aux->evsel->leader == aux->evsel && aux->evsel->nr_members == 1)
		evlist__group_up_to(evlist, aux->evsel, evlist->evsels[evlist->nr - 1]);
	if (aux->snapshot && aux->sampling)
		return diag__msg(diag, -EINVAL, "snapshots (-S) and AUX samples (--aux-sample) exclude "
				 "each other: both keep the newest data");
	if (!strcmp(aux->evsel->config->pmu_name, "intel_bts") && aux->sampling)
		return diag__msg(diag, -EINVAL, "Intel BTS does not support AUX area sampling");
	/* Its data have neither times nor tasks in them. */
	if (!strcmp(aux->evsel->config->pmu_name, "intel_bts") && !aux->snapshot &&
	    !perf_cpu_map__is_any(target->cpus))
		return diag__msg(diag, -EINVAL,
				 "intel_bts does not support per-cpu recording: use --per-thread");
	if (opts->use_clockid && !strcmp(aux->evsel->config->pmu_name, "intel_pt"))
		return diag__msg(diag, -EINVAL, "Cannot use clockid (-k option) with intel_pt");
	move_to_front(evlist, aux->evsel->leader);
	return aux_config__set_sizes(aux, evlist, opts, page, diag);
}

static void config_aux_event(const struct aux_config *aux, struct evsel *evsel,
			     const struct target *target)
{
	struct perf_event_attr *attr = &evsel->attr;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	/* It makes no samples; what is in it is the driver's. */
	attr->sample_type &= ~(uint64_t)(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK |
					 PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER |
					 PERF_SAMPLE_REGS_INTR);
	attr->sample_regs_user = attr->sample_regs_intr = 0;
	attr->sample_stack_user = 0;
	attr->sample_max_stack = 0;
	attr->branch_sample_type = 0;
	attr->defer_callchain = 0;
	attr->exclude_callchain_user = attr->exclude_callchain_kernel = 0;
	if (!perf_cpu_map__is_any(target->cpus))
		attr->sample_type |= PERF_SAMPLE_CPU;
	/* Wake perf when a quarter is full, and not for each byte. */
	if (!aux->snapshot && !aux->sampling)
		attr->aux_watermark = (uint32_t)(aux->pages * page / 4);
}

int aux_config__attrs(const struct aux_config *aux, struct evlist *evlist,
		      const struct record_opts *opts, const struct target *target,
		      struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		if (evsel__has_aux(evsel))
			config_aux_event(aux, evsel, target);
		/* Which CPU's trace it switches, and when. */
		else if ((evsel->attr.aux_pause || evsel->attr.aux_resume) &&
			 !perf_cpu_map__is_any(target->cpus))
			evsel->attr.sample_type |= PERF_SAMPLE_CPU | PERF_SAMPLE_TIME | PERF_SAMPLE_TID;
	}
	return aux->sampling ? aux_samples__config(evlist, opts, diag) : 0;
}

/* Of whole CPUs also where tasks are recorded: the kernel changes its own code anywhere. */
static struct evsel *add_cpu_dummy(struct evlist *evlist, const struct kernel_features *features)
{
	const struct perf_event_attr dummy = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY,
		.size = sizeof(dummy), .sample_period = 1, .sample_id_all = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU,
		.exclude_kernel = 1, .exclude_hv = 1, .exclude_guest = features->exclude_guest,
		.read_format = features->read_lost ? PERF_FORMAT_LOST : 0,
	};
	struct evsel *evsel = evsel__new(&dummy);

	evsel__set_name(evsel, "dummy:u");
	evsel__get_config(evsel)->any_thread = true;
	evlist__add(evlist, evsel);
	return evsel;
}

static bool traces_kernel(const struct evlist *evlist)
{
	const struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel__has_aux(evsel) && !evsel->attr.exclude_kernel)
			return true;
	return false;
}

void aux_config__switches(struct aux_config *aux, struct evlist *evlist, struct evsel *tracking,
			  const struct target *target, const struct kernel_features *features)
{
	bool may_all = kernel__is_privileged() || kernel__perf_event_paranoid() < 1;
	bool pokes = features->text_poke && traces_kernel(evlist);
	struct evsel *evsel = tracking;

	/* A buffer for each task needs nobody to tell whose it is. */
	if (perf_cpu_map__is_any(target->cpus))
		return;
	if (features->context_switch) {
		tracking->attr.sample_type |= PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
		tracking->attr.context_switch = 1;
		aux->switches = target->system_wide ? AUX_SWITCHES_CPU : AUX_SWITCHES_TASK;
	}
	if (!pokes || (!target->system_wide && !may_all))
		return;
	if (!target->system_wide)
		evsel = add_cpu_dummy(evlist, features);
	evsel->attr.text_poke = 1;
	evsel->attr.ksymbol = features->ksymbol;
}
