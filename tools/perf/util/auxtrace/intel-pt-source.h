/* SPDX-License-Identifier: GPL-2.0-only */
/* Decodes the Intel PT traces of a recording and is a source of samples for its session. */
#ifndef PERF_AUXTRACE_INTEL_PT_SOURCE_H
#define PERF_AUXTRACE_INTEL_PT_SOURCE_H

#include "util/auxtrace/itrace-opts.h"
#include "util/session/session.h"

struct intel_pt_source;

/*
 * Returns a source and makes it the source of @session; it does nothing if the recording has no Intel PT trace. @opts is
 * borrowed. Calls @warn (may be NULL) for what cannot be done. The caller deletes it after the last call for the session.
 */
struct intel_pt_source *intel_pt_source__new(struct session *session, const struct itrace_opts *opts,
					     void (*warn)(const char *text));
void intel_pt_source__delete(struct intel_pt_source *src);
/*
 * Calls the warn function for each file whose code was needed and is not known. Call it once, when the session has
 * been read.
 */
void intel_pt_source__tell_missing(struct intel_pt_source *src);

#endif /* PERF_AUXTRACE_INTEL_PT_SOURCE_H */
