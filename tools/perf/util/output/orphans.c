// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/orphans.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/base/log.h"
#include "util/base/strbuf.h"
#include "util/session/session.h"

const char *orphan__mark(enum perf_stitch_reason reason)
{
	static const char *const marks[PERF_STITCH_NR_REASONS] = {
		[PERF_STITCH_WHOLE] = "",
		[PERF_STITCH_IN_KERNEL_AT_END] = "[user stack missing: in-kernel at end]",
		[PERF_STITCH_LOST] = "[user stack missing: lost]",
		[PERF_STITCH_MISSING] = "[user stack missing: missing]",
		[PERF_STITCH_EMPTY] = "[user stack missing: empty]",
		[PERF_STITCH_UNTERMINATED] = "[user stack missing: unterminated]",
	};

	return (unsigned int)reason < PERF_STITCH_NR_REASONS ? marks[reason] : "";
}

size_t orphans__closing_text(const struct session_stats *stats, char *buf, size_t size)
{
	struct strbuf sb = STRBUF_INIT;
	const char *sep = ": ";
	uint64_t sum = 0;
	int reason, n = 0;

	for (reason = PERF_STITCH_WHOLE + 1; reason < PERF_STITCH_NR_REASONS; reason++)
		sum += stats->orphans[reason];
	if (!sum)
		return 0;
	for (reason = PERF_STITCH_WHOLE + 1; reason < PERF_STITCH_NR_REASONS; reason++) {
		if (!stats->orphans[reason])
			continue;
		strbuf__addf(&sb, "%s%" PRIu64 " %s", sep, stats->orphans[reason],
			     perf_stitch_reason__name((enum perf_stitch_reason)reason));
		sep = ", ";
	}
	n = snprintf(buf, size, "%" PRIu64 " of %" PRIu64 " samples with a deferred user stack miss it%s",
		     sum, stats->waiting, strbuf__str(&sb));
	strbuf__exit(&sb);
	return n < 0 ? 0 : (size_t)n;
}

void orphans__print_closing(const struct session_stats *stats)
{
	char text[256];

	if (orphans__closing_text(stats, text, sizeof(text)))
		pr_notice("%s\n", text);
}
