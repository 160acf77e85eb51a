/* SPDX-License-Identifier: GPL-2.0-only */
/* Metrics: formulas of the numbers that several events have in the same place. */
#ifndef PERF_EVENT_METRIC_H
#define PERF_EVENT_METRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/formula.h"
#include "util/base/options.h"
#include "util/base/strbuf.h"

struct evsel;

struct metric {
	char *name;			/* owned */
	struct formula formula;
};

/* Zero-initialised is empty. */
struct metrics {
	struct metric **list;		/* owned; they stay where they are */
	size_t nr;
};

/* The events whose numbers stand beside each other; borrowed. */
struct metric_events {
	struct evsel *const *list;
	size_t nr;
};

enum metric_state { METRIC_OK, METRIC_DIV_BY_ZERO, METRIC_NO_EVENT, METRIC_TOO_LARGE };

/*
 * Adds what --metric's @text means: "NAME=FORMULA", or names of built-in ones with commas between them. Returns 0, or -EINVAL with
 * @diag set.
 */
int metrics__add(struct metrics *m, const char *text, struct diag *diag);
void metrics__exit(struct metrics *m);
/* Appends a line "name   formula   what it is" for each built-in one. */
void metrics__list(struct strbuf *out);
/*
 * Sets *@ret to the metric's value if it returns METRIC_OK. @counts: what each of the events has. Of several events that a name
 * fits the first one counts.
 */
enum metric_state metric__value(const struct metric *m, const struct metric_events *events, const uint64_t *counts, double *ret);
/* Appends the value with two digits, or "x/0", "no event", "too large", at least @width wide. */
void metric__print(const struct metric *m, const struct metric_events *events, const uint64_t *counts, int width, struct strbuf *out);
/* Returns the first name in the formula that none of the events has; NULL: all are there. */
const char *metric__missing(const struct metric *m, const struct metric_events *events);
/* Returns which of @events its name number @name is; SIZE_MAX: none. */
size_t metric__event(const struct metric *m, size_t name, const struct metric_events *events);
/* Warns that @m cannot be told, as no event beside the others is called @missing. */
void metric__warn(const struct metric *m, const char *missing);
/* For OPT_CALLBACK: @opt->value is a struct metrics. "list" prints the built-in ones, and ends perf. */
int metrics__option(const struct option *opt, const char *arg, bool unset);

/* In a command's table of options; @m: struct metrics *. */
#define METRIC_OPTION(m)										\
	OPT_CALLBACK(0, "metric", m, "NAME[=FORMULA]", "a column made of the numbers of several events, as\n"	\
		     "                              ipc=instructions/cycles (list: what is built in)", metrics__option)

/* Returns how wide the metric's column is: as its name, but at least as wide as what is printed in place of most values. */
unsigned int metric__width(const struct metric *m);

#endif /* PERF_EVENT_METRIC_H */
