/* SPDX-License-Identifier: GPL-2.0-only */
/* perf script --dlfilter: a shared object that chooses samples (include/perf/perf_dlfilter.h). */
#ifndef PERF_BUILTIN_SCRIPT_DLFILTER_H
#define PERF_BUILTIN_SCRIPT_DLFILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "util/session/session.h"

struct dlfilter;
struct sample_code;

/*
 * Loads @file: a path, or a name in the working directory or in dlfilters/ below $PERF_EXEC_PATH. @args (borrowed) are
 * the values of --dlarg. NULL: it cannot be loaded, or is no filter, which was said.
 */
struct dlfilter *dlfilter__new(const char *file, char **args, size_t nr_args);
void dlfilter__delete(struct dlfilter *d);
/* Its beginning and its end. 0, or negative: the filter wants no more, which was said. @code is borrowed. */
int dlfilter__start(struct dlfilter *d, struct session *session, struct sample_code *code);
int dlfilter__stop(struct dlfilter *d);
/* For session_ops->any_sample, and for each sample that is to be shown. 1: it is not shown; 0; or negative as above. */
int dlfilter__early(struct dlfilter *d, const struct session_sample *s);
int dlfilter__sample(struct dlfilter *d, const struct session_sample *s);
/* Has it such a function? */
bool dlfilter__has_early(const struct dlfilter *d);

/* --list-dlfilters: what lies in dlfilters/ below $PERF_EXEC_PATH, with its description. */
void dlfilter__list(void);

#endif /* PERF_BUILTIN_SCRIPT_DLFILTER_H */
