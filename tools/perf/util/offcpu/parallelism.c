// SPDX-License-Identifier: GPL-2.0-only
#include "util/offcpu/parallelism.h"

#include <linux/perf_event.h>

#include "util/event/record.h"

#define MANY_CPUS	4096	/* where the recording does not say how many there were */

void parallelism__init(struct parallelism *p, unsigned int nr_cpus)
{
	/* Nothing tells that the first thread was switched in. */
	*p = (struct parallelism){ .running = 1, .most = nr_cpus ? nr_cpus : MANY_CPUS };
}

void parallelism__event(struct parallelism *p, const struct record *r)
{
	switch (r->header.type) {
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		p->running += r->header.misc & PERF_RECORD_MISC_SWITCH_OUT ? -1 : 1;
		break;
	case PERF_RECORD_EXIT:
		/* A thread that ends is not switched out any more. */
		p->running--;
		break;
	default:
		break;
	}
}

unsigned int parallelism__now(const struct parallelism *p)
{
	return p->running < 1 ? 1 : p->running > p->most ? p->most : (unsigned int)p->running;
}
