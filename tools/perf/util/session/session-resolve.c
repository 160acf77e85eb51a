// SPDX-License-Identifier: GPL-2.0-only
/*
 * The entries of a sample looked up in the world: its address, and both halves of its chain.
 *
 * Most samples of a recording are like one before them, and take what came of that one (session-alike.c). The first of each kind comes
 * here, and samples that have more than a chain to make a half of: copies of registers and stack, branches (util/callchain/user-stack.h).
 */
#include "util/data/rewrite-attr.h"
#include "util/session/session-internal.h"

/* Frames that a kernel takes unless it is told otherwise (kernel.perf_event_max_stack). */
#define KERNEL_MAX_STACK	127

/* Entries that are addresses, until @max of them, and markers behind the last one: how many entries that takes. */
static size_t limit_ips(const uint64_t *ips, size_t nr, unsigned int *max, bool deferred)
{
	size_t i;

	/* There is no limit. */
	if (*max == UINT32_MAX)
		return nr;
	for (i = 0; i < nr; i++) {
		bool counts = deferred || ips[i] < PERF_CONTEXT_MAX;

		if (counts && !*max)
			break;
		*max -= counts;
	}
	return i;
}

/* Of a user half that a sample in kernel mode brought along. @nr: its entries. */
static const struct maps *user_maps(const struct session_sample *out, size_t nr)
{
	size_t i = 0;

	while (i < nr && out->user.ips[i] >= PERF_CONTEXT_MAX)
		i++;
	return machine__maps_for(out->machine, out->pid, out->user.time, i < nr ? out->user.ips[i] : 0);
}

static const struct maps *maps_of_half(struct session *s, const struct session_sample *out, const struct user_half *half)
{
	uint32_t pid = out->pid;

	if (half && half->found) {
		if (half->pid != (uint32_t)-1)
			pid = half->pid;
		return session__task_at(s, out->machine, pid, out->tid, out->user.time)->maps;
	}
	if (sample__is_user(out->sample))
		return session__task_at(s, out->machine, pid, out->tid, out->sample->time)->maps;
	return user_maps(out, out->user.nr);
}

/* Was the user half made of a sleeping thread's memory? Then it has all callers, as far as it goes. */
static bool is_of_sleeper(const struct session_sample *out, const struct user_half *half)
{
	return half && half->found ? half->of_sleeper : evsel__is_sleepers(out->evsel);
}

/* Whose user half that of @out is. */
static struct user_stack_of stack_of(const struct session_sample *out, const struct user_half *half)
{
	return (struct user_stack_of){
		.sample = out->sample, .attr = &out->evsel->attr, .machine = out->machine, .pid = out->pid, .deferred = out->deferred,
		.found = half && half->found,
	};
}

static void make(struct session *s, struct session_sample *out, const struct user_half *half)
{
	const struct user_stack_of of = stack_of(out, half);

	user_stacks__make(&s->stacks, &of, &out->user);
}

static void repair(struct session *s, struct session_sample *out, const struct user_half *half)
{
	const struct user_stack_of of = stack_of(out, half);

	if (s->opts->as_recorded || s->opts->raw || !out->user.nr || out->user.calls || !attr__has_repair_bytes(of.attr) || is_of_sleeper(out, half))
		return;
	user_stacks__repair(&s->stacks, &of, &out->user, maps_of_half(s, out, half));
}

/* @all: those further out, too. */
static void leave_probes(struct session *s, struct session_sample *out, const struct user_half *half, const struct maps *maps, bool all)
{
	const struct user_stack_of of = stack_of(out, half);

	if (all)
		user_stacks__drop_probes(&s->stacks, &of, &out->user, maps);
	else
		user_stacks__leave_probe(&s->stacks, &of, &out->user, maps);
}

/* What is known of the user half of @out, but for its sleepers. */
static struct chain_proof proof_of(const struct session_sample *out, bool deferred)
{
	if (out->user.repair)
		return repair__proof(out->user.repair);
	return deferred ? (struct chain_proof){ .certain = 0 } : chain_proof__read(out->user.ips, out->user.nr);
}

/*
 * What is asked about a user half; @cut: entries are left out at its outer end; @half: it is out of a record of its own, if that was
 * found.
 */
