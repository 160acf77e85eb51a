/* SPDX-License-Identifier: GPL-2.0-only */
/* What is counted of code without names: by missing.c, for missing-print.c. */
#ifndef PERF_OUTPUT_MISSING_INTERNAL_H
#define PERF_OUTPUT_MISSING_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/output/fp-table.h"
#include "util/output/gap-text.h"
#include "util/output/missing.h"

struct dso;

/* What is no dso: code where nothing is mapped, by mode, and words that are no addresses. */
enum missing_no_dso { MISSING_NO_MAP_USER, MISSING_NO_MAP_KERNEL, MISSING_NO_MAP_OTHER, MISSING_NO_ADDRESS, MISSING_NR_NO_DSO };

struct missing_row {
	struct dso *dso;		/* NULL: one of enum missing_no_dso */
	enum missing_no_dso what;
	uint64_t samples;		/* that fell into it without a name */
	uint64_t stacks;		/* that hold an address in it without a name */
	uint64_t last;			/* number of the sample that was counted last */
};

U64_MAP(missing_map, struct missing_row *)

struct missing {
	bool stacks;
	const char *symfs;		/* borrowed; NULL: none */
	uint64_t samples, nameless;	/* all; those without a name */
	struct missing_row **rows;
	size_t nr, cap;
	struct missing_map by_dso;
	struct missing_row *last;		/* of a dso, asked for last */
	struct missing_row *no_dso[MISSING_NR_NO_DSO];
	struct fp_table fp;
	struct gap_table gaps;
};

#endif /* PERF_OUTPUT_MISSING_INTERNAL_H */
