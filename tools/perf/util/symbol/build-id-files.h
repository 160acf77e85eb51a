/* SPDX-License-Identifier: GPL-2.0-only */
/* Files and links as they are put into the build-id cache: complete, and where no link of another user leads to. Private to util/symbol. */
#ifndef PERF_SYMBOL_BUILD_ID_FILES_H
#define PERF_SYMBOL_BUILD_ID_FILES_H

#include <stddef.h>

/*
 * Makes file @name in the folder open at @dir_fd of the @size bytes at @data, or, @data being NULL, of the file @source, whose blocks are
 * shared if the file system allows that. A file of that name is replaced. Returns 0 or negative errno.
 */
int cache_file__put(int dir_fd, const char *name, const char *source, const char *data, size_t size);
/*
 * Makes DIR/.build-id/xx/yyyy -> ../../NAME/HEX in the cache @dir, in place of whatever an older perf left there. Returns 0 or negative
 * errno.
 */
int cache_link__put(const char *dir, const char *name, const char *hex);

#endif /* PERF_SYMBOL_BUILD_ID_FILES_H */
