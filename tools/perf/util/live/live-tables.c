// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/live-tables.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/children.h"
#include "util/base/hash.h"
#include "util/live/file-open.h"
#include "util/live/table-process.h"

/* How long an answer may take in all. */
#define LIMIT_MS	5000
/* How often the process may end before there are no more; up to three times for a file that is made for that. */
#define MAX_RESTARTS	48
/* How often a question is put. */
#define MAX_TRIES	4
/* Answers take some 200 bytes each. */
#define MAX_ANSWERS	((size_t)1 << 19)
#define OFFSET_BITS	44

U64_MAP(answer_map, struct table_answer *)

/* live_file.tables */
struct file_state {
	unsigned int run;		/* the helper process that has it: live_tables.run; 0: none */
	bool suspect;			/* a helper has ended with it among the questions: it is only asked alone */
	bool refused;			/* it cannot be opened, or helpers did not survive it */
};

struct live_tables {
	int socket;			/* -1: there is no helper any more */
	pid_t pid;
	unsigned int run;		/* counts helper processes from 1 */
	struct answer_map answers;	/* by file and offset */
	struct arena arena;
	uint64_t serial;
	unsigned char received[TABLE_WIRE_MAX];
	int wait_ms;			/* live_tables__may_wait() */
	live_more_fn more;		/* live_tables__guess_more() */
	void *more_ctx;
	/* The questions that have no answers yet; nr 0: there are none. */
	struct {
		struct live_place_in_file places[TABLE_PLACES_MAX];
		size_t nr;
		int64_t since;		/* ns */
	} pending;
	struct live_tables_stats stats;
};

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* --- the process ------------------------------------------------------------------------------ */

static int start(struct live_tables *t)
{
	int fd = table_process__start(&t->pid);

	t->socket = fd < 0 ? -1 : fd;
	t->run++;
	return fd < 0 ? fd : 0;
}

