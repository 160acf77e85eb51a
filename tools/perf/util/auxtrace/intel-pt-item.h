/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes items from libipt's data. Private to the files that decode with libipt. */
#ifndef PERF_AUXTRACE_INTEL_PT_ITEM_H
#define PERF_AUXTRACE_INTEL_PT_ITEM_H

#include <intel-pt.h>
#include <stdbool.h>

#include "util/auxtrace/intel-pt.h"

/* Returns the error for @status, a negative status of libipt. */
enum pt_error pt_item__error(int status);
/* Adds the data of @ev to @ret, also the time. Returns false if there is no item for such an event. */
bool pt_item__of_event(struct pt_item *ret, const struct pt_event *ev);
/* Sets the members of @ret for the instruction @insn. */
void pt_item__of_insn(struct pt_item *ret, const struct pt_insn *insn);

#endif /* PERF_AUXTRACE_INTEL_PT_ITEM_H */
