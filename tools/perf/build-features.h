/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a perf can be built with, under the names that perf gives it: `perf version --build-options`, `perf
 * check`.
 */
#ifndef PERF_BUILD_FEATURES_H
#define PERF_BUILD_FEATURES_H

#include <stdbool.h>
#include <stddef.h>

struct perf_feature {
	const char *name, *macro;
	bool on;
};

/* In the order in which they are shown; ends with a NULL name. */
extern const struct perf_feature perf_features[];

/* The feature called @name (@len bytes, any case); NULL: no perf has one of that name. */
const struct perf_feature *perf_feature__find(const char *name, size_t len);

/* One line on stdout. */
void perf_feature__print(const struct perf_feature *feature);

#endif /* PERF_BUILD_FEATURES_H */
