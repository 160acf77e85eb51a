// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples that are like one before them are not delivered, but counted; or what they are like is delivered for them.
 *
 * A recording has hundreds of thousands of samples, but only some hundred different ones, as far as a report looks at them: it
 * counts them by place, stack and task. Pass 1 has said of which kind each is (sample-kinds.h). The second pass looks up once what a
 * kind is equal to, in what the consumer needs: the event, the place, the stack, and what the task's name and maps were then. As long
 * as these stay what they are, one is added to the count for each sample of the kind, and its period to the sum. The consumer is told
 * of both when the place is needed for another sample, before chains go, and at the end (session_ops.more).
 *
 * A consumer that wants to be told of each sample has no session_ops.more. If it says that it looks at nothing but what has a name
 * in enum session_needs, it is given what was made of the equal sample before, with the few fields that differ: time, task, CPU,
 * period, raw data, cookie and when the user half was taken. Nothing is looked up, and nothing of the record is read twice. Its
 * any_sample is called for each as well, before the filters.
 *
 * Only samples that look as usual are compared: what has registers, copies of stacks, branches or counters differs each time.
 * All others, and the first of each kind, go the long way (session__deliver_sample()). A file that changes meanwhile makes wrong
 * numbers: every offset that is taken from it is checked, and entries that were delivered lie where they lay.
 */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session-links.h"
#include "util/session/time-range.h"

#define MANY_PARTS	65536

/* --- which samples ------------------------------------------------------------------------------ */

/* Without a process nothing is known of its maps; calls that the hardware recorded make other chains. */
static struct alike_event event_of(const struct sample_layout *l, const struct perf_event_attr *attr)
{
	return (struct alike_event){
		.may_be = l->quick && l->tid && !attr->branch_sample_type, .ip = l->ip, .tid = l->tid, .cpu = l->cpu, .period = l->period,
		.end = l->end, .has_chain = l->sample_type & PERF_SAMPLE_CALLCHAIN, .has_raw = l->sample_type & PERF_SAMPLE_RAW,
		.fixed_period = attr->sample_period,
	};
}

/* Where most of many samples have parts that no other has, they take more memory than they save work. */
static void forget_parts_of_one(struct session *s)
{
	if (s->stitch && s->stitch->kinds.nr_parts > MANY_PARTS && s->stitch->kinds.nr_parts > s->samples.nr / 2)
		sample_kinds__forget_parts(&s->stitch->kinds);
}

void session__begin_alike(struct session *s)
{
	const unsigned int known = SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_CPU | SESSION_NEEDS_COMM | SESSION_NEEDS_IP |
		SESSION_NEEDS_CHAIN | SESSION_NEEDS_RAW | SESSION_NEEDS_PERIOD | SESSION_NEEDS_STATE;
	struct evlist *list = s->header->evlist;
	bool each = !s->ops->more;
	struct session_alike *a;
	struct evsel *evsel;
	size_t i;

	/*
	 * What has no name differs each time, and when a sample came is no matter of those that are counted. Tests compare with what
	 * comes of each.
	 */
	if (s->needs & ~(known | (each ? SESSION_NEEDS_TIME | SESSION_NEEDS_STAY : 0)) || !s->ops->sample || s->opts->raw ||
	    s->opts->no_resolve || s->opts->no_stitch || !s->no_guests || s->has_probes || !s->layouts_ready ||
	    getenv("PERF_TEST_EACH_SAMPLE"))
		return;
	forget_parts_of_one(s);
	a = s->alike = xzalloc(sizeof(*s->alike));
	a->ops = s->ops;
	a->ctx = s->ctx;
	a->each = each;
	a->any = each && s->ops->any_sample;
	/* In samples that are delivered these are set anew. */
	a->pid_bits = !each && s->needs & SESSION_NEEDS_PID ? UINT32_MAX : 0;
	a->tid_bits = !each && s->needs & SESSION_NEEDS_TID ? UINT32_MAX : 0;
	a->period_bits = !each && s->needs & SESSION_NEEDS_PERIOD ? UINT64_MAX : 0;
	a->cpu_bits = !each && s->needs & SESSION_NEEDS_CPU ? UINT32_MAX : 0;
	a->raw = !each && s->needs & SESSION_NEEDS_RAW;
	a->chains = session__builds_chains(s);
	a->extras = a->pid_bits || a->tid_bits || a->cpu_bits || a->period_bits || a->raw || s->filter.any || s->told_apart;
	a->times = s->told_apart;
	a->each_own = a->raw || s->told_apart;
	a->by_period = a->period_bits;
	a->by_cpu = a->cpu_bits || s->opts->cpus;
	a->needs_time = each ? s->needs & SESSION_NEEDS_STAY : s->ops->waited != NULL;
	a->segment = s->file->segments;
	a->events = xcalloc(s->dec.nr_layouts + 1, sizeof(*a->events));
	/* Events that were added since then have no records; more than an alike_key can tell apart are not compared. */
	evlist__for_each(list, i, evsel)
		if (i < s->dec.nr_layouts && i < UINT16_MAX)
			a->events[i] = event_of(&s->dec.layouts[i], &evsel->attr);
}

