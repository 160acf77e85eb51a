/* SPDX-License-Identifier: GPL-2.0-only */
/* What a reader would refuse does not go into a copy: each record is taken apart before. */
#ifndef PERF_SESSION_COPY_CHECK_H
#define PERF_SESSION_COPY_CHECK_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/event/record.h"
#include "util/session/session.h"

/* Zero-initialised before the first record. */
struct copy_check {
	/* the protocol of the deferred records: told by the head, or by a sample */
	bool decided;
	enum deferred_protocol protocol;
};

/*
 * The next record of @s in the order of the file. @begun: one of the kernel has come, so
 * that events come too late. Returns 0, or -EBADMSG with @diag. AUXTRACE records are not looked at.
 */
int copy_check__record(struct copy_check *cc, struct session *s, const struct record *r, bool begun,
		 struct diag *diag);

/*
 * Does the session tell damage of such a record by itself? @ordered: it sorts the records, and so reads all.
 */
bool copy_check__is_told(const struct record *r, struct session *s, bool ordered);

#endif /* PERF_SESSION_COPY_CHECK_H */
