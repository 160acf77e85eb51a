// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/counters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/choose/kernel-features.h"
#include "util/event/attr-print.h"
#include "util/event/evsel-config.h"
#include "util/record/event-cgroups.h"
#include "util/record/event-cpus.h"

void counters__raise_fd_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);	/* with the old one it may still do */
}

void counters__print_attr(const struct evsel *evsel)
{
	struct attr_names names = {
		.pmu = evsel->config ? evsel->config->pmu_name : NULL,
		.config = evsel->attr.type == PERF_TYPE_TRACEPOINT ? evsel->name : NULL,
	};
	struct strbuf text = STRBUF_INIT;

	if (verbose < LOG_DEBUG2)
		return;
	attr__print_block(&evsel->attr, &names, &text);
	pr_debug2("%s", strbuf__str(&text));
	strbuf__exit(&text);
	if (evsel->config && evsel->config->cgroup)
		pr_debug2("cgroup %s\n", evsel->config->cgroup);
}

static void print_opened(struct perf_evsel *p)
{
	int cpu, thread, nr = perf_cpu_map__nr(perf_evsel__cpus(p));

	for (cpu = 0; cpu < nr; cpu++)
		for (thread = 0; thread < perf_evsel__nr_threads(p); thread++)
			pr_debug2("sys_perf_event_open: cpu %d thread %d = %d id %llu\n",
				  perf_cpu_map__cpu(perf_evsel__cpus(p), cpu), thread,
				  perf_evsel__fd(p, cpu, thread),
				  (unsigned long long)perf_evsel__id(p, cpu, thread));
}

static bool is_hardware_cycles(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE &&
	       (attr->config & PERF_HW_EVENT_MASK) == PERF_COUNT_HW_CPU_CYCLES;
}

/* Without hardware counters time itself is what can be sampled. */
static bool use_cpu_clock(struct evsel *evsel, int err)
{
	struct perf_event_attr *attr = &evsel->attr;
	const char *name = evsel__name(evsel), *mods = strchr(name, ':');
	struct strbuf to = STRBUF_INIT;

	if (!is_hardware_cycles(attr) ||
	    (err != -ENOENT && err != -ENODEV && err != -EOPNOTSUPP && err != -ENXIO))
		return false;
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_CPU_CLOCK;
	attr->precise_ip = 0;
	strbuf__addstr(&to, "cpu-clock");
	/* Modifiers of precision mean nothing here. */
	for (mods = mods ? mods + 1 : ""; *mods; mods++)
		if (strchr("ukhGH", *mods))
			strbuf__addf(&to, "%s%c", strchr(to.buf, ':') ? "" : ":", *mods);
	pr_notice("The %s event is not supported, recording %s instead\n", name, to.buf);
	evsel__set_name(evsel, to.buf);
	strbuf__exit(&to);
	return true;
}

static bool use_less_precision(struct evsel *evsel, int err)
{
	const struct evsel_config *config = evsel__get_config(evsel);

	if (!evsel->attr.precise_ip || !config->precise_max ||
	    (err != -ENOENT && err != -EINVAL && err != -EOPNOTSUPP && err != -ENODEV))
		return false;
	evsel->attr.precise_ip--;
	pr_debug2("decreasing precise_ip by one (%d)\n", evsel->attr.precise_ip);
	return true;
}

/* perf_event_paranoid 2 leaves a user his own user space. */
static bool use_user_only(struct evsel *evsel, int err)
{
	const struct evsel_config *config = evsel__get_config(evsel);
	const char *name = evsel__name(evsel);
	char *to;

	if ((err != -EACCES && err != -EPERM) || evsel->attr.exclude_kernel ||
	    config->explicit_exclude || evsel->attr.exclude_user ||
	    evsel->attr.type == PERF_TYPE_TRACEPOINT || kernel__perf_event_paranoid() < 2)
		return false;
	pr_debug("kernel.perf_event_paranoid=%d: leaving kernel and hypervisor out of '%s'\n",
		 kernel__perf_event_paranoid(), name);
	/* "PMU/terms/u", "cycles:pu", "cycles:u" */
	to = xasprintf("%s%s", name, strchr(name, ':') || name[strlen(name) - 1] == '/' ? "u" : ":u");
	evsel->attr.exclude_kernel = 1;
	evsel->attr.exclude_hv = 1;
	evsel__set_name(evsel, to);
	free(to);
	return true;
}

/*
 * There, newer kernels (7.3 does) also refuse an event of user space with callchains, unless it says that it wants none of
 * the kernel. Its samples have no such frames anyway.
 */
static bool use_user_callchains(struct evsel *evsel, int err)
{
	struct perf_event_attr *attr = &evsel->attr;

	if ((err != -EACCES && err != -EPERM) || !attr->exclude_kernel || !(attr->sample_type & PERF_SAMPLE_CALLCHAIN) ||
	    attr->exclude_callchain_kernel || attr->exclude_callchain_user || kernel__perf_event_paranoid() < 2)
		return false;
	pr_debug("kernel.perf_event_paranoid=%d: leaving the kernel out of the callchains of '%s'\n",
		 kernel__perf_event_paranoid(), evsel__name(evsel));
	attr->exclude_callchain_kernel = 1;
	return true;
}

