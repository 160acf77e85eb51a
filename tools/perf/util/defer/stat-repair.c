// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/stat-repair.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/session/session.h"

static const char *const json_names[REPAIR_NR_ENDS] = {
	[REPAIR_WHOLE] = "whole", [REPAIR_STACK_END] = "stack_end", [REPAIR_NO_ROW] = "no_table",
	[REPAIR_NO_REGISTER] = "no_register", [REPAIR_CONFLICT] = "conflict",
};

static void line(struct text_out *out, const char *what, uint64_t n, uint64_t of)
{
	text_out__addf(out, "  %-64s %12" PRIu64 "  %6.2f%%\n", what, n, of ? 100 * (double)n / (double)of : 0);
}

static const char *advice(enum repair_end end)
{
	return end == REPAIR_STACK_END ? " (fp,repair=BYTES)" : "";
}

void stat_repair__print(const struct session_stats *s, const struct perf_header *h, struct text_out *out)
{
	char what[128];
	int end;

	if (h->repaired)
		text_out__addf(out, "\nRepaired when the recording was merged: %s\n", h->repaired);
	if (!s->stacks.repair_asked)
		return;
	text_out__addf(out, "\nRepair of frame pointer chains\n");
	line(out, "user halves with registers and stack bytes", s->stacks.repair_asked, s->stacks.repair_asked);
	line(out, "whole", s->stacks.repair_ends[REPAIR_WHOLE], s->stacks.repair_asked);
	for (end = REPAIR_WHOLE + 1; end < REPAIR_NR_ENDS; end++) {
		if (!s->stacks.repair_ends[end])
			continue;
		snprintf(what, sizeof(what), "up to %s%s", repair_end__text((enum repair_end)end),
			 advice((enum repair_end)end));
		line(out, what, s->stacks.repair_ends[end], s->stacks.repair_asked);
	}
	if (s->stacks.repair_others)
		line(out, "with bytes of another stack (execve, sigreturn)", s->stacks.repair_others, s->stacks.repair_asked);
	line(out, "changed", s->stacks.repaired, s->stacks.repair_asked);
	text_out__addf(out, "  %-64s %12" PRIu64 "\n", "callers put in", s->stacks.repair_put_in);
	if (s->stacks.repair_taken_out)
		text_out__addf(out, "  %-64s %12" PRIu64 "\n", "words taken out that are no callers", s->stacks.repair_taken_out);
}

void stat_repair__print_json(const struct session_stats *s, const struct perf_header *h, struct json *j)
{
	int end;

	json__object(j, "repair");
	json__u64(j, "user_halves", s->stacks.repair_asked);
	for (end = 0; end < REPAIR_NR_ENDS; end++)
		json__u64(j, json_names[end], s->stacks.repair_ends[end]);
	json__u64(j, "other_stack", s->stacks.repair_others);
	json__u64(j, "changed", s->stacks.repaired);
	json__u64(j, "put_in", s->stacks.repair_put_in);
	json__u64(j, "taken_out", s->stacks.repair_taken_out);
	if (h->repaired)
		json__str(j, "when_merged", h->repaired);
	json__end(j);
}
