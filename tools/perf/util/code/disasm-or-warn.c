// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdatomic.h>

#include "util/base/log.h"
#include "util/code/disasm.h"

void disasm__warn(const char *why)
{
	static atomic_flag said = ATOMIC_FLAG_INIT;

	if (!atomic_flag_test_and_set(&said))
		pr_warning("perf: %s: what only instructions tell is not judged (who is missing in a chain, types of data, where functions "
			   "jump to), and what was recorded is shown as it is\n", why);
}

struct disasm *disasm__open_or_warn(const char *arch)
{
	struct disasm *d = NULL;
	char err[512];

	if (disasm__open(arch, &d, err, sizeof(err)) == -ENOENT)
		disasm__warn(err);
	return d;
}
