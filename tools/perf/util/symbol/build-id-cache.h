/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The build-id cache, laid out as any perf has it:
 *
 *	DIR/usr/bin/ls/HEX/elf				a copy of the file
 *	DIR/[kernel.kallsyms]/HEX/kallsyms		the running kernel's symbols of then
 *	DIR/[kernel.kallsyms]/HEX/vdso			the code it maps into processes
 *	DIR/usr/bin/ls/HEX/debug			its debug information
 *	DIR/.build-id/xx/yyyy -> ../../usr/bin/ls/HEX	xx and yyyy together are HEX
 *
 * A file appears under its name when it is complete, so that several may fill the cache at once.
 */
#ifndef PERF_SYMBOL_BUILD_ID_CACHE_H
#define PERF_SYMBOL_BUILD_ID_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

#define KERNEL_CACHE_NAME	"[kernel.kallsyms]"

/*
 * $PERF_BUILDID_DIR, or ~/.debug; the caller frees. NULL: neither is there. Also for root, where others may write (see
 * trusted-path.h), which is told once.
 */
char *build_id_cache__dir(void);
/* Is there a file (or symbols) of that id? */
bool build_id_cache__has(const char *dir, const uint8_t *id, size_t size);
/*
 * Puts a copy of @source, which has that id, into the cache as @name: an absolute path. It shares the
 * file's blocks or is a hard link to it, where the file system allows. -EEXIST: there is one already;
 * other negative errno with @diag.
 */
int build_id_cache__add(const char *dir, const char *name, const uint8_t *id, size_t size,
			const char *source, struct diag *diag);
/*
 * The same for one file of that id's entry, by the name that it has there: "elf", "kallsyms", "vdso", "debug". If the
 * cache has others of that id it goes beside them, whatever @name is.
 */
int build_id_cache__add_as(const char *dir, const char *name, const uint8_t *id, size_t size, const char *file,
			   const char *source, struct diag *diag);
/*
 * Puts a copy of @source, debug information for the file of that id, beside it. -EEXIST: there is some already;
 * other negative errno with @diag, -ENOENT if the cache has not got the file.
 */
int build_id_cache__add_debug(const char *dir, const uint8_t *id, size_t size, const char *source, struct diag *diag);
/*
 * The same as build_id_cache__add() for the running kernel, whose id it is: its symbols and its vdso. -EEXIST: both are there
 * already. -EACCES: its addresses are hidden from this user; the vdso is there then.
 */
int build_id_cache__add_kernel(const char *dir, const uint8_t *id, size_t size, struct diag *diag);
/*
 * Opens folder @path of the cache @dir, to be closed; makes both where they are not there. Links of other users in the
 * cache are not followed (-ELOOP). Returns a descriptor or negative errno.
 */
int build_id_cache__folder(const char *dir, const char *path);
/* Takes an id out, and folders that are empty then. -ENOENT: it was not there. */
int build_id_cache__remove(const char *dir, const char *hex, struct diag *diag);

struct build_id_cache_entry {
	const char *hex, *name;		/* "/usr/bin/ls" or "[kernel.kallsyms]" */
};

/*
 * Calls @fn for what is in the cache, in the order of ids; the entry is valid during the call. Stops at
 * nonzero, which is returned.
 */
int build_id_cache__for_each(const char *dir, int (*fn)(void *ctx, const struct build_id_cache_entry *e),
			     void *ctx);

#endif /* PERF_SYMBOL_BUILD_ID_CACHE_H */
