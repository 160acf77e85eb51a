/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The running kernel's code in the build-id cache, as any perf has it: CACHE/[kernel.kcore]/HEX/TIME with
 * kcore, kallsyms and modules, where TIME is YYYYMMDDhhmmss and hundredths: one for each layout of modules.
 */
#ifndef PERF_RECORD_KCORE_CACHE_H
#define PERF_RECORD_KCORE_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

/*
 * Adds a copy below @cache for the kernel of that id. *@ret_dir, which the caller frees, is its folder.
 * -EEXIST: *@ret_dir has one with the same modules at the same addresses; other negative errno with @diag,
 * *@ret_dir is NULL then.
 */
int kcore_cache__add(const char *cache, const uint8_t *id, size_t id_size, char **ret_dir, struct diag *diag);

#endif /* PERF_RECORD_KCORE_CACHE_H */
