// SPDX-License-Identifier: GPL-2.0-only
/* What the page of a timeline says of its data: what was merged or cut, and what is not known. */
#include <inttypes.h>

#include "util/export/export-json.h"
#include "util/export/page-data.h"
#include "util/export/timeline.h"

static void say(struct export *e, const char *text, bool *some)
{
	text_out__addstr(e->out, *some ? "," : "");
	text_out__json(e->out, text);
	*some = true;
}

static void say_merged(struct export *e, const struct timeline_spans *s, const char *what, bool *some)
{
	struct strbuf sb = STRBUF_INIT;

	if (s->merged) {
		strbuf__addf(&sb, "%" PRIu64 " %s, each shorter than %.3f ms, are drawn together with others of their kind%s.", s->merged,
			     what, (double)((uint64_t)1 << s->shift) / 1e6, s->no_what ? ", without telling them apart" : "");
		say(e, strbuf__str(&sb), some);
	}
	strbuf__exit(&sb);
}

void timeline__write_notes(struct export *e, const struct timeline *t, const struct timeline_spans *wakings, uint64_t cut)
{
	struct strbuf sb = STRBUF_INIT;
	bool some = false;

	text_out__addstr(e->out, ",\n\"notes\":[");
	if (t->rows.shift) {
		strbuf__addf(&sb, "Samples are counted by slices of %.3f ms.", (double)((uint64_t)1 << t->rows.shift) / 1e6);
		say(e, strbuf__str(&sb), &some);
	}
	if (cut) {
		strbuf__reset(&sb);
		strbuf__addf(&sb, "%" PRIu64 " samples of rare stacks count for a caller of where they were taken.", cut);
		say(e, strbuf__str(&sb), &some);
	}
	say_merged(e, &t->off_cpu, "times off the CPU", &some);
	say_merged(e, wakings, "wakings", &some);
	say_merged(e, &t->calls, "stays in the kernel", &some);
	say_merged(e, &t->aux, "windows of AUX traces", &some);
	say_merged(e, &t->losses, "losses", &some);
	if (!e->off_cpu)
		say(e, "The recording does not tell when threads left their CPUs.", &some);
	else if (!timeline_wakings__known(t->wakings))
		say(e, "The recording does not tell who woke whom: perf defer record --off-cpu -a does.", &some);
	text_out__addch(e->out, ']');
	strbuf__exit(&sb);
}
