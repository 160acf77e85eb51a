/* SPDX-License-Identifier: GPL-2.0-only */
/* The stacks of rows as JSON: each as the numbers of its places, and a list of the places that are in one. */
#ifndef PERF_REPORT_REPORT_JSON_CHAINS_H
#define PERF_REPORT_REPORT_JSON_CHAINS_H

#include <stdbool.h>
#include <stddef.h>

struct hist;
struct hist_entry;
struct hists;
struct json;
struct place_table;

struct json_chains {
	struct place_table *places;	/* borrowed */
	size_t nr_places;
	bool *used;			/* by place: is it in a chain? */
};

/* @h: finished, and borrowed until the end. */
void json_chains__init(struct json_chains *c, const struct hists *h);
void json_chains__exit(struct json_chains *c);
/* Adds the array "chains": the stacks of the samples that fell into the row itself; those of callers stand at their callees. */
void json_chains__add(struct json_chains *c, struct json *j, const struct hist *h, const struct hist_entry *e);
/* Adds the array "frames": all places of the chains so far. */
void json_chains__add_frames(const struct json_chains *c, struct json *j);

#endif /* PERF_REPORT_REPORT_JSON_CHAINS_H */