/* :W - a group that does not fit counts apart. */
static bool use_no_group(struct counters *c, struct evsel *evsel, int err)
{
	struct evsel *leader = evsel->leader, *e;
	size_t i;

	if (err != -EINVAL || leader == evsel || !evsel__get_config(leader)->weak_group)
		return false;
	pr_debug("weak group of '%s' is broken up\n", evsel__name(leader));
	evlist__for_each(c->evlist, i, e) {
		if (e->leader != leader || e == leader)
			continue;
		e->leader = e;
		e->nr_members = 1;
		e->attr.disabled = leader->attr.disabled;
		e->attr.enable_on_exec = leader->attr.enable_on_exec;
		perf_evsel__set_leader(e->counter, e->counter);
	}
	leader->nr_members = 1;
	return true;
}

/* In less than was asked for, if the kernel refuses that. */
static int open_as_possible(struct counters *c, struct evsel *evsel, struct diag *diag)
{
	struct perf_evsel *p = evsel->counter;
	struct perf_open_error where;
	int err;

	for (;;) {
		*perf_evsel__attr(p) = evsel->attr;
		counters__print_attr(evsel);
		err = perf_evsel__open(p, perf_evlist__cpus(c->list), perf_evlist__threads(c->list),
				       &where);
		if (!err)
			break;
		pr_debug2("sys_perf_event_open failed, error %d\n", err);
		if (!use_less_precision(evsel, err) && !use_cpu_clock(evsel, err) &&
		    !use_user_only(evsel, err) && !use_user_callchains(evsel, err) && !use_no_group(c, evsel, err))
			return counters__explain(evsel, err, &where, diag);
	}
	if (verbose >= LOG_DEBUG2)
		print_opened(p);
	return 0;
}

static int open_evsel(struct counters *c, struct evsel *evsel, struct diag *diag)
{
	const char *cgroup = evsel->config ? evsel->config->cgroup : NULL;
	int fd = cgroup ? event_cgroups__open(cgroup, diag) : -1, err;

	if (cgroup && fd < 0)
		return fd;
	perf_evsel__set_cgroup(evsel->counter, fd);
	err = open_as_possible(c, evsel, diag);
	perf_evsel__set_cgroup(evsel->counter, -1);
	if (fd >= 0)
		(void)close(fd);
	return err;
}

/* The ids, and where each counts. */
static void collect_ids(struct counters *c, struct evsel *evsel)
{
	const struct perf_evsel *p = evsel->counter;
	int cpu, thread, nr = perf_cpu_map__nr(perf_evsel__cpus(p));

	for (cpu = 0; cpu < nr; cpu++)
		for (thread = 0; thread < perf_evsel__nr_threads(p); thread++) {
			struct evlist_id *id;

			if (perf_evsel__fd(p, cpu, thread) < 0)
				continue;
			id = evlist__map_id(c->evlist, perf_evsel__id(p, cpu, thread), evsel);
			id->cpu = perf_cpu_map__cpu(perf_evsel__cpus(p), cpu);
			id->tid = evsel->config && evsel->config->any_thread ? PERF_THREAD_ANY :
				  perf_thread_map__tid(perf_evlist__threads(c->list), thread);
		}
}

static int add_counter(struct counters *c, struct evsel *evsel, const struct target *target, struct diag *diag)
{
	struct perf_cpu_map *cpus = NULL;
	struct perf_evsel *p;
	int err = event_cpus__own(evsel, target, &cpus, diag);

	if (err || (cpus && !perf_cpu_map__nr(cpus))) {
		perf_cpu_map__delete(cpus);
		return err;
	}
	p = perf_evsel__new(&evsel->attr);
	if (!p) {
		perf_cpu_map__delete(cpus);
		return diag__msg(diag, -ENOMEM, "out of memory");
	}
	evsel->counter = p;
	if (cpus)
		perf_evsel__set_cpus(p, cpus);
	perf_evlist__add(c->list, p);
	if (evsel->leader != evsel && evsel->leader->counter)
		perf_evsel__set_leader(p, evsel->leader->counter);
	perf_evsel__set_has_aux(p, evsel__has_aux(evsel));
	perf_evsel__set_any_thread(p, evsel->config && evsel->config->any_thread);
	return 0;
}

int counters__open(struct counters *c, struct evlist *evlist, struct target *target,
		   struct diag *diag)
{
	int err = 0;
	size_t i;

	memset(c, 0, sizeof(*c));
	c->evlist = evlist;
	c->list = perf_evlist__new();
	if (!c->list)
		return diag__msg(diag, -ENOMEM, "out of memory");
	/* A leader stands before its members. */
	for (i = 0; i < evlist->nr && !err; i++)
		err = add_counter(c, evlist->evsels[i], target, diag);
	perf_evlist__set_maps(c->list, target->cpus, target->threads);
	target->cpus = NULL;
	target->threads = NULL;
	for (i = 0; i < evlist->nr && !err; i++)
		if (evlist->evsels[i]->counter)
			err = open_evsel(c, evlist->evsels[i], diag);
	for (i = 0; i < evlist->nr && !err; i++)
		if (evlist->evsels[i]->counter)
			collect_ids(c, evlist->evsels[i]);
	return err;
}

void counters__exit(struct counters *c)
{
	struct evsel *evsel;
	size_t i;

	if (!c->list)
		return;
	evlist__for_each(c->evlist, i, evsel)
		evsel->counter = NULL;
	perf_evlist__delete(c->list);
	c->list = NULL;
}
