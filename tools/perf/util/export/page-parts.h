/* SPDX-License-Identifier: GPL-2.0-only */
/* The texts of page/, which the build puts into the program. */
#ifndef PERF_EXPORT_PAGE_PARTS_H
#define PERF_EXPORT_PAGE_PARTS_H

#include <stddef.h>

struct page_part {
	const unsigned char *text;
	size_t len;			/* bytes */
};

/* The parts of the pages, in the order in which they are written; each list ends with an element whose text is NULL. */
extern const struct page_part page_styles[], page_flame[], page_flame_scripts[], page_timeline[], page_timeline_scripts[];

#endif /* PERF_EXPORT_PAGE_PARTS_H */
