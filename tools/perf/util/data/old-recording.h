/* SPDX-License-Identifier: GPL-2.0-only */
/* What lies where a new recording is to be: it is kept as "NAME.old", once. */
#ifndef PERF_DATA_OLD_RECORDING_H
#define PERF_DATA_OLD_RECORDING_H

#include <stdbool.h>

#include "util/base/diag.h"

/* May @path be renamed? Not a folder that is no recording. True where there is nothing. */
bool old_recording__is_kept_safe(const char *path);
/*
 * Renames @base in the folder @dir_fd, if it is a file that is not empty, a link (whatever it leads to) or a recording
 * in the directory format. The recording that has the other name is removed. Returns 0, or negative errno with @diag set.
 */
int old_recording__set_aside(int dir_fd, const char *base, struct diag *diag);

#endif /* PERF_DATA_OLD_RECORDING_H */
