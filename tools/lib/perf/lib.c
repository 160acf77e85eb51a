// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <perf/core.h>

const char *libperf_version(void)
{
	return "0.1.0";
}
