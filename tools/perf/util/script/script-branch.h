/* SPDX-License-Identifier: GPL-2.0-only */
/* Branch stacks in the text of `perf script`: -F brstack, brstacksym, brstackoff. */
#ifndef PERF_SCRIPT_BRANCH_H
#define PERF_SCRIPT_BRANCH_H

#include <stdint.h>

#include "util/base/strbuf.h"

struct frame;
struct session_sample;

/*
 * What lies at @addr in the sample's process, or else in its kernel, for addresses that need not be
 * code that ran. @ret is of no cache.
 */
void script_place__find(const struct session_sample *s, uint64_t addr, struct frame *ret);
/*
 * Appends "FROM/TO/M|P|-/X|-/A|-/CYCLES/TYPE/SPECULATION" for each branch, newest first. @fields:
 * SCRIPT_BRSTACK, _BRSTACKSYM or _BRSTACKOFF (the first of them that is set counts), and SCRIPT_DSO.
 */
void script_branch__text(const struct session_sample *s, uint64_t fields, struct strbuf *out);

#endif /* PERF_SCRIPT_BRANCH_H */
