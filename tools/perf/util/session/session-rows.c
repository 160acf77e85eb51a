// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of samples and deferred records, which nearly all records of a recording are.
 *
 * Pass 1 goes through all bytes of a recording, and what it does for each of these two kinds counts most of all. So there is
 * one loop for those that look as they nearly always do: of this machine's byte order, aligned, of an event whose fields lie
 * at known offsets, with a size that fits. It checks all of that (as data_walk__next(), session__check_length() and the
 * decoders do), leaves the row, and goes on; nothing of it is done again later. The first record that is anything else ends the
 * loop: session-file.c takes it in the way in which any record can be taken, with words for what is wrong with it, and
 * leaves its row by the same functions.
 */
#include <errno.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/event/sample-layout.h"
#include "util/session/session-rows.h"

#define NO_SAMPLE	SIZE_MAX

struct task_key {
	const struct stitch_task *tasks;
	uint32_t machine, tid, cpu;
};

static inline bool is_task(const struct stitch_task *t, uint32_t machine, uint32_t tid, uint32_t cpu)
{
	return t->tid == tid && t->cpu == cpu && t->machine == machine;
}

static inline uint64_t task_numbers__hash(struct task_key k)
{
	return hash_u64(((uint64_t)k.machine << 32 | k.tid) ^ hash_u64(k.cpu));
}

static inline bool task_numbers__is(uint32_t number, struct task_key k)
{
	return is_task(&k.tasks[number - 1], k.machine, k.tid, k.cpu);
}

HASH_SET_FUNCTIONS(task_numbers, struct task_key, uint32_t)

static __attribute__((noinline)) uint32_t find_task(struct session_stitch *st, uint32_t machine, uint32_t tid, uint32_t cpu,
						    uint32_t *recent)
{
	const struct task_key key = { .tasks = st->tasks, .machine = machine, .tid = tid, .cpu = cpu };
	uint32_t *number = task_numbers__place(&st->task_numbers, key);

	if (!*number) {
		GROW(st->tasks, st->nr_tasks, st->cap_tasks);
		st->tasks[st->nr_tasks++] = (struct stitch_task){ .machine = machine, .tid = tid, .cpu = cpu };
		*number = (uint32_t)st->nr_tasks;
	}
	*recent = *number;
	return *number - 1;
}

static inline uint32_t task_of(struct session_stitch *st, uint32_t machine, uint32_t tid, uint64_t cookie)
{
	uint32_t cpu = (uint32_t)(cookie >> st->cpu_shift);
	uint32_t *recent = &st->recent_tasks[tid % RECENT_TASKS];

	return *recent && is_task(&st->tasks[*recent - 1], machine, tid, cpu) ? *recent - 1 :
										find_task(st, machine, tid, cpu, recent);
}

uint32_t stitch__task(struct session_stitch *st, uint32_t machine, uint32_t tid, uint64_t cookie)
{
	return task_of(st, machine, tid, cookie);
}

static __attribute__((noinline)) void grow_records(struct session_stitch *st)
{
	st->cap_records = st->cap_records ? 2 * st->cap_records : 64;
	st->records = xreallocarray(st->records, st->cap_records, sizeof(*st->records));
}

/* A cookie that is not larger than those of the task's records before it. */
static __attribute__((noinline)) void see_disorder(struct session_stitch *st, struct stitch_task *task, uint64_t cookie)
{
	task->disorder = st->disorder = true;
	if (cookie < task->floor)
		st->late = true;
}

/* A row for the next record; NULL: there are too many. *@ret_rises: no record with this key came before. */
static inline struct deferred_row *new_record(struct session_stitch *st, uint32_t number, uint64_t cookie, bool *ret_rises)
{
	struct stitch_task *task = &st->tasks[number];

	if (st->nr_records == st->cap_records) {
		if (st->nr_records >= MAX_RECORDS)
			return NULL;
		grow_records(st);
	}
	task->nr++;
	*ret_rises = cookie > task->last;
	if (cookie <= task->last)
		see_disorder(st, task, cookie);
	else
		task->last = cookie;
	return &st->records[st->nr_records++];
}

/* Rows behind the last one that still waits go. Those before @from stay. */
static inline void drop_done(struct session_stitch *st, size_t from)
{
	const struct waiting_row *rows = st->waiting;
	size_t nr = st->nr_waiting;

	while (nr > from && rows[nr - 1].evsel & WAITING_DONE)
		nr--;
	st->nr_waiting = nr;
}

