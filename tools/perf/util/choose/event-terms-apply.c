// SPDX-License-Identifier: GPL-2.0-only
/* Terms laid over an event: fields and events of its PMU, and what all events have. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/choose/event-terms.h"
#include "util/event/event-names.h"

static char *valid_terms(const struct pmu *pmu)
{
	struct strbuf sb = STRBUF_INIT;
	size_t i;

	strbuf__addstr(&sb, "valid terms: ");
	for (i = 0; pmu && i < pmu->nr_formats; i++)
		strbuf__addf(&sb, "%s,", pmu->formats[i].name);
	strbuf__addstr(&sb, event_terms_generic);
	return strbuf__detach(&sb);
}

/* A field of the PMU's format. 1: there is none of that name. */
static int apply_format(struct evsel *evsel, const struct pmu *pmu, const struct event_term *term,
			struct parse_events_error *err)
{
	const struct pmu_format *f = pmu__find_format(pmu, term->name);
	uint64_t value = 1, max = 0;

	if (!f)
		return 1;
	if (term->value && parse_u64(term->value, &value))
		return parse_events_error__set(err, term->value_pos, NULL, "expected numeric value");
	if (pmu_format__set(f, &evsel->attr, value, &max))
		return parse_events_error__set(err, term->value_pos, NULL,
					       "value too big for format (%s), maximum is %" PRIu64, f->name,
					       max);
	if (!f->word)
		evsel__get_config(evsel)->config_said |= f->mask;
	return 0;
}

/* What the user gave for a parameter ("core=?") of the PMU's event. */
static const char *find_parameter(const struct event_terms *user, const char *name)
{
	size_t i;

	for (i = 0; i < user->nr; i++)
		if (user->terms[i].value && !strcmp(user->terms[i].name, name))
			return user->terms[i].value;
	return NULL;
}

/* The PMU's own event of that name. 1: there is none. */
static int apply_pmu_event(struct evsel *evsel, const struct pmu *pmu, const struct event_term *term,
			   const struct event_terms *user, struct parse_events_error *err)
{
	char *text = term->value ? NULL : pmu__event_terms(pmu, term->name);
	struct parse_events_error inner = PARSE_EVENTS_ERROR_INIT;
	struct event_terms terms = { 0 };
	long end;
	size_t i;
	int ret = 0;

	if (!text)
		return 1;
	end = event_terms__parse(&terms, text, 0, &inner);
	if (end < 0 || text[end])
		ret = parse_events_error__set(err, term->pos, NULL,
					      "cannot understand '%s' of PMU '%s': '%s'", term->name,
					      pmu->name, text);
	for (i = 0; !ret && i < terms.nr; i++) {
		struct event_term t = terms.terms[i];
		const char *given;

		t.pos = t.value_pos = term->pos;
		if (t.value && !strcmp(t.value, "?")) {
			given = find_parameter(user, t.name);
			if (!given) {
				ret = parse_events_error__set(err, term->pos, NULL,
							      "event '%s' needs a value for '%s'", term->name,
							      t.name);
				break;
			}
			t.value = (char *)(uintptr_t)given;	/* only read */
		}
		ret = apply_format(evsel, pmu, &t, err);
		if (ret == 1)
			ret = evsel__apply_generic_term(evsel, &t, err);
		if (ret == 1)
			ret = parse_events_error__set(err, term->pos, NULL,
						      "event '%s' of PMU '%s' uses '%s', which the "
						      "PMU does not have",
						      term->name, pmu->name, t.name);
	}
	parse_events_error__exit(&inner);
	event_terms__exit(&terms);
	free(text);
	return ret;
}

/*
 * Names that the kernel knows without sysfs saying so: cpu/cycles/, software/cpu-clock/. 1: not one.
 */
static int apply_generic_event(struct evsel *evsel, const struct pmu *pmu, const struct event_term *term)
{
	struct perf_event_attr *attr = &evsel->attr;
	uint64_t config, cache;
	size_t i;

	if (term->value)
		return 1;
	for (i = 0; pmu->type == PERF_TYPE_SOFTWARE && i < PERF_COUNT_SW_MAX; i++) {
		if (!strcmp(term->name, event_symbols_sw[i].name) ||
		    (event_symbols_sw[i].alias && !strcmp(term->name, event_symbols_sw[i].alias))) {
			attr->config = i;
			return 0;
		}
	}
	if (!pmu->is_core)
		return 1;
	/* The upper half of config says which of several core PMUs; plain "cpu" needs none. */
	config = strcmp(pmu->name, "cpu") ? (uint64_t)pmu->type << PERF_PMU_TYPE_SHIFT : 0;
	for (i = 0; i < PERF_COUNT_HW_MAX; i++) {
		if (!strcmp(term->name, event_symbols_hw[i].name) ||
		    (event_symbols_hw[i].alias && !strcmp(term->name, event_symbols_hw[i].alias))) {
			attr->type = PERF_TYPE_HARDWARE;
			attr->config = config | i;
			return 0;
		}
	}
	if (hw_cache__parse(term->name, strlen(term->name), &cache)) {
		attr->type = PERF_TYPE_HW_CACHE;
		attr->config = config | cache;
		return 0;
	}
	return 1;
}

static bool is_parameter_of_event(const struct event_terms *terms, const struct pmu *pmu,
				  const char *name)
{
	size_t i;
	bool found = false;

	for (i = 0; i < terms->nr && !found; i++) {
		char *text = terms->terms[i].value ? NULL : pmu__event_terms(pmu, terms->terms[i].name);
		char *want = xasprintf("%s=?", name);

		found = text && strstr(text, want);
		free(want);
		free(text);
	}
	return found;
}

/* Says that @pmu has no term of this name, which there are, and which are similar. */
static int tell_unknown(const struct event_term *term, const struct pmu *pmu, const char *pmu_name,
			struct parse_events_error *err)
{
	struct near_names near = { .want = term->name, .want_len = strlen(term->name) };
	const char *token = event_terms_generic;
	char *hint;
	size_t i;
	int ret;

	for (i = 0; pmu && i < pmu->nr_formats; i++)
		near_names__look_at(&near, pmu->formats[i].name, strlen(pmu->formats[i].name));
	for (; *token; token += strspn(token, ",")) {
		size_t len = strcspn(token, ",");

		near_names__look_at(&near, token, len);
		token += len;
	}
	hint = near_names__take(&near);
	ret = parse_events_error__set(err, term->pos, valid_terms(pmu), "unknown term '%s' for pmu '%s'%s", term->name, pmu_name, hint);
	free(hint);
	return ret;
}

int evsel__apply_terms(struct evsel *evsel, const struct pmu *pmu, const char *pmu_name,
		       const struct event_terms *terms, struct parse_events_error *err)
{
	size_t i;

	for (i = 0; i < terms->nr; i++) {
		const struct event_term *term = &terms->terms[i];
		int ret = 1;

		if (pmu)
			ret = apply_pmu_event(evsel, pmu, term, terms, err);
		if (ret == 1 && pmu)
			ret = apply_format(evsel, pmu, term, err);
		if (ret == 1)
			ret = evsel__apply_generic_term(evsel, term, err);
		if (ret == 1 && pmu)
			ret = apply_generic_event(evsel, pmu, term);
		if (ret == 1 && pmu && is_parameter_of_event(terms, pmu, term->name))
			ret = 0;
		if (ret == 1)
			return tell_unknown(term, pmu, pmu_name, err);
		if (ret)
			return ret;
	}
	return 0;
}
