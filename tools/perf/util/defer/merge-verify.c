// SPDX-License-Identifier: GPL-2.0-only
/* A merged recording read back: each of its chains says what was written. */
#include <errno.h>
#include <inttypes.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/defer/merge-internal.h"

/* What a chain says, whichever way it is laid out: compared when the result is read back. */
static uint64_t hash_words_of(const uint64_t *words, size_t nr, uint64_t seed)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (words[i] < PERF_CONTEXT_MAX)
			seed = hash_combine(seed, words[i]);
	return hash_combine(seed, 1);
}

uint64_t merge__hash(uint64_t time, uint32_t tid, const uint64_t *kernel, size_t nr_kernel, const uint64_t *user, size_t nr_user)
{
	uint64_t h = hash_combine(hash_u64(time), tid);

	return hash_words_of(user, nr_user, hash_words_of(kernel, nr_kernel, h));
}

void merge__remember(struct merge *m, uint64_t hash)
{
	GROW(m->hashes, m->nr_hashes, m->cap_hashes);
	m->hashes[m->nr_hashes++] = hash;
}

struct verify {
	const struct merge *m;
	uint64_t nr;
	struct diag *diag;
};

static int verify_sample(void *ctx, const struct session_sample *s)
{
	struct verify *v = ctx;
	uint64_t hash = merge__hash(s->sample->time, s->tid, s->kernel_ips, s->nr_kernel_ips, s->user.ips,
				    s->user.nr);

	if (v->nr >= v->m->nr_hashes || v->m->hashes[v->nr] != hash || s->deferred)
		return diag__set(v->diag, -EILSEQ, s->record->offset, "SAMPLE", "callchain",
				 "verify: sample %" PRIu64 " at %" PRIu64 " ns is not what was written",
				 v->nr, s->sample->time);
	v->nr++;
	return 0;
}

int merge__verify(struct merge *m)
{
	struct verify v = { .m = m, .diag = m->diag };
	struct session_ops ops = { .sample = verify_sample };
	struct session_opts opts = { .input = m->opts->output, .no_resolve = true,
				     .force = true };
	struct session *s = session__new(&opts, &ops, &v, m->diag);
	int err;

	if (!s)
		return -EBADMSG;
	err = session__process(s, m->diag);
	if (!err && (session__stats(s)->damaged || session__stats(s)->deferred_records))
		err = diag__msg(m->diag, -EILSEQ, "verify: '%s' is damaged or holds deferred records",
				m->opts->output);
	if (!err && v.nr != m->nr_hashes)
		err = diag__msg(m->diag, -EILSEQ, "verify: '%s' has %" PRIu64 " samples, %zu were written",
				m->opts->output, v.nr, m->nr_hashes);
	m->stats->verified = v.nr;
	session__delete(s);
	return err;
}
