// SPDX-License-Identifier: GPL-2.0-only
#include "util/session/session-limits.h"

#include <stddef.h>
#include <stdlib.h>

#include "util/base/alloc.h"

void session_limits__init(struct session_limits *l)
{
	static const struct session_limits usual = { .join_rows = 1U << 18, .region = 1U << 20, .slice = 4096, .rows = 1U << 14 };
	static const struct {
		const char *name;
		size_t at;
	} variables[] = {
		{ "PERF_TEST_JOIN", offsetof(struct session_limits, join_rows) },
		{ "PERF_TEST_REGION", offsetof(struct session_limits, region) },
		{ "PERF_TEST_SLICE", offsetof(struct session_limits, slice) },
		{ "PERF_TEST_ROWS", offsetof(struct session_limits, rows) },
		{ "PERF_TEST_FEW_CHAINS", offsetof(struct session_limits, chain_bytes) },
		{ "PERF_TEST_GIVE_BACK", offsetof(struct session_limits, gives_back) },
		{ "PERF_TEST_EACH_SAMPLE", offsetof(struct session_limits, each_sample) },
	};
	size_t i;

	*l = usual;
	for (i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *text = getenv(variables[i].name);
		uint64_t n = text ? strtoull(text, NULL, 10) : 0;

		if (n)
			*(uint64_t *)((char *)l + variables[i].at) = n;
	}
}
