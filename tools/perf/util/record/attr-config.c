// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/attr-config.h"

#include <errno.h>

#include "util/base/log.h"
#include "util/event/evsel-config.h"
#include "util/record/attr-callchain.h"
#include "util/record/attr-sample.h"
#include "util/record/record-unwind.h"
#include "util/record/signal-stacks.h"

static void config_modes(struct evsel *evsel, const struct record_opts *opts,
			 const struct target *target, const struct kernel_features *features)
{
	struct perf_event_attr *attr = &evsel->attr;
	const struct evsel_config *config = evsel__get_config(evsel);
	bool leader = evsel__is_group_leader(evsel);

	attr->size = sizeof(*attr);
	attr->sample_id_all = 1;
	attr->inherit = config->inherit == EVSEL_UNSAID ? target->inherit :
			config->inherit == EVSEL_YES && !target->system_wide;
	attr->disabled = leader;
	attr->enable_on_exec = leader && target->workload && !target->system_wide &&
			       !target->existing && !opts->start_disabled;
	if (features->read_lost)
		attr->read_format |= PERF_FORMAT_LOST;
	if (opts->running_time || opts->stat)
		attr->read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED |
				     PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr->inherit_stat = opts->stat;
	if (opts->all_user)
		attr->exclude_kernel = 1;
	if (opts->all_kernel)
		attr->exclude_user = 1;
	if (opts->no_buffering) {
		attr->watermark = 0;
		attr->wakeup_events = 1;
	}
	if (opts->use_clockid) {
		attr->use_clockid = 1;
		attr->clockid = opts->clockid;
	}
}

/* :S - the leader's samples carry all members' values; a member samples only with a period of its own. */
static void config_group_read(struct evsel *evsel, const struct kernel_features *features)
{
	const struct evsel_config *leader_config = evsel__get_config(evsel->leader);
	const struct evsel_config *config = evsel__get_config(evsel);
	struct perf_event_attr *attr = &evsel->attr;

	if (!leader_config->sample_read || evsel->leader->nr_members < 2)
		return;
	attr->read_format |= PERF_FORMAT_ID | PERF_FORMAT_GROUP;
	attr->sample_type |= PERF_SAMPLE_READ;
	if (!features->inherit_sample_read)
		attr->inherit = 0;
	if (evsel == evsel->leader)
		return;
	if (!config->has_period && !config->has_freq) {
		attr->freq = 0;
		attr->sample_freq = 0;
	}
	attr->sample_type = evsel->leader->attr.sample_type;
}

/* The event that tells of processes, names and maps. */
static void config_tracking(struct evsel *evsel, const struct record_opts *opts,
			    const struct kernel_features *f)
{
	struct perf_event_attr *attr = &evsel->attr;

	attr->mmap = 1;
	attr->comm = 1;
	attr->task = 1;
	attr->mmap2 = f->mmap2;
	attr->comm_exec = f->comm_exec;
	attr->ksymbol = f->ksymbol;
	attr->bpf_event = f->bpf_event && !opts->no_bpf_event;
	attr->build_id = f->build_id && !opts->no_buildid_mmap && !opts->no_buildid;
	attr->mmap_data = opts->data_addr || opts->data_mmap || opts->phys_addr || opts->data_page_size ||
			  (attr->sample_type & PERF_SAMPLE_STACK_USER && !evsel__unwinds(evsel, opts));
	attr->context_switch = opts->switch_events;
	attr->namespaces = opts->namespaces && f->namespaces;
	attr->cgroup = opts->all_cgroups;
}

/*
 * One that never counts anything, and is there from the beginning to the end. Its records say what the samples
 * do: where these have a CPU, as tracepoints always do, a line about a task or a map has one, too.
 */
static struct evsel *add_dummy(struct evlist *evlist, const struct record_opts *opts,
			       const struct target *target, const struct kernel_features *f)
{
	const struct perf_event_attr dummy = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       (evlist__has_sample_type(evlist, PERF_SAMPLE_CPU) ? PERF_SAMPLE_CPU : 0),
		.exclude_kernel = 1, .exclude_hv = 1, .exclude_guest = f->exclude_guest,
	};
	struct evsel *evsel = evsel__new(&dummy);

	evsel__set_name(evsel, "dummy:u");
	evlist__add(evlist, evsel);
	config_modes(evsel, opts, target, f);
	/* At once: what happens while the running processes are listed must not be missed. */
	evsel->attr.disabled = 0;
	evsel->attr.enable_on_exec = 0;
	return evsel;
}

/* Where nothing but dummies is recorded, somebody wants to see these, and no more. */
static bool only_dummies(const struct evlist *evlist)
{
	const struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!evsel__is_dummy(evsel))
			return false;
	return true;
}

/*
 * The event that tells of tasks and maps, and that takes the user halves in: the first one, or a dummy of its
 * own. Tasks are made, renamed and mapped on other CPUs than those of -C, and a sample's user half comes on
 * the CPU where its task leaves the kernel: so that dummy is on all of them. So it is where the first event is on some CPUs alone.
 */
