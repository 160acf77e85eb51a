/* SPDX-License-Identifier: GPL-2.0-only */
/* The features of a recording that is rewritten. */
#ifndef PERF_COPY_COPY_FEATURES_H
#define PERF_COPY_COPY_FEATURES_H

#include "util/data/rewriter.h"
#include "util/session/session.h"

/*
 * Gives the features of the header to @w unchanged; call it when the header is known (session_ops.begin). Features that
 * came as records (from a pipe) are left to the caller, except the tracing data. Features that are not true any more
 * for a recording that is written again (COMPRESSED, DIR_FORMAT) are left out.
 */
void copy_features(const struct session *s, struct rewriter *w);

#endif /* PERF_COPY_COPY_FEATURES_H */
