// SPDX-License-Identifier: GPL-2.0-only
/* Records that are no samples: into the world, and to the consumer when their turn comes. */
#include <errno.h>
#include <string.h>

#include "util/callchain/infer.h"
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
		half = chain_cache__half(s->chains, m, d.id.time, machine__maps_at(m, d.id.pid, d.id.time), &(struct chain_words){
				d.ips, d.nr, PERF_RECORD_MISC_USER, CHAIN_DEFERRED | (s->opts->as_recorded ? CHAIN_AS_RECORDED : 0) });
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