static unsigned int gap_flags(const struct session *s, const struct session_sample *out, bool cut,
			      const struct user_half *half)
{
	size_t max = out->evsel->attr.sample_max_stack ? out->evsel->attr.sample_max_stack : KERNEL_MAX_STACK;
	unsigned int flags = CHAIN_GAPS;
	struct chain_proof proof;

	/* Chains that were made of traces or branches have all their callers. */
	if (!s->opts->gaps || s->opts->as_recorded || s->opts->raw || (out->user.calls && !out->user.unwound) || out->trace)
		return 0;
	if (!s->opts->no_infer)
		flags |= CHAIN_INFER;
	if (cut)
		flags |= CHAIN_CUT;
	if (out->user.nr >= max)
		flags |= CHAIN_FULL;
	if (out->user.unwound)
		return flags | CHAIN_BY_TABLES | CHAIN_ENDS(out->user.end) | (out->user.end == CHAIN_END_STACK && s->opts->max_stack &&
						  out->user.nr >= s->opts->max_stack ? CHAIN_CUT : 0);
	if (is_of_sleeper(out, half))
		return flags | CHAIN_CERTAIN(out->user.nr);
	/* Files that were merged or converted do not tell. */
	if (!half || !half->found)
		flags |= CHAIN_MAYBE_REPAIRED;
	else if (out->evsel->attr.type == PERF_TYPE_TRACEPOINT || out->evsel->attr.type >= PERF_TYPE_MAX)
		flags |= CHAIN_MAYBE_PROBED;
	proof = proof_of(out, half && half->found);
	return flags | CHAIN_CERTAIN(proof.certain) | CHAIN_ENDS(proof.gap ? CHAIN_END_NO_TABLE : proof.end);
}

void session__count_callers(struct session *s, const struct chain_half *half, uint64_t nr)
{
	if (!half || half->callers == CHAIN_CALLERS_NOT_ASKED)
		return;
	s->stats.callers[half->callers] += nr;
	s->stats.callers_named += nr * half->nr_by_call;
	s->stats.gaps += nr * half->nr_gaps;
}

static void resolve_all(struct session *s, struct session_sample *out, const struct user_half *half)
{
	const struct perf_sample *sample = out->sample;
	unsigned int mode = sample__cpumode(sample), left = s->opts->max_stack ?: UINT32_MAX;
	const struct maps *maps;
	bool deferred = half && half->found;
	unsigned int flags = s->opts->as_recorded ? CHAIN_AS_RECORDED : 0;
	size_t nr;

	if (!(s->needs & (SESSION_NEEDS_IP | SESSION_NEEDS_CHAIN)))
		return;
	maps = session__task_at(s, out->machine, out->pid, out->tid, sample->time)->maps;
	if (out->evsel->attr.sample_type & PERF_SAMPLE_IP)
		out->ip = chain_cache__frame(s->chains, out->machine, sample->time, maps, sample->ip, mode);
	if (!session__builds_chains(s))
		return;
	(void)session__code(s);
	make(s, out, half);
	repair(s, out, half);
	nr = limit_ips(out->kernel_ips, out->nr_kernel_ips, &left, false);
	if (nr)
		out->chain.kernel = chain_cache__half(s->chains, out->machine, sample->time, maps,
						      &(struct chain_words){ out->kernel_ips, nr, mode, flags });
	nr = limit_ips(out->user.ips, out->user.nr, &left, deferred);
	if (!nr)
		return;
	maps = maps_of_half(s, out, half);
	if (!s->opts->as_recorded && !s->opts->raw && !out->user.calls)
		leave_probes(s, out, half, maps, false);
	if (deferred)
		mode = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER
			? PERF_RECORD_MISC_GUEST_USER : PERF_RECORD_MISC_USER;
	else if (!sample__is_user(sample))
		mode = PERF_RECORD_MISC_USER;
	flags |= gap_flags(s, out, nr < out->user.nr, half);
	flags |= (deferred ? CHAIN_DEFERRED : 0) | (out->user.calls ? CHAIN_CALLS : 0);
	out->chain.user = chain_cache__half(s->chains, out->machine, out->user.time, maps,
					    &(struct chain_words){ out->user.ips, nr, mode, flags });
	session__count_callers(s, out->chain.user, 1);
}

void session__resolve(struct session *s, struct session_sample *out, const struct user_half *half)
{
	if (s->opts->no_stitch && s->opts->no_resolve)
		return;
	if (s->opts->no_resolve) {
		if (s->opts->unwind || s->opts->repair)
			(void)session__code(s);
		if (s->opts->unwind || (s->opts->repair && attr__has_repair_bytes(&out->evsel->attr)))
			make(s, out, half);
		if (s->opts->repair)
			repair(s, out, half);
		if (s->opts->repair && s->has_probes && half && half->found && !out->user.calls)
			leave_probes(s, out, half, maps_of_half(s, out, half), true);
		return;
	}
	chain_cache__make_room(s->chains);
	resolve_all(s, out, half);
}
