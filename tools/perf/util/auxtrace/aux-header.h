/* SPDX-License-Identifier: GPL-2.0-only */
/* What `--header` says about AUX traces: which driver they are from, and which events switch them on and off. */
#ifndef PERF_AUXTRACE_AUX_HEADER_H
#define PERF_AUXTRACE_AUX_HEADER_H

#include "util/base/text-out.h"

struct session;

/* Prints lines that begin with "# "; none if the recording has no AUX trace. Can be called before @s is read. */
void aux_header__print(struct text_out *out, struct session *s);

#endif /* PERF_AUXTRACE_AUX_HEADER_H */
