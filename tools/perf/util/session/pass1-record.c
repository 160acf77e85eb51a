// SPDX-License-Identifier: GPL-2.0-only
/* One record in pass 1 (session-pass1.c), of any kind: those that look as usual mostly do not come here (usual-take.c). */
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/session/session-pass1.h"

static int see_user_record(struct session *s, struct data_walk *w, const struct record *r, struct diag *diag)
{
	const void *blob;
	uint64_t size;

	/* That the file has such, it should have said in its head. */
	if ((r->header.type == PERF_RECORD_COMPRESSED || r->header.type == PERF_RECORD_COMPRESSED2) &&
	    data_file__unpack_found(s->file, diag))
		return -EBADMSG;
	if (r->header.type == PERF_RECORD_AUXTRACE_INFO || r->header.type == PERF_RECORD_AUXTRACE)
		return aux_data__see(&s->aux, w, r, NULL, diag);
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
		scan__drop_regions(&s->scan);
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
	s->here.bytes = data_walk__here(w, r, &s->here.left);
	s->here.offset = r->offset;
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
		if ((r->header.type == PERF_RECORD_FINISHED_ROUND && s->opts->rounds) || (s->opts->counts && record__is_count(r->header.type)))
			scan__mark(&s->scan, r->offset);
		return s->again ? 0 : see_user_record(s, w, r, diag);
	}
	if (r->header.type == PERF_RECORD_SAMPLE)
		return scan__sample(&s->scan, r, diag);
	sample_decoder__id(&s->reader.dec, r, &id);
	if (r->header.type == PERF_RECORD_CALLCHAIN_DEFERRED) {
		if (s->opts->raw)
			scan__event(&s->scan, id.time, r->offset);
		return scan__deferred(&s->scan, r, diag);
	}
	scan__event(&s->scan, id.time, r->offset);
	id.time = id.time ?: s->scan.time_before;
	return s->again ? 0 : aux_data__see(&s->aux, w, r, &id, diag);
}
