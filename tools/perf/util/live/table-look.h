/* SPDX-License-Identifier: GPL-2.0-only */
/* What unwind tables, and the code itself, say about one address of a file. Called where files may be anything: in table-process.c. */
#ifndef PERF_LIVE_TABLE_LOOK_H
#define PERF_LIVE_TABLE_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/unwind-file.h"
#include "util/live/table-wire.h"

/*
 * Fills *@ret, which is all zero, with what is to be said of the code at @offset of the file @f. @guessed: nobody is known to need it, so
 * it is skipped (ret->skipped) where code would have to be followed.
 */
void table_answer__look_up(struct unwind_file *f, uint64_t offset, bool guessed, struct table_answer *ret);

#endif /* PERF_LIVE_TABLE_LOOK_H */
