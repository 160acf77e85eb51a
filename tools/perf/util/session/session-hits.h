/* SPDX-License-Identifier: GPL-2.0-only */
/* Which files the samples of a recording fell into, found in one walk that keeps nothing. */
#ifndef PERF_SESSION_SESSION_HITS_H
#define PERF_SESSION_SESSION_HITS_H

#include "util/session/session.h"

/*
 * Marks (dso->hit) the files in which the addresses and chains of all samples lie, if @wanted says so; other files may be
 * marked, too. It ends when all wanted files are marked. @s must have been processed with session_opts.world_only. A
 * sample and its user half are looked at where they lie, each at its own time: nothing is stitched or sorted for this.
 */
void session__mark_hits(struct session *s, bool (*wanted)(const struct dso *dso, void *ctx), void *ctx);

#endif /* PERF_SESSION_SESSION_HITS_H */
