// SPDX-License-Identifier: GPL-2.0-only
/* The name an attr gets when nobody has given it one. */
#include <inttypes.h>

#include "util/base/strbuf.h"
#include "util/event/event-names.h"
#include "util/event/evsel.h"

/*
 * u, k and h say what is counted as soon as one of the three is left out; p how precisely; G or H comes
 * where only guests or only the host is counted.
 */
static void add_modifiers(const struct perf_event_attr *attr, struct strbuf *sb)
{
	bool levels = attr->exclude_user || attr->exclude_kernel || attr->exclude_hv;
	char mods[12];
	unsigned int i, n = 0;

	if (levels && !attr->exclude_kernel)
		mods[n++] = 'k';
	if (levels && !attr->exclude_user)
		mods[n++] = 'u';
	if (levels && !attr->exclude_hv)
		mods[n++] = 'h';
	for (i = 0; i < attr->precise_ip; i++)
		mods[n++] = 'p';
	if (attr->exclude_host != attr->exclude_guest)
		mods[n++] = attr->exclude_host ? 'G' : 'H';
	if (n) {
		strbuf__addch(sb, ':');
		strbuf__add(sb, mods, n);
	}
}

static void add_hw_cache(uint64_t config, struct strbuf *sb)
{
	unsigned int cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;

	if (cache >= PERF_COUNT_HW_CACHE_MAX)
		strbuf__addstr(sb, "unknown-ext-hardware-cache-type");
	else if (op >= PERF_COUNT_HW_CACHE_OP_MAX)
		strbuf__addstr(sb, "unknown-ext-hardware-cache-op");
	else if (result >= PERF_COUNT_HW_CACHE_RESULT_MAX)
		strbuf__addstr(sb, "unknown-ext-hardware-cache-result");
	else if (!hw_cache__op_is_valid(cache, op))
		strbuf__addstr(sb, "invalid-cache");
	else if (result)
		strbuf__addf(sb, "%s-%s-%s", hw_cache_names[cache][0], hw_cache_op_names[op][0],
			     hw_cache_result_names[result][0]);
	else
		strbuf__addf(sb, "%s-%s", hw_cache_names[cache][0], hw_cache_op_names[op][1]);
}

static void add_breakpoint(const struct perf_event_attr *attr, struct strbuf *sb)
{
	strbuf__addf(sb, "mem:0x%" PRIx64 ":", (uint64_t)attr->bp_addr);
	if (attr->bp_type & 1)
		strbuf__addch(sb, 'r');
	if (attr->bp_type & 2)
		strbuf__addch(sb, 'w');
	if (attr->bp_type & 4)
		strbuf__addch(sb, 'x');
}

const char *evsel__name(struct evsel *evsel)
{
	const struct perf_event_attr *attr = &evsel->attr;
	uint64_t id = attr->config & PERF_HW_EVENT_MASK;
	struct strbuf sb = STRBUF_INIT;

	if (evsel->name)
		return evsel->name;
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		strbuf__addstr(&sb, id < PERF_COUNT_HW_MAX ? event_symbols_hw[id].name : "unknown-hardware");
		add_modifiers(attr, &sb);
		break;
	case PERF_TYPE_SOFTWARE:
		strbuf__addstr(&sb, attr->config < PERF_COUNT_SW_MAX ? event_symbols_sw[attr->config].name :
			       "unknown-software");
		add_modifiers(attr, &sb);
		break;
	case PERF_TYPE_HW_CACHE:
		add_hw_cache(id, &sb);
		add_modifiers(attr, &sb);
		break;
	case PERF_TYPE_RAW:
		strbuf__addf(&sb, "raw 0x%" PRIx64, (uint64_t)attr->config);
		add_modifiers(attr, &sb);
		break;
	case PERF_TYPE_TRACEPOINT:
		strbuf__addstr(&sb, "unknown tracepoint");
		break;
	case PERF_TYPE_BREAKPOINT:
		add_breakpoint(attr, &sb);
		add_modifiers(attr, &sb);
		break;
	default:
		strbuf__addf(&sb, "unknown event PMU=%u config=%#" PRIx64, attr->type,
			     (uint64_t)attr->config);
	}
	evsel->name = strbuf__detach(&sb);
	return evsel->name;
}
