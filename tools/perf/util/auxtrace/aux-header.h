/* SPDX-License-Identifier: GPL-2.0-only */
/* What `--header` says about AUX traces: which driver they are from, and which events switch them on and off. */
#ifndef PERF_AUXTRACE_AUX_HEADER_H
#define PERF_AUXTRACE_AUX_HEADER_H

#include "util/base/strbuf.h"

struct session;

/* Appends lines that begin with "# "; none if the recording has no AUX trace. Can be called before @s is read. */
void aux_header__print(struct strbuf *out, struct session *s);

#endif /* PERF_AUXTRACE_AUX_HEADER_H */
