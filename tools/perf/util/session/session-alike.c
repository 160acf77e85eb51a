// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples that are like one before them are not delivered, but counted; or what they are like is delivered for them.
 *
 * A recording has hundreds of thousands of samples, but only some hundred different ones, as far as a report looks at them: it
 * counts them by place, stack and task. So the second pass reads of a sample only what it is told apart by: the fields that lie
 * at known offsets, the entries of its kernel half, the number of its user half (raw-halves.h), and what the task's name and
 * maps were then. If that is equal to a sample that was delivered, one is added to its count, and its period to the sum. The
 * consumer is told of both when the place is needed for another sample, before chains go, and at the end (session_ops.more).
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
#include "util/event/sample-layout.h"
#include "util/session/session-ahead.h"
#include "util/session/time-range.h"

#define SETS	1024		/* a power of two */
#define WAYS	4		/* as well */
/* A wrong guess costs more than a right one saves: for those of an event to go on, so many right ones come with so many wrong ones. */
#define WRONG	64
#define RIGHT	96
#define PAUSE	8192		/* samples of the event that are not guessed then */

/* What makes two samples equal. What the consumer does not need is 0 in all of them. */
struct alike_key {
	uint64_t kind;			/* event's index + 1, mode, how many entries of the chain */
	uint64_t ip, task, period;	/* @task: pid and tid */
	uint32_t cpu;
	uint32_t user;			/* number of the user half; how it is missing; 0: it is in the chain, if anywhere */
	const char *comm;		/* interned */
	const struct maps *maps, *user_maps;
	const uint64_t *ips;		/* of the chain, without marker and cookie; in the mapped file */
	const unsigned char *raw;
	uint32_t raw_size;
	uint16_t set;			/* where it is looked for */
	bool in_times;
};

struct alike {
	struct alike_key key;		/* kind 0: nothing is here */
	uint64_t from, until;		/* ns: when the kernel's maps were these */
	uint64_t nr, period, last_time;	/* of the samples that came since */
	uint64_t later;			/* how many of them are completed by a record that came later */
	uint64_t stamp;			/* when it was filled: a count, from 1 */
};

/* The sample that was delivered, and its fields. */
struct alike_first {
	struct session_sample sample;
	struct perf_sample fields;
};

struct session_alike {
	const struct session_ops *ops;
	void *ctx;
	bool each;			/* equal samples are delivered, not counted */
	bool any;			/* ... and ops->any_sample is called for them, ... */
	bool told_any;			/* ... as it was for the one that is to be delivered the long way */
	int failed;			/* what ops->more has returned while chains went, or ops->sample of an equal sample */
	/* The bits of these fields that the consumer needs: all, or none. */
	uint64_t period_bits;
	uint32_t pid_bits, tid_bits, cpu_bits;
	bool raw, chains;
	const struct time_ranges *times;	/* NULL: none */
	bool extras;			/* it needs one of them, or there is a filter */
	struct alike_event *events;	/* by idx */
	const struct data_segment *segment;	/* of the sample before */
	struct alike sets[SETS * WAYS];	/* WAYS beside each other are a set */
	struct alike_first firsts[SETS * WAYS];
	uint8_t next[SETS];		/* the element of the set that goes next */
	uint16_t used[SETS * WAYS];	/* which elements have been filled */
	size_t nr_used;
	uint64_t stamp;			/* of the element that was filled last */
	struct alike_guess guesses[GUESSES];
	uint64_t waits[128];		/* ns: those that the consumer was not told of yet */
	size_t nr_waits;
	bool new_guesses;		/* since threads were told of them: some were made, or hold no more */
	bool begun;			/* counting; then, ... */
	struct alike_ahead *ahead;	/* ... what threads count; NULL: nothing */
	/* The sample that is being delivered, if it may be remembered. */
	struct alike_key key;
	bool has_key;
	/* For ops->any_sample, what is known of a sample that a filter leaves out. */
	struct session_sample left_out;
	struct perf_sample left_out_fields;
	struct record record;		/* of a sample that is delivered for another: its header and its offset */
};

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
	session__end_ahead(s);
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
static inline __attribute__((always_inline)) bool find_place(struct session *s, struct session_alike *a,
							     const struct time_order_entry *row, struct sample_place *ret)
{
	return sample_place__find(s, &s->dec, a->events, a->segment, row, ret);
}

