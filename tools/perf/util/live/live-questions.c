// SPDX-License-Identifier: GPL-2.0-only
/* The helper process, and the questions that it is asked; what is done if it ends over one. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/base/arena.h"
#include "util/base/children.h"
#include "util/base/fd-socket.h"
#include "util/base/monotonic.h"
#include "util/live/live-tables-internal.h"
#include "util/live/memory-code.h"
#include "util/live/table-answer-time.h"
#include "util/live/table-process.h"

/* How often the process may end before there are no more; up to three times for a file that is made for that. */
#define MAX_RESTARTS	48

int live_questions__start(struct live_tables *t)
{
	int fd = table_process__start(&t->pid);

	t->socket = fd < 0 ? -1 : fd;
	t->run++;
	return fd < 0 ? fd : 0;
}

void live_questions__stop(struct live_tables *t)
{
	if (t->socket < 0)
		return;
	close(t->socket);
	t->socket = -1;
	/* It may wait for a page of a file whose file system does not answer. */
	(void)children__kill(t->pid);
}

/* Any of the files that were asked about may be the reason. Only one that was suspected before, and was asked alone, is it for certain. */
static void suspect_pending(struct live_tables *t)
{
	size_t i;

	for (i = 0; i < t->pending.nr; i++) {
		struct live_file *file = t->pending.places[i].file;
		struct file_state *state = live_file__state(file);

		if (t->pending.nr == 1 && state->suspect && !state->again) {
			state->refused = true;
			if (!t->stats.refused)
				t->stats.refused = file->name;
		}
		state->suspect = true;
	}
}

/* Those of the pending questions from number @from on have no answers, and are put again if they can be. */
static void ask_again(struct live_tables *t, size_t from)
{
	for (; from < t->pending.nr; from++) {
		if (live_tables__can_ask(t, t->pending.places[from].file))
			live_tables__want(t, &t->pending.places[from]);
		else
			live_tables__give_up(t, &t->pending.places[from]);
	}
	t->pending.nr = 0;
}

/* The process has ended, took too long, or said what is no answer. @blame: a file may be the reason; else somebody has killed it. */
static void end_run(struct live_tables *t, bool blame)
{
	if (blame)
		suspect_pending(t);
	live_questions__stop(t);
	if (++t->stats.restarts < MAX_RESTARTS)
		(void)live_questions__start(t);
	ask_again(t, 0);
	if (t->socket >= 0)
		return;
	while (t->wanted.nr)
		live_tables__give_up(t, &t->wanted.places[--t->wanted.nr]);
}

void live_questions__end_unasked(struct live_tables *t)
{
	size_t i;

	for (i = 0; i < t->wanted.nr; i++) {
		struct file_state *state = live_file__state(t->wanted.places[i].file);

		state->suspect |= state->run == t->run && state->answered != t->run;
	}
	end_run(t, false);
}

/* --- questions -------------------------------------------------------------------------------- */

bool live_questions__send(const struct live_tables *t, const struct table_request *r, int fd)
{
	return fd_socket__send(t->socket, r, table_request__size(r), fd, 0);
}

/* Takes the answers in @buf to the first of the pending questions, and returns to how many; 0: they are none. */
static size_t take_answers(struct live_tables *t, const void *buf, size_t size)
{
	struct table_reader reader = { .bytes = buf, .size = size };
	bool bad = !table_reader__begin(&reader, t->serial);
	struct arena arena = { 0 };
	struct table_answer one;
	size_t i;

	for (i = 0; i < t->pending.nr && !bad && table_reader__next(&reader, &arena, &one, &bad); i++)
		live_tables__note(t, &t->pending.places[i], &one);
	arena__exit(&arena);
	return bad ? 0 : i;
}

/* @waits: the process has not answered as it waits in the kernel: for a part of a file that has been opened, and does not come now. */
static void end_silent_run(struct live_tables *t, bool waits)
{
	struct live_file *file = t->pending.places[0].file;

	if (waits && t->pending.nr == 1 && !file->memory) {
		table_files__blame(t->files, file);
		live_giving__refuse(file, file->pid, -ETIMEDOUT);
	}
	end_run(t, true);
}

/* Has the process had long enough for its answer? Only then is it asked how it does. */
static bool is_late(const struct live_tables *t, int64_t now)
{
	uint64_t waited = (uint64_t)(now - t->pending.since);

	if (waited < TABLE_ANSWER_NS)
		return false;
	return table_answer__is_late(waited, children__cpu_ns(t->pid) - t->pending.cpu, children__is_running(t->pid));
}

