// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/unwind.h"

const char *unwind_stop__text(enum unwind_stop stop)
{
	static const char *const texts[UNWIND_NR_STOPS] = {
		[UNWIND_WHOLE] = "complete",
		[UNWIND_LIMIT] = "the limit of frames",
		[UNWIND_STACK_END] = "the end of the recorded piece of stack",
		[UNWIND_NO_INFO] = "code without unwind information",
		[UNWIND_NO_REGS] = "registers that were not recorded or are of an unknown machine",
		[UNWIND_NO_LIBDW] = "a perf built without libdw",
	};

	return (unsigned int)stop < UNWIND_NR_STOPS ? texts[stop] : "";
}
