// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/branch-counters.h"

#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/text-out.h"
#include "util/data/header.h"
#include "util/event/evlist.h"
#include "util/session/session.h"

#define MAX_WIDTH	8	/* bits: letters are written once for each time */

static unsigned int width_of(const struct header_pmu_caps *p)
{
	uint32_t i;

	for (i = 0; i < p->nr; i++)
		if (!strcmp(p->caps[i].name, "branch_counter_width"))
			return (unsigned int)strtoul(p->caps[i].value, NULL, 0);
	return 0;
}

unsigned int branch_counters__width(const struct perf_header *header)
{
	unsigned int width = width_of(&header->cpu_pmu_caps);
	uint32_t i;

	/* Of a machine with several kinds of CPUs all that count have them alike. */
	for (i = 0; !width && i < header->nr_pmu_caps; i++)
		width = width_of(&header->pmu_caps[i]);
	return width <= MAX_WIDTH ? width : 0;
}

static bool counts(const struct evsel *evsel)
{
	return evsel->attr.branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS;
}

/* Letters go by all events that count, not by groups. */
static char letter_of(const struct evlist *evlist, const struct evsel *wanted)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	const struct evsel *evsel;
	size_t i, n = 0;

	evlist__for_each(evlist, i, evsel) {
		if (evsel == wanted)
			break;
		n += counts(evsel);
	}
	return n < sizeof(letters) - 1 ? letters[n] : '?';
}

void branch_counters__legend(const struct branch_counters *c, const struct evlist *evlist, struct text_out *out)
{
	struct evsel *evsel;
	size_t i;

	if (c->names)
		return;
	text_out__addstr(out, "# Branch counter abbr list:\n");
	evlist__for_each(evlist, i, evsel)
		if (counts(evsel))
			text_out__addf(out, "# %s = %c\n", evsel__name(evsel), letter_of(evlist, evsel));
	text_out__addstr(out, "# '-' No event occurs\n"
			 "# '+' Event occurrences may be lost due to branch counter saturated\n");
}

void branch_counters__text(const struct branch_counters *c, const struct session_sample *s, uint64_t index,
			   struct text_out *out)
{
	const struct evlist *evlist = s->evsel->evlist;
	uint64_t word = s->sample->branch_counters[index], full = (1ULL << c->width) - 1;
	unsigned int at = 0;
	bool any = false;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		uint64_t value;

		if (evsel->leader != s->evsel->leader || !counts(evsel) || at + c->width > 64)
			continue;
		value = word >> at & full;
		at += c->width;
		if (c->names) {
			text_out__addf(out, "%s %" PRIu64 "%s ", evsel__name(evsel), value, value == full ? "+" : "");
			any = true;
			continue;
		}
		if (!value)
			continue;
		any = true;
		memset(text_out__room(out, value), letter_of(evlist, evsel), value);
		out->len += value;
		if (value == full)
			text_out__addch(out, '+');
	}
	if (!any)
		text_out__addch(out, '-');
}
