/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording says about itself, its AUX traces included: --header, and a key of screens. */
#ifndef PERF_BUILTIN_HEADER_H
#define PERF_BUILTIN_HEADER_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/base/text-out.h"

struct session;

/* Prints lines that begin with "#". @full: also shows CPU topology, NUMA nodes and the like. */
void recording_header__print(struct text_out *out, struct session *s, bool full);
/* Appends all of that. @session: struct session *; for screens, which know nothing of it. */
void recording_header__add(void *session, struct strbuf *out);

#endif /* PERF_BUILTIN_HEADER_H */
