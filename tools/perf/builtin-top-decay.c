// SPDX-License-Identifier: GPL-2.0-only
/* How soon what was counts for less in perf top: --decay and --zero. */
#include <math.h>
#include <stdlib.h>

#include "builtin.h"
#include "builtin-top.h"
#include "util/base/log.h"
#include "util/base/options.h"

#define NS		1000000000.0
/* 7/8 so many times are a half. */
#define USUAL_HALF	5.19
/* So many times a half are less than 2 %. */
#define HALVES_FORGOTTEN 5.65
#define DECAY_PARTS	65536

int top_decay__set(const struct option *opt, const char *arg, bool unset)
{
	struct top_options *o = opt->value;
	char *end = NULL;
	double seconds = unset ? 0 : strtod(arg, &end);

	if (!unset && (end == arg || *end || !isfinite(seconds) || seconds < 0.01 || seconds > 86400)) {
		pr_error("perf: option '--decay' takes the seconds after which a sample counts half, 0.01 to 86400, not '%s'\n", arg);
		return -1;
	}
	o->half = (uint64_t)(seconds * NS);
	return 0;
}

/*
 * Where rows become lighter slowly, they do so seldom and as much as usual: numbers are rounded down each time, so that a row of few
 * samples would lose them sooner than half of them are due.
 */
void top_decay__settle(struct top_options *o)
{
	double refreshes = (double)o->half / (double)o->delay, every = floor(refreshes / USUAL_HALF);

	o->decay = (struct top_decay)TOP_DECAY_USUAL;
	if (o->zero && o->half)
		usage_error("--zero counts anew after each refresh: it goes without --decay");
	if (o->zero)
		o->decay = (struct top_decay){ .num = 0, .den = 1, .every = 1, .forgotten = 1 };
	if (!o->half)
		return;
	if (every < 1)
		every = 1;
	o->decay = (struct top_decay){ .num = (uint32_t)(DECAY_PARTS * exp2(-every / refreshes)), .den = DECAY_PARTS,
				       .every = (unsigned int)every, .forgotten = (unsigned int)ceil(refreshes * HALVES_FORGOTTEN) };
}
