/* SPDX-License-Identifier: GPL-2.0-only */
/* Where something stands, or would stand, among elements in order. */
#ifndef PERF_BASE_BISECT_H
#define PERF_BASE_BISECT_H

#include <stddef.h>

/*
 * Returns the number of the first of @nr elements that does not come before what is looked for; @nr if all do. @before says of the element
 * with the number @i, a name for it that the expression uses, whether it does: that is true up to some element, and false from there on.
 */
#define BISECT(nr, i, before) __extension__ ({ \
	size_t bisect_low = 0, bisect_high = (nr); \
	while (bisect_low < bisect_high) { \
		size_t i = bisect_low + (bisect_high - bisect_low) / 2; \
		if (before) \
			bisect_low = i + 1; \
		else \
			bisect_high = i; \
	} \
	bisect_low; \
})

#endif /* PERF_BASE_BISECT_H */
