// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/aux-header.h"

#include <inttypes.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/session/aux-data.h"
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
static bool add_triggers(struct strbuf *out, const struct evlist *list, const struct evsel *trace, bool resume)
{
	struct evsel *e;
	bool any = false;
	size_t i;

	evlist__for_each(list, i, e) {
		if (e == trace || e->leader != trace || !(resume ? e->attr.aux_resume : e->attr.aux_pause))
			continue;
		strbuf__addf(out, "%s%s", any ? ", " : resume ? ", resumed by " : ", paused by ", evsel__name(e));
		any = true;
	}
	return any;
}

static void add_traces(struct strbuf *out, const struct evlist *list)
{
	struct strbuf line = STRBUF_INIT;
	struct evsel *e;
	size_t i;

	evlist__for_each(list, i, e) {
		bool any = e->attr.aux_start_paused;

		strbuf__reset(&line);
		strbuf__addf(&line, "# AUX event : %s%s", evsel__name(e), any ? ", starts paused" : "");
		any |= add_triggers(&line, list, e, true);
		any |= add_triggers(&line, list, e, false);
		if (any)
			strbuf__addf(out, "%s\n", strbuf__str(&line));
	}
	strbuf__exit(&line);
}

void aux_header__print(struct strbuf *out, struct session *s)
{
	size_t before = out->len;
	struct aux_info info;

	if (session__peek_aux_info(s, &info))
		strbuf__addf(out, "# AUX trace : %s (type %" PRIu32 ")\n", type_name(info.type), info.type);
	add_traces(out, session__evlist(s));
	if (out->len > before)
		strbuf__addstr(out, "#\n");
}
