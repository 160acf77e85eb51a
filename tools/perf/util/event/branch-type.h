/* SPDX-License-Identifier: GPL-2.0-only */
/* The words for PERF_SAMPLE_BRANCH_*: "any,u", "call_stack". */
#ifndef PERF_EVENT_BRANCH_TYPE_H
#define PERF_EVENT_BRANCH_TYPE_H

#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

/*
 * Words separated by ',', '|' or ':'. Without one that selects branches, "any" is meant. Returns 0, or
 * -EINVAL with @diag set.
 */
int branch_type__parse(const char *text, uint64_t *ret, struct diag *diag);
/* "USER|ANY": the bits' names, as dumps of an attr show them. */
void branch_type__print(uint64_t bits, struct strbuf *out);

#endif /* PERF_EVENT_BRANCH_TYPE_H */
