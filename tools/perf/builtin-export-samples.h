/* SPDX-License-Identifier: GPL-2.0-only */
/* What is done with each sample, span off the CPU and record of a recording that is written in another format. */
#ifndef PERF_BUILTIN_EXPORT_SAMPLES_H
#define PERF_BUILTIN_EXPORT_SAMPLES_H

#include "util/session/session.h"

/* Writes what comes; the context is the export_run, here and in the other two. Ends the reading where what is written arrives nowhere. */
extern const struct session_ops export_run__ops;
/* For offcpu_opts.span: spans in place of samples, of which only that part counts which lies in the times that were asked for. */
int export_run__on_span(void *ctx, const struct session_sample *span);
/* Likewise: spans beside samples, which are shown whole. */
int export_run__on_span_beside(void *ctx, const struct session_sample *span);

#endif /* PERF_BUILTIN_EXPORT_SAMPLES_H */
