/* SPDX-License-Identifier: GPL-2.0-only */
/* The names of PERF_SAMPLE_BRANCH_* bits on the command line: "any,u", "call_stack". */
#ifndef PERF_EVENT_BRANCH_TYPE_H
#define PERF_EVENT_BRANCH_TYPE_H

#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

/*
 * Turns @text, names separated by ',', '|' or ':', into a mask. If none of them selects branches, "any" is added. Returns
 * 0, or -EINVAL with @diag set.
 */
int branch_type__parse(const char *text, uint64_t *ret, struct diag *diag);
/* Appends the names of the bits, "USER|ANY", as dumps of an attr show them. */
void branch_type__print(uint64_t bits, struct strbuf *out);

#endif /* PERF_EVENT_BRANCH_TYPE_H */
