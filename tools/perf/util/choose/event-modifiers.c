// SPDX-License-Identifier: GPL-2.0-only
/* The letters behind an event's colon. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/choose/parse-events.h"

static const struct {
	char letter;
	const char *meaning;
} modifiers[] = {
	{ 'u', "user" }, { 'k', "kernel" }, { 'h', "hypervisor" }, { 'G', "guest" }, { 'H', "host" },
	{ 'p', "precise" }, { 'P', "most precise" }, { 'S', "sample read" }, { 'D', "pinned" },
	{ 'I', "exclude idle" }, { 'W', "weak group" }, { 'e', "exclusive" }, { 'b', "bpf" },
	{ 'R', "retire latency" }, { 'X', "no regrouping" },
};

static const char *meaning_of(char letter)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modifiers); i++)
		if (modifiers[i].letter == letter)
			return modifiers[i].meaning;
	return NULL;
}

/* u, k, h: the first of them leaves out all three, and each takes its own back in. */
static void include_level(struct evsel *evsel, char letter)
{
	struct perf_event_attr *attr = &evsel->attr;

	if (!attr->exclude_user && !attr->exclude_kernel && !attr->exclude_hv)
		attr->exclude_user = attr->exclude_kernel = attr->exclude_hv = 1;
	if (letter == 'u')
		attr->exclude_user = 0;
	else if (letter == 'k')
		attr->exclude_kernel = 0;
	else
		attr->exclude_hv = 0;
	evsel__get_config(evsel)->explicit_exclude = true;
}

static void include_machine(struct evsel *evsel, char letter)
{
	struct perf_event_attr *attr = &evsel->attr;

	if (!evsel__get_config(evsel)->explicit_guest)
		attr->exclude_host = attr->exclude_guest = 1;
	if (letter == 'G')
		attr->exclude_guest = 0;
	else
		attr->exclude_host = 0;
	evsel__get_config(evsel)->explicit_guest = true;
}

static void apply_letter(struct evsel *evsel, char letter)
{
	struct evsel_config *config = evsel__get_config(evsel);

	switch (letter) {
	case 'u':
	case 'k':
	case 'h':
		include_level(evsel, letter);
		break;
	case 'G':
	case 'H':
		include_machine(evsel, letter);
		break;
	case 'P':
		config->precise_max = true;
		evsel->attr.precise_ip = 3;
		break;
	case 'S':
		config->sample_read = true;
		break;
	case 'D':
		evsel->attr.pinned = 1;
		break;
	case 'I':
		evsel->attr.exclude_idle = 1;
		break;
	case 'W':
		config->weak_group = true;
		break;
	case 'e':
		evsel->attr.exclusive = 1;
		break;
	case 'R':
		evsel->attr.sample_type |= PERF_SAMPLE_WEIGHT_STRUCT;	/* which has it, as with --weight */
		break;
	default:		/* b, X: ways of counting that are of use to perf stat alone */
		break;
	}
}

int evsel__apply_modifiers(struct evsel *evsel, const char *mods, size_t pos, struct parse_events_error *err)
{
	unsigned int precise = 0;
	size_t i;

	for (i = 0; mods[i]; i++) {
		if (!meaning_of(mods[i]))
			return parse_events_error__set(err, pos + i,
						       xstrdup("valid modifiers: u k h G H p P S D I W e b R X"),
						       "unknown modifier '%c'", mods[i]);
		if (mods[i] == 'p') {
			if (++precise > 3)
				return parse_events_error__set(err, pos + i, NULL,
							       "Maximum precise value is 3");
			continue;
		}
		if (memchr(mods, mods[i], i))
			return parse_events_error__set(err, pos + i, NULL, "Duplicate modifier '%c' (%s)",
						       mods[i], meaning_of(mods[i]));
	}
	if (precise)
		evsel->attr.precise_ip = precise & 3;
	for (i = 0; mods[i]; i++)
		if (mods[i] != 'p')
			apply_letter(evsel, mods[i]);
	return 0;
}