static void choose_tracking(struct attr_config *c, struct evlist *evlist, const struct record_opts *opts,
			    const struct target *target, const struct kernel_features *features)
{
	bool all_cpus = target->some_cpus && !perf_cpu_map__is_any(target->cpus) && !only_dummies(evlist);
	const struct evsel_config *first;
	bool elsewhere;

	c->tracking = evlist__first(evlist);
	first = c->tracking->config;
	elsewhere = first && (first->cgroup || first->cpus);
	if ((!evsel__is_dummy(c->tracking) || elsewhere) &&
	    (target->system_wide || all_cpus || elsewhere || c->deferring || opts->start_disabled || opts->control || c->aux.evsel)) {
		c->tracking = add_dummy(evlist, opts, target, features);
		c->tracking_is_dummy = true;
	}
	evsel__get_config(c->tracking)->any_cpu = all_cpus;
	config_tracking(c->tracking, opts, features);
}

/* Which event a sample is of, where there is more than one. */
static bool config_ids(struct evlist *evlist, const struct record_opts *opts,
		       const struct kernel_features *f, bool has_aux)
{
	struct evsel *first = evlist__first(evlist), *evsel;
	bool identifier = opts->sample_identifier || has_aux, ids = evlist->nr > 1 || record_opts__to_stdout(opts) || identifier;
	size_t i;

	/* At a fixed place, where the events' samples are laid out differently. */
	evlist__for_each(evlist, i, evsel)
		identifier |= evsel->attr.sample_type != first->attr.sample_type;
	evlist__for_each(evlist, i, evsel) {
		evsel->attr.read_format |= PERF_FORMAT_ID;
		if (ids)
			evsel->attr.sample_type |= identifier && f->sample_identifier ?
						   PERF_SAMPLE_IDENTIFIER : PERF_SAMPLE_ID;
	}
	return ids;
}

/* Terms that every perf parses, but only some tools heed. */
static int check_terms(const struct evlist *evlist, struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		const struct evsel_config *config = evsel->config;

		if (config && config->overwrite == EVSEL_YES)
			return diag__msg(diag, -EOPNOTSUPP, "event '%s': one event alone cannot keep only its newest samples: leave "
					 "'overwrite' out, and use --last 30s (or --overwrite) for all events",
					 evsel__name(evsel));
		if (config && config->max_events)
			pr_warning("Warning:\nevent '%s': 'nr' does not end a recording: all samples are recorded\n",
				   evsel__name(evsel));
	}
	return 0;
}

int evlist__config(struct evlist *evlist, const struct record_opts *opts,
		   const struct target *target, const struct kernel_features *features, struct attr_config *ret, struct diag *diag)
{
	struct attr_config c = { 0 };
	struct evsel *evsel;
	uint64_t freq = 0;
	size_t i;
	int err = record_opts__choose_freq(opts, &freq, diag);

	if (!err)
		err = check_terms(evlist, diag);
	if (err)
		return err;
	if (opts->use_clockid && !features->clockid)
		return diag__msg(diag, -EOPNOTSUPP,
				 "this kernel cannot take the time from another clock (-k)");
	if (opts->all_cgroups && !features->cgroup)
		return diag__msg(diag, -EOPNOTSUPP, "this kernel does not record cgroups (--all-cgroups): it needs "
				 "Linux 5.7, built with CONFIG_CGROUP_PERF");
	err = aux_config__init(&c.aux, evlist, opts, target, diag);
	if (err)
		return err;
	evlist__for_each(evlist, i, evsel) {
		evsel__config_rate(evsel, opts, freq);
		evsel__config_sample_type(evsel, opts, target);
		config_modes(evsel, opts, target, features);
		err = evsel__config_callchain(evsel, opts, features, &c.defer_asked, diag);
		if (err)
			return err;
	}
	evlist__for_each(evlist, i, evsel)
		config_group_read(evsel, features);
	if (c.aux.evsel)
		err = aux_config__attrs(&c.aux, evlist, opts, target, diag);
	if (!err)
		err = aux_config__check_actions(evlist, features, opts->kernel == RECORD_THIS_KERNEL, diag);
	if (err)
		return err;
	c.deferring = c.defer_asked && features->defer_callchain && features->defer_output;
	choose_tracking(&c, evlist, opts, target, features);
	if (c.aux.evsel)
		aux_config__switches(&c.aux, evlist, c.tracking, target, features);
	if (c.deferring)
		c.tracking->attr.defer_output = 1;
	if (evlist__unwinds(evlist, opts) && !opts->sleepers) {
		c.signals = evlist__add_signals(evlist);
		if (c.signals)
			config_modes(c.signals, opts, target, features);
	}
	c.sample_ids = config_ids(evlist, opts, features, c.aux.evsel);
	*ret = c;
	return 0;
}
