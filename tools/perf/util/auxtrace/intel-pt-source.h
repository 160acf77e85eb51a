/* SPDX-License-Identifier: GPL-2.0-only */
/* Decodes the Intel PT traces of a recording, as a source of samples for its session. */
#ifndef PERF_AUXTRACE_INTEL_PT_SOURCE_H
#define PERF_AUXTRACE_INTEL_PT_SOURCE_H

#include "util/auxtrace/itrace-opts.h"
#include "util/session/session.h"

struct intel_pt_source;

/*
 * Makes it @session's source; nothing happens unless the recording has Intel PT. @opts is borrowed. To be
 * deleted after the session's last call. @warn (may be NULL) is told what cannot be done.
 */
struct intel_pt_source *intel_pt_source__new(struct session *session, const struct itrace_opts *opts,
					     void (*warn)(const char *text));
void intel_pt_source__delete(struct intel_pt_source *src);
/*
 * Tells the warn function of each file whose code was needed and is not known. Once, when the session is
 * done.
 */
void intel_pt_source__tell_missing(struct intel_pt_source *src);

#endif /* PERF_AUXTRACE_INTEL_PT_SOURCE_H */
