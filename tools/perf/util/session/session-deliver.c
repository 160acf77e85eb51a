// SPDX-License-Identifier: GPL-2.0-only
/* What a consumer gets: events into the world, samples with their halves resolved. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/dso-code.h"
#include "util/data/rewrite-attr.h"
#include "util/session/session-internal.h"

/* Frames that a kernel takes unless it is told otherwise (kernel.perf_event_max_stack). */
#define KERNEL_MAX_STACK	127

static int add_to_world(struct machine *m, const struct record *r, uint64_t time, struct diag *diag)
{
	struct record_mmap mmap;
	struct record_comm comm;
	struct record_task task;
	struct record_ksymbol ksym;

	switch (r->header.type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		if (record__decode_mmap(r, &mmap, diag))
			return -EBADMSG;
		machine__add_mmap(m, time, record__cpumode(r), &mmap);
		return 0;
	case PERF_RECORD_COMM:
		if (record__decode_comm(r, &comm, diag))
			return -EBADMSG;
		machine__add_comm(m, time, &comm);
		return 0;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		if (record__decode_task(r, &task, diag))
			return -EBADMSG;
		if (r->header.type == PERF_RECORD_EXIT)
			machine__add_exit(m, time, &task);
		else
			machine__add_fork(m, time, &task, r->header.misc & PERF_RECORD_MISC_FORK_EXEC);
		return 0;
	case PERF_RECORD_KSYMBOL:
		if (record__decode_ksymbol(r, &ksym, diag))
			return -EBADMSG;
		machine__add_ksymbol(m, time, &ksym);
		return 0;
	default:
		return 0;
	}
}

/* Called at a record's turn, after the world has it (a file: all of it). */
int session__deliver_event(struct session *s, const struct record *r)
{
	struct sample_id id = { .pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1 };

	if (!s->ops->event)
		return 0;
	if (r->header.type < PERF_RECORD_USER_TYPE_START)
		sample_decoder__id(&s->dec, r, &id);
	return s->ops->event(s->ctx, r, &id);
}

void session__add_event(struct session *s, const struct record *r)
{
	struct diag diag = DIAG_INIT;
	struct sample_id id;

	if (r->header.type >= PERF_RECORD_USER_TYPE_START)
		return;
	sample_decoder__id(&s->dec, r, &id);
	if (add_to_world(session__machine(s, session__machine_pid(s, id.id)), r, id.time, &diag))
		session__damaged(s, &diag);
}

/* The task of a sample. Borrowed until the next question. */
static const struct task_view *task_at(struct session *s, struct machine *m, uint32_t pid, uint32_t tid, uint64_t time)
{
	struct task_view *view = &s->tasks[tid % ARRAY_SIZE(s->tasks)];

	if (!s->frozen || !task_view__holds(view, m, pid, tid, time))
		machine__view(m, pid, tid, time, view);
	return view;
}

/* Words that are addresses, until @max of them: how many words that takes. */
static size_t limit_words(const uint64_t *words, size_t nr, unsigned int *max, bool deferred)
{
	size_t i;

	/* There is no limit. */
	if (*max == UINT32_MAX)
		return nr;
	for (i = 0; i < nr && *max; i++)
		if (deferred || words[i] < PERF_CONTEXT_MAX)
			(*max)--;
	return i;
}

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
	size_t i, n = 0;

	if (*nr > s->cap_words) {
		s->cap_words = *nr;
		s->words = xreallocarray(s->words, s->cap_words, sizeof(*s->words));
	}
	for (i = 0; i < *nr; i++) {
		if (ips[i] != PERF_CONTEXT_USER_DEFERRED)
			s->words[n++] = ips[i];
		else if (i + 1 < *nr && ips[i + 1] < PERF_CONTEXT_MAX)
			i++;
	}
	*nr = n;
	return s->words;
}

static void split_in_place(struct session *s, struct session_sample *out, size_t nr)
{
	const struct perf_sample *sample = out->sample;
	bool odd = false;
	size_t at = user_marker(sample->ips, nr, &odd);

	out->kernel_ips = sample->ips;
	out->nr_kernel_ips = at;
	out->user_ips = sample->ips + at;
	out->nr_user_ips = nr - at;
	out->user_time = sample->time;
	if (odd && !s->opts->raw)
		out->kernel_ips = without_markers(s, sample->ips, &out->nr_kernel_ips);
}

/* Of a user half that a sample in kernel mode brought along. @nr: its words. */
static const struct maps *user_maps(const struct session_sample *out, size_t nr)
{
	size_t i = 0;

	while (i < nr && out->user_ips[i] >= PERF_CONTEXT_MAX)
		i++;
	return machine__maps_for(out->machine, out->pid, out->user_time, i < nr ? out->user_ips[i] : 0);
}

