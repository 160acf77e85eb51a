/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of perf list share. */
#ifndef PERF_BUILTIN_LIST_H
#define PERF_BUILTIN_LIST_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/choose/event-list.h"

/*
 * Calls @fn for each marker of user space, in the order of names, each once: those of the file @file; NULL: those of
 * the build-id cache, and, with @running, of all files that processes have mapped. Returns 0, or negative errno with
 * @diag set: @file cannot be read.
 */
int list_sdt__walk(const char *file, bool running, void (*fn)(void *ctx, const struct event_list_entry *entry), void *ctx,
		   struct diag *diag);

#endif /* PERF_BUILTIN_LIST_H */
