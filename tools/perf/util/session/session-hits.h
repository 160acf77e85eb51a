/* SPDX-License-Identifier: GPL-2.0-only */
/* Which files the samples of a recording fell into, found in one walk that keeps nothing. */
#ifndef PERF_SESSION_SESSION_HITS_H
#define PERF_SESSION_SESSION_HITS_H

#include "util/session/session.h"

/*
 * Marks (dso->hit) what the addresses and chains of all samples lie in, of those for which @wanted says so; others may be
 * marked, too. It ends when all wanted ones are. @s was processed with session_opts.world_only. A sample and its user
 * half are looked at where they lie, each at its own time: nothing has to be stitched or sorted for that.
 */
void session__mark_hits(struct session *s, bool (*wanted)(const struct dso *dso, void *ctx), void *ctx);

#endif /* PERF_SESSION_SESSION_HITS_H */