/*
 * A record nearly always completes the samples of its task that came last, and then no search is needed. The first record with a key
 * is the right one for what came before it, unless another with the key comes later in the file and was written earlier: the join sees
 * that, and all is done once more. Rows before @from stay as they are. The record lies at @place * 8, in one stretch of memory with the
 * samples from number @near on.
 */
static inline __attribute__((always_inline)) void join_at_once(struct session_stitch *st, struct time_order *samples, size_t from,
							       size_t near, uint64_t place, struct deferred_row *r)
{
	size_t i = st->tasks[r->task].waits;
	struct time_order_entry *sample;
	struct waiting_row *w;
	uint32_t kind;

	if (i > st->nr_waiting)
		return;
	while (i-- > from) {
		w = &st->waiting[i];
		if (w->cookie != r->cookie || w->task != r->task || w->pid != r->pid ||
		    (w->evsel & (WAITING_AT_ONCE | WAITING_DONE)) != WAITING_AT_ONCE)
			break;
		sample = &samples->entries[w->sample];
		/* What came before is a large number. */
		if (r->time - sample->time > UINT32_MAX)
			break;
		kind = sample_kinds__with(&st->kinds, kind_number(st, sample->what), r->half);
		sample->what = w->sample >= near ? near_what(kind, place - sample->place) : 0;
		if (!sample->what)
			sample->what = session_stitch__lagging(st, kind, (uint32_t)(r->time - sample->time));
		w->evsel |= WAITING_DONE;
		st->nr_used += !r->used;
		r->used = r->at_once = true;
	}
	drop_done(st, from);
}

static inline bool may_join(const struct session_stitch *st, const struct deferred_row *r, bool rises)
{
	return rises && st->at_once && !r->empty && !(r->half & ODD_HALF);
}

int stitch__add_records(struct session_stitch *st, struct time_order *samples, const struct deferred_row *rows, size_t nr,
			const uint32_t *tasks, const uint32_t *halves)
{
	struct deferred_row *r;
	uint32_t task;
	bool rises;
	size_t i;

	for (i = 0; i < nr; i++) {
		task = tasks[rows[i].task] - 1;
		r = new_record(st, task, rows[i].cookie, &rises);
		if (!r)
			return -ENOMEM;
		*r = rows[i];
		r->task = task;
		r->half = halves[rows[i].half - 1];
		st->nr_used += r->used;
		if (may_join(st, r, rises))
			join_at_once(st, samples, 0, NO_SAMPLE, 0, r);
	}
	return 0;
}

/* @half: its number. @samples, @from, @near, @place: as for join_at_once(). */
static inline int add_record(struct session_stitch *st, struct time_order *samples, size_t from, size_t near, uint64_t place,
			     const struct record_deferred *d, uint32_t machine, bool empty, uint32_t half)
{
	uint32_t task = task_of(st, machine, d->id.tid, d->cookie);
	bool rises;
	struct deferred_row *r = new_record(st, task, d->cookie, &rises);

	if (!r)
		return -ENOMEM;
	r->cookie = d->cookie;
	r->time = d->id.time;
	r->task = task;
	r->half = half;
	r->pid = d->id.pid;
	r->empty = empty;
	r->used = r->at_once = false;
	if (may_join(st, r, rises))
		join_at_once(st, samples, from, near, place, r);
	return 0;
}

/* The place of the task's last row is taken again, so that the rows of tasks that wait for each other do not become more and more. */
static inline struct waiting_row *new_waiting(struct session_stitch *st, size_t from, uint32_t number, uint64_t cookie)
{
	struct stitch_task *task = &st->tasks[number];

	if (cookie < task->floor)
		st->late = true;
	if (task->waits > from && task->waits <= st->nr_waiting) {
		struct waiting_row *last = &st->waiting[task->waits - 1];

		if (last->task == number && last->evsel & WAITING_DONE)
			return last;
	}
	GROW(st->waiting, st->nr_waiting, st->cap_waiting);
	task->waits = (uint32_t)++st->nr_waiting;
	return &st->waiting[st->nr_waiting - 1];
}

void stitch__add_waiting(struct session_stitch *st, const struct waiting_row *row)
{
	*new_waiting(st, 0, row->task, row->cookie) = *row;
}

/* @number: the sample's. Rows before @from stay. */
static inline void add_waiting(struct session_stitch *st, size_t from, size_t number, uint32_t machine, const struct sample_glance *sample,
			       const struct evsel *evsel, bool has_cookie, uint64_t cookie)
{
	uint32_t task = task_of(st, machine, sample->tid, cookie);
	struct waiting_row *w = new_waiting(st, from, task, cookie);

	w->cookie = cookie;
	w->sample = (uint32_t)number;
	w->task = task;
	w->pid = sample->pid;
	w->evsel = ((uint32_t)evsel->idx & WAITING_EVSEL) | (has_cookie ? WAITING_COOKIE : 0) |
		   (has_cookie && evsel->attr.defer_callchain ? WAITING_AT_ONCE : 0);
}