/* The address space of the user half, of its own moment: an exec in between has replaced it. */
static const struct maps *maps_of_user_half(struct session *s, const struct session_sample *out,
					    const struct user_half *half)
{
	uint32_t pid = out->pid;

	if (half && half->found) {
		if (half->pid != (uint32_t)-1)
			pid = half->pid;
		return task_at(s, out->machine, pid, out->tid, out->user_time)->maps;
	}
	if (sample__is_user(out->sample))
		return task_at(s, out->machine, pid, out->tid, out->sample->time)->maps;
	return user_maps(out, out->nr_user_ips);
}

static void repair(struct session *s, struct session_sample *out, const struct user_half *half)
{
	if (s->opts->as_recorded || s->opts->raw || !out->nr_user_ips || out->user_calls ||
	    !attr__has_repair_bytes(&out->evsel->attr))
		return;
	session__repair_user_half(s, out, maps_of_user_half(s, out, half), half && half->found);
}

/*
 * What is asked about a user half that was walked by frame pointers; @cut: words are left out at its outer end; @deferred: it
 * is out of a record of its own.
 */
static unsigned int gap_flags(const struct session *s, const struct session_sample *out, bool cut, bool deferred)
{
	size_t max = out->evsel->attr.sample_max_stack ? out->evsel->attr.sample_max_stack : KERNEL_MAX_STACK;
	unsigned int flags = CHAIN_GAPS;

	/* Chains that were made of traces, branches or stack copies have all their callers. */
	if (!s->opts->gaps || s->opts->as_recorded || s->opts->raw || out->user_calls || out->trace)
		return 0;
	if (!s->opts->no_infer)
		flags |= CHAIN_INFER;
	/* By the kernel, too. */
	if (cut || out->nr_user_ips >= max)
		flags |= CHAIN_CUT;
	/* Files that were merged or converted do not tell. Nor does a probe, for which the kernel may look for the caller. */
	if (!deferred || out->evsel->attr.type == PERF_TYPE_TRACEPOINT || out->evsel->attr.type >= PERF_TYPE_MAX)
		flags |= CHAIN_MAYBE_REPAIRED;
	if (out->repair)
		flags |= CHAIN_CERTAIN(out->repair->end == REPAIR_WHOLE ? CHAIN_CERTAIN_ALL : out->repair->certain);
	return flags;
}

static void count_callers(struct session *s, const struct chain_half *half)
{
	if (!half || half->callers == CHAIN_CALLERS_NOT_ASKED)
		return;
	s->stats.callers[half->callers]++;
	s->stats.callers_named += half->nr_by_call;
	s->stats.gaps += half->nr_gaps;
}

static void resolve(struct session *s, struct session_sample *out, const struct user_half *half)
{
	const struct perf_sample *sample = out->sample;
	unsigned int mode = sample__cpumode(sample), left = s->opts->max_stack ?: UINT32_MAX;
	const struct maps *maps;
	bool deferred = half && half->found;
	unsigned int flags = s->opts->as_recorded ? CHAIN_AS_RECORDED : 0;
	size_t nr;

	if (s->opts->no_stitch && s->opts->no_resolve)
		return;
	if (s->opts->no_resolve) {
		if (s->opts->unwind || (s->opts->repair && attr__has_repair_bytes(&out->evsel->attr)))
			session__make_user_half(s, out);
		if (s->opts->repair)
			repair(s, out, half);
		return;
	}
	chain_cache__make_room(s->chains);
	maps = task_at(s, out->machine, out->pid, out->tid, sample->time)->maps;
	if (out->evsel->attr.sample_type & PERF_SAMPLE_IP)
		out->ip = chain_cache__frame(s->chains, out->machine, sample->time, maps, sample->ip, mode);
	if (s->opts->no_chains)
		return;
	session__make_user_half(s, out);
	(void)session__code(s);
	repair(s, out, half);
	nr = limit_words(out->kernel_ips, out->nr_kernel_ips, &left, false);
	if (nr)
		out->chain.kernel = chain_cache__half(s->chains, out->machine, sample->time, maps,
						      out->kernel_ips, nr, mode, flags);
	nr = limit_words(out->user_ips, out->nr_user_ips, &left, deferred);
	if (!nr)
		return;
	maps = maps_of_user_half(s, out, half);
	if (!s->opts->as_recorded && !s->opts->raw && !out->user_calls)
		session__leave_uretprobe(s, out, maps);
	if (deferred)
		mode = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER
			? PERF_RECORD_MISC_GUEST_USER : PERF_RECORD_MISC_USER;
	else if (!sample__is_user(sample))
		mode = PERF_RECORD_MISC_USER;
	flags |= gap_flags(s, out, nr < out->nr_user_ips, deferred);
	out->chain.user = chain_cache__half(s->chains, out->machine, out->user_time, maps, out->user_ips, nr,
					    mode, flags | (deferred ? CHAIN_DEFERRED : 0) |
					    (out->user_calls ? CHAIN_CALLS : 0));
	count_callers(s, out->chain.user);
}

