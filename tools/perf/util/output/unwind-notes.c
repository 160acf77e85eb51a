// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/unwind-notes.h"

#include <inttypes.h>

#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/session/session.h"

/* What the user can do about it; NULL: nothing in general. */
static const char *advice(enum unwind_stop stop)
{
	switch (stop) {
	case UNWIND_STACK_END:
		return " (record more of it: --call-graph dwarf,65528)";
	case UNWIND_LIMIT:
		return " (--max-stack)";
	default:
		return NULL;
	}
}

/* Without a newline; nothing where all stacks are whole. */
static void add_text(const struct session_stats *stats, struct strbuf *out)
{
	uint64_t early = stats->stacks.unwound - stats->stacks.unwind_stops[UNWIND_WHOLE];
	const char *sep = ": ";
	int stop;

	if (!early)
		return;
	strbuf__addf(out, "%" PRIu64 " of %" PRIu64 " unwound user stacks end early", early, stats->stacks.unwound);
	for (stop = UNWIND_WHOLE + 1; stop < UNWIND_NR_STOPS; stop++) {
		if (!stats->stacks.unwind_stops[stop])
			continue;
		strbuf__addf(out, "%s%" PRIu64 " at %s", sep, stats->stacks.unwind_stops[stop],
			     unwind_stop__text((enum unwind_stop)stop));
		if (stop == UNWIND_NO_INFO && stats->stacks.no_unwind_info)
			strbuf__addf(out, " (first '%s')", shown__in_message(stats->stacks.no_unwind_info->long_name));
		else if (advice((enum unwind_stop)stop))
			strbuf__addstr(out, advice((enum unwind_stop)stop));
		sep = ", ";
	}
}

void unwind_notes__print_closing(const struct session_stats *stats)
{
	struct strbuf sb = STRBUF_INIT;

	add_text(stats, &sb);
	if (sb.len)
		pr_notice("%s\n", strbuf__str(&sb));
	strbuf__exit(&sb);
}
