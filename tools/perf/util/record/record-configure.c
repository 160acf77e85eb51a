// SPDX-License-Identifier: GPL-2.0-only
/* What is decided before anything is opened: probes are made, and options become attrs of events. */
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/record/addr-filter.h"
#include "util/record/period-ratio.h"
#include "util/record/recorder-internal.h"
#include "util/record/switch-event.h"

/* Probes that events ask for, and those of --aux-range. A command beside tasks that run already is only the clock. */
static int make_probes(struct recorder *r)
{
	const struct target_opts *t = &r->opts->target;
	int nr = r->target.existing ? perf_thread_map__nr(r->target.threads) : 0, i, err;
	pid_t *pids = xcalloc((size_t)nr + 1, sizeof(*pids));
	struct range_scope scope = {
		.program = t->argc && !nr ? t->argv[0] : NULL, .pids = pids, .nr_pids = (size_t)nr,
		.whole_cpus = r->target.system_wide, .asker = r->asker,
	};

	for (i = 0; i < nr; i++)
		pids[i] = perf_thread_map__tid(r->target.threads, i);
	err = event_probes__make(&r->event_probes, r->evlist, &scope, r->opts->dry_run, r->diag);
	if (!err && r->opts->switch_output_events)
		err = event_probes__make(&r->event_probes, r->opts->switch_output_events, &scope, r->opts->dry_run, r->diag);
	if (!err && r->opts->aux_range)
		err = aux_range__init(&r->aux_range, r->opts->aux_range, &scope, r->evlist, r->opts->dry_run, r->diag);
	free(pids);
	return err;
}

/* If not even the event that everybody may open can be opened, nothing is known of the kernel either. */
static int explain_no_events(int error, struct diag *diag)
{
	char *why = kernel__why_no_events(error);

	(void)diag__msg(diag, -error, "cannot record: %s", why);
	free(why);
	return -error;
}

/* Whoever asked for repair gets it: only when stacks are taken is another moment. */
static void tell_not_deferred(const struct recorder *r)
{
	const char *what = "plain frame-pointer callchains";
	const struct evsel *evsel;
	size_t i;

	/* Copies of whole stacks (dwarf) are beside chains of the kernel alone. */
	evlist__for_each(r->evlist, i, evsel)
		if (evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN && evsel->attr.sample_type & PERF_SAMPLE_STACK_USER &&
		    !evsel->attr.exclude_callchain_user)
			what = "callchains that it takes at once, repaired";
	pr_warning("Warning:\nthis kernel cannot defer user callchains (needs Linux 6.19 and CONFIG_UNWIND_USER): recording %s\n", what);
}

int recorder__configure(struct recorder *r)
{
	int err;

	if (r->opts->kernel == RECORD_THIS_KERNEL)
		kernel_features__probe(&r->features);
	else
		kernel_features__of_619(&r->features, r->opts->kernel == RECORD_LINUX_619);
	if (!r->opts->dry_run && (r->features.open_error == EACCES || r->features.open_error == EPERM || r->features.open_error == ENOSYS))
		return explain_no_events(r->features.open_error, r->diag);
	err = make_probes(r);
	if (!err)
		err = evlist__apply_period_ratios(r->evlist, r->opts->period, r->diag);
	if (!err)
		err = evlist__resolve_addr_filters(r->evlist, r->target.system_wide, r->diag);
	if (err)
		return err;
	err = evlist__config(r->evlist, r->opts, &r->target, &r->features, &r->config, r->diag);
	if (!err && r->opts->switch_output_events)
		err = switch_event__config(r->opts->switch_output_events, &r->target, r->diag);
	if (!err && r->config.defer_asked && !r->config.deferring && !r->features.open_error)
		tell_not_deferred(r);
	return err;
}

void recorder__print_attrs(const struct recorder *r)
{
	const struct evsel *evsel;
	size_t i;

	evlist__for_each(r->evlist, i, evsel)
		counters__print_attr(evsel);
	if (r->opts->switch_output_events)
		evlist__for_each(r->opts->switch_output_events, i, evsel)
			counters__print_attr(evsel);
}