/* Takes the answers to the pending questions, if they come within @ms. False: nothing came, and it may still. */
static bool receive(struct live_tables *t, int ms)
{
	struct pollfd p = { .fd = t->socket, .events = POLLIN };
	int64_t began = monotonic__ns(), now;
	size_t answered;
	ssize_t n;
	int ready;

	do
		ready = poll(&p, 1, ms);
	while (ready < 0 && errno == EINTR);
	now = monotonic__ns();
	t->stats.waited_ns += (uint64_t)(now - began);
	if (!ready && !is_late(t, now))
		return false;
	n = ready > 0 ? recv(t->socket, t->received, sizeof(t->received), 0) : -1;
	answered = n > 0 ? take_answers(t, t->received, (size_t)n) : 0;
	if (answered)
		ask_again(t, answered);
	else
		end_silent_run(t, !ready && children__waits(t->pid));
	return true;
}

/*
 * Moves wanted questions to those that are pending, the oldest first. A file that is suspected is asked alone. *@ret_new: nothing was asked
 * about one of the files yet. False: the process has ended.
 */
static bool choose_questions(struct live_tables *t, bool *ret_new)
{
	bool alone = false, alive = true;
	size_t i, kept = 0;

	*ret_new = false;
	for (i = 0; i < t->wanted.nr && alive && !alone && t->pending.nr < TABLE_PLACES_MAX; i++) {
		const struct live_place_in_file p = t->wanted.places[i];
		const struct file_state *state = live_file__state(p.file);
		enum live_given given;

		/* What was asked about is not there any more. */
		if (p.file->memory && !memory_code__is_now(p.file, p.offset)) {
			live_tables__give_up(t, &p);
			continue;
		}
		given = t->pending.nr && state->suspect ? GIVING : live_giving__give(t, p.file);
		if (given == GIVEN) {
			*ret_new |= state->answered != t->run;
			alone = state->suspect;
			t->pending.places[t->pending.nr++] = p;
		} else if (given == REFUSED) {
			live_tables__give_up(t, &p);
		} else {
			alive = given != NOBODY_THERE;
			t->wanted.places[kept++] = p;
		}
	}
	memmove(t->wanted.places + kept, t->wanted.places + i, (t->wanted.nr - i) * sizeof(t->wanted.places[0]));
	t->wanted.nr -= i - kept;
	return alive;
}

static int by_place(const void *a, const void *b)
{
	const struct live_place_in_file *x = a, *y = b;

	if (x->file->nr != y->file->nr)
		return x->file->nr < y->file->nr ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* The pending questions. Tables are read from the beginning of a function on: what lies close together is looked up together. */
static void write_request(struct live_tables *t)
{
	struct table_request *r = &t->request;
	size_t i;

	qsort(t->pending.places, t->pending.nr, sizeof(t->pending.places[0]), by_place);
	r->type = TABLE_ASK;
	r->serial = ++t->serial;
	r->nr = 0;
	for (i = 0; i < t->pending.nr; i++) {
		const struct live_place_in_file *p = &t->pending.places[i];

		r->places[r->nr++] = (struct table_place){ .offset = p->file->memory ? memory_code__offset(p->offset) : p->offset,
							   .file = p->file->nr, .guessed = p->guessed };
	}
}

/*
 * Puts as many of the wanted questions as a datagram has room for. False: none was left, or the process has ended, and
 * there is another now.
 */
static bool put_questions(struct live_tables *t)
{
	bool is_new, alive = choose_questions(t, &is_new);

	write_request(t);
	t->pending.since = monotonic__ns();
	t->pending.cpu = children__cpu_ns(t->pid);
	if (alive && !t->pending.nr)
		return false;
	if (alive && live_questions__send(t, &t->request, -1)) {
		t->stats.asked += t->pending.nr;
		return true;
	}
	/* It ended before it was asked: of files that it has had, none is the reason. */
	end_run(t, is_new);
	return false;
}

bool live_tables__exchange(struct live_tables *t, int ms)
{
	size_t before = t->wanted.nr;

	(void)live_giving__take(t, 0);
	if (t->pending.nr)
		return receive(t, ms);
	if (!t->wanted.nr)
		return false;
	if (put_questions(t)) {
		(void)live_giving__take(t, ms);
		return receive(t, ms);
	}
	/* Are all that is left questions about files that are being opened? */
	return t->wanted.nr < before || !table_files__any(t->files) || live_giving__take(t, ms);
}
