/* SPDX-License-Identifier: GPL-2.0-only */
/* The instructions of functions with what was counted at them, as JSON: schema "perf-annotate", which perf-annotate(1) describes. */
#ifndef PERF_ANNOTATE_ANNOTATE_JSON_H
#define PERF_ANNOTATE_ANNOTATE_JSON_H

#include "util/annotate/annotate-text.h"
#include "util/base/json.h"

/* Changes when a program that reads an older one would misunderstand. */
#define ANNOTATE_JSON_VERSION	1

/* Writes the object of the function @l with its instructions that have samples; of @t are looked at: counts, evlist, metrics, callers. */
void annotate_json__function(const struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
			     struct json *j);
/* Writes the array @key of events, with their sums in the whole recording. */
void annotate_json__events(const struct annotate_text *t, const struct annotate_members *members, struct json *j, const char *key);

#endif /* PERF_ANNOTATE_ANNOTATE_JSON_H */
