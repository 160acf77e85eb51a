/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Source lines, as the debug information has them. Each function returns NULL where it says nothing, and where nobody asked for
 * lines (--no-inline); what is returned is valid as long as the recording's files.
 */
#ifndef PERF_EXPORT_EXPORT_SOURCE_H
#define PERF_EXPORT_EXPORT_SOURCE_H

#include "util/stacks/place.h"
#include "util/symbol/srcline.h"

struct frame;

/* Returns the line of the place's first address; that of the call, if it is a caller. */
const struct src_frame *export__source(const struct place *p);
/* Returns how many functions the place's one is inlined into, one after the other; 0: it is not inlined. */
unsigned int export__inline_depth(const struct place *p);
/* The same for a frame of a chain. */
const struct src_frame *export__source_of_frame(const struct frame *f);
/* Returns the line with which the place's function begins; NULL if it is inlined, as it begins at many places then. */
const struct src_frame *export__source_of_function(const struct place *p);

#endif /* PERF_EXPORT_EXPORT_SOURCE_H */
