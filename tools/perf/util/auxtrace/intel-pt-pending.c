// SPDX-License-Identifier: GPL-2.0-only
/* Samples and errors that are made of a trace: each waits until it is the oldest of all traces. */
#include "util/auxtrace/intel-pt-synth-parts.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel.h"

void pt_synth__reset_pending(struct pt_synth *s)
{
	size_t i;

	for (i = 0; i < s->nr_pending; i++) {
		free(s->pending[i].chain);
		free(s->pending[i].branches);
	}
	s->nr_pending = s->at_pending = 0;
}

static struct pt_pending *new_pending(struct pt_synth *s)
{
	struct pt_pending *p = &s->pending[s->nr_pending];

	/* One item makes fewer than there is room for. */
	if (s->nr_pending == PT_PENDING_MAX)
		return NULL;
	s->nr_pending++;
	memset(p, 0, sizeof(*p));
	p->time = s->trace.time;
	p->pid = s->trace.now_pid;
	p->tid = s->trace.now_tid;
	p->period = 1;
	return p;
}

/* NULL: this event is not wanted, or to be passed over at the beginning. */
struct pt_pending *pt_synth__add_sample(struct pt_synth *s, enum pt_event_id id, uint64_t ip, const struct pt_item *insn)
{
	struct evsel *evsel = s->events->evsels[id];
	struct pt_pending *p;

	if (!evsel || s->skipped[id]++ < s->opts->skip)
		return NULL;
	p = new_pending(s);
	if (!p)
		return NULL;
	p->evsel = evsel;
	p->ip = ip;
	if (insn && insn->size) {
		p->trace.insn_len = insn->size;
		memcpy(p->trace.insn, insn->raw, insn->size);
	}
	if (s->in_tx)
		p->trace.flags |= BRANCH_FLAG_IN_TX;
	if (evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
		pt_synth__add_chain(s, p);
	if (evsel->attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
		p->branches = branch_ring__copy(&pt_synth__stack(s)->branches, &p->nr_branches);
	return p;
}

void pt_synth__add_error(struct pt_synth *s, enum pt_error code, const struct pt_item *item)
{
	struct pt_pending *p = new_pending(s);
	bool quiet = !s->opts->errors || (code == PT_ERROR_OVERFLOW && s->opts->hide_overflow) ||
		     (code == PT_ERROR_LOST && s->opts->hide_lost);

	if (!p)
		return;
	p->kind = PT_PENDING_ERROR;
	p->error = (struct trace_error){
		.time = p->time, .cpu = s->trace.cpu, .pid = p->pid, .tid = p->tid, .code = (int)code,
		.ip = item->ip ? item->ip : s->last.size ? s->last.ip : item->to, .text = pt_error__text(code), .offset = item->offset,
		.buffer = s->trace.index, .quiet = quiet,
	};
}

int pt_synth__deliver(struct pt_synth *s, struct session *session)
{
	struct pt_pending *p = pt_synth__peek(s);
	struct perf_sample sample = { .cpu = (uint32_t)-1 };

	if (!p)
		return 0;
	s->at_pending++;
	if (p->kind == PT_PENDING_ERROR)
		return session__deliver_error(session, &p->error);
	sample.ip = p->ip;
	sample.addr = p->addr;
	sample.time = p->time;
	sample.pid = p->pid;
	sample.tid = p->tid;
	sample.period = p->period;
	sample.id = p->evsel->nr_ids ? p->evsel->ids[0] : 0;
	sample.misc = p->ip >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
	if (s->events->cpus)
		sample.cpu = s->trace.cpu;
	if (p->nr_chain) {
		sample.ips = p->chain;
		sample.nr_ips = p->nr_chain;
	}
	sample.branches = p->branches;
	sample.nr_branches = p->nr_branches;
	p->trace.text = p->text[0] ? p->text : NULL;
	return session__deliver_made(session, p->evsel, &sample, &p->trace);
}
