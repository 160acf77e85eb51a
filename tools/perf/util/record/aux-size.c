// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-size.h"

#include <errno.h>

#include "util/base/log.h"
#include "util/record/aux-samples.h"

#define AUX_BYTES_PRIVILEGED	(4096 * 1024)
#define AUX_BYTES		(128 * 1024)
/* Beside an AUX area the usual ring would not fit into perf_event_mlock_kb. */
#define RING_BYTES		(256 * 1024)
#define PSB_NEAR		256	/* the packets of a PSB itself need room, too */

/* May this user lock as much memory as he likes? */
static bool may_lock(void)
{
	return kernel__is_privileged() || kernel__perf_event_paranoid() < 0;
}

static size_t round_up_pow2(size_t v)
{
	size_t r = 1;

	while (r < v)
		r *= 2;
	return r;
}

/* A piece with no point in it where a reader can begin tells nothing. */
static void warn_small(const struct aux_config *aux, const char *what, size_t size)
{
	if (aux->psb_period)
		pr_debug("intel_pt psb_period %zu\n", aux->psb_period);
	if (aux->psb_period && size <= aux->psb_period + PSB_NEAR)
		pr_warning("Warning:\nIntel PT %s size (%zu) may be too small for PSB period (%zu)\n", what,
			   size, aux->psb_period);
}

int aux_config__set_sizes(struct aux_config *aux, const struct evlist *evlist, const struct record_opts *opts,
			  size_t page, struct diag *diag)
{
	size_t sample = aux->sampling ? aux_samples__largest(evlist, opts) : 0;
	bool privileged = may_lock();
	size_t usual = (privileged ? AUX_BYTES_PRIVILEGED : AUX_BYTES) / page;

	aux->pages_said = opts->aux_pages != 0;
	aux->pages = opts->aux_pages;
	aux->snapshot_size = opts->snapshot_size;
	if (!privileged && !opts->mmap_pages)
		aux->ring_pages = RING_BYTES / page ? RING_BYTES / page : 1;
	if (!aux->pages && aux->snapshot_size)
		aux->pages = round_up_pow2((aux->snapshot_size + page - 1) / page);
	if (!aux->pages && aux->sampling)
		aux->pages = round_up_pow2((sample + page - 1) / page);
	if (!aux->pages)
		aux->pages = usual ? usual : 1;
	if (!aux->snapshot_size)
		aux->snapshot_size = aux->pages * page;
	if (aux->snapshot && aux->snapshot_size > aux->pages * page)
		return diag__msg(diag, -EINVAL,
				 "Snapshot size %zu must not be greater than AUX area tracing mmap "
				 "size %zu", aux->snapshot_size, aux->pages * page);
	if (aux->sampling && sample > aux->pages * page)
		return diag__msg(diag, -EINVAL,
				 "Sample size %zu must not be greater than AUX area tracing mmap "
				 "size %zu",
				 sample, aux->pages * page);
	if (aux->snapshot || aux->sampling)
		warn_small(aux, aux->snapshot ? "snapshot" : "sample",
			   aux->snapshot ? aux->snapshot_size : sample);
	/* The driver fills one half while the other is read. */
	if (!aux->snapshot && !aux->sampling && aux->pages < 2)
		return diag__msg(diag, -EINVAL, "an AUX area has at least two pages (-m ,2)");
	return 0;
}
