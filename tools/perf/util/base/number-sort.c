// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/number-sort.h"

/* So few are sorted by insertion: to look at all 256 values of a byte takes as long. */
#define FEW		48

static void sort_few(uint64_t *keys, size_t nr)
{
	size_t i, j;

	for (i = 1; i < nr; i++) {
		uint64_t key = keys[i];

		for (j = i; j && keys[j - 1] > key; j--)
			keys[j] = keys[j - 1];
		keys[j] = key;
	}
}

/* By the highest byte that differs, then what is equal in it by the next one. Calls itself for lower bytes only. */
void number_sort(uint64_t *keys, size_t nr)
{
	uint32_t next[256] = { 0 }, end[256], at = 0, i;
	uint64_t key, other, differ = 0;
	unsigned int shift, b;

	if (nr <= FEW) {
		sort_few(keys, nr);
		return;
	}
	for (i = 1; i < nr; i++)
		differ |= keys[i] ^ keys[0];
	if (!differ)
		return;
	shift = (63 - (unsigned int)__builtin_clzll(differ)) / 8 * 8;
	for (i = 0; i < nr; i++)
		next[keys[i] >> shift & 0xff]++;
	for (i = 0; i < 256; i++) {
		at += next[i];
		end[i] = at;
		next[i] = at - next[i];
	}
	for (i = 0; i < 256; i++) {
		while (next[i] < end[i]) {
			key = keys[next[i]];
			while ((b = key >> shift & 0xff) != i) {
				other = keys[next[b]];
				keys[next[b]++] = key;
				key = other;
			}
			keys[next[i]++] = key;
		}
	}
	for (i = 0, at = 0; shift && i < 256; at = end[i++])
		if (end[i] - at > 1)
			number_sort(keys + at, end[i] - at);
}
