// SPDX-License-Identifier: GPL-2.0-only
/* The user half of a sample, found by its row, in the second pass. */
#include "util/session/session-rows.h"

/* The entries of a record that cannot be read in place. */
static bool read_odd(struct session *s, uint32_t half, struct user_half *ret)
{
	struct record_deferred d;
	struct record r;

	/* Pass 1 has checked it: only a file that changes meanwhile fails here. */
	if (!data_file__again(s->file, s->stitch->odd[half & ~ODD_HALF], s->user_copy, &r) ||
	    sample_decoder__deferred(&s->user_dec, &r, s->protocol, &d, NULL))
		return false;
	ret->ips = d.ips;
	ret->nr = d.nr;
	ret->of_sleeper = session__is_sleepers_id(s, d.id.id);
	return true;
}

void session__half_of(struct session *s, const struct time_order_entry *sample, uint32_t user, uint32_t pid, const unsigned char *p,
		      uint64_t left, struct user_half *half)
{
	struct half_record record;
	const struct raw_half *raw;

	*half = (struct user_half){ .reason = PERF_STITCH_MISSING };
	if (!has_half(user)) {
		half->reason = (enum perf_stitch_reason)(UINT32_MAX - user);
		return;
	}
	record = session__half_record(s, sample, pid, p, left);
	half->time = record.time;
	half->pid = record.pid;
	if (user & ODD_HALF) {
		if (!read_odd(s, user, half))
			return;
	} else {
		raw = &s->stitch->halves.list[user - 1];
		half->ips = raw->ips;
		half->nr = raw->nr;
	}
	half->found = true;
	half->reason = half->nr ? PERF_STITCH_WHOLE : PERF_STITCH_EMPTY;
}

bool session__user_half(struct session *s, const struct time_order_entry *sample, uint32_t pid, struct user_half *half)
{
	struct sample_kind kind;
	const unsigned char *p;
	uint64_t left;

	if (!s->stitch)
		return false;
	kind = kind_of(s->stitch, sample->what);
	if (kind.user == NOT_WAITING)
		return false;
	p = data_file__bytes(s->file, time_order__pos(&s->samples, sample), &left);
	session__half_of(s, sample, kind.user, pid, p, left, half);
	return true;
}
