// SPDX-License-Identifier: GPL-2.0-only
/* Built where libdw is missing: a user stack is the one address that is known without it. */
#include "util/callchain/unwind.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/event/sample.h"

struct unwinder {
	enum regs_arch arch;
	uint64_t ip;
};

bool unwinder__is_built_in(void)
{
	return false;
}

struct unwinder *unwinder__new(enum regs_arch arch, bool swap)
{
	struct unwinder *u = xzalloc(sizeof(*u));

	(void)swap;
	u->arch = arch;
	return u;
}

void unwinder__delete(struct unwinder *u)
{
	free(u);
}

size_t unwinder__run(struct unwinder *u, struct machine *machine, uint32_t pid, const struct maps *maps,
		     const struct perf_sample *sample, size_t max, const uint64_t **ret_ips,
		     enum unwind_stop *ret_stop, struct dso **ret_dso)
{
	int ip = regs_arch__ip(u->arch);

	(void)machine;
	(void)pid;
	(void)maps;
	*ret_stop = UNWIND_NO_LIBDW;
	*ret_dso = NULL;
	if (!max || ip < 0 || !regs_dump__get(&sample->user_regs, (unsigned int)ip, &u->ip))
		return 0;
	*ret_ips = &u->ip;
	return 1;
}
