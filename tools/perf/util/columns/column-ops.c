// SPDX-License-Identifier: GPL-2.0-only
#include "util/columns/column-ops.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void column_add_padded(struct strbuf *out, const char *s, size_t len, unsigned int width)
{
	if (width && len > width)
		len = width;
	strbuf__add(out, s, len);
	if (len < width)
		strbuf__addblanks(out, width - len);
}

void column_add_cut(struct strbuf *out, const char *s, size_t len, unsigned int width)
{
	strbuf__add(out, s, width && len > width ? width : len);
}

const char *column_cell_text(const struct hist *h, uint64_t cell)
{
	(void)h;
	return cell ? (const char *)(uintptr_t)cell : "";
}

int column_addr_compare(uint64_t a, uint64_t b)
{
	return (int64_t)a < (int64_t)b ? -1 : (int64_t)a > (int64_t)b;
}

const struct column_part column_same_parts[] = { { 0 } };

int column_text_compare(uint64_t a, uint64_t b)
{
	if (!a || !b)
		return !a && !b ? 0 : a ? -1 : 1;
	return a == b ? 0 : column_sign(column_part__compare_texts(a, b));
}

int column_larger_first(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

void column_page_size_print(const struct column *col, const struct hist *h, uint64_t cell, unsigned int width,
			    struct strbuf *out)
{
	static const char units[] = "BKMGTP";
	unsigned int i = 0;
	char text[32];

	(void)col;
	(void)h;
	while (cell && !(cell & 1023) && units[i + 1]) {
		cell >>= 10;
		i++;
	}
	if (cell)
		snprintf(text, sizeof(text), "%" PRIu64 "%c", cell, units[i]);
	else
		snprintf(text, sizeof(text), "N/A");
	strbuf__addf(out, "%-*s", (int)width, text);
}
