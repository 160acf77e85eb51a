// SPDX-License-Identifier: GPL-2.0-only
/* The order of rows in a column: each kind of column has numbers for it. */
#include <string.h>

#include "util/event/metric.h"
#include "util/rows/columns.h"
#include "util/rows/hist.h"

int column_part__compare_texts(uint64_t a, uint64_t b)
{
	return strcmp((const char *)(uintptr_t)a, (const char *)(uintptr_t)b);
}

static int compare_cells(uint64_t a, uint64_t b, int (*compare)(uint64_t a, uint64_t b))
{
	if (a == b)
		return 0;
	return compare ? compare(a, b) : a < b ? -1 : 1;
}

static int compare_parts(const struct column *col, const struct column_part *part, const struct hist *h,
			 const struct hist_entry *a, const struct hist_entry *b)
{
	int r = 0;

	if (col->needs & NEEDS_PLACE && hist_entry__place(a) == hist_entry__place(b))
		return 0;
	for (; !r && part->cell; part++)
		r = compare_cells(part->cell(h, a), part->cell(h, b), part->text ? column_part__compare_texts : NULL);
	return r;
}

int column__compare(const struct column *col, const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	if (!col->cell)
		return compare_parts(col, col->parts, h, a, b);
	return compare_cells(hist_entry__origin(a)->cells[col->slot], hist_entry__origin(b)->cells[col->slot], col->cell_compare);
}

uint64_t column__metric_cell(const struct column *col, const struct hist *h, const struct hist_entry *e)
{
	const uint64_t sign = (uint64_t)1 << 63;
	uint64_t bits;
	double value;

	if (column__metric(col, h, e, &value) != METRIC_OK)
		return UINT64_MAX;
	value += 0.0;	/* -0.0 is 0.0 */
	memcpy(&bits, &value, sizeof(bits));
	return bits & sign ? bits : ~(bits | sign);
}

uint64_t column__value_cell(const struct column *col, const struct hist_entry *e, unsigned int member)
{
	const struct row_common *common = e->common;

	return ~col->value(&(col->acc && common->acc ? common->acc : common->self)[member]);
}
