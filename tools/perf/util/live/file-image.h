/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that cannot be opened, as a process has them in its memory. Private to util/live. */
#ifndef PERF_LIVE_FILE_IMAGE_H
#define PERF_LIVE_FILE_IMAGE_H

#include "util/live/live-spaces.h"

/*
 * Makes a file of what the process of @file has mapped of it, but for what it may write to: its headers, code and unwind tables, at their
 * offsets. For who may not open what others have mapped, and finds no name that leads there: the file was replaced or deleted, or never
 * had a name. Returns a descriptor (close-on-exec), or negative errno: the memory cannot be read, or is more than is copied.
 */
int file_image__open(const struct live_file *file);

#endif /* PERF_LIVE_FILE_IMAGE_H */