/* --- any record --------------------------------------------------------------------------------- */

static bool is_empty(enum deferred_protocol protocol, const struct record_deferred *d)
{
	/*
	 * An unwind that failed comes as an empty record; where the same stack also came whole (events of several clients),
	 * that one is taken. In protocol A any record completes what waited before it.
	 */
	return !d->nr && protocol == DEFERRED_PROTOCOL_C;
}

int session__note_deferred(struct session *s, const struct record *r, const struct record_deferred *d)
{
	struct session_stitch *st = s->stitch;
	uint32_t machine = session__machine_pid(s, d->id.id);

	/* Its entries lie in memory that the next one takes. */
	if (st->nr_odd >= MAX_RECORDS)
		return -ENOMEM;
	GROW(st->odd, st->nr_odd, st->cap_odd);
	st->odd[st->nr_odd++] = r->offset;
	return add_record(st, &s->samples, st->nr_waiting, NO_SAMPLE, 0, d, machine, is_empty(s->protocol, d),
			  ODD_HALF | (uint32_t)(st->nr_odd - 1));
}

void session__note_sample(struct session *s, const struct record *r, const struct evsel *evsel, const struct sample_glance *sample)
{
	enum perf_stitch_ending ending;
	uint64_t cookie;
	size_t nr;

	time_order__add(&s->samples, sample->time, r->offset, s->stitch ? 0 : time_order__task(sample->tid, 0));
	if (sample->time > s->newest)
		s->newest = sample->time;
	s->time_before = sample->time ?: s->time_before;
	ending = perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &cookie);
	if (ending == PERF_STITCH_ENDS_PLAIN)
		return;
	s->cookie_endings += ending == PERF_STITCH_ENDS_COOKIE;
	s->marker_endings += ending == PERF_STITCH_ENDS_MARKER;
	if (s->stitch)
		add_waiting(s->stitch, s->stitch->nr_waiting, s->samples.nr - 1, session__machine_pid(s, sample->id), sample, evsel,
			    ending == PERF_STITCH_ENDS_COOKIE, ending == PERF_STITCH_ENDS_COOKIE ? cookie : 0);
}

/* --- those that look as usual ------------------------------------------------------------------- */

void session__begin_usual(struct session *s)
{
	struct evlist *list = s->header->evlist;
	const struct sample_layout *l;
	size_t i;

	if (s->layouts_ready)
		return;
	/* From the first record on, events do not change. */
	s->layouts_ready = true;
	sample_decoder__prepare(&s->dec);
	l = s->dec.layouts;
	s->part_heads = xcalloc(s->dec.nr_layouts + 1, sizeof(*s->part_heads));
	/* Calls that the hardware recorded make other chains. */
	for (i = 0; i < s->dec.nr_layouts; i++)
		s->part_heads[i] = l[i].tid && !list->evsels[i]->attr.branch_sample_type && i < PART_MAX_EVENT ?
			sample_part__head((unsigned int)i, 0, PERF_STITCH_ENDS_PLAIN, 0) : NO_PART;
	s->usual_first = s->file->swap ? NULL : evlist__first(list);
	if (!s->usual_first)
		return;
	/* Several events without ids, or one that may be meant by none. */
	if (list->nr > 1 || s->usual_first->nr_ids)
		s->usual_id_at = l[s->usual_first->idx].id;
	for (i = 1; i < list->nr && l[i].trailer.time == l[0].trailer.time;)
		i++;
	s->near_at = i == list->nr ? l[0].trailer.time : 0;
}

bool usual__init(struct usual *u, const struct session *s, struct sample_decoder *dec, bool known, bool prepared)
{
	struct evlist *list = s->header->evlist;

	if (!prepared)
		sample_decoder__prepare(dec);
	*u = (struct usual){ .dec = dec, .first = evlist__first(list), .layouts = dec->layouts, .part_heads = s->part_heads,
			     .order = !s->opts->no_order, .known = known, .protocol = s->protocol };
	if (!u->first)
		return false;
	u->id_at = s->usual_id_at;
	u->near = s->near_at;
	u->trailer_id = list->nr > 1 && u->first->attr.sample_type & PERF_SAMPLE_IDENTIFIER;
	return true;
}

