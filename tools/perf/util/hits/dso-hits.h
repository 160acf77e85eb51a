/* SPDX-License-Identifier: GPL-2.0-only */
/* Which files the samples of a recording fell into. */
#ifndef PERF_HITS_DSO_HITS_H
#define PERF_HITS_DSO_HITS_H

#include "util/session/session.h"

/*
 * A callback for session_ops.sample: marks (dso->hit) the files in which the sample's address and the frames of its chain
 * lie. With session_opts.symbols.no_symbols no file is opened for this.
 */
int dso_hits__sample(void *ctx, const struct session_sample *sample);

/*
 * Returns every file, kernel and module of the session that is marked, or with @all every one, sorted by name. JIT areas, and
 * names that the kernel gives to mappings without a file, are left out. The caller frees the array.
 */
struct dso **dso_hits__list(struct session *s, bool all, size_t *ret_nr);

/*
 * Marks the files in which the addresses and chains of all samples lie, if @wanted says so, in one walk that keeps
 * nothing; other files may be marked, too. It ends when all wanted files are marked. @s must have been processed with
 * session_opts.world_only. A sample and its user half are looked at where they lie, each at its own time: nothing is
 * stitched or sorted for this.
 */
void dso_hits__walk(struct session *s, bool (*wanted)(const struct dso *dso, void *ctx), void *ctx);

#endif /* PERF_HITS_DSO_HITS_H */
