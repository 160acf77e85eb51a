// SPDX-License-Identifier: GPL-2.0-only
/* What is counted of each record, of files and of pipes, and whether it is as long as it says. */
#include "util/session/session-internal.h"

static void count_aux(struct session *s, const struct record *r)
{
	struct record_aux aux;

	if (record__decode_aux(r, &aux, NULL))
		return;
	s->stats.aux_truncated += !!(aux.flags & PERF_AUX_FLAG_TRUNCATED);
	s->stats.aux_partial += !!(aux.flags & PERF_AUX_FLAG_PARTIAL);
	s->stats.aux_collided += !!(aux.flags & PERF_AUX_FLAG_COLLISION);
}

static void count_unknown(struct session *s, const struct record *r)
{
	if (s->stats.unknown_types++)
		return;
	s->stats.first_unknown = r->header.type;
	s->stats.first_unknown_at = r->offset;
}

static void count_lost(struct session *s, const struct record *r)
{
	struct diag diag = DIAG_INIT;
	struct record_lost lost;
	struct sample_id id;

	if (record__decode_lost(r, &lost, &diag)) {
		session__damaged(s, &diag);
		return;
	}
	if (r->header.type == PERF_RECORD_LOST_SAMPLES) {
		s->stats.lost_samples += lost.lost;
		return;
	}
	s->stats.lost_events += lost.lost;
	s->stats.lost_chunks++;
	sample_decoder__id(&s->reader.dec, r, &id);
	scan__lost(&s->scan, id.time, id.cpu);
}

void session__count_record(struct session *s, const struct record *r)
{
	uint32_t type = r->header.type;

	s->stats.records++;
	s->stats.bytes += r->header.size;
	if (record_type__is_known(type))
		s->stats.types[type]++;
	else
		count_unknown(s, r);
	if (type == PERF_RECORD_CALLCHAIN_DEFERRED) {
		s->stats.deferred_bytes += r->header.size;
		scan__see_deferred(&s->scan, r);
	} else if (type == PERF_RECORD_AUX) {
		count_aux(s, r);
	} else if (type == PERF_RECORD_LOST || type == PERF_RECORD_LOST_SAMPLES) {
		count_lost(s, r);
	}
}

int session__check_length(struct session *s, const struct record *r, struct diag *diag)
{
	const struct length_check c = {
		.evlist = s->header->evlist, .dec = &s->reader.dec, .protocol = s->scan.protocol,
		.protocol_known = s->scan.protocol_known, .has_samples = s->stats.samples, .place = s->here,
	};

	return record_length__check(&c, r, diag);
}

int session__see_length(struct session *s, const struct record *r, struct diag *diag)
{
	int odd = session__check_length(s, r, diag);

	if (odd <= 0)
		return odd;
	if (!s->stats.odd++) {
		s->stats.first_odd = r->header.type;
		s->stats.first_odd_at = r->offset;
	}
	return 0;
}
