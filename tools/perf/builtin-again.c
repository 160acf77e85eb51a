// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "builtin-again.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/session/session.h"
#include "util/tui/popup.h"

/* Where a recording ends in the middle, each reading ends with the same error, and with the samples of the first one. */
static bool ended_as_before(const struct second_reading *rd)
{
	return rd->session && session__stats(rd->session)->delivered == session__stats(rd->first)->delivered;
}

bool second_reading__run(struct second_reading *rd, const struct session_ops *ops, void *ctx, char *message, size_t size)
{
	struct diag diag = DIAG_INIT;
	int err;

	popup__notice(rd->what);
	rd->session = session__new(rd->opts, ops, ctx, &diag);
	/* What there is to say about a trace was said the first time. */
	if (rd->session)
		rd->trace = intel_pt_source__new(rd->session, rd->itrace, NULL);
	err = rd->session ? session__process(rd->session, &diag) : -EIO;
	if (rd->stopped)
		snprintf(message, size, "Stopped");
	else if (err && !rd->has_all && !ended_as_before(rd))
		snprintf(message, size, "The recording cannot be read again: %s",
			 diag__is_set(&diag) ? diag.text : strerror(err < 0 ? -err : EIO));
	else
		return true;
	return false;
}

void second_reading__progress(struct second_reading *rd, uint64_t done, uint64_t total)
{
	char text[128];

	snprintf(text, sizeof(text), "%s: %u%%; any key stops", rd->what, total ? (unsigned int)(100.0 * (double)done / (double)total) : 0);
	rd->stopped |= popup__busy(text);
}

bool second_reading__is_same(uint64_t nr, uint64_t first, char *message, size_t size)
{
	if (nr == first)
		return true;
	snprintf(message, size, "The recording is another one since it was read: %" PRIu64 " samples, and not %" PRIu64, nr, first);
	return false;
}

void second_reading__exit(struct second_reading *rd)
{
	session__delete(rd->session);
	intel_pt_source__delete(rd->trace);
	rd->session = NULL;
	rd->trace = NULL;
}
