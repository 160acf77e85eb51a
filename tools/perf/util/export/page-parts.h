/* SPDX-License-Identifier: GPL-2.0-only */
/* The texts of page/, which the build puts into the program. */
#ifndef PERF_EXPORT_PAGE_PARTS_H
#define PERF_EXPORT_PAGE_PARTS_H

#include <stddef.h>

struct page_part {
	const unsigned char *text;
	size_t len;			/* bytes */
};

extern const struct page_part page_html, page_css;
/* The scripts in the order in which they go into the page; ends with a NULL text. */
extern const struct page_part page_scripts[];

#endif /* PERF_EXPORT_PAGE_PARTS_H */