/* As perf_stitch__ending() has it. */
static inline enum perf_stitch_ending ending_of(const struct sample_glance *sample)
{
	const uint64_t marker = (uint64_t)PERF_CONTEXT_USER_DEFERRED;
	size_t nr = sample->nr_ips;

	if (nr && sample->ips[nr - 1] == marker)
		return PERF_STITCH_ENDS_MARKER;
	return nr >= 2 && sample->ips[nr - 2] == marker ? PERF_STITCH_ENDS_COOKIE : PERF_STITCH_ENDS_PLAIN;
}

/* The kind of a sample that looks as usual; 0: it is looked at for itself. */
static inline uint32_t kind_of_sample(struct session_stitch *st, uint64_t head, const struct sample_layout *l, const struct record *r,
				      const struct sample_glance *sample, enum perf_stitch_ending ending)
{
	size_t nr_ips = sample->nr_ips - (ending == PERF_STITCH_ENDS_COOKIE ? 2 : ending == PERF_STITCH_ENDS_MARKER);
	struct sample_part part;

	/* Without a process nothing is known of its maps. */
	if (head == NO_PART || sample->pid == (uint32_t)-1)
		return 0;
	part.head = head | sample_part__head(0, r->header.misc & PERF_RECORD_MISC_CPUMODE_MASK, ending, nr_ips);
	part.ip = l->ip ? sample_layout__word(r->data + l->ip) : 0;
	part.task = sample->pid | (uint64_t)sample->tid << 32;
	part.ips = sample->ips;
	return sample_kinds__plain(&st->kinds, &part);
}

static inline bool take_sample(struct row_sink *k, const struct usual *u, const struct record *r)
{
	const struct evlist_id *id = NULL;
	const struct evsel *evsel = u->first;
	struct sample_glance sample;
	enum perf_stitch_ending ending;
	uint32_t kind;

	if (u->id_at) {
		if (r->header.size < u->id_at + 8)
			return false;
		id = usual__known_id(u->dec, sample_layout__word(r->data + u->id_at));
		if (!id)
			return false;
		evsel = id->evsel;
	}
	sample.ips = NULL;
	if (!sample_layout__glance(&u->layouts[evsel->idx], r, &sample))
		return false;
	if (!u->order)
		return true;
	if (sample.time > k->newest)
		k->newest = sample.time;
	k->time_before = sample.time ?: k->time_before;
	ending = ending_of(&sample);
	k->cookie_endings += ending == PERF_STITCH_ENDS_COOKIE;
	k->marker_endings += ending == PERF_STITCH_ENDS_MARKER;
	if (!k->stitch) {
		time_order__add(k->samples, sample.time, r->offset, time_order__task(sample.tid, (unsigned int)evsel->idx + 1));
		return true;
	}
	kind = kind_of_sample(k->stitch, u->part_heads[evsel->idx], &u->layouts[evsel->idx], r, &sample, ending);
	time_order__add(k->samples, sample.time, r->offset, alone_what(kind));
	if (ending != PERF_STITCH_ENDS_PLAIN)
		add_waiting(k->stitch, k->waiting, k->samples->nr - 1, id ? id->machine_pid : 0, &sample, evsel, ending == PERF_STITCH_ENDS_COOKIE,
			    ending == PERF_STITCH_ENDS_COOKIE ? sample.ips[sample.nr_ips - 1] : 0);
	return true;
}

/* 1: taken; 0: not; negative errno. @near: as for join_at_once(). */
static inline int take_deferred(struct row_sink *k, const struct usual *u, const struct record *r, size_t near)
{
	const struct evlist_id *id = NULL;
	const struct sample_layout *layout = &u->layouts[u->first->idx];
	struct record_deferred d;
	int err;

	if (u->trailer_id) {
		id = usual__known_id(u->dec, sample_layout__word(r->data + r->header.size - 8));
		/* Those of sleepers are few, and are looked at again. */
		if (!id || evsel__is_sleepers(id->evsel))
			return 0;
		layout = &u->layouts[id->evsel->idx];
	}
	if (!k->stitch) {
		/* Then it is only checked, and counted. */
		if (!sample_layout__deferred_fits(layout, r, u->protocol))
			return 0;
		k->records_without_tid += u->order && !layout->trailer.tid;
		return 1;
	}
	if (!sample_layout__deferred(layout, r, u->protocol, &d))
		return 0;
	if (!u->order)
		return 1;
	k->records_without_tid += !d.id.has_tid;
	if (!d.id.has_tid)
		return 1;
	/* Nearly always it is the same id, at the end. */
	if (!id || layout->trailer.id != sizeof(uint64_t))
		id = d.id.id ? usual__known_id(u->dec, d.id.id) : NULL;
	err = add_record(k->stitch, k->samples, k->waiting, near, r->offset / 8, &d, id ? id->machine_pid : 0, is_empty(u->protocol, &d),
			 raw_halves__number(&k->stitch->halves, d.ips, d.nr));
	return err ? err : 1;
}