void session__exit_alike(struct session *s)
{
	if (!s->alike)
		return;
	free(s->alike->events);
	zfree(&s->alike);
}

/* --- two samples -------------------------------------------------------------------------------- */

static inline bool same_ips(const uint64_t *a, const uint64_t *b, uint64_t nr)
{
	while (nr--)
		if (a[nr] != b[nr])
			return false;
	return true;
}

/* Of what only some consumers need. */
static inline bool same_extras(const struct alike_key *a, const struct alike_key *b)
{
	return a->task == b->task && a->in_times == b->in_times && a->cpu == b->cpu && a->period == b->period && a->raw_size == b->raw_size &&
	       (!b->raw_size || !memcmp(a->raw, b->raw, b->raw_size));
}

static inline bool is_equal(const struct alike *e, const struct alike_key *k, bool extras, uint64_t nr_ips, uint64_t time)
{
	return e->key.ip == k->ip && e->key.user == k->user && e->key.kind == k->kind && e->key.comm == k->comm &&
	       e->key.maps == k->maps && e->key.user_maps == k->user_maps && time >= e->from && time < e->until &&
	       same_ips(e->key.ips, k->ips, nr_ips) && (!extras || same_extras(&e->key, k));
}

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
	return (hash ^ hash >> 32 ^ word) * 0x9e3779b97f4a7c15ULL;
}

/* The set of @k. Of a chain a few entries are looked at: two that differ in others may share a set. */
static inline uint32_t place_of(const struct alike_key *k, bool extras, uint64_t nr_ips)
{
	uint64_t hash = mix(k->ip ^ (uint64_t)k->user << 40, (uintptr_t)k->maps ^ (uintptr_t)k->comm << 20) ^ nr_ips, word;
	uint32_t at;

	if (nr_ips)
		hash ^= k->ips[nr_ips - 1] << 11 ^ k->ips[nr_ips / 2] << 22 ^ k->ips[nr_ips / 4] << 33 ^
			k->ips[nr_ips - 1 - nr_ips / 4] << 3;
	if (extras)
		hash = mix(mix(hash, k->task), k->cpu ^ k->period << 16 ^ (uint64_t)k->in_times << 40);
	for (at = 0; extras && at + sizeof(word) <= k->raw_size; at += sizeof(word)) {
		memcpy(&word, k->raw + at, sizeof(word));
		hash = mix(hash, word);
	}
	return mix(hash, 0) >> 32 & (SETS - 1);
}

/* --- one sample, taken apart -------------------------------------------------------------------- */

/* False: the sample of @row is not compared. */
static inline bool find_place(struct session *s, struct session_alike *a, const struct time_order_entry *row, struct sample_place *ret)
{
	ret->p = bytes_of(s, a, row, &ret->left);
	ret->evsel = session__usual_event(s, ret->p, ret->left);
	if (!ret->evsel)
		return false;
	ret->event = &a->events[ret->evsel->idx];
	return ret->event->may_be && ret->left >= ret->event->end;
}