static void stop(struct live_tables *t)
{
	if (t->socket < 0)
		return;
	close(t->socket);
	t->socket = -1;
	(void)kill(t->pid, SIGKILL);
	while (waitpid(t->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

struct live_tables *live_tables__new(int *ret_err)
{
	struct live_tables *t = xzalloc(sizeof(*t));

	children__keep_status();
	*ret_err = start(t);
	if (!*ret_err)
		return t;
	free(t);
	return NULL;
}

void live_tables__delete(struct live_tables *t)
{
	if (!t)
		return;
	stop(t);
	answer_map__exit(&t->answers);
	arena__exit(&t->arena);
	free(t);
}

static struct file_state *state_of(struct live_file *file)
{
	if (!file->tables)
		file->tables = xzalloc(sizeof(struct file_state));
	return file->tables;
}

/*
 * The process has ended, took too long, or said what is no answer. Any of the files that were asked about may be the reason, or none: somebody
 * may have killed it. Only a file that was suspected before, and was asked alone, is it for certain.
 */
static void end_run(struct live_tables *t)
{
	size_t i;

	for (i = 0; i < t->pending.nr; i++) {
		struct live_file *file = t->pending.places[i].file;
		struct file_state *state = state_of(file);

		if (t->pending.nr == 1 && state->suspect) {
			state->refused = true;
			if (!t->stats.refused)
				t->stats.refused = file->name;
		}
		state->suspect = true;
	}
	t->pending.nr = 0;
	stop(t);
	if (++t->stats.restarts < MAX_RESTARTS)
		(void)start(t);
}

/* --- questions -------------------------------------------------------------------------------- */

static bool send_request(struct live_tables *t, const struct table_request *r, int fd)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { .bytes = { 0 } };
	struct iovec iov = { (void *)(uintptr_t)r, table_request__size(r) };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	ssize_t n;

	if (fd >= 0) {
		struct cmsghdr *c;

		msg.msg_control = control.bytes;
		msg.msg_controllen = sizeof(control.bytes);
		c = CMSG_FIRSTHDR(&msg);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(c), &fd, sizeof(int));
	}
	do
		n = sendmsg(t->socket, &msg, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)iov.iov_len;
}

/* The helper process gets the file. False: it cannot be opened, or there is no process any more. */
static bool give_file(struct live_tables *t, struct live_file *file)
{
	struct file_state *state = state_of(file);
	struct table_request r = { .type = TABLE_OPEN, .nr = 1, .places = { { .file = file->nr } } };
	int fd = -1;
	bool sent;

	if (state->refused)
		return false;
	if (state->run == t->run)
		return true;
	if (!strcmp(file->name, "[vdso]"))
		r.places[0].offset = 1;
	else
		fd = live_file__open(file);
	state->refused = fd < 0 && !r.places[0].offset;
	if (state->refused)
		return false;
	sent = send_request(t, &r, fd);
	if (fd >= 0)
		close(fd);
	if (sent)
		state->run = t->run;
	return sent;
}

static uint64_t key_of(const struct live_place_in_file *p)
{
	return (uint64_t)p->file->nr << OFFSET_BITS | p->offset;
}

/* Takes the answers in @buf to the first of the pending questions. False: they are none. */
static bool take_answers(struct live_tables *t, const void *buf, size_t size)
{
	struct table_reader reader = { .bytes = buf, .size = size };
	bool bad = !table_reader__begin(&reader, t->serial);
	struct table_answer one;
	size_t i;

	for (i = 0; i < t->pending.nr && !bad && table_reader__next(&reader, &t->arena, &one, &bad); i++)
		answer_map__set(&t->answers, key_of(&t->pending.places[i]), arena__memdup(&t->arena, &one, sizeof(one)));
	return i && !bad;
}

/* Takes the answers to the pending questions, if they come within @ms. */
static bool receive(struct live_tables *t, int ms)
{
	struct pollfd p = { .fd = t->socket, .events = POLLIN };
	int64_t began = now_ns(), now;
	ssize_t n;
	int ready;

	do
		ready = poll(&p, 1, ms);
	while (ready < 0 && errno == EINTR);
	now = now_ns();
	t->stats.waited_ns += (uint64_t)(now - began);
	if (!ready && now - t->pending.since < LIMIT_MS * 1000000LL)
		return false;
	n = ready > 0 ? recv(t->socket, t->received, sizeof(t->received), 0) : -1;
	if (n <= 0 || !take_answers(t, t->received, (size_t)n)) {
		end_run(t);
		return false;
	}
	t->pending.nr = 0;
	return true;
}

/* Adds the question to those that are pending, unless its answer is known or cannot be had. */
static void add_question(struct live_tables *t, struct table_request *r, const struct live_place_in_file *p)
{
	size_t i;

	if (p->offset >> OFFSET_BITS || answer_map__find(&t->answers, key_of(p)) || !give_file(t, p->file))
		return;
	for (i = 0; i < t->pending.nr; i++)
		if (t->pending.places[i].file == p->file && t->pending.places[i].offset == p->offset)
			return;
	t->pending.places[t->pending.nr++] = *p;
	r->places[r->nr++] = (struct table_place){ .offset = p->offset, .file = p->file->nr };
}

/* False: the first file has no answers, or the process has ended, and there is another now. */
static bool put_questions(struct live_tables *t, const struct live_place_in_file *first)
{
	struct live_place_in_file more[TABLE_PLACES_MAX - 1];
	struct table_request r = { .type = TABLE_ASK, .serial = ++t->serial };
	bool is_new = state_of(first->file)->run != t->run;
	size_t nr = 0, i;

	add_question(t, &r, first);
	if (r.nr && t->more && !state_of(first->file)->suspect)
		nr = t->more(t->more_ctx, more, TABLE_PLACES_MAX - 1);
	for (i = 0; i < nr; i++) {
		const struct file_state *state = state_of(more[i].file);

		if (state->suspect)
			continue;
		is_new |= state->run != t->run;
		add_question(t, &r, &more[i]);
	}
	t->pending.since = now_ns();
	if (r.nr && send_request(t, &r, -1)) {
		t->stats.asked += r.nr;
		return true;
	}
	if (state_of(first->file)->refused)
		return false;
	/* It ended before it was asked: of files that it has had, none is the reason. */
	if (!is_new)
		t->pending.nr = 0;
	end_run(t);
	return false;
}

enum live_found live_tables__ask(struct live_tables *t, struct live_file *file, uint64_t offset, const struct table_answer **ret)
{
	const struct live_place_in_file place = { .file = file, .offset = offset };
	const struct table_answer *answer;
	int tries;

	*ret = NULL;
	if (offset >> OFFSET_BITS)
		return LIVE_NONE;
	answer = answer_map__find(&t->answers, key_of(&place));
	/* What is pending may be this. */
	for (tries = 0; !answer && tries < MAX_TRIES; tries++) {
		if (!t->pending.nr && (t->socket < 0 || state_of(file)->refused))
			break;
		if (!t->pending.nr && !put_questions(t, &place))
			continue;
		if (!receive(t, t->wait_ms) && t->pending.nr)
			return LIVE_LATER;
		answer = answer_map__find(&t->answers, key_of(&place));
	}
	if (!answer || !answer->known)
		return LIVE_NONE;
	*ret = answer;
	return LIVE_FOUND;
}

void live_tables__guess_more(struct live_tables *t, live_more_fn more, void *ctx)
{
	t->more = more;
	t->more_ctx = ctx;
}

void live_tables__may_wait(struct live_tables *t, int ms)
{
	t->wait_ms = ms;
}

void live_tables__tidy(struct live_tables *t)
{
	if (t->answers.nr < MAX_ANSWERS)
		return;
	answer_map__exit(&t->answers);
	arena__exit(&t->arena);
}

void live_tables__stats(const struct live_tables *t, struct live_tables_stats *ret)
{
	*ret = t->stats;
	ret->gone = t->socket < 0;
}
