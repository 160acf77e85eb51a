// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/chain-proof.h"

#include <linux/perf_event.h>

struct chain_proof chain_proof__read(const uint64_t *ips, size_t nr)
{
	struct chain_proof proof = { .certain = 0 };
	size_t first = 0, last = nr, trailing = 0, i;

	while (first < nr && ips[first] != PERF_CONTEXT_USER)
		first++;
	while (last > first && ips[last - 1] != PERF_CONTEXT_USER)
		last--;
	/* None at all, or the one that every user half begins with. */
	if (last <= first + 1)
		return proof;
	for (i = first; i < last; i++)
		proof.certain += ips[i] < PERF_CONTEXT_MAX;
	if (last < nr && proof.certain)
		proof.gap = last >= first + CHAIN_END_NO_TABLE && ips[last - CHAIN_END_NO_TABLE] == PERF_CONTEXT_USER &&
			    ips[last - 2] == PERF_CONTEXT_USER;
	if (last < nr || !proof.certain)
		return proof;
	while (ips[nr - 1 - trailing] == PERF_CONTEXT_USER)
		trailing++;
	proof.end = trailing < CHAIN_NR_ENDS ? (enum chain_end)trailing : CHAIN_END_CONFLICT;
	return proof;
}

size_t chain_proof__write(const struct chain_proof *proof, const uint64_t *ips, size_t nr, uint64_t *to)
{
	size_t certain = proof->certain < nr ? proof->certain : nr, n = 0, i, seam;

	to[n++] = PERF_CONTEXT_USER;
	for (i = 0; i < nr; i++) {
		for (seam = proof->gap ? CHAIN_END_NO_TABLE : 1; certain && i == certain && seam; seam--)
			to[n++] = PERF_CONTEXT_USER;
		to[n++] = ips[i] < PERF_CONTEXT_MAX ? ips[i] : 0;
	}
	for (i = 0; certain && certain == nr && i < (size_t)proof->end; i++)
		to[n++] = PERF_CONTEXT_USER;
	return n;
}
