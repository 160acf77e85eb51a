// SPDX-License-Identifier: GPL-2.0-only
#include "util/offcpu/waking.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/event/tracepoint-format.h"

bool waking__is_event(const struct evsel *evsel)
{
	const struct tracepoint_format *f = evsel->tp_format;

	return evsel->attr.type == PERF_TYPE_TRACEPOINT && f && !strcmp(f->system, "sched") &&
	       (!strcmp(f->name, "sched_waking") || !strcmp(f->name, "sched_wakeup"));
}

/* Code through which interrupts come: what is outward of it was only in the way. */
static bool is_interrupt(const struct frame *f)
{
	static const char *const entries[] = { "asm_sysvec_", "sysvec_", "asm_common_interrupt", "common_interrupt", "asm_exc_nmi",
					       "el1_interrupt", "el0_interrupt", "el1h_64_irq", "handle_softirqs", "__do_softirq" };
	size_t i;

	for (i = 0; f->sym && i < ARRAY_SIZE(entries); i++)
		if (!strncmp(f->sym->name, entries[i], strlen(entries[i])))
			return true;
	return false;
}

bool waking__in_interrupt(const struct session_sample *s, uint32_t tid, uint32_t *ret_nr)
{
	const struct chain_half *k = s->chain.kernel;
	uint32_t i;

	for (i = 0; k && i < k->nr && !is_interrupt(k->frames[i]); i++)
		;
	if ((!k || i == k->nr) && tid)
		return false;
	*ret_nr = k && i < k->nr ? i + 1 : i;
	return true;
}