/* The half of the sample of @row, which lies at @p. False: it is not known by a number. */
static inline bool look_at_half(struct session *s, const struct time_order_entry *row, uint32_t pid, uint32_t tid,
				const struct task_view *task, bool each, const unsigned char *p, uint64_t left, struct half_look *ret)
{
	struct half_record record;

	*ret = (struct half_look){ .maps = task->maps, .time = row->time };
	if (s->stitch)
		ret->number = kind_of(s->stitch, row->what).user;
	if (!has_half(ret->number))
		return true;
	record = session__half_record(s, row, pid, p, left);
	ret->later = record.time >= row->time;
	ret->wait = record.time - row->time;
	if (each && !(ret->number & ODD_HALF) && s->stitch->halves.list[ret->number - 1].nr)
		ret->time = record.time;
	if (record.pid != pid || record.time < task->from || record.time >= task->until)
		ret->maps = session__task_at(s, s->host, record.pid != (uint32_t)-1 ? record.pid : pid, tid, record.time)->maps;
	return !(ret->number & ODD_HALF);
}

/* Counts what session__deliver_sample() counts of @nr samples whose user half is @user; @later: of them with a later record. */
static inline void count_halves(struct session *s, uint32_t user, uint64_t nr, uint64_t later)
{
	if (!user)
		return;
	s->stats.waiting += nr;
	if (user >= NO_HALF) {
		s->stats.orphans[UINT32_MAX - user] += nr;
	} else if (!s->stitch->halves.list[user - 1].nr) {
		s->stats.orphans[PERF_STITCH_EMPTY] += nr;
	} else {
		s->stats.stitched_by_later += later;
		s->stats.stitched_by_earlier += nr - later;
	}
}

/* A sample of @evsel that a filter leaves out. */
static void tell_left_out(struct session *s, struct session_alike *a, const struct time_order_entry *row, const struct record *r,
			  struct evsel *evsel, const struct task_view *task, const struct differing *differing)
{
	struct session_sample *out = &a->left_out;

	a->record.header = r->header;
	a->record.offset = time_order__pos(&s->samples, row);
	a->left_out_fields = (struct perf_sample){
		.pid = differing->pid, .tid = differing->tid, .cpu = differing->cpu, .period = differing->period,
		.raw_data = differing->raw_data, .raw_size = differing->raw_size, .time = row->time, .misc = r->header.misc,
	};
	*out = (struct session_sample){
		.record = &a->record, .sample = &a->left_out_fields, .evsel = evsel, .machine = s->host,
		.pid = differing->pid, .tid = differing->tid, .comm = task->comm,
	};
	a->failed = a->ops->any_sample(a->ctx, out);
}

/* A sample is to be delivered the long way, and then to be remembered. */
static inline bool differs(struct session_alike *a, const struct alike_key *k)
{
	a->key = *k;
	a->has_key = true;
	return false;
}

/*
 * Is the sample of @row equal to one that was delivered, or left out by a filter? Then it is done with. @each is a constant: equal
 * samples are delivered now, in a loop of its own.
 */
