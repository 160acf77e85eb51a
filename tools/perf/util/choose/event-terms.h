/* SPDX-License-Identifier: GPL-2.0-only */
/* The terms between the slashes of an event: "config=1,period=1000,name='a b',@driver". */
#ifndef PERF_CHOOSE_EVENT_TERMS_H
#define PERF_CHOOSE_EVENT_TERMS_H

#include <stddef.h>
#include <stdint.h>

#include "util/choose/parse-events.h"
#include "util/choose/pmu.h"

struct event_term {
	char *name, *value;		/* owned; value is NULL if there is none */
	size_t pos, value_pos;		/* where they begin in the whole text, bytes, for error messages */
};

struct event_terms {
	struct event_term *terms;
	size_t nr, cap;
};

void event_terms__exit(struct event_terms *terms);
/*
 * Parses the terms from @text + @pos to the closing slash or the end of @text. Returns the position of this
 * slash or end, or -EINVAL with @err set.
 */
long event_terms__parse(struct event_terms *terms, const char *text, size_t pos,
			struct parse_events_error *err);

/*
 * Applies @terms to @evsel: generic terms, then the fields and the events of @pmu (NULL: the event has no PMU,
 * and messages call it @pmu_name). Returns 0 or negative errno with @err set.
 */
int evsel__apply_terms(struct evsel *evsel, const struct pmu *pmu, const char *pmu_name,
		       const struct event_terms *terms, struct parse_events_error *err);
/*
 * Applies @term to @evsel if it is a generic term ("period", "call-graph", ...). Returns 0 if it is applied, 1
 * if it is not a generic term, or negative errno with @err set.
 */
int evsel__apply_generic_term(struct evsel *evsel, const struct event_term *term,
			      struct parse_events_error *err);
/* The names of all generic terms, with commas between: "config,config1,...". */
extern const char event_terms_generic[];

/* Reads all of @s as a number: decimal, hexadecimal with 0x, octal with 0. Returns 0 or negative errno. */
int parse_u64(const char *s, uint64_t *ret);

#endif /* PERF_CHOOSE_EVENT_TERMS_H */
