// SPDX-License-Identifier: GPL-2.0-only
/* The user half of a sample, found by its row, in the second pass. */
#include "util/session/session-rows.h"

void session__read_half(struct session *s, const struct record *r, struct user_half *half)
{
	struct record_deferred d;

	/* It was checked: only a file that changes meanwhile fails here. */
	if (sample_decoder__deferred(&s->user_dec, r, s->protocol, &d, NULL))
		return;
	*half = (struct user_half){
		.found = true, .reason = d.nr ? PERF_STITCH_WHOLE : PERF_STITCH_EMPTY, .of_sleeper = session__is_sleepers_id(s, d.id.id),
		.pid = d.id.pid, .time = d.id.time, .ips = d.ips, .nr = d.nr,
	};
}

void session__half_of(struct session *s, const struct time_order_entry *sample, uint32_t user, uint32_t pid, const unsigned char *p,
		      uint64_t left, struct user_half *half)
{
	struct half_record record;
	const struct raw_half *raw;
	struct record r;

	*half = (struct user_half){ .reason = has_half(user) ? PERF_STITCH_MISSING : (enum perf_stitch_reason)(UINT32_MAX - user) };
	if (!has_half(user))
		return;
	if (user & ODD_HALF) {
		/* It cannot be read in place. */
		if (data_file__again(s->file, s->stitch->odd[user & ~ODD_HALF], s->user_copy, &r))
			session__read_half(s, &r, half);
		return;
	}
	record = session__half_record(s, sample, pid, p, left);
	raw = &s->stitch->halves.list[user - 1];
	*half = (struct user_half){
		.found = true, .reason = raw->nr ? PERF_STITCH_WHOLE : PERF_STITCH_EMPTY, .pid = record.pid, .time = record.time,
		.ips = raw->ips, .nr = raw->nr,
	};
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
