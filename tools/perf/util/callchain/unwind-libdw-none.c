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

struct unwound unwinder__run(struct unwinder *u, const struct unwind_of *of)
{
	int ip = regs_arch__ip(u->arch);
	struct unwound ret = { .stop = UNWIND_NO_LIBDW, .ips = &u->ip };

	ret.nr = of->max && ip >= 0 && regs_dump__get(&of->sample->user_regs, (unsigned int)ip, &u->ip);
	return ret;
}
