/* SPDX-License-Identifier: GPL-2.0-only */
/* What `--header` says of AUX traces: which driver's, and which events switch them. */
#ifndef PERF_AUXTRACE_AUX_HEADER_H
#define PERF_AUXTRACE_AUX_HEADER_H

#include "util/base/strbuf.h"

struct session;

/* Lines that begin with "# "; none if the recording has no AUX trace. @s may not have been read yet. */
void aux_header__print(struct strbuf *out, struct session *s);

#endif /* PERF_AUXTRACE_AUX_HEADER_H */
