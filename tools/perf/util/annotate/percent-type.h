/* SPDX-License-Identifier: GPL-2.0-only */
/* What the percentage of an instruction is a share of, and in which unit. */
#ifndef PERF_ANNOTATE_PERCENT_TYPE_H
#define PERF_ANNOTATE_PERCENT_TYPE_H

#include <stdbool.h>

#include "util/annotate/counts.h"

struct percent_type {
	bool global;			/* of all samples of the event; else of those in the function */
	bool hits;			/* counts samples; else their periods */
};

/* The names for --percent-type, with "|" between them. */
#define PERCENT_TYPES	"local-period|local-hits|global-period|global-hits"

/* Sets *@ret from a name such as "local-period". Returns false for another word. */
bool percent_type__parse(const char *text, struct percent_type *ret);
/* Returns the name for titles: "local period". */
const char *percent_type__text(struct percent_type t);
/* Returns which percentage @part is of the function's @local or the event's @total; 0 if that is 0. */
double percent_type__of(struct percent_type t, struct annotate_stat part, struct annotate_stat local, struct annotate_stat total);

#endif /* PERF_ANNOTATE_PERCENT_TYPE_H */