static inline __attribute__((always_inline)) bool take_one(struct session *s, struct session_alike *a,
							   const struct time_order_entry *row, const struct sample_place *in, bool each)
{
	const struct alike_event *event = in->event;
	uint64_t nr_ips = 0, period;
	size_t nr;
	const unsigned char *p = in->p;
	struct record r = { .data = p };
	const struct task_view *task;
	unsigned int at = event->end;
	struct half_look half;
	uint64_t from, until;
	struct alike_key k;
	struct alike *e;
	uint32_t pid, tid, cpu = (uint32_t)-1, raw_size;
	unsigned int way;

	memcpy(&r.header, p, sizeof(r.header));
	if (r.header.type != PERF_RECORD_SAMPLE || r.header.size > in->left || r.header.size < at)
		return false;
	k.ip = event->ip ? sample_layout__word(p + event->ip) : 0;
	pid = sample_layout__half_word(p + event->tid);
	tid = sample_layout__half_word(p + event->tid + 4);
	period = event->period ? sample_layout__word(p + event->period) : event->fixed_period;
	k.ips = NULL;
	k.raw = NULL;
	k.raw_size = 0;
	k.in_times = false;
	if (event->has_chain)
		k.ips = sample_layout__take_callchain(&r, &at, &nr_ips);
	if (event->has_raw)
		k.raw = sample_layout__take_raw(&r, &at, &k.raw_size);
	if (at != r.header.size || pid == (uint32_t)-1)
		return false;
	raw_size = k.raw_size;
	task = session__task_at(s, s->host, pid, tid, row->time);
	k.comm = task->comm;
	k.maps = task->maps;
	/* The next question may be answered in the same place. */
	from = task->from;
	until = task->until;
	if (!look_at_half(s, row, pid, tid, task, each, p, in->left, &half))
		return false;
	k.user = half.number;
	k.user_maps = half.maps;
	half.cookie = 0;
	nr = nr_ips;
	if (half.number != NOT_WAITING)
		(void)perf_stitch__ending(k.ips, nr_ips, &nr, &half.cookie);
	nr_ips = a->chains ? nr : 0;
	if (each && event->cpu)
		cpu = sample_layout__half_word(p + event->cpu);
	if (a->extras) {
		if (!each && event->cpu)
			cpu = sample_layout__half_word(p + event->cpu);
		if (s->filter.any && !filter__passes(&s->filter, pid, tid, cpu, k.comm)) {
			const struct differing differing = {
				.pid = pid, .tid = tid, .cpu = cpu, .period = period, .raw_data = k.raw, .raw_size = raw_size,
			};

			if (each && a->any)
				tell_left_out(s, a, row, &r, in->evsel, task, &differing);
			count_halves(s, half.number, 1, half.later);
			return true;
		}
		k.task = (uint64_t)(pid & a->pid_bits) << 32 | (tid & a->tid_bits);
		k.cpu = cpu & a->cpu_bits;
		k.period = period & a->period_bits;
		k.in_times = a->times && time_ranges__contains(a->times, row->time);
		k.raw_size = a->raw ? k.raw_size : 0;
	}
	k.kind = (in->evsel->idx + 1U) | (uint64_t)(r.header.misc & PERF_RECORD_MISC_CPUMODE_MASK) << 16 | nr_ips << 32;
	k.set = (uint16_t)place_of(&k, a->extras, nr_ips);
	e = &a->sets[k.set * WAYS];
	for (way = 0; !is_equal(&e[way], &k, a->extras, nr_ips, row->time); way++) {
		if (way < WAYS - 1)
			continue;
		return differs(a, &k);
	}
	e += way;
	if (!a->each_own && half.maps == k.maps)
		link_kind(s, a, row, e, a->by_cpu ? cpu : 0, from, until);
	if (each) {
		const struct differing differing = {
			.pid = pid, .tid = tid, .cpu = cpu, .period = period, .raw_data = k.raw, .raw_size = raw_size,
		};

		return deliver_like(s, a, e, row, &r, &half, &differing) || differs(a, &k);
	}
	add_to(s, a, e, row, &half, period);
	return true;
}

size_t session__count_alike(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs)
{
	struct session_alike *a = s->alike;
	const struct time_order_entry *row;
	struct sample_place in;

	a->has_key = a->told_any = false;
	*ret_differs = false;
	if (a->each) {
		for (; from < end && s->samples.entries[from].time < before && !a->failed; from++) {
			row = &s->samples.entries[from];
			if (deliver_link(s, a, row) || (find_place(s, a, row, &in) && take_one(s, a, row, &in, true)))
				continue;
			*ret_differs = true;
			break;
		}
		return from;
	}
	for (; from < end && s->samples.entries[from].time < before; from++) {
		row = &s->samples.entries[from];
		if (count_link(s, a, row) || (find_place(s, a, row, &in) && take_one(s, a, row, &in, false)))
			continue;
		*ret_differs = true;
		break;
	}
	return from;
}

