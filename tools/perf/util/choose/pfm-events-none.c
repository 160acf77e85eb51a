// SPDX-License-Identifier: GPL-2.0-only
/* Built where libpfm4 is missing. */
#include "util/choose/pfm-events.h"

#include <errno.h>

#define MISSING	"perf was built without libpfm4 (install libpfm4-dev)"

int pfm_events__parse(struct evlist *evlist, const char *text, struct parse_events_error *err)
{
	(void)evlist;
	(void)text;
	return parse_events_error__set(err, 0, NULL, "%s", MISSING);
}

int pfm_events__walk(void (*fn)(void *ctx, const struct event_list_entry *entry), void *ctx, struct diag *diag)
{
	(void)fn;
	(void)ctx;
	return diag__msg(diag, -ENOSYS, "%s", MISSING);
}
