/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is a sample the one that is expected? What session-alike.c and the threads of session-ahead.c have in common: how a record is
 * compared with one that was looked up before. Nothing here is changed by looking, so that several threads may.
 */
#ifndef PERF_SESSION_GUESS_H
#define PERF_SESSION_GUESS_H

#include <string.h>

#include "util/event/sample-layout.h"
#include "util/session/session-rows.h"

#define GUESSES	256		/* a power of two */
#define FEW_WORDS	8

/*
 * A record, and what it was found to be equal to. If the next one of its thread with its user half has the same bytes, but for time
 * and cookie, all that was looked up for this one holds for that one, too.
 */
struct alike_guess {
	uint64_t header, ip, task;	/* words of the record */
	uint64_t from, until;		/* ns: when the task's name and maps were these, and the kernel's maps */
	const uint64_t *ips;		/* those to be compared; in the mapped file */
	uint32_t nr_ips, nr_compared;	/* of the chain: all, and without the cookie */
	uint32_t raw_size;
	uint32_t user;			/* its user half, as half_look.number */
	uint32_t evsel;			/* its event's index */
	uint32_t at;			/* index in session_alike.sets */
	uint64_t stamp;			/* of that one; 0: there is no guess */
};

/* Of the samples of an event. */
struct alike_event {
	bool may_be;			/* equal to others */
	uint8_t ip, tid, cpu, period, end;	/* offsets, as in struct sample_layout */
	bool has_chain, has_raw;
	uint64_t fixed_period;
	/* Guesses since it was last asked whether they are worth while, and for how many samples none is made. */
	uint64_t right;
	uint32_t wrong, pause;
};

/* Where a sample lies, and what its event's samples have where. */
struct sample_place {
	const unsigned char *p;
	uint64_t left;			/* bytes, all of the fields at known offsets among them */
	struct evsel *evsel;
	struct alike_event *event;
};

/* The user half of a sample. */
struct half_look {
	uint32_t number;		/* as alike_key.user */
	bool later;			/* the record came after the sample ... */
	uint64_t wait;			/* ... by so many ns */
	uint64_t time;			/* as session_sample.user_time */
	uint64_t cookie;
	uint32_t pid;			/* of the record */
	const struct maps *maps;
};

/* A sample that is as guessed. */
struct guess_match {
	const struct alike_guess *guess;
	struct half_look half;		/* without the maps, which are those of the guess */
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t period;
	const unsigned char *raw;	/* where the raw data's size is, if the event has raw data */
};

/*
 * Finds the sample of @row, with a decoder of the caller's thread; @events: by index, for all that @dec has layouts of. @segment: where
 * it most likely lies. False: such a sample is not compared.
 */
static inline __attribute__((always_inline)) bool sample_place__find(const struct session *s, struct sample_decoder *dec,
								     struct alike_event *events,
								     const struct data_segment *segment,
								     const struct time_order_entry *row, struct sample_place *ret)
{
	uint64_t pos = time_order__pos(&s->samples, row);

	if (pos - segment->pos >= segment->size) {
		ret->p = data_file__bytes(s->file, pos, &ret->left);
	} else {
		ret->left = segment->size - (pos - segment->pos);
		ret->p = segment->records + (pos - segment->pos);
	}
	ret->evsel = session__event_at(s, dec, ret->p, ret->left);
	if (!ret->evsel)
		return false;
	ret->event = &events[ret->evsel->idx];
	return ret->event->may_be && ret->left >= ret->event->end;
}

/* The index of the guess for samples of thread @tid with user half number @number. */
static inline size_t guess_index(const struct evsel *evsel, uint32_t tid, uint32_t number)
{
	return (tid * 31 ^ number ^ (uint32_t)evsel->idx << 5) % GUESSES;
}

/* A kernel half has some words, for which a call takes longer than comparing. */
static inline bool same_words(const unsigned char *p, const uint64_t *words, size_t nr)
{
	size_t i;

	if (nr > FEW_WORDS)
		return !memcmp(p, words, 8 * nr);
	for (i = 0; i < nr; i++)
		if (sample_layout__word(p + 8 * i) != words[i])
			return false;
	return true;
}

/*
 * Is the record of @row, which lies at @in, what one of @guesses says? Whether that one still holds is not looked at. @needs_time: when
 * its user half was made is asked for.
 */
static inline __attribute__((always_inline)) bool guess__matches(const struct session *s, const struct alike_guess *guesses,
								 const struct time_order_entry *row, const struct sample_place *in,
								 bool needs_time, struct guess_match *ret)
{
	const struct alike_event *event = in->event;
	const unsigned char *p = in->p, *at = p + event->end;
	bool has_half = row->user != NOT_WAITING && row->user < NO_HALF;
	struct half_look *half = &ret->half;
	struct joined_half d;
	const struct alike_guess *g;
	uint64_t word;

	*half = (struct half_look){ .number = row->user, .time = row->time };
	ret->pid = sample_layout__half_word(p + event->tid);
	ret->tid = sample_layout__half_word(p + event->tid + 4);
	/* When it was made need not be read if nobody asks. */
	if (is_near(row->user)) {
		half->number = near_number(row->user);
		half->later = true;
		half->pid = ret->pid;
	} else if (has_half) {
		d = session__joined_half(s, row, ret->pid, p, in->left);
		half->number = d.half;
		half->later = d.time >= row->time;
		half->wait = d.time - row->time;
		half->time = d.time;
		half->pid = d.pid;
	}
	g = &guesses[guess_index(in->evsel, ret->tid, half->number)];
	if (!g->stamp || g->user != half->number || g->evsel != (uint32_t)in->evsel->idx || row->time < g->from || row->time >= g->until)
		return false;
	word = sample_layout__word(p);
	memcpy(&ret->header, &word, sizeof(ret->header));
	/* Then it is as long as the other one, and all that is compared lies in it. */
	if (word != g->header || ret->header.size > in->left || (event->ip && sample_layout__word(p + event->ip) != g->ip) ||
	    sample_layout__word(p + event->tid) != g->task)
		return false;
	if (is_near(row->user) && (needs_time || g->until != UINT64_MAX)) {
		half->time = session__near_time(s, row->user, p, in->left, row->time);
		half->wait = half->time - row->time;
	}
	/* The user half was taken in the same process, with the same maps. */
	if (has_half && (half->number & ODD_HALF || half->pid != ret->pid || half->time < g->from || half->time >= g->until))
		return false;
	if (event->has_chain) {
		if (sample_layout__word(at) != g->nr_ips || !same_words(at + 8, g->ips, g->nr_compared))
			return false;
		/* The last entry, behind its marker. */
		half->cookie = row->user ? sample_layout__word(at + 8 * g->nr_ips) : 0;
		if (half->cookie == (uint64_t)PERF_CONTEXT_USER_DEFERRED)
			return false;
		at += 8 + 8 * g->nr_ips;
	}
	if (event->has_raw && sample_layout__half_word(at) != g->raw_size)
		return false;
	ret->period = event->period ? sample_layout__word(p + event->period) : event->fixed_period;
	ret->guess = g;
	ret->raw = at;
	return true;
}

#endif /* PERF_SESSION_GUESS_H */
