/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of pass 1 share: session-pass1.c and pass1-record.c. */
#ifndef PERF_SESSION_PASS1_H
#define PERF_SESSION_PASS1_H

#include "util/session/session-internal.h"

/*
 * Does what is to be done for the record @r, at which @w is. -EBADMSG: it is damaged, with @diag; -ENOMEM; else nonzero: the consumer wants
 * no more.
 */
int session__see_record(struct session *s, struct data_walk *w, const struct record *r, struct diag *diag);
#endif /* PERF_SESSION_PASS1_H */
