/* SPDX-License-Identifier: GPL-2.0-only */
/* --unwind-style: which libraries may unwind recorded stack copies. */
#ifndef PERF_CALLCHAIN_UNWIND_STYLE_H
#define PERF_CALLCHAIN_UNWIND_STYLE_H

#include "util/base/options.h"

/*
 * An option's callback: a list of libdw and libunwind, as upstream takes it. Here libdw alone unwinds;
 * that a list does not have it is told, on stderr.
 */
int unwind_style__parse(const struct option *opt, const char *arg, bool unset);

#endif /* PERF_CALLCHAIN_UNWIND_STYLE_H */
