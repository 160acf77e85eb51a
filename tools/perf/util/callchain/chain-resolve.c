// SPDX-License-Identifier: GPL-2.0-only
/* From the entries of a chain, markers among them, to its frames. */
#include "util/callchain/chain-internal.h"

/* The mode that a marker announces; false if it is none that we know. */
static bool marker_mode(uint64_t ip, unsigned int *ret_cpumode)
{
	switch (ip) {
	case PERF_CONTEXT_HV:		*ret_cpumode = PERF_RECORD_MISC_HYPERVISOR; return true;
	case PERF_CONTEXT_KERNEL:	*ret_cpumode = PERF_RECORD_MISC_KERNEL; return true;
	case PERF_CONTEXT_USER:
	case PERF_CONTEXT_USER_DEFERRED: *ret_cpumode = PERF_RECORD_MISC_USER; return true;
	case PERF_CONTEXT_GUEST_KERNEL:	*ret_cpumode = PERF_RECORD_MISC_GUEST_KERNEL; return true;
	case PERF_CONTEXT_GUEST:
	case PERF_CONTEXT_GUEST_USER:	*ret_cpumode = PERF_RECORD_MISC_GUEST_USER; return true;
	default:			return false;
	}
}

void chain_cache__resolve(struct chain_cache *cache, const struct resolver *r, struct half_entry *e)
{
	bool exact = e->flags & (CHAIN_CALLS | CHAIN_AS_RECORDED), deferred = e->flags & CHAIN_DEFERRED;
	struct chain_steps st = { .cache = cache, .r = r, .e = e };
	enum entry_kind kind = ENTRY_EXACT;
	unsigned int mode = e->cpumode;
	bool in_user = false;			/* the entry before is an address of user mode, if only markers lie between */
	size_t i, nr_user = 0;

	cache->nr_scratch = 0;
	for (i = 0; i < e->nr_ips; i++) {
		uint64_t ip = e->ips[i];
		bool is_address = ip < PERF_CONTEXT_MAX;
		bool steps = is_address && e->flags & CHAIN_GAPS && mode == PERF_RECORD_MISC_USER;

		/* One stack goes on behind the marker that tells what is proven from what is not. */
		if (ip == PERF_CONTEXT_USER && in_user && !deferred)
			continue;
		/* An entry that is not an address ends a walk, or the walk should not have come to it. */
		if (!steps)
			chain_steps__end(&st);
		in_user = is_address && mode == PERF_RECORD_MISC_USER;
		nr_user += in_user;
		/* Who unwound this stack by tables has come from a signal's return to the address that was interrupted. */
		if (kind == ENTRY_BEHIND_SIGNAL && in_user && nr_user <= CHAIN_NR_CERTAIN(e->flags))
			kind = ENTRY_EXACT;
		if (is_address || deferred) {
			struct frame_entry *we = chain_cache__entry(cache, r, ip, is_address ? mode : MODE_JUNK,
							    exact || !is_address ? ENTRY_EXACT : kind);

			if (steps)
				chain_steps__to(&st, we);
			else if (!st.astray)
				chain_cache__add_entry(cache, we);
			kind = we->next;
		} else if (marker_mode(ip, &mode)) {		/* an unknown one changes nothing */
			kind = ENTRY_EXACT;
			st.astray = false;
		}
		/* A cookie is not an address. */
		if (ip == PERF_CONTEXT_USER_DEFERRED && !deferred)
			i++;
	}
	chain_steps__end(&st);
}
