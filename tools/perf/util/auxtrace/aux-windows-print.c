// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/aux-windows-print.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/auxtrace/aux-windows-totals.h"
#include "util/base/text-out.h"

static const uint64_t NS = 1000000000;

void aux_windows_totals__add(struct aux_windows_totals *t, const struct aux_window *w)
{
	uint64_t duration = w->end - w->begin;

	t->windows++;
	t->duration += duration;
	if (duration > t->longest)
		t->longest = duration;
	t->bytes += w->bytes;
	t->shared += w->shared_aux_records > 0;
	t->shared_bytes += w->shared_bytes;
	t->missing += w->missing_bytes;
	t->uncertain += aux_window__is_uncertain(w);
	t->by_edge[w->closed]++;
}

static const char *edge_text(enum aux_window_edge edge, struct evsel *by)
{
	return edge == AUX_WINDOW_EVENT ? evsel__name(by) : aux_window_edge__name(edge);
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void print_id(struct text_out *out, uint32_t id, const char *fmt)
{
	if (id == (uint32_t)-1)
		text_out__addf(out, "%5s", "-");
	else
		text_out__addf(out, fmt, id);
}

static void print_bytes(struct text_out *out, const struct aux_window *w)
{
	char text[48];

	/* Between what is its alone, and that with all that it shares. */
	if (w->shared_aux_records)
		snprintf(text, sizeof(text), "%" PRIu64 "..%" PRIu64, w->bytes, w->bytes + w->shared_bytes);
	else
		snprintf(text, sizeof(text), "%" PRIu64, w->bytes);
	text_out__addf(out, " %12s", text);
}

static void print_notes(struct text_out *out, const struct aux_window *w)
{
	const char *sep = "  # ";
	const struct {
		uint64_t n;
		const char *text;
	} notes[] = {
		{ w->nested, "nested resume" }, { w->switches, "context switch" },
		{ w->truncated, "AUX record truncated" }, { w->partial, "AUX record with gaps" },
		{ w->collided, "AUX record with collisions" }, { w->missing_bytes, "byte not in the file" },
		{ w->shared_missing_bytes, "byte of several windows not in the file" },
		{ w->lost, "record lost: there may be other windows" },
	};
	size_t i;

	if (w->closed == AUX_WINDOW_EVENT && w->closed_tid != w->tid) {
		text_out__addf(out, "%sclosed by thread %" PRId32, sep, (int32_t)w->closed_tid);
		sep = ", ";
	}
	for (i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		if (!notes[i].n)
			continue;
		text_out__addf(out, "%s%s: %" PRIu64, sep, notes[i].text, notes[i].n);
		sep = ", ";
	}
}

static void print_window(struct text_out *out, const struct aux_window *w)
{
	uint64_t duration = w->end - w->begin;
	char ids[32];

	text_out__addf(out, "%8" PRIu64 ".%09" PRIu64 " %8" PRIu64 ".%09" PRIu64 " %7" PRIu64 ".%03" PRIu64 " ",
		       w->begin / NS, w->begin % NS, w->end / NS, w->end % NS, duration / 1000, duration % 1000);
	print_id(out, w->cpu, "  %03" PRIu32);
	snprintf(ids, sizeof(ids), "%" PRId32 "/%" PRId32, (int32_t)w->pid, (int32_t)w->tid);
	text_out__addf(out, " %15s %-16s", ids, w->comm ? w->comm : "");
	print_bytes(out, w);
	text_out__addf(out, " %s -> %s", edge_text(w->opened, w->opened_by), edge_text(w->closed, w->closed_by));
	print_notes(out, w);
	text_out__addch(out, '\n');
}

/*
 * All windows together have what is announced inside of them, whose ever it is; of some, only limits are
 * known.
 */
static void print_sum_of_bytes(const struct aux_windows *sg, const struct aux_windows_totals *t, struct text_out *out)
{
	uint64_t most = t->bytes + t->shared_bytes;

	if (most > sg->stats.inside_bytes)
		most = sg->stats.inside_bytes;
	if (t->windows == sg->nr || !t->shared)
		text_out__addf(out, ", %" PRIu64 " bytes", t->shared ? most : t->bytes);
	else
		text_out__addf(out, ", %" PRIu64 "..%" PRIu64 " bytes", t->bytes, most);
}

static void print_totals(const struct aux_windows *sg, const struct aux_windows_totals *t, struct text_out *out)
{
	const struct aux_windows_stats *s = &sg->stats;

	text_out__addf(out, "# %" PRIu64 " window%s, %" PRIu64 ".%09" PRIu64 " seconds", t->windows,
		       plural(t->windows), t->duration / NS, t->duration % NS);
	print_sum_of_bytes(sg, t, out);
	if (t->by_edge[AUX_WINDOW_END])
		text_out__addf(out, ", %" PRIu64 " open at the end", t->by_edge[AUX_WINDOW_END]);
	text_out__addch(out, '\n');
	if (t->shared)
		text_out__addf(out, "# %" PRIu64 " window%s with bytes from..to: an AUX record covers several windows, and does not tell"
			       " how its bytes are divided\n", t->shared, plural(t->shared));
	if (sg->snapshot)
		text_out__addf(out, "# a snapshot: what is older than the buffer was overwritten\n");
	if (s->outside_bytes)
		text_out__addf(out, "# %" PRIu64 " bytes were announced outside of all windows\n", s->outside_bytes);
	if (s->pauses_alone)
		text_out__addf(out, "# %" PRIu64 " pause%s of what was not running\n", s->pauses_alone,
			       plural(s->pauses_alone));
	if (s->lost_outside)
		text_out__addf(out,
			       "# %" PRIu64 " record%s lost between the windows: whole windows may be missing\n",
			       s->lost_outside, plural(s->lost_outside));
}

static void print_none(const struct aux_windows *sg, struct text_out *out)
{
	if (!sg->has_triggers)
		text_out__addstr(out, "# no event of this recording pauses or resumes an AUX trace (perf record -e .../aux-action=.../)\n");
	else if (!sg->nr)
		text_out__addstr(out, "# no window: no event has resumed the trace\n");
	else
		text_out__addstr(out, "# no window passes the filters\n");
}

void aux_windows__print(const struct aux_windows *sg, aux_window_filter wanted, void *ctx, struct text_out *out)
{
	struct aux_windows_totals t = { 0 };
	size_t i;

	for (i = 0; i < sg->nr; i++) {
		const struct aux_window *w = &sg->list[i];

		if (wanted && !wanted(ctx, w))
			continue;
		if (!t.windows)
			text_out__addf(out, "# %16s %18s %11s %5s %15s %-16s %12s %s\n", "begin, s", "end, s",
				       "lasted, us", "CPU", "pid/tid", "command", "bytes", "opened by -> closed by");
		aux_windows_totals__add(&t, w);
		print_window(out, w);
	}
	if (!t.windows)
		print_none(sg, out);
	if (sg->has_triggers)
		print_totals(sg, &t, out);
}

void aux_windows__print_stats(const struct aux_windows *sg, struct text_out *out)
{
	const struct aux_windows_stats *s = &sg->stats;
	struct aux_windows_totals t = { 0 };
	size_t i;

	if (!sg->has_triggers && !s->aux_records)
		return;
	for (i = 0; i < sg->nr; i++)
		aux_windows_totals__add(&t, &sg->list[i]);
	const struct {
		const char *name;
		uint64_t n;
		bool always;
	} lines[] = {
		{ "AUX records", s->aux_records, true }, { "bytes announced", s->aux_bytes, !sg->no_bytes },
		{ "truncated", s->truncated, true }, { "with gaps", s->partial, false },
		{ "with collisions", s->collided, false },
		{ "windows", t.windows, sg->has_triggers }, { "ns in windows", t.duration, sg->has_triggers },
		{ "ns, longest window", t.longest, sg->has_triggers },
		{ "bytes in windows", s->inside_bytes, sg->has_triggers && !sg->no_bytes }, { "bytes outside", s->outside_bytes, false },
		{ "bytes not in file", t.missing, false }, { "windows sharing", t.shared, false },
		{ "windows in doubt", t.uncertain, false },
		{ "open at the end", t.by_edge[AUX_WINDOW_END], false },
		{ "closed by exit", t.by_edge[AUX_WINDOW_EXIT], false },
		{ "left by migration", t.by_edge[AUX_WINDOW_MIGRATION], false },
		{ "nested resumes", s->nested, false }, { "pauses alone", s->pauses_alone, false },
		{ "lost in between", s->lost_outside, false },
	};

	text_out__addf(out, "AUX area traces:\n");
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (lines[i].n || lines[i].always)
			text_out__addf(out, "%20s: %17" PRIu64 "\n", lines[i].name, lines[i].n);
}
