/* SPDX-License-Identifier: GPL-2.0-only */
/* The features of a recording that is rewritten. */
#ifndef PERF_SESSION_COPY_FEATURES_H
#define PERF_SESSION_COPY_FEATURES_H

#include "util/data/rewriter.h"
#include "util/session/session.h"

/*
 * Hands the head's features to @w, as they are, once the head is known (session_ops.begin). Those that
 * came as records (a pipe's) are the caller's, but for the tracing data. What is no longer true of a
 * recording that is written anew (COMPRESSED, DIR_FORMAT) is left out.
 */
void session__copy_features(const struct session *s, struct rewriter *w);

#endif /* PERF_SESSION_COPY_FEATURES_H */
