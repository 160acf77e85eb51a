// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/user-half.h"

/* Is @id that of the event of perf record --sleepers? */
static bool is_sleepers_id(const struct evlist *list, uint64_t id)
{
	const struct evlist_id *found = evlist__find_id(list, id);

	return found && found->evsel && evsel__is_sleepers(found->evsel);
}

void scan__read_half(const struct scan *sc, const struct record *r, struct user_half *half)
{
	struct record_deferred d;

	/* It was checked: only a file that changes meanwhile fails here. */
	if (sample_decoder__deferred(&sc->reader->user_dec, r, sc->protocol, &d, NULL))
		return;
	*half = (struct user_half){
		.found = true, .reason = d.nr ? PERF_STITCH_WHOLE : PERF_STITCH_EMPTY, .of_sleeper = is_sleepers_id(sc->evlist, d.id.id),
		.pid = d.id.pid, .time = d.id.time, .ips = d.ips, .nr = d.nr,
	};
}

bool scan__user_half(const struct scan *sc, const struct time_order_entry *row, uint32_t pid, struct user_half *half)
{
	struct half_record record;
	const struct raw_half *raw;
	const unsigned char *p;
	struct record r;
	uint64_t left;
	uint32_t user;

	user = sc->stitch ? kind_of(sc->stitch, row->what).user : NOT_WAITING;
	if (user == NOT_WAITING)
		return false;
	*half = (struct user_half){ .reason = has_half(user) ? PERF_STITCH_MISSING : (enum perf_stitch_reason)(UINT32_MAX - user) };
	if (!has_half(user))
		return true;
	if (user & ODD_HALF) {
		/* It cannot be read in place. */
		if (data_file__again(sc->file, sc->stitch->odd[user & ~ODD_HALF], sc->reader->user_copy, &r))
			scan__read_half(sc, &r, half);
		return true;
	}
	p = data_file__bytes(sc->file, time_order__pos(&sc->samples, row), &left);
	record = scan__half_record(sc, row, pid, p, left);
	raw = &sc->stitch->halves.list[user - 1];
	*half = (struct user_half){
		.found = true, .reason = raw->nr ? PERF_STITCH_WHOLE : PERF_STITCH_EMPTY, .pid = record.pid, .time = record.time,
		.ips = raw->ips, .nr = raw->nr,
	};
	return true;
}