/* --- remembered, and told ------------------------------------------------------------------------ */

static int tell(struct session *s, size_t i)
{
	struct session_alike *a = s->alike;
	struct alike *e = &a->sets[i];
	struct session_more more = { .nr = e->nr, .period = e->period, .last_time = e->last_time };
	const struct session_sample *first = &a->firsts[i].sample;

	if (!more.nr)
		return 0;
	if (e->key.user && e->key.user < NO_HALF)
		more.nr_user_ips = s->stitch->halves.list[e->key.user - 1].nr;
	more.nr_later = more.nr_user_ips ? e->later : 0;
	count_halves(s, e->key.user, e->nr, e->later);
	e->nr = e->period = e->later = 0;
	s->stats.delivered += more.nr;
	session__count_callers(s, first->chain.user, more.nr);
	return a->each ? 0 : a->ops->more(a->ctx, first, &more);
}

bool session__alike_told_any(const struct session *s)
{
	return s->alike && s->alike->told_any;
}

bool session__alike_remembers(struct session *s, bool remembers)
{
	bool before = s->alike && s->alike->has_key;

	if (s->alike)
		s->alike->has_key = remembers;
	return before;
}

int session__remember_alike(struct session *s, const struct session_sample *sample, const struct user_half *half)
{
	struct session_alike *a = s->alike;
	size_t i = a->key.set * WAYS + a->next[a->key.set];
	struct alike_first *first = &a->firsts[i];
	struct alike *e = &a->sets[i];
	int err;

	if (!a->has_key || sample->sample != &s->usual_sample)
		return a->failed;
	a->has_key = false;
	/*
	 * The entries of a user half that is in the chain are looked up in the maps of another moment, where an execve is near.
	 * The same entries in the same maps are not there either.
	 */
	if (sample->nr_user_ips &&
	    ((half && half->reason != PERF_STITCH_WHOLE) || session__user_maps(s, sample, half) != a->key.user_maps))
		return 0;
	err = tell(s, i);
	if (!first->sample.sample)
		a->used[a->nr_used++] = (uint16_t)i;
	a->next[a->key.set] = (a->next[a->key.set] + 1) % WAYS;
	*e = (struct alike){ .key = a->key, .stamp = ++a->stamp };
	(void)machine__kernel_maps_span(s->host, sample->sample->time, &e->from, &e->until);
	first->sample = *sample;
	first->fields = s->usual_sample;
	first->sample.sample = &first->fields;
	/* Entries may lie in memory that the next sample takes; a consumer that looks at them gets each sample. */
	first->sample.record = a->each && s->needs & SESSION_NEEDS_STAY ? &a->record : NULL;
	first->sample.kernel_ips = first->sample.user_ips = first->fields.ips = NULL;
	first->sample.nr_kernel_ips = first->sample.nr_user_ips = first->fields.nr_ips = 0;
	return err;
}

int session__alike_failed(const struct session *s)
{
	return s->alike->failed;
}

static int tell_all(struct session *s, int err)
{
	size_t i;

	for (i = 0; i < s->alike->nr_used && !err; i++)
		err = tell(s, s->alike->used[i]);
	return err;
}

int session__tell_alike(struct session *s)
{
	if (!s->alike)
		return 0;
	tell_waits(s->alike);
	return tell_all(s, s->alike->failed);
}

void session__settle_alike(struct session *s)
{
	if (s->alike && s->alike->each)
		(void)tell_all(s, 0);
}

void session__forget_alike(struct session *s)
{
	struct session_alike *a = s->alike;
	size_t i;

	if (!a)
		return;
	session__settle_alike(s);
	a->failed = session__tell_alike(s);
	a->has_key = false;
	for (i = 0; i < a->nr_used; i++)
		a->sets[a->used[i]].key.kind = a->sets[a->used[i]].stamp = 0;
}