uint64_t usual__take(const struct usual *usual, struct row_sink *sink, const unsigned char *p, uint64_t left, uint64_t until, uint64_t pos,
		     int *ret_err)
{
	const uint64_t least = 2 * sizeof(struct perf_event_header);
	uint64_t at = 0, samples = 0, deferred = 0, deferred_bytes = 0;
	/* Nobody else sees these: what the loop changes need not go through memory. */
	struct time_order rows = *sink->samples;
	struct row_sink own = *sink, *const k = &own;
	const struct usual ours = *usual, *const u = &ours;
	struct record r = { .swap = false };
	/* The rows of these samples say their place, and no other. */
	const size_t near = u->near && !(pos & 7) && pos + left <= 8ULL * TIME_ORDER_FAR ? rows.nr : NO_SAMPLE;
	int took = 1;

	own.samples = &rows;

	while (at < until && left - at >= least) {
		memcpy(&r.header, p + at, sizeof(r.header));
		/* What is too small becomes a large number. */
		if (r.header.size - least > left - at - least || r.header.size % 8)
			break;
		r.data = p + at;
		r.offset = pos + at;
		if (r.header.type == PERF_RECORD_SAMPLE) {
			if (!take_sample(k, u, &r))
				break;
			samples++;
		} else if (r.header.type == PERF_RECORD_CALLCHAIN_DEFERRED && u->known) {
			took = take_deferred(k, u, &r, near);
			if (took <= 0)
				break;
			deferred++;
			deferred_bytes += r.header.size;
		} else {
			break;
		}
		at += r.header.size;
	}
	*sink->samples = rows;
	own.samples = sink->samples;
	own.nr_samples += samples;
	own.nr_deferred += deferred;
	own.deferred_bytes += deferred_bytes;
	*sink = own;
	*ret_err = took < 0 ? took : 0;
	return at;
}

void session__count_rows(struct session *s, const struct row_sink *k, uint64_t bytes)
{
	if (k->newest > s->newest)
		s->newest = k->newest;
	s->time_before = k->time_before ?: s->time_before;
	s->cookie_endings += k->cookie_endings;
	s->marker_endings += k->marker_endings;
	s->stats.records_without_tid += k->records_without_tid;
	s->stats.samples += k->nr_samples;
	s->stats.deferred_records += k->nr_deferred;
	s->stats.records += k->nr_samples + k->nr_deferred;
	s->stats.bytes += bytes;
	s->stats.deferred_bytes += k->deferred_bytes;
	s->stats.types[PERF_RECORD_SAMPLE] += k->nr_samples;
	s->stats.types[PERF_RECORD_CALLCHAIN_DEFERRED] += k->nr_deferred;
}

int session__take_usual(struct session *s, const unsigned char *p, uint64_t left, uint64_t pos, bool known, uint64_t *ret_taken)
{
	struct row_sink k = { .samples = &s->samples, .stitch = s->stitch };
	struct usual u;
	int err;

	*ret_taken = 0;
	if ((uintptr_t)p & 7)
		return 0;
	if (!usual__init(&u, s, &s->dec, known, true))
		return 0;
	*ret_taken = usual__take(&u, &k, p, left, left, pos, &err);
	session__count_rows(s, &k, *ret_taken);
	return err;
}

/* --- pass 2 ------------------------------------------------------------------------------------- */

struct evsel *session__usual_sample(struct session *s, const struct time_order_entry *row, struct record *r)
{
	uint64_t left, pos = time_order__pos(&s->samples, row);
	const unsigned char *p = data_file__bytes(s->file, pos, &left);
	struct evsel *evsel;

	evsel = session__usual_event(s, p, left);
	if (!evsel)
		return NULL;
	memcpy(&r->header, p, sizeof(r->header));
	r->data = p;
	r->offset = pos;
	r->swap = false;
	if (r->header.type != PERF_RECORD_SAMPLE || r->header.size > left ||
	    !sample_layout__fields(&s->dec.layouts[evsel->idx], r, &s->usual_sample))
		return NULL;
	if (!(evsel->attr.sample_type & PERF_SAMPLE_PERIOD))
		s->usual_sample.period = evsel->attr.sample_period;
	return evsel;
}
