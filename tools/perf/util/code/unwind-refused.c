// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-refused.h"

#include <string.h>

#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/code/unwind-file.h"
#include "util/symbol/unpack.h"

static void tell(const struct unwind_file *f, bool debug, const char *path)
{
	static struct u64num told;
	const char *what = unwind_file__refused(f, debug);
	uint64_t key, size;

	if (unwind_file__too_large(f, debug, &size))
		unpack__tell_refused(path, ".debug_frame", size);
	if (!what)
		return;
	key = hash_bytes(path, strlen(path), 0) | 1;
	if (u64num__find(&told, key))
		return;
	u64num__set(&told, key, 1);
	pr_warning("perf: '%s': %s\n", path, what);
}

void unwind_file__tell_refused(const struct unwind_file *f, const char *path, const char *debug_path)
{
	if (path)
		tell(f, false, path);
	if (debug_path)
		tell(f, true, debug_path);
}
