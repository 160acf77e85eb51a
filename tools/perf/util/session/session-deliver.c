// SPDX-License-Identifier: GPL-2.0-only
/* What a consumer gets: events into the world, samples with their halves resolved. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/infer.h"
#include "util/code/dso-code.h"
#include "util/data/rewrite-attr.h"
#include "util/session/session-internal.h"

/* 1: it has changed; 0: nothing is said of it; -EBADMSG. Sets *@has_probes if @r maps the code of uretprobes. */
static int add_to_world(struct machine *m, const struct record *r, uint64_t time, struct diag *diag, bool *has_probes)
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
		*has_probes = *has_probes || infer__is_uretprobe_name(mmap.filename);
		return 1;
	case PERF_RECORD_COMM:
		if (record__decode_comm(r, &comm, diag))
			return -EBADMSG;
		machine__add_comm(m, time, &comm);
		return 1;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		if (record__decode_task(r, &task, diag))
			return -EBADMSG;
		if (r->header.type == PERF_RECORD_EXIT)
			machine__add_exit(m, time, &task);
		else
			machine__add_fork(m, time, &task, r->header.misc & PERF_RECORD_MISC_FORK_EXEC);
		return 1;
	case PERF_RECORD_KSYMBOL:
		if (record__decode_ksymbol(r, &ksym, diag))
			return -EBADMSG;
		machine__add_ksymbol(m, time, &ksym);
		return 1;
	default:
		return 0;
	}
}

/* With opts.raw. */
static int deliver_deferred(struct session *s, const struct record *r)
{
	const struct chain_half *half = NULL;
	struct diag diag = DIAG_INIT;
	struct record_deferred d;
	struct machine *m;
	const char *comm;

	if (!s->ops->deferred || sample_decoder__deferred(&s->reader.user_dec, r, s->scan.protocol, &d, &diag))
		return 0;
	m = session__machine(s, sample_decoder__machine_pid(&s->reader.dec, d.id.id));
	comm = machine__comm_at(m, d.id.pid, d.id.tid, d.id.time);
	if (!filter__passes(&s->filter, d.id.pid, d.id.tid, d.id.cpu, comm))
		return 0;
	if (d.nr && !s->opts->no_resolve)
		half = chain_cache__half(s->chains, m, d.id.time, machine__maps_at(m, d.id.pid, d.id.time), d.ips,
					 d.nr, PERF_RECORD_MISC_USER,
					 CHAIN_DEFERRED | (s->opts->as_recorded ? CHAIN_AS_RECORDED : 0));
	return s->ops->deferred(s->ctx, r, &d, comm, half);
}

/* Called at a record's turn, after the world has it (a file: all of it). */
int session__deliver_event(struct session *s, const struct record *r)
{
	struct sample_id id = { .pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1 };
	struct session_stage *st = session__stage(s);
	int err;

	if (r->header.type == PERF_RECORD_CALLCHAIN_DEFERRED)
		return deliver_deferred(s, r);
	if (!s->ops->event && !st)
		return 0;
	if (r->header.type < PERF_RECORD_USER_TYPE_START)
		sample_decoder__id(&s->reader.dec, r, &id);
	err = st ? st->event(st, r, &id) : 0;
	return err || !s->ops->event ? err : s->ops->event(s->ctx, r, &id);
}

void session__add_event(struct session *s, const struct record *r)
{
	struct diag diag = DIAG_INIT;
	struct sample_id id;
	int changed;

	if (r->header.type >= PERF_RECORD_USER_TYPE_START)
		return;
	sample_decoder__id(&s->reader.dec, r, &id);
	changed = add_to_world(session__machine(s, sample_decoder__machine_pid(&s->reader.dec, id.id)), r, id.time, &diag, &s->has_probes);
	if (changed < 0)
		session__damaged(s, &diag);
	if (changed > 0 && s->has_tasks) {
		memset(s->tasks, 0, sizeof(s->tasks));
		s->has_tasks = false;
	}
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

void session__join_half(struct session *s, struct session_sample *out, const struct user_half *half)
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
			session__join_half(s, &out, half);
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

const struct frame *session__frame(struct session *s, const struct session_sample *sample, uint64_t ip)
{
	return chain_cache__any_frame(s->chains, sample->machine, sample->sample->time,
				      machine__maps_at(sample->machine, sample->pid, sample->sample->time), ip);
}

struct dso_code *session__code(struct session *s)
{
	char *kcore;

	if (!s->stacks.code) {
		kcore = s->file ? session__path_inside(s, "kcore_dir/kcore") : NULL;
		s->stacks.code = dso_code__new(s->header->arch, kcore);
		free(kcore);
		if (!s->opts->as_recorded)
			chain_cache__set_code(s->chains, s->stacks.code);
	}
	return s->stacks.code;
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
