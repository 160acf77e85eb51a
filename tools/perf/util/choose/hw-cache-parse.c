// SPDX-License-Identifier: GPL-2.0-only
/* "L1-dcache-load-misses" into a config. */
#include <string.h>
#include <strings.h>

#include "util/choose/parse-events.h"
#include "util/event/event-names.h"

/* The row whose longest alias @s begins with, up to a '-' or the end; its length in @ret_len. -1: none. */
static int match_alias(const char *const (*names)[HW_CACHE_MAX_ALIASES], int rows, const char *s, size_t len,
		       size_t *ret_len)
{
	int row, found = -1, i;
	size_t best = 0;

	for (row = 0; row < rows; row++) {
		for (i = 0; i < HW_CACHE_MAX_ALIASES && names[row][i]; i++) {
			size_t n = strlen(names[row][i]);

			if (n <= len && n > best && !strncasecmp(names[row][i], s, n) &&
			    (n == len || s[n] == '-')) {
				best = n;
				found = row;
			}
		}
	}
	*ret_len = best;
	return found;
}

bool hw_cache__parse(const char *name, size_t len, uint64_t *ret_config)
{
	int cache, op = -1, result = -1;
	size_t n;

	cache = match_alias(hw_cache_names, PERF_COUNT_HW_CACHE_MAX, name, len, &n);
	if (cache < 0)
		return false;
	while (n < len) {
		int row;

		name += n + 1;		/* the '-' */
		len -= n + 1;
		row = op < 0 ? match_alias(hw_cache_op_names, PERF_COUNT_HW_CACHE_OP_MAX, name, len, &n) : -1;
		if (row >= 0) {
			op = row;
			continue;
		}
		if (result >= 0)
			return false;
		result = match_alias(hw_cache_result_names, PERF_COUNT_HW_CACHE_RESULT_MAX, name, len, &n);
		if (result < 0)
			return false;
	}
	if (op < 0)
		op = PERF_COUNT_HW_CACHE_OP_READ;
	if (result < 0)
		result = PERF_COUNT_HW_CACHE_RESULT_ACCESS;
	if (!hw_cache__op_is_valid((unsigned int)cache, (unsigned int)op))
		return false;
	*ret_config = (uint64_t)cache | (uint64_t)op << 8 | (uint64_t)result << 16;
	return true;
}
