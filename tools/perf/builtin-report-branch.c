// SPDX-License-Identifier: GPL-2.0-only
/* perf report: is it about branches, or stacks with them? */
#include <errno.h>

#include "builtin-report.h"
#include "util/base/log.h"
#include "util/event/evlist.h"

/* Was it recorded with -b, so that branches are what it is about? A stream says what it has only later on. */
static bool is_about_branches(const struct report *r, const struct session *session, const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	if (r->itrace.last_branches)
		return true;
	if (!session__is_stream(session))
		return perf_header__has(session__header(session), HEADER_BRANCH_STACK);
	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.sample_type & PERF_SAMPLE_BRANCH_STACK &&
		    !(evsel->attr.branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK))
			return true;
	return false;
}

static const struct frame *resolve(void *ctx, const struct session_sample *s, uint64_t ip)
{
	return session__frame(ctx, s, ip);
}

int report__prepare_branches(struct report *r, struct session *session)
{
	const struct evlist *evlist = session__evlist(session);

	r->hists_opts.history_counts = r->branch_history;
	r->hists_opts.history = r->branch_history || r->hists_opts.graph.branches;
	if (r->branch_history || r->mem_mode)
		r->branch_mode = 0;
	if ((r->branch_mode == 1 || r->hists_opts.history) && !evlist__has_sample_type(evlist, PERF_SAMPLE_BRANCH_STACK)) {
		pr_error("perf: '%s' has no branch stacks: perf record -b records them\n",
			 session__input_name(session));
		return -EINVAL;
	}
	r->hists_opts.branches = r->branch_mode == 1 ||
				 (r->branch_mode < 0 && is_about_branches(r, session, evlist) && evlist__has_sample_type(evlist, PERF_SAMPLE_BRANCH_STACK));
	r->hists_opts.resolve = resolve;
	r->hists_opts.resolve_ctx = session;
	r->columns_opts.branches = r->hists_opts.branches;
	r->hists_opts.blocks = r->total_cycles && r->hists_opts.branches;
	if (r->total_cycles && !r->hists_opts.branches)
		pr_warning("perf: '--total-cycles' takes rows of branches: perf record -b\n");
	r->columns_opts.history = r->hists_opts.history &= !r->hists_opts.branches;
	if (!r->branch_history)
		return 0;
	r->hists_opts.graph.by_address = true;
	if (!r->columns_opts.sort && !r->columns_opts.fields)
		r->columns_opts.sort = "srcline,symbol,dso,callchain_branch_predicted,callchain_branch_abort,"
				       "callchain_branch_cycles";
	return 0;
}
