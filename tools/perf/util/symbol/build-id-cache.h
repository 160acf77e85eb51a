/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The build-id cache, with the layout that all perfs use:
 *
 *	DIR/usr/bin/ls/HEX/elf				a copy of the file
 *	DIR/[kernel.kallsyms]/HEX/kallsyms		a copy of the kernel's symbols
 *	DIR/[kernel.kallsyms]/HEX/vdso			the code that it maps into processes
 *	DIR/usr/bin/ls/HEX/debug			its debug information
 *	DIR/.build-id/xx/yyyy -> ../../usr/bin/ls/HEX	xx and yyyy together are HEX
 *
 * A file appears under its name when it is complete, so that several perfs can fill the cache at the same time.
 */
#ifndef PERF_SYMBOL_BUILD_ID_CACHE_H
#define PERF_SYMBOL_BUILD_ID_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

#define KERNEL_CACHE_NAME	"[kernel.kallsyms]"

/*
 * Returns $PERF_BUILDID_DIR, or ~/.debug; the caller frees it. Returns NULL if neither is known, and for root also if others may
 * write there (see trusted-path.h), about which a warning is printed once.
 */
char *build_id_cache__dir(void);
/* Does the cache have a file (or symbols) with that id? */
bool build_id_cache__has(const char *dir, const uint8_t *id, size_t size);
/*
 * Adds a copy of @source, which has that id, to the cache as @name, an absolute path. It shares the
 * file's blocks or is a hard link to it if the file system allows that. Returns 0; -EEXIST if the cache has it already; or another
 * negative errno with @diag set.
 */
int build_id_cache__add(const char *dir, const char *name, const uint8_t *id, size_t size,
			const char *source, struct diag *diag);
/*
 * The same for one file of the entry of the id @hex, with the name that it has there: "elf", "kallsyms", "vdso", "debug". If the
 * cache has other files with that id, it is added beside them, whatever @name is.
 */
int build_id_cache__add_as(const char *dir, const char *name, const char *hex, const char *file, const char *source, struct diag *diag);
/*
 * Adds a copy of @source, debug information for the file with that id, beside that file. Returns 0; -EEXIST if there is some already;
 * or another negative errno with @diag set: -ENOENT if the cache does not have the file.
 */
int build_id_cache__add_debug(const char *dir, const uint8_t *id, size_t size, const char *source, struct diag *diag);
/*
 * Does the same with the debug information that is installed on this machine under its build id, as packages of distributions do.
 * Returns -ENOENT, with @diag not set, if there is none.
 */
int build_id_cache__add_installed_debug(const char *dir, const uint8_t *id, size_t size, struct diag *diag);
/*
 * The same as build_id_cache__add() for the running kernel, which has that id: adds its symbols and its vdso. -EEXIST: both are there
 * already. -EACCES: the kernel's addresses are hidden from this user; the vdso was added all the same.
 */
int build_id_cache__add_kernel(const char *dir, const uint8_t *id, size_t size, struct diag *diag);
/*
 * Opens folder @path in the cache @dir, and makes both if they do not exist. Links of other users in the
 * cache are not followed (-ELOOP). Returns a descriptor, which the caller closes, or negative errno.
 */
int build_id_cache__folder(const char *dir, const char *path);
/* Has the cache @dir something for the id @hex? */
bool build_id_cache__has_entry(const char *dir, const char *hex);
/* The name that @hex is stored under; NULL: a link leads there that is none of the cache's. The caller frees it. */
char *build_id_cache__name(const char *dir, const char *hex);
/*
 * Removes an id from the cache, and folders that are then empty. Returns 0, or negative errno with @diag set: -ENOENT if it
 * was not there.
 */
int build_id_cache__remove(const char *dir, const char *hex, struct diag *diag);

struct build_id_cache_entry {
	const char *hex, *name;		/* "/usr/bin/ls" or "[kernel.kallsyms]" */
};

/*
 * Calls @fn for each entry of the cache, in the order of ids; the entry is valid during the call. If @fn returns
 * nonzero, stops and returns that.
 */
int build_id_cache__for_each(const char *dir, int (*fn)(void *ctx, const struct build_id_cache_entry *e),
			     void *ctx);

#endif /* PERF_SYMBOL_BUILD_ID_CACHE_H */
