/* SPDX-License-Identifier: GPL-2.0-only */
/* An address space (call-space.c), and where calls lead in it (call-steps.c). Private to util/callchain. */
#ifndef PERF_CALLCHAIN_CALL_SPACE_INTERNAL_H
#define PERF_CALLCHAIN_CALL_SPACE_INTERNAL_H

#include "util/base/hash.h"
#include "util/callchain/call-space.h"

U64_MAP(call_steps_map, struct call_steps *)

/* What processes with the same files share. */
struct linked {
	struct dso **dsos;		/* by address */
	size_t nr;
	struct call_steps_map steps[2];	/* code_function -> struct call_steps: without a frame, with one */
};

struct call_space {
	const struct map **maps;	/* those that may be executed */
	size_t nr, cap;
	struct linked *linked;
	struct code_files *files;
};

#endif /* PERF_CALLCHAIN_CALL_SPACE_INTERNAL_H */
