// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/aux-header.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/auxtrace/aux-windows.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/data/aux-data.h"
#include "util/event/evlist.h"
#include "util/session/session.h"

static const char *type_name(uint32_t type)
{
	static const char *const names[] = {
		[PERF_AUXTRACE_INTEL_PT] = "Intel PT", [PERF_AUXTRACE_INTEL_BTS] = "Intel BTS",
		[PERF_AUXTRACE_CS_ETM] = "Arm CoreSight", [PERF_AUXTRACE_ARM_SPE] = "Arm SPE",
		[PERF_AUXTRACE_S390_CPUMSF] = "s390 CPU-MSF", [PERF_AUXTRACE_HISI_PTT] = "HiSilicon PTT",
		[PERF_AUXTRACE_VPA_DTL] = "VPA DTL",
	};

	return type < ARRAY_SIZE(names) && names[type] ? names[type] : "unknown";
}

/* "resumed by A, B" */
static bool add_triggers(struct strbuf *out, const struct evlist *list, const struct evsel *trace,
			 bool resume)
{
	struct evsel *e;
	bool any = false;
	size_t i;

	evlist__for_each(list, i, e) {
		if (!(resume ? e->attr.aux_resume : e->attr.aux_pause) || e == trace ||
		    aux_windows__trace_of(list, e) != trace)
			continue;
		strbuf__addf(out, "%s%s", any ? ", " : resume ? ", resumed by " : ", paused by ", evsel__name(e));
		any = true;
	}
	return any;
}

/* Events whose samples bring a piece of the trace, or whose own data go into its area. */
static bool add_members(struct strbuf *out, const struct evlist *list, const struct evsel *trace)
{
	struct evsel *e;
	bool any = false;
	size_t i;

	evlist__for_each(list, i, e) {
		if (e == trace || e->leader != trace)
			continue;
		if (e->attr.sample_type & PERF_SAMPLE_AUX) {
			strbuf__addf(out, ", %" PRIu32 " bytes with each sample of %s",
				     e->attr.aux_sample_size, evsel__name(e));
			any = true;
		}
		if (e->attr.aux_output) {
			strbuf__addf(out, ", takes the output of %s", evsel__name(e));
			any = true;
		}
	}
	return any;
}

/* The PMU that the description names; 0: it names none, or several. */
static uint64_t pmu_of(const struct aux_info *info)
{
	switch (info->type) {
	case PERF_AUXTRACE_INTEL_PT:
	case PERF_AUXTRACE_INTEL_BTS:
	case PERF_AUXTRACE_HISI_PTT:
		return info->nr_words ? info->words[0] : 0;
	case PERF_AUXTRACE_CS_ETM:
		return info->nr_words > 1 ? info->words[1] >> 32 : 0;
	default:
		return 0;
	}
}

/* By index: is there another event that switches it, or that its group has for its trace? Most recordings have none. */
static bool *find_others(const struct evlist *list)
{
	bool *ret = xcalloc(list->nr + 1, sizeof(*ret));
	struct evsel *e;
	size_t i;

	evlist__for_each(list, i, e) {
		if (e->attr.aux_resume || e->attr.aux_pause)
			ret[aux_windows__trace_of(list, e)->idx] = true;
		if (e->leader != e && (e->attr.sample_type & PERF_SAMPLE_AUX || e->attr.aux_output))
			ret[e->leader->idx] = true;
	}
	return ret;
}

/* An AUX event has no mark of its own: what only such events have tells. Returns whether there was any. */
static bool print_traces(struct text_out *out, const struct evlist *list, uint64_t pmu)
{
	bool *has_others = find_others(list);
	struct strbuf line = STRBUF_INIT;
	bool printed = false;
	struct evsel *e;
	size_t i;

	evlist__for_each(list, i, e) {
		bool any = e->attr.aux_start_paused || e->attr.aux_watermark || (pmu && e->attr.type == pmu);

		strbuf__reset(&line);
		strbuf__addf(&line, "# AUX event : %s", evsel__name(e));
		if (e->attr.aux_watermark)
			strbuf__addf(&line, ", read each %" PRIu32 " bytes", e->attr.aux_watermark);
		if (e->attr.aux_start_paused)
			strbuf__addstr(&line, ", starts paused");
		if (has_others[i]) {
			any |= add_triggers(&line, list, e, true);
			any |= add_triggers(&line, list, e, false);
			any |= add_members(&line, list, e);
		}
		if (any) {
			strbuf__addch(&line, '\n');
			text_out__add(out, strbuf__str(&line), line.len);
			printed = true;
		}
	}
	strbuf__exit(&line);
	free(has_others);
	return printed;
}

/* Recorded once in a while (-S), rather than all of it? */
static bool is_snapshot(const struct aux_info *info)
{
	size_t at;

	switch (info->type) {
	case PERF_AUXTRACE_INTEL_PT:	at = 8; break;
	case PERF_AUXTRACE_INTEL_BTS:	at = 5; break;
	case PERF_AUXTRACE_CS_ETM:	at = 2; break;
	default:			return false;
	}
	return at < info->nr_words && info->words[at] & 1;
}

void aux_header__print(struct text_out *out, struct session *s)
{
	struct aux_info info = { 0 };
	bool any = session__peek_aux_info(s, &info);

	if (any)
		text_out__addf(out, "# AUX trace : %s (type %" PRIu32 ")%s\n", type_name(info.type), info.type,
			     is_snapshot(&info) ? ", snapshots" : "");
	any |= print_traces(out, session__evlist(s), pmu_of(&info));
	free(info.words);
	if (any)
		text_out__addstr(out, "#\n");
}
