/* SPDX-License-Identifier: GPL-2.0-only */
/* Branch stacks in the text of `perf script`: -F brstack, brstacksym, brstackoff. */
#ifndef PERF_SCRIPT_BRANCH_H
#define PERF_SCRIPT_BRANCH_H

#include <stdint.h>

#include "util/base/strbuf.h"

struct frame;
struct session_sample;

/*
 * Finds what is at @addr in the sample's process, or else in its kernel, for addresses that may be data or code that did not
 * run. Writes it to @ret, which does not belong to a cache of frames.
 */
void script_place__find(const struct session_sample *s, uint64_t addr, struct frame *ret);
/*
 * Appends "FROM/TO/M|P|-/X|-/A|-/CYCLES/TYPE/SPECULATION" for each branch, newest first. @fields: SCRIPT_BRSTACK,
 * _BRSTACKSYM or _BRSTACKOFF (the first one that is set is used), and SCRIPT_DSO.
 */
void script_branch__text(const struct session_sample *s, uint64_t fields, struct strbuf *out);

#endif /* PERF_SCRIPT_BRANCH_H */
