// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples the long way: split into their halves, with the task that they are of, filtered, and looked up. Recorded ones, and those that were
 * made of traces.
 */
#include "util/session/session-internal.h"

/*
 * Where an in-place chain changes from kernel to user: the index of the marker, or @nr. *@ret_odd: a
 * deferral marker stands where none belongs.
 */
static size_t user_marker(const uint64_t *ips, size_t nr, bool *ret_odd)
{
	size_t i;

	for (i = 0; i < nr && ips[i] != PERF_CONTEXT_USER && ips[i] != PERF_CONTEXT_GUEST_USER; i++)
		if (ips[i] == PERF_CONTEXT_USER_DEFERRED)
			*ret_odd = true;
	return i;
}

/* A second marker and its cookie are no frames: @nr words without them, in the session's scratch. */
static const uint64_t *without_markers(struct session *s, const uint64_t *ips, size_t *nr)
{
	uint64_t *own = own_entries__room(&s->own, *nr);
	size_t i, n = 0;

	for (i = 0; i < *nr; i++) {
		if (ips[i] != PERF_CONTEXT_USER_DEFERRED)
			own[n++] = ips[i];
		else if (i + 1 < *nr && ips[i + 1] < PERF_CONTEXT_MAX)
			i++;
	}
	*nr = n;
	return own;
}

static void split_in_place(struct session *s, struct session_sample *out, size_t nr)
{
	const struct perf_sample *sample = out->sample;
	bool odd = false;
	size_t at = user_marker(sample->ips, nr, &odd);

	out->kernel_ips = sample->ips;
	out->nr_kernel_ips = at;
	out->user.ips = sample->ips + at;
	out->user.nr = nr - at;
	out->user.time = sample->time;
	if (odd && !s->opts->raw)
		out->kernel_ips = without_markers(s, sample->ips, &out->nr_kernel_ips);
}

/* Adds the user half @half to @out, which so far has only the entries of its own chain, and counts it. */
static void join_half(struct session *s, struct session_sample *out, const struct user_half *half)
{
	out->deferred = true;
	out->orphan = half->reason;
	session__count_half(s, half->reason, half->time >= out->sample->time);
	if (!half->found || half->reason != PERF_STITCH_WHOLE)
		return;
	out->user.ips = half->ips;
	out->user.nr = half->nr;
	out->user.time = half->time;
}

int session__deliver_sample(struct session *s, const struct record *r, struct evsel *evsel,
			    const struct perf_sample *sample, const struct user_half *half)
{
	struct session_sample out = {
		.record = r, .sample = sample, .evsel = evsel, .pid = sample->pid, .tid = sample->tid,
		.machine = s->no_guests ? s->host : session__machine(s, sample_decoder__machine_pid(&s->reader.dec, sample->id)),
	};
	unsigned int nr_flushes;
	size_t nr = sample->nr_ips;
	int err;

	if (sample->ips && !s->opts->no_stitch) {
		if (half)
			(void)perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &out.cookie);
		split_in_place(s, &out, nr);
		if (half)
			join_half(s, &out, half);
	}
	if (out.pid == (uint32_t)-1 && out.tid != (uint32_t)-1)
		out.pid = machine__pid_of(out.machine, out.tid, sample->time);
	out.comm = session__task_at(s, out.machine, out.pid, out.tid, sample->time)->comm;
	if (session__wants_any(s) && !session__alike_told_any(s)) {
		err = session__tell_any(s, &out);
		if (err)
			return err;
	}
	if (!filter__passes(&s->filter, out.pid, out.tid, sample->cpu, out.comm)) {
		if (session__has_members(s, sample))
			return session__deliver_members(s, &out, false);
		return s->alike ? session__remember_alike(s, &out, half, true) : 0;
	}
	session__resolve(s, &out, half);
	if (session__has_members(s, sample))
		return session__deliver_members(s, &out, true);
	s->stats.delivered++;
	out.usual = session_sample__is_usual(&out);
	nr_flushes = s->nr_flushes;
	err = session__tell_sample(s, &out);
	if (err || !s->alike)
		return err;
	/* The consumer has asked for another sample: the chains of this one may be gone. */
	if (nr_flushes != s->nr_flushes)
		(void)session__alike_remembers(s, false);
	return session__remember_alike(s, &out, half, false);
}

static unsigned int mode_of(uint64_t addr)
{
	return addr >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
}

int session__deliver_made(struct session *s, struct evsel *evsel, const struct perf_sample *sample,
			  const struct trace_sample *trace)
{
	struct session_sample out = {
		.sample = sample, .evsel = evsel, .pid = sample->pid, .tid = sample->tid, .machine = s->host,
		.trace = trace,
	};

	if (out.pid == (uint32_t)-1 && out.tid != (uint32_t)-1)
		out.pid = machine__pid_of(out.machine, out.tid, sample->time);
	out.comm = machine__comm_at(out.machine, out.pid, out.tid, sample->time);
	if (!filter__passes(&s->filter, out.pid, out.tid, sample->cpu, out.comm))
		return 0;
	if (sample->ips)
		split_in_place(s, &out, sample->nr_ips);
	session__resolve(s, &out, NULL);
	if (sample->addr && !s->opts->no_resolve)
		out.addr = chain_cache__frame(s->chains, out.machine, sample->time,
					      machine__maps_at(out.machine, out.pid, sample->time), sample->addr,
					      mode_of(sample->addr));
	s->stats.delivered++;
	return session__tell_sample(s, &out);
}