/* How many entries the chain has without what says that a user half is to come. *@ret_cookie: 0 if it does not say so. */
static inline uint64_t without_ending(const uint64_t *ips, uint64_t nr, uint64_t *ret_cookie)
{
	const uint64_t marker = (uint64_t)PERF_CONTEXT_USER_DEFERRED;
	size_t left = nr;

	if (nr >= 2 && ips[nr - 2] == marker && ips[nr - 1] != marker) {
		*ret_cookie = ips[nr - 1];
		return nr - 2;
	}
	(void)perf_stitch__ending(ips, nr, &left, ret_cookie);
	return left;
}

/* The half of the sample of @row, which lies at @p. False: it is not known by a number. */
static inline __attribute__((always_inline)) bool look_at_half(struct session *s, const struct time_order_entry *row, uint32_t pid,
							       uint32_t tid, const struct task_view *task, bool each,
							       const unsigned char *p, uint64_t left, struct half_look *ret)
{
	struct joined_half half;

	*ret = (struct half_look){ .number = row->user, .maps = task->maps, .time = row->time };
	if (row->user == NOT_WAITING || row->user >= NO_HALF)
		return true;
	half = session__joined_half(s, row, pid, p, left);
	ret->number = half.half;
	ret->later = half.time >= row->time;
	ret->wait = half.time - row->time;
	if (each && !(half.half & ODD_HALF) && s->stitch->halves.list[half.half - 1].nr)
		ret->time = half.time;
	if (half.pid != pid || half.time < task->from || half.time >= task->until)
		ret->maps = session__task_at(s, s->host, half.pid != (uint32_t)-1 ? half.pid : pid, tid, half.time)->maps;
	return !(half.half & ODD_HALF);
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

/* What differs between two equal samples, if the consumer gets both. */
struct differing {
	uint32_t pid, tid, cpu, raw_size;
	uint64_t period;
	const unsigned char *raw_data;
};

/* Makes @first the sample of @row, which differs in these fields alone. */
static inline void put_differing(struct session *s, struct alike_first *first, const struct time_order_entry *row,
				 const struct record *r, const struct half_look *half, const struct differing *differing)
{
	s->alike->record.header = r->header;
	s->alike->record.offset = time_order__pos(&s->samples, row);
	first->sample.user_time = half->time;
	first->sample.cookie = half->cookie;
	first->fields.misc = r->header.misc;
	first->sample.pid = first->fields.pid = differing->pid;
	first->sample.tid = first->fields.tid = differing->tid;
	first->fields.time = row->time;
	first->fields.cpu = differing->cpu;
	first->fields.period = differing->period;
	first->fields.raw_data = differing->raw_data;
	first->fields.raw_size = differing->raw_size;
}

/*
 * Hands on the sample of @row, equal to the one of @e, as that one. False: chains have gone meanwhile, so it is to be delivered the
 * long way.
 */
static inline __attribute__((always_inline)) bool deliver_like(struct session *s, struct session_alike *a, struct alike *e,
							       const struct time_order_entry *row, const struct record *r,
							       const struct half_look *half, const struct differing *differing)
{
	struct alike_first *first = &a->firsts[e - a->sets];
	unsigned int nr_flushes = s->nr_flushes;

	put_differing(s, first, row, r, half, differing);
	if (a->any) {
		a->failed = a->ops->any_sample(a->ctx, &first->sample);
		if (!a->failed && nr_flushes != s->nr_flushes) {
			a->told_any = true;
			return false;
		}
		if (a->failed)
			return true;
	}
	e->nr++;
	e->later += half->later;
	a->failed = a->ops->sample(a->ctx, &first->sample);
	return true;
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

static void tell_waits(struct session_alike *a)
{
	if (a->nr_waits)
		a->ops->waited(a->ctx, a->waits, a->nr_waits);
	a->nr_waits = 0;
}

static inline void add_wait(struct session_alike *a, uint64_t ns)
{
	a->waits[a->nr_waits++] = ns;
	if (a->nr_waits == ARRAY_SIZE(a->waits))
		tell_waits(a);
}

static inline void add_to(struct session *s, struct session_alike *a, struct alike *e, const struct time_order_entry *row,
			  const struct half_look *half, uint64_t period)
{
	/* That of an empty record is no half. */
	if (half->later && a->ops->waited && s->stitch->halves.list[half->number - 1].nr)
		add_wait(a, half->wait);
	e->nr++;
	e->later += half->later;
	e->period += period;
	e->last_time = row->time > e->last_time ? row->time : e->last_time;
}

static inline void guessed_wrongly(struct alike_event *event)
{
	if (++event->wrong < WRONG)
		return;
	if (event->right < RIGHT)
		event->pause = PAUSE;
	event->right = event->wrong = 0;
}

/* The sample of @row, which lies at @in, was found to be equal to @e. @g is filled but for what follows from these. */
static inline void remember_guess(struct session_alike *a, const struct time_order_entry *row, const struct sample_place *in,
				  const struct alike *e, const struct half_look *half, struct alike_guess *g)
{
	const uint64_t marker = (uint64_t)PERF_CONTEXT_USER_DEFERRED;

	g->nr_compared = g->nr_ips;
	/* The cookie differs; where a user half is asked for in another way all questions are asked. */
	if (row->user && (g->nr_compared-- < 2 || g->ips[g->nr_compared - 1] != marker || g->ips[g->nr_compared] == marker))
		return;
	g->ip = e->key.ip;
	g->task = sample_layout__word(in->p + in->event->tid);
	g->from = g->from > e->from ? g->from : e->from;
	g->until = g->until < e->until ? g->until : e->until;
	g->user = half->number;
	g->evsel = (uint32_t)in->evsel->idx;
	g->at = (uint32_t)(e - a->sets);
	g->stamp = e->stamp;
	a->guesses[guess_index(in->evsel, sample_layout__half_word(in->p + in->event->tid + 4), half->number)] = *g;
	a->new_guesses = true;
}

/*
 * Counts the sample of @row, or with @each hands it on, if its record is what was guessed. False: it was not; or it is to be looked
 * at again, since nothing is remembered any more.
 */
static inline __attribute__((always_inline)) bool compare_guess(struct session *s, struct session_alike *a,
								const struct time_order_entry *row, const struct sample_place *in, bool each)
{
	const struct alike_event *event = in->event;
	struct guess_match m;
	struct alike *e;

	if (!guess__matches(s, a->guesses, row, in, each || a->ops->waited, &m))
		return false;
	e = &a->sets[m.guess->at];
	if (m.guess->stamp != e->stamp)
		return false;
	if (each) {
		const struct record r = { .header = m.header };
		const struct differing differing = {
			.pid = m.pid, .tid = m.tid, .period = m.period, .raw_size = m.guess->raw_size,
			.cpu = event->cpu ? sample_layout__half_word(in->p + event->cpu) : (uint32_t)-1,
			.raw_data = event->has_raw ? m.raw + sizeof(uint32_t) : NULL,
		};

		/* An empty half was taken at no time of its own. */
		if (row->user != NOT_WAITING && row->user < NO_HALF && !s->stitch->halves.list[m.half.number - 1].nr)
			m.half.time = row->time;
		return deliver_like(s, a, e, row, &r, &m.half, &differing);
	}
	add_to(s, a, e, row, &m.half, m.period);
	return true;
}

/* As compare_guess(), unless guesses of this event do not pay. */
static inline __attribute__((always_inline)) bool take_guess(struct session *s, struct session_alike *a,
							     const struct time_order_entry *row, const struct sample_place *in, bool each)
{
	if (a->extras)
		return false;
	if (in->event->pause) {
		in->event->pause--;
		return false;
	}
	if (!compare_guess(s, a, row, in, each)) {
		guessed_wrongly(in->event);
		return false;
	}
	in->event->right++;
	return true;
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
	const unsigned char *p = in->p;
	struct record r = { .data = p };
	const struct task_view *task;
	unsigned int at = event->end;
	struct half_look half;
	struct alike_guess guess;
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
	guess.from = task->from;
	guess.until = task->until;
	guess.nr_ips = (uint32_t)nr_ips;
	memcpy(&guess.header, &r.header, sizeof(guess.header));
	if (!look_at_half(s, row, pid, tid, task, each, p, in->left, &half))
		return false;
	k.user = half.number;
	k.user_maps = half.maps;
	half.cookie = 0;
	if (row->user)
		nr_ips = without_ending(k.ips, nr_ips, &half.cookie);
	if (!a->chains)
		nr_ips = 0;
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
	/* Before guesses begin again there is something to be guessed. */
	if (!a->extras && half.maps == k.maps && event->pause < GUESSES) {
		guess.ips = k.ips;
		guess.raw_size = raw_size;
		remember_guess(a, row, in, e, &half, &guess);
	}
	if (each) {
		const struct differing differing = {
			.pid = pid, .tid = tid, .cpu = cpu, .period = period, .raw_data = k.raw, .raw_size = raw_size,
		};

		return deliver_like(s, a, e, row, &r, &half, &differing) || differs(a, &k);
	}
	add_to(s, a, e, row, &half, period);
	return true;
}

/* --- with threads --------------------------------------------------------------------------------- */

static bool guesses(struct session *s, struct alike_guess *ret)
{
	struct session_alike *a = s->alike;
	size_t i;

	if (!a->new_guesses)
		return false;
	memcpy(ret, a->guesses, sizeof(a->guesses));
	for (i = 0; i < GUESSES; i++)
		if (ret[i].stamp != a->sets[ret[i].at].stamp)
			ret[i].stamp = 0;
	a->new_guesses = false;
	return true;
}

static bool add_sums(struct session *s, const struct alike_sum *sums, size_t nr)
{
	struct session_alike *a = s->alike;
	struct alike *e;
	size_t i;

	for (i = 0; i < nr; i++)
		if (a->sets[sums[i].at].stamp != sums[i].stamp)
			return false;
	for (i = 0; i < nr; i++) {
		e = &a->sets[sums[i].at];
		e->nr += sums[i].nr;
		e->later += sums[i].later;
		e->period += sums[i].period;
		e->last_time = sums[i].last_time > e->last_time ? sums[i].last_time : e->last_time;
	}
	return true;
}

static void waited(struct session *s, const uint64_t *ns, size_t nr)
{
	s->alike->ops->waited(s->alike->ctx, ns, nr);
}

/*
 * When the first samples are to be counted, and there is no source of others any more. Records between samples do no harm: no consumer is
 * told what was counted before or behind one, and a sample that is not counted comes behind those that are older.
 */
static void begin_ahead(struct session *s)
{
	static const struct alike_ahead_ops ops = { .guesses = guesses, .add = add_sums },
		with_waits = { .guesses = guesses, .add = add_sums, .waited = waited };
	struct session_alike *a = s->alike;

	a->begun = true;
	if (!a->extras)
		a->ahead = alike_ahead__new(s, a->events, a->ops->waited ? &with_waits : &ops);
}

void session__end_ahead(struct session *s)
{
	if (!s->alike)
		return;
	alike_ahead__delete(s->alike->ahead);
	s->alike->ahead = NULL;
}

size_t session__count_alike(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs)
{
	struct session_alike *a = s->alike;
	const struct time_order_entry *row;
	struct sample_place in;

	a->has_key = a->told_any = false;
	*ret_differs = false;
	if (a->each) {
		while (from < end && s->samples.entries[from].time < before && !a->failed) {
			row = &s->samples.entries[from];
			*ret_differs = !find_place(s, a, row, &in) || (!take_guess(s, a, row, &in, true) && !take_one(s, a, row, &in, true));
			if (*ret_differs)
				break;
			from++;
		}
		return from;
	}
	if (!a->begun)
		begin_ahead(s);
	for (; from < end && s->samples.entries[from].time < before; from++) {
		if (a->ahead) {
			from = alike_ahead__skip(a->ahead, from);
			if (from >= end || s->samples.entries[from].time >= before)
				break;
		}
		row = &s->samples.entries[from];
		if (find_place(s, a, row, &in) && (take_guess(s, a, row, &in, false) || take_one(s, a, row, &in, false)))
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
	a->new_guesses = true;
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
	a->new_guesses = true;
	for (i = 0; i < a->nr_used; i++)
		a->sets[a->used[i]].key.kind = a->sets[a->used[i]].stamp = 0;
}
