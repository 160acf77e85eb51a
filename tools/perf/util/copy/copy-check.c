// SPDX-License-Identifier: GPL-2.0-only
#include "util/copy/copy-check.h"

#include <errno.h>

#include "util/data/header-read.h"
#include "util/event/record-type.h"

/* A head's record stands by itself: it is read into a head that is thrown away. */
static int check_head(const struct record *r, struct diag *diag)
{
	struct perf_header *h = perf_header__new();
	int err = perf_header__read_record(h, r, diag) < 0 ? -EBADMSG : 0;

	if (!err && h->nr_damaged)
		err = diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), NULL,
				"the feature is damaged");
	perf_header__delete(h);
	return err;
}

int copy_check__record(struct session *s, const struct record *r, bool begun, struct diag *diag)
{
	struct record_deferred deferred;
	struct perf_sample sample;

	if (session__check_length(s, r, diag) < 0)
		return -EBADMSG;
	switch (r->header.type) {
	case PERF_RECORD_SAMPLE:
		return sample_decoder__sample(session__decoder(s), r, &sample, diag) ? 0 : -EBADMSG;
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		return sample_decoder__deferred(session__decoder(s), r, session__protocol(s), &deferred, diag);
	case PERF_RECORD_HEADER_ATTR:
		return begun ? -EBADMSG : check_head(r, diag);
	case PERF_RECORD_EVENT_UPDATE:
	case PERF_RECORD_HEADER_FEATURE:
	case PERF_RECORD_HEADER_BUILD_ID:
	case PERF_RECORD_ID_INDEX:
		return check_head(r, diag);
	default:
		return record__check_fields(r, diag);
	}
}

bool copy_check__is_told(const struct record *r, struct session *s, bool ordered)
{
	if (session__check_length(s, r, NULL) < 0)
		return true;
	switch (r->header.type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
	case PERF_RECORD_KSYMBOL:
		return ordered;
	default:
		return true;
	}
}
