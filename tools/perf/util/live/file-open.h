/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens the files that recorded processes have mapped. Private to util/live. */
#ifndef PERF_LIVE_FILE_OPEN_H
#define PERF_LIVE_FILE_OPEN_H

#include "util/live/live-spaces.h"

/*
 * Opens @file for reading: by the map of the process, which leads to the very file, or by its name as the process sees it or as we do,
 * or by the end of that, if that is the same file; else makes one of what the process has in its memory (file-image.h). Returns a
 * descriptor (close-on-exec), or negative errno: -ENOEXEC if it is no ELF file.
 */
int live_file__open(const struct live_file *file);

#endif /* PERF_LIVE_FILE_OPEN_H */
