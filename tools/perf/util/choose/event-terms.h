/* SPDX-License-Identifier: GPL-2.0-only */
/* The terms between the slashes of an event: "config=1,period=1000,name='a b',@driver". */
#ifndef PERF_CHOOSE_EVENT_TERMS_H
#define PERF_CHOOSE_EVENT_TERMS_H

#include <stddef.h>
#include <stdint.h>

#include "util/choose/parse-events.h"
#include "util/choose/pmu.h"

struct event_term {
	char *name, *value;		/* value: NULL if there is none */
	size_t pos, value_pos;		/* in the whole text, for error messages */
};

struct event_terms {
	struct event_term *terms;
	size_t nr, cap;
};

void event_terms__exit(struct event_terms *terms);
/*
 * Parses from @text + @pos to the closing slash or the end of @text. Returns the position of what
 * ended it, or -EINVAL with @err set.
 */
long event_terms__parse(struct event_terms *terms, const char *text, size_t pos,
			struct parse_events_error *err);

/*
 * Lays @terms over @evsel: generic terms, then the fields and the events of @pmu (NULL: an event
 * without one; @pmu_name is then what messages call it). Returns 0 or negative errno with @err set.
 */
int evsel__apply_terms(struct evsel *evsel, const struct pmu *pmu, const char *pmu_name,
		       const struct event_terms *terms, struct parse_events_error *err);
/*
 * A generic term ("period", "call-graph", ...): 0 done, 1 it is none of them, or negative errno with
 * @err set.
 */
int evsel__apply_generic_term(struct evsel *evsel, const struct event_term *term,
			      struct parse_events_error *err);
/* "config,config1,...": all generic terms, comma list; static. */
extern const char event_terms_generic[];

/* The whole of @s as a number (decimal, 0x, 0). */
int parse_u64(const char *s, uint64_t *ret);

#endif /* PERF_CHOOSE_EVENT_TERMS_H */
