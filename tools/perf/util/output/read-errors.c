// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/read-errors.h"

#include <inttypes.h>

#include "util/base/diag.h"
#include "util/base/log.h"
#include "util/base/names-file.h"
#include "util/base/turns.h"
#include "util/session/session.h"

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

void read_errors__damaged(struct read_errors *e, const struct diag *diag)
{
	char text[512];

	/* A count that a process keeps for itself would be lost. */
	turns__retreat();
	e->seen++;
	/* With -v all of them. */
	if (e->seen > READ_ERRORS_NAMED && verbose < LOG_DEBUG)
		return;
	pr_warning("perf: %s\n", diag__format(diag, text, sizeof(text)));
}

/* A newer kernel or perf wrote them; or they are something else, and a bit of them is wrong. */
static void tell_unknown(const struct session_stats *s)
{
	if (s->unknown_types)
		pr_warning("perf: %" PRIu64 " record%s of unknown types skipped: a newer perf wrote them, or they are damaged "
			   "(the first: type %" PRIu32 " at 0x%" PRIx64 ")\n", s->unknown_types,
			   plural(s->unknown_types), s->first_unknown, s->first_unknown_at);
	if (s->odd)
		pr_warning("perf: %" PRIu64 " record%s with other content than is known of the type: of a newer kernel, or "
			   "damaged (the first: %s at 0x%" PRIx64 ")\n", s->odd, plural(s->odd),
			   record_type__name(s->first_odd), s->first_odd_at);
}

static void tell_lost(const struct session_stats *stats)
{
	if (stats->lost_events)
		pr_warning("perf: the recording lost %" PRIu64 " event%s in %" PRIu64
			   " place%s: a larger buffer (record -m)"
			   " or a lower rate keeps them\n",
			   stats->lost_events, plural(stats->lost_events), stats->lost_chunks,
			   plural(stats->lost_chunks));
	if (stats->lost_samples)
		pr_warning("perf: the recording lost %" PRIu64 " sample%s (LOST_SAMPLES)\n",
			   stats->lost_samples, plural(stats->lost_samples));
}

/* The first words are those that scripts look for. */
static void tell_aux(const struct session_stats *stats)
{
	uint64_t total = stats->types[PERF_RECORD_AUX];

	if (stats->aux_truncated)
		pr_warning("AUX data lost %" PRIu64 " times out of %" PRIu64
			   "! The trace has holes: a larger AUX buffer"
			   " (record -m ,PAGES) or a shorter window keeps it\n",
			   stats->aux_truncated, total);
	if (stats->aux_partial)
		pr_warning("AUX data had gaps in it %" PRIu64 " times out of %" PRIu64
			   "! A virtual machine that"
			   " traces itself may have had the hardware\n",
			   stats->aux_partial, total);
	if (stats->aux_collided)
		pr_warning("AUX data detected collision %" PRIu64 " times out of %" PRIu64 "!\n",
			   stats->aux_collided, total);
}

static void tell_pipe(const struct session_stats *stats)
{
	if (stats->timed_out)
		pr_warning("perf: %" PRIu64
			   " sample%s of the pipe went out before the deferred user stack came:"
			   " a file needs no bound\n",
			   stats->timed_out, plural(stats->timed_out));
	if (stats->out_of_order)
		pr_warning("perf: %" PRIu64 " record%s of the pipe came too late to be put in order\n",
			   stats->out_of_order, plural(stats->out_of_order));
}

/* A record that is only shown is found to be damaged when it is. */
static uint64_t nr_damaged(const struct read_errors *e, const struct session_stats *stats)
{
	return e->seen > stats->damaged ? e->seen : stats->damaged;
}

/* The first ones were told when they were met. */
static void tell_failures(void)
{
	static size_t told;
	size_t nr;

	(void)names_file__failures(&nr);
	if (nr > told)
		pr_warning("perf: %zu file%s that names, lines or callers come from could not be read%s\n", nr, plural(nr),
			   names_file__any_loss() ? ": some of these are missing ('perf report --missing' lists the files)" :
			   ", but what was wanted was found elsewhere");
	told = nr;
}

bool read_errors__partial(const struct read_errors *e, const struct session_stats *stats)
{
	return nr_damaged(e, stats) || stats->truncated || names_file__any_loss();
}

bool read_errors__close(struct read_errors *e, const struct session_stats *stats)
{
	uint64_t damaged = nr_damaged(e, stats);

	if (damaged)
		pr_warning("perf: %" PRIu64 " damaged record%s skipped%s\n", damaged, plural(damaged),
			   e->seen > READ_ERRORS_NAMED && verbose < LOG_DEBUG ? " (-v names each)" : "");
	if (stats->unfinished)
		pr_warning("perf: the recording was not finished: perf record was killed, or still records; what has reached the disk is shown\n");
	if (stats->truncated)
		pr_warning("perf: the input ends early or cannot be followed any further: what comes after is not shown\n");
	tell_failures();
	tell_unknown(stats);
	if (stats->records_without_tid)
		pr_warning("perf: %" PRIu64
			   " deferred record%s cannot be matched: the recording's sample_id has no TID\n",
			   stats->records_without_tid, plural(stats->records_without_tid));
	if (stats->trace_errors)
		pr_warning("perf: %" PRIu64 " place%s of the trace could not be decoded\n",
			   stats->trace_errors, plural(stats->trace_errors));
	tell_lost(stats);
	tell_aux(stats);
	tell_pipe(stats);
	return read_errors__partial(e, stats);
}

void read_errors__fatal(const struct diag *diag)
{
	char text[512];

	if (diag__is_set(diag))
		pr_error("perf: %s\n", diag__format(diag, text, sizeof(text)));
}
