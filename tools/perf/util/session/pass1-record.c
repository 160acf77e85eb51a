// SPDX-License-Identifier: GPL-2.0-only
/* One record in pass 1 (session-pass1.c), of any kind: those that look as usual mostly do not come here (session-rows.c). */
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/session/session-pass1.h"

static void put_in_order(struct session *s, uint64_t time, const struct record *r)
{
	time_order__add(&s->events, time, r->offset, 0);
	if (time > s->newest)
		s->newest = time;
}

/* -EBADMSG: damaged. -ENOMEM. */
int session__take_deferred(struct session *s, const struct record *r, struct diag *diag)
{
	struct record_deferred d;

	if (sample_decoder__deferred(&s->user_dec, r, s->protocol, &d, diag))
		return -EBADMSG;
	s->stats.deferred_records++;
	if (s->opts->no_order)
		return 0;
	s->stats.records_without_tid += !d.id.has_tid;
	return s->stitch && d.id.has_tid ? session__note_deferred(s, r, &d) : 0;
}

int session__see_deferred(struct session *s, const struct record *r, struct diag *diag)
{
	struct sample_id id;

	if (s->opts->raw && !s->opts->no_order) {
		sample_decoder__id(&s->dec, r, &id);
		put_in_order(s, id.time, r);
	}
	if (s->protocol_known)
		return session__take_deferred(s, r, diag);
	/* Without a second look nobody will know which kind it is of. */
	if (s->opts->no_order) {
		s->stats.deferred_records++;
		return 0;
	}
	GROW(s->deferred, s->nr_deferred, s->cap_deferred);
	s->deferred[s->nr_deferred++] = r->offset;
	return 0;
}

int session__see_sample(struct session *s, const struct record *r, struct diag *diag)
{
	struct sample_glance sample;
	struct evsel *evsel = sample_decoder__glance(&s->dec, r, &sample, diag);

	if (!evsel)
		return -EBADMSG;
	s->stats.samples++;
	if (!s->opts->no_order)
		session__note_sample(s, r, evsel, &sample);
	return 0;
}

/* It has no time: it comes behind all that lies before it. */
static void note_round(struct session *s, const struct record *r)
{
	if (r->header.type == PERF_RECORD_FINISHED_ROUND && s->opts->rounds && !s->opts->no_order)
		time_order__add(&s->events, s->newest + 1, r->offset, 0);
}

static int see_user_record(struct session *s, struct data_walk *w, const struct record *r, struct diag *diag)
{
	const void *blob;
	uint64_t size;

	/* That the file has such, it should have said in its head. */
	if ((r->header.type == PERF_RECORD_COMPRESSED || r->header.type == PERF_RECORD_COMPRESSED2) &&
	    data_file__unpack_found(s->file, diag))
		return -EBADMSG;
	if (r->header.type == PERF_RECORD_AUXTRACE_INFO || r->header.type == PERF_RECORD_AUXTRACE)
		return session__see_aux(s, w, r, diag);
	if (r->header.type == PERF_RECORD_HEADER_TRACING_DATA) {
		blob = data_walk__follow(w, r, &size);
		free(s->header->tracing_data);
		s->header->tracing_data = xmemdup(blob, size);
		s->header->tracing_data_size = size;
		return 0;
	}
	/* What threads have read ahead may mean something else then. */
	if (r->header.type == PERF_RECORD_EVENT_UPDATE || r->header.type == PERF_RECORD_HEADER_FEATURE ||
	    r->header.type == PERF_RECORD_ID_INDEX)
		session__drop_regions(s);
	return session__read_head_record(s, r, diag);
}

static int tell_follow(struct session *s, const struct data_walk *w, const struct record *r)
{
	uint64_t size;
	const void *bytes = data_walk__follow(w, r, &size);

	return bytes && s->ops->follow ? s->ops->follow(s->ctx, bytes, size) : 0;
}

int session__see_record(struct session *s, struct data_walk *w, const struct record *r, struct diag *diag)
{
	struct sample_id id;
	int err;

	if (s->opts->world_only && (r->header.type == PERF_RECORD_SAMPLE || r->header.type == PERF_RECORD_CALLCHAIN_DEFERRED))
		return 0;
	s->here = data_walk__here(w, r, &s->here_left);
	s->here_offset = r->offset;
	session__count_record(s, r);
	if (s->ops->record) {
		err = s->ops->record(s->ctx, s, r);
		if (err)
			return err > 0 ? err : -ECANCELED;
		err = tell_follow(s, w, r);
		if (err)
			return err;
	}
	err = session__see_length(s, r, diag);
	if (err)
		return err;
	if (r->header.type >= PERF_RECORD_USER_TYPE_START) {
		note_round(s, r);
		return s->again ? 0 : see_user_record(s, w, r, diag);
	}
	switch (r->header.type) {
	case PERF_RECORD_SAMPLE:
		return session__see_sample(s, r, diag);
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		return session__see_deferred(s, r, diag);
	default:
		if (!s->opts->no_order) {
			sample_decoder__id(&s->dec, r, &id);
			put_in_order(s, id.time, r);
			s->time_before = id.time ?: s->time_before;
		}
		return s->again ? 0 : session__see_aux(s, w, r, diag);
	}
}
