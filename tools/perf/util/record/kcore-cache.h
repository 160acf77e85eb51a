/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Puts the running kernel's code into the build-id cache, where every perf expects it: the folder CACHE/[kernel.kcore]/HEX/TIME has
 * kcore, kallsyms and modules. TIME is YYYYMMDDhhmmss and hundredths of a second; there is one folder for each layout of modules.
 */
#ifndef PERF_RECORD_KCORE_CACHE_H
#define PERF_RECORD_KCORE_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

/*
 * Adds a copy below @cache for the kernel with that build id. Returns 0, and sets *@ret_dir, which the caller frees, to its folder.
 * Returns -EEXIST if there is a copy with the same modules at the same addresses, which is then in *@ret_dir; another negative errno
 * with @diag set and *@ret_dir NULL.
 */
int kcore_cache__add(const char *cache, const uint8_t *id, size_t id_size, char **ret_dir, struct diag *diag);

#endif /* PERF_RECORD_KCORE_CACHE_H */
