// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/shown-reading.h"

#include "util/session/session.h"

void shown_reading__damaged(void *ctx, const struct diag *diag)
{
	const struct shown_reading *r = ctx;

	if (r->ops->damaged)
		r->ops->damaged(r->ctx, diag);
}

void shown_reading__progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	const struct shown_reading *r = ctx;

	if (r->ops->progress)
		r->ops->progress(r->ctx, what, done, total);
}
