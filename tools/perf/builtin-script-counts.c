// SPDX-License-Identifier: GPL-2.0-only
/* perf script: recordings of perf stat record, which have no samples, but what events have counted. */
#include <inttypes.h>

#include "builtin-script.h"

static void print_count(void *ctx, const struct stat_count *n, uint64_t time)
{
	struct script *s = ctx;

	if (!s->counted)
		text_out__addf(s->out, "%3s %8s %15s %15s %15s %15s %s\n", "CPU", "THREAD", "VAL", "ENA", "RUN", "TIME", "EVENT");
	s->counted = true;
	text_out__addf(s->out, "%3d %8" PRId64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %s\n", n->cpu, n->tid, n->val,
		       n->enabled, n->running, time, evsel__name(n->evsel));
}

static void tell_count(void *ctx, const struct stat_count *n, uint64_t time)
{
	struct script *s = ctx;

	python_stream__count(&s->python.stream, n, time);
}

int script__count(struct script *s, const struct record *r, struct diag *diag)
{
	uint64_t time;
	int err;

	if (r->header.type != PERF_RECORD_STAT_ROUND)
		return stat_counts__see(&s->counts, r, session__evlist(s->session), diag);
	err = stat_counts__end_round(&s->counts, r, s->python.on ? tell_count : print_count, s, &time, diag);
	if (!err && s->python.on)
		python_stream__end_round(&s->python.stream, time);
	return err;
}
