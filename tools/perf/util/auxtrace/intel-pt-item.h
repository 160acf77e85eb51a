/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to what decodes by libipt. */
#ifndef PERF_AUXTRACE_INTEL_PT_ITEM_H
#define PERF_AUXTRACE_INTEL_PT_ITEM_H

#include <intel-pt.h>
#include <stdbool.h>

#include "util/auxtrace/intel-pt.h"

/* Of a negative status of libipt. */
enum pt_error pt_item__error(int status);
/* Adds to @ret what @ev says, its time too. False: it is nothing that is told. */
bool pt_item__of_event(struct pt_item *ret, const struct pt_event *ev);
void pt_item__of_insn(struct pt_item *ret, const struct pt_insn *insn);

#endif /* PERF_AUXTRACE_INTEL_PT_ITEM_H */
