/* SPDX-License-Identifier: GPL-2.0-only */
/* Checks each record before it is copied, so that what a reader would refuse does not get into a copy. */
#ifndef PERF_COPY_COPY_CHECK_H
#define PERF_COPY_COPY_CHECK_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/event/record.h"
#include "util/session/session.h"

/*
 * Would a reader accept @r, the next record of @s in the order of the file? @begun: there was a record of the kernel
 * already, after which records that declare events come too late. Returns 0, or -EBADMSG with @diag set. AUXTRACE records
 * are not checked.
 */
int copy_check__record(struct session *s, const struct record *r, bool begun, struct diag *diag);

/*
 * If @r is damaged, does the session report that by itself, so that the caller need not? @ordered: the session sorts
 * the records, and so reads all of them.
 */
bool copy_check__is_told(const struct record *r, struct session *s, bool ordered);

#endif /* PERF_COPY_COPY_CHECK_H */