static void join_halves(struct session *s, struct session_sample *out, size_t nr_kernel,
			const struct user_half *half)
{
	size_t nr;

	split_in_place(s, out, nr_kernel);
	if (!half)
		return;
	out->deferred = true;
	(void)perf_stitch__ending(out->sample->ips, out->sample->nr_ips, &nr, &out->cookie);
	out->orphan = half->reason;
	s->stats.waiting++;
	if (!half->found || half->reason != PERF_STITCH_WHOLE) {
		s->stats.orphans[half->reason]++;
		return;
	}
	if (half->time >= out->sample->time)
		s->stats.stitched_by_later++;
	else
		s->stats.stitched_by_earlier++;
	out->user_ips = half->ips;
	out->nr_user_ips = half->nr;
	out->user_time = half->time;
}

int session__deliver_sample(struct session *s, const struct record *r, struct evsel *evsel,
			    const struct perf_sample *sample, size_t nr_kernel, const struct user_half *half)
{
	struct session_sample out = {
		.record = r, .sample = sample, .evsel = evsel, .pid = sample->pid, .tid = sample->tid,
		.machine = session__machine(s, session__machine_pid(s, sample->id)),
	};

	if (sample->ips && !s->opts->no_stitch)
		join_halves(s, &out, nr_kernel, half);
	if (out.pid == (uint32_t)-1 && out.tid != (uint32_t)-1)
		out.pid = machine__pid_of(out.machine, out.tid, sample->time);
	out.comm = task_at(s, out.machine, out.pid, out.tid, sample->time)->comm;
	if (s->ops->any_sample) {
		int err = s->ops->any_sample(s->ctx, &out);

		if (err)
			return err;
	}
	if (!filter__passes(&s->filter, out.pid, out.tid, sample->cpu, out.comm))
		return session__has_members(s, sample) ? session__deliver_members(s, &out, false) : 0;
	resolve(s, &out, half);
	if (session__has_members(s, sample))
		return session__deliver_members(s, &out, true);
	s->stats.delivered++;
	return s->ops->sample ? s->ops->sample(s->ctx, &out) : 0;
}

const struct frame *session__frame(struct session *s, const struct session_sample *sample, uint64_t ip)
{
	return chain_cache__any_frame(s->chains, sample->machine, sample->sample->time,
				      machine__maps_at(sample->machine, sample->pid, sample->sample->time), ip);
}

struct dso_code *session__code(struct session *s)
{
	char *kcore;

	if (!s->code) {
		kcore = s->file ? xasprintf("%s/kcore_dir/kcore", s->input) : NULL;
		s->code = dso_code__new(s->header->arch, kcore);
		free(kcore);
		if (!s->opts->as_recorded)
			chain_cache__set_code(s->chains, s->code);
	}
	return s->code;
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
	resolve(s, &out, NULL);
	if (sample->addr && !s->opts->no_resolve)
		out.addr = chain_cache__frame(s->chains, out.machine, sample->time,
					      machine__maps_at(out.machine, out.pid, sample->time), sample->addr,
					      mode_of(sample->addr));
	s->stats.delivered++;
	return s->ops->sample ? s->ops->sample(s->ctx, &out) : 0;
}

int session__deliver_deferred(struct session *s, const struct record *r)
{
	const struct chain_half *half = NULL;
	struct diag diag = DIAG_INIT;
	struct record_deferred d;
	struct machine *m;
	const char *comm;

	if (!s->ops->deferred || sample_decoder__deferred(&s->user_dec, r, s->protocol, &d, &diag))
		return 0;
	m = session__machine(s, session__machine_pid(s, d.id.id));
	comm = machine__comm_at(m, d.id.pid, d.id.tid, d.id.time);
	if (!filter__passes(&s->filter, d.id.pid, d.id.tid, d.id.cpu, comm))
		return 0;
	if (d.nr && !s->opts->no_resolve)
		half = chain_cache__half(s->chains, m, d.id.time, machine__maps_at(m, d.id.pid, d.id.time), d.ips,
					 d.nr, PERF_RECORD_MISC_USER,
					 CHAIN_DEFERRED | (s->opts->as_recorded ? CHAIN_AS_RECORDED : 0));
	return s->ops->deferred(s->ctx, r, &d, comm, half);
}
