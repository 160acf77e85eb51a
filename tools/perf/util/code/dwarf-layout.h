/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to util/code. */
#ifndef PERF_CODE_DWARF_LAYOUT_H
#define PERF_CODE_DWARF_LAYOUT_H

#include "util/base/arena.h"
#include "util/code/type-layout.h"

/* Sets *@ret to the layout of @type, a Dwarf_Die *. Its texts are in @arena; type_layout__exit() frees the rest. */
void dwarf_layout__make(void *type, struct arena *arena, struct type_layout *ret);

#endif /* PERF_CODE_DWARF_LAYOUT_H */
