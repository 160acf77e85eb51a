// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/live-tables.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/children.h"
#include "util/base/fd-socket.h"
#include "util/base/hash.h"
#include "util/base/silent-fs.h"
#include "util/live/memory-code.h"
#include "util/live/row-pool.h"
#include "util/live/row-ranges.h"
#include "util/live/table-answer-time.h"
#include "util/live/table-files.h"
#include "util/live/table-process.h"
#include "util/symbol/vdso.h"

/* How often the process may end before there are no more; up to three times for a file that is made for that. */
#define MAX_RESTARTS	48
/* Answers take 16 bytes each, in a table that is half full at most; beside the rows that they have in common. */
#define MAX_ANSWERS	((size_t)1 << 20)
/* How many questions may come with one that a walk needs. */
#define MORE_MAX	64
#define OFFSET_BITS	44

/*
 * What is known of an address is a word: what it is in three bits, then four flags, and at bit 8 and bit 36 the numbers of two rows. So
 * a lookup touches one place in memory.
 */
enum {
	ANSWER_ASKED = 1,		/* there is none yet */
	ANSWER_NEVER,			/* there will never be one */
	ANSWER_UNKNOWN,			/* the file does not have this address */
	ANSWER_KNOWN,
	ANSWER_SKIPPED,			/* it was guessed, and not looked up: who needs to know it has to ask */
	ANSWER_KIND = 7,
	ANSWER_RETURN = 1 << 3,
	ANSWER_LEAVING = 1 << 4,
	ANSWER_ENTRY = 1 << 5,
	ANSWER_BEGIN = 1 << 6,
	ANSWER_FIRST = 1 << 7,
};

#define ANSWER_ROW	8
#define ANSWER_BEFORE	36

U64_MAP(answer_map, uint64_t)

/* live_file.tables */
struct file_state {
	unsigned int run;		/* the helper process that has it: live_tables.run; 0: none */
	unsigned int answered;		/* the last one that has answered a question about it */
	bool suspect;			/* a helper has ended with it among the questions: it is only asked alone */
	bool refused;			/* it cannot be opened, or helpers did not survive it */
	uint32_t version;		/* of code in memory: which of its copies that process has */
	uint32_t tried_pid;		/* the process by which it could not be opened; 0: that is not the reason */
	int64_t again;			/* refused: ns, when it may be tried again; 0: never, or by another process */
	unsigned int died;		/* how often the process that opens files has died over it */
};

struct live_tables {
	int socket;			/* -1: there is no helper any more */
	pid_t pid;
	unsigned int run;		/* counts helper processes from 1 */
	struct answer_map answers;	/* by file and offset */
	struct row_pool rows;
	struct row_ranges ranges;	/* where each of these holds, by file and offset */
	uint64_t serial;
	struct table_files *files;	/* opens them */
	bool alone;			/* what is being opened is suspected: nothing else is given meanwhile */
	/* Too large for the stack. */
	struct table_request request, opening;
	unsigned char received[TABLE_WIRE_MAX];
	live_more_fn more;		/* live_tables__guess_more() */
	void *more_ctx;
	/* Questions that are to be put. */
	struct {
		struct live_place_in_file *places;
		size_t nr, cap;
	} wanted;
	/* Those that were put, and have no answers yet; nr 0: there are none. */
	struct {
		struct live_place_in_file places[TABLE_PLACES_MAX];
		size_t nr;
		int64_t since;		/* ns */
		uint64_t cpu;		/* what the process had used of the CPU by then, ns */
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
	/* It may wait for a page of a file whose file system does not answer. */
	(void)children__kill(t->pid);
}

struct live_tables *live_tables__new(int *ret_err)
{
	struct live_tables *t = xzalloc(sizeof(*t));

	children__keep_status();
	*ret_err = start(t);
	t->files = table_files__new();
	if (!*ret_err)
		return t;
	table_files__delete(t->files);
	free(t);
	return NULL;
}

static void forget_answers(struct live_tables *t)
{
	answer_map__exit(&t->answers);
	row_ranges__exit(&t->ranges);
	row_pool__exit(&t->rows);
}

void live_tables__delete(struct live_tables *t)
{
	if (!t)
		return;
	stop(t);
	table_files__delete(t->files);
	forget_answers(t);
	free(t->wanted.places);
	free(t);
}

static struct file_state *state_of(struct live_file *file)
{
	if (!file->tables)
		file->tables = xzalloc(sizeof(struct file_state));
	return file->tables;
}

static bool can_ask(const struct live_tables *t, const struct live_file *file)
{
	const struct file_state *state = file->tables;

	if (t->socket < 0 || !state || !state->refused)
		return t->socket >= 0;
	/* Another process may have it mapped since, by which it can be opened. */
	return state->again ? now_ns() >= state->again : state->tried_pid && state->tried_pid != file->pid;
}

static uint64_t key_of(const struct live_place_in_file *p)
{
	return (uint64_t)p->file->nr << OFFSET_BITS | p->offset;
}

static void want(struct live_tables *t, const struct live_place_in_file *p)
{
	GROW(t->wanted.places, t->wanted.nr, t->wanted.cap);
	t->wanted.places[t->wanted.nr++] = *p;
	answer_map__set(&t->answers, key_of(p), ANSWER_ASKED);
}

static void give_up(struct live_tables *t, const struct live_place_in_file *p)
{
	answer_map__set(&t->answers, key_of(p), ANSWER_NEVER);
}

/* Any of the files that were asked about may be the reason. Only one that was suspected before, and was asked alone, is it for certain. */
static void suspect_pending(struct live_tables *t)
{
	size_t i;

	for (i = 0; i < t->pending.nr; i++) {
		struct live_file *file = t->pending.places[i].file;
		struct file_state *state = state_of(file);

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
		if (can_ask(t, t->pending.places[from].file))
			want(t, &t->pending.places[from]);
		else
			give_up(t, &t->pending.places[from]);
	}
	t->pending.nr = 0;
}

/* The process has ended, took too long, or said what is no answer. @blame: a file may be the reason; else somebody has killed it. */
static void end_run(struct live_tables *t, bool blame)
{
	if (blame)
		suspect_pending(t);
	stop(t);
	if (++t->stats.restarts < MAX_RESTARTS)
		(void)start(t);
	ask_again(t, 0);
	if (t->socket >= 0)
		return;
	while (t->wanted.nr)
		give_up(t, &t->wanted.places[--t->wanted.nr]);
}

/* It has ended without a question: it may be because of any file that it was given, and was not asked about. */
static void end_run_unasked(struct live_tables *t)
{
	size_t i;

	for (i = 0; i < t->wanted.nr; i++) {
		struct file_state *state = state_of(t->wanted.places[i].file);

		state->suspect |= state->run == t->run && state->answered != t->run;
	}
	end_run(t, false);
}

/* --- questions -------------------------------------------------------------------------------- */

static bool send_request(const struct live_tables *t, const struct table_request *r, int fd)
{
	return fd_socket__send(t->socket, r, table_request__size(r), fd, 0);
}

/* Has the helper process the file as it is now? */
static bool has_file(const struct live_tables *t, const struct live_file *file)
{
	const struct file_state *state = file->tables;

	return state && state->run == t->run && (!file->memory || state->version == memory_code__version(file));
}

static enum table_source source_of(const struct live_file *file)
{
	if (file->memory)
		return TABLE_FROM_MEMORY;
	return !strcmp(file->name, VDSO_NAME) ? TABLE_FROM_VDSO : !strcmp(file->name, VDSO32_NAME) ? TABLE_FROM_VDSO32 : TABLE_FROM_FILE;
}

enum given {
	GIVEN,
	GIVING,				/* it is being opened, or will be */
	REFUSED,			/* it cannot be opened */
	NOBODY_THERE,			/* the helper process has ended */
};

/* What is in memory here, or in the helper process, needs no opening. */
static bool give_memory(struct live_tables *t, struct live_file *file)
{
	struct table_request *r = &t->opening;
	int fd = file->memory ? memory_code__open(file) : -1;
	bool sent;

	r->type = TABLE_OPEN;
	r->nr = 1;
	r->places[0] = (struct table_place){ .file = file->nr, .offset = source_of(file) };
	sent = send_request(t, r, fd);
	if (fd >= 0)
		close(fd);
	if (sent)
		state_of(file)->run = t->run;
	state_of(file)->version = file->memory ? memory_code__version(file) : 0;
	return sent;
}

/* @pid: the process by which it was tried. */
static void refuse(struct live_file *file, uint32_t pid, int err)
{
	struct file_state *state = state_of(file);

	state->refused = true;
	state->tried_pid = err == -ETIMEDOUT ? 0 : pid;
	state->again = err == -ETIMEDOUT ? now_ns() + SILENT_FS_NS : 0;
}

/* The helper process gets the file, now or later. */
static enum given give_file(struct live_tables *t, struct live_file *file)
{
	int err;

	if (!can_ask(t, file))
		return t->socket < 0 ? NOBODY_THERE : REFUSED;
	if (source_of(file) != TABLE_FROM_FILE)
		return has_file(t, file) || give_memory(t, file) ? GIVEN : NOBODY_THERE;
	if (table_files__is_silent(t->files, file)) {
		refuse(file, file->pid, -ETIMEDOUT);
		return REFUSED;
	}
	if (has_file(t, file))
		return GIVEN;
	if (table_files__any(t->files) && (t->alone || state_of(file)->suspect || table_files__has(t->files, file)))
		return GIVING;
	err = table_files__put(t->files, file, t->socket, t->run);
	t->alone = !err && state_of(file)->suspect;
	if (!err || err == -EAGAIN)
		return GIVING;
	refuse(file, file->pid, err);
	return REFUSED;
}

/* What has become of @o->file. */
static void note_opened(struct live_tables *t, const struct opened_file *o)
{
	struct file_state *state = state_of(o->file);

	state->refused = false;
	if (!o->result)
		state->run = o->run;
	else if (o->result == -EPIPE ? ++state->died > 1 : o->result != -EAGAIN && o->result != -ENOTCONN)
		refuse(o->file, o->pid, o->result);
	/* If it has ended over questions, who waits for the answers will see that, and which these were. */
	if (o->result == -ENOTCONN && o->run == t->run && !t->pending.nr)
		end_run_unasked(t);
}

/*
 * Takes the files that have been opened, and waits for the others: for each up to @ms, and longer while it is not the file system that lets
 * wait. Who has mapped a file may be gone a moment later, and the file with it. False: none was.
 */
static bool take_opened(struct live_tables *t, int ms)
{
	struct opened_file o;
	bool any = false;

	while (table_files__take(t->files, ms, &o)) {
		note_opened(t, &o);
		any = true;
	}
	return any;
}

static uint64_t word_of(struct row_pool *rows, const struct live_place_in_file *place, const struct table_answer *a)
{
	uint64_t row, before;

	if (place->guessed && a->skipped)
		return ANSWER_SKIPPED;
	row = row_pool__number(rows, &a->row);
	before = a->is_return ? row_pool__number(rows, &a->before) : 0;
	if (!a->known || !row || (a->is_return && !before))
		return ANSWER_UNKNOWN;
	return ANSWER_KNOWN | (a->is_return ? ANSWER_RETURN : 0) | (a->is_leaving ? ANSWER_LEAVING : 0) |
	       (a->is_entry ? ANSWER_ENTRY : 0) | (a->is_begin ? ANSWER_BEGIN : 0) |
	       (a->is_first ? ANSWER_FIRST : 0) | row << ANSWER_ROW | before << ANSWER_BEFORE;
}

static void open_word(const struct row_pool *rows, uint64_t word, struct live_answer *ret)
{
	uint32_t before = word >> ANSWER_BEFORE & (ROW_POOL_MAX - 1);

	*ret = (struct live_answer){
		.row = row_pool__row(rows, word >> ANSWER_ROW & (ROW_POOL_MAX - 1)),
		.before = before ? row_pool__row(rows, before) : NULL,
		.is_return = word & ANSWER_RETURN, .is_leaving = word & ANSWER_LEAVING,
		.is_entry = word & ANSWER_ENTRY, .is_begin = word & ANSWER_BEGIN, .is_first = word & ANSWER_FIRST,
	};
}

static void note_answer(struct live_tables *t, const struct live_place_in_file *place, const struct table_answer *a)
{
	uint64_t word = word_of(&t->rows, place, a);

	state_of(place->file)->answered = t->run;
	answer_map__set(&t->answers, key_of(place), word);
	if ((word & ANSWER_KIND) == ANSWER_KNOWN && a->row.base != UNWIND_NO_ROW)
		row_ranges__add(&t->ranges, key_of(place), a->below, a->above, word >> ANSWER_ROW & (ROW_POOL_MAX - 1));
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
		note_answer(t, &t->pending.places[i], &one);
	arena__exit(&arena);
	return bad ? 0 : i;
}

/* @waits: the process has not answered as it waits in the kernel: for a part of a file that has been opened, and does not come now. */
static void end_silent_run(struct live_tables *t, bool waits)
{
	struct live_file *file = t->pending.places[0].file;

	if (waits && t->pending.nr == 1 && !file->memory) {
		table_files__blame(t->files, file);
		refuse(file, file->pid, -ETIMEDOUT);
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
	int64_t began = now_ns(), now;
	size_t answered;
	ssize_t n;
	int ready;

	do
		ready = poll(&p, 1, ms);
	while (ready < 0 && errno == EINTR);
	now = now_ns();
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
 * Moves wanted questions to the request and to those that are pending. A file that is suspected is asked alone. *@ret_new: nothing was
 * asked about one of the files yet. False: the process has ended.
 */
static bool fill_request(struct live_tables *t, bool *ret_new)
{
	struct table_request *r = &t->request;
	bool alone = false, alive = true;
	enum given given = GIVEN;
	size_t i, kept = 0;

	r->type = TABLE_ASK;
	r->nr = 0;
	r->serial = ++t->serial;
	*ret_new = false;
	for (i = 0; i < t->wanted.nr; i++) {
		const struct live_place_in_file p = t->wanted.places[i];
		struct file_state *state = state_of(p.file);

		/* What was asked about is not there any more. */
		if (p.file->memory && !memory_code__is_now(p.file, p.offset)) {
			give_up(t, &p);
			continue;
		}
		if (!alive || alone || r->nr == TABLE_PLACES_MAX || (r->nr && state->suspect)) {
			t->wanted.places[kept++] = p;
			continue;
		}
		given = give_file(t, p.file);
		if (given == GIVEN) {
			*ret_new |= state->answered != t->run;
			alone = state->suspect;
			t->pending.places[t->pending.nr++] = p;
			r->places[r->nr++] = (struct table_place){ .offset = p.file->memory ? memory_code__offset(p.offset) : p.offset,
								   .file = p.file->nr, .guessed = p.guessed };
		} else if (given == REFUSED) {
			give_up(t, &p);
		} else {
			alive = given != NOBODY_THERE;
			t->wanted.places[kept++] = p;
		}
	}
	t->wanted.nr = kept;
	return alive;
}

static int by_place(const void *a, const void *b)
{
	const struct live_place_in_file *x = a, *y = b;

	if (x->file->nr != y->file->nr)
		return x->file->nr < y->file->nr ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Puts as many of the wanted questions as a datagram has room for. False: none was left, or the process has ended, and there is another now. */
static bool put_questions(struct live_tables *t)
{
	bool is_new, alive;

	/* Tables are read from the beginning of a function on: what lies close together is looked up together. */
	qsort(t->wanted.places, t->wanted.nr, sizeof(t->wanted.places[0]), by_place);
	alive = fill_request(t, &is_new);

	t->pending.since = now_ns();
	t->pending.cpu = children__cpu_ns(t->pid);
	if (alive && !t->pending.nr)
		return false;
	if (alive && send_request(t, &t->request, -1)) {
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

	(void)take_opened(t, 0);
	if (t->pending.nr)
		return receive(t, ms);
	if (!t->wanted.nr)
		return false;
	if (put_questions(t)) {
		(void)take_opened(t, ms);
		return receive(t, ms);
	}
	/* Are all that is left questions about files that are being opened? */
	return t->wanted.nr < before || !table_files__any(t->files) || take_opened(t, ms);
}

static void want_more(struct live_tables *t)
{
	struct live_place_in_file more[MORE_MAX];
	size_t nr = t->more(t->more_ctx, more, MORE_MAX), i;

	for (i = 0; i < nr; i++) {
		more[i].guessed = true;
		if (!(more[i].offset >> OFFSET_BITS) && !state_of(more[i].file)->suspect && can_ask(t, more[i].file) &&
		    !answer_map__find(&t->answers, key_of(&more[i])))
			want(t, &more[i]);
	}
}

enum live_found live_tables__find(struct live_tables *t, struct live_file *file, uint64_t offset, struct live_answer *ret)
{
	const struct live_place_in_file place = { .file = file, .offset = offset };
	uint64_t word;

	if (offset >> OFFSET_BITS)
		return LIVE_NONE;
	word = answer_map__find(&t->answers, key_of(&place));
	if (!word || word == ANSWER_SKIPPED || (word == ANSWER_NEVER && can_ask(t, file))) {
		if (!can_ask(t, file))
			return LIVE_NONE;
		want(t, &place);
		if (t->more && !state_of(file)->suspect)
			want_more(t);
		return LIVE_LATER;
	}
	if (word == ANSWER_ASKED)
		return LIVE_LATER;
	if ((word & ANSWER_KIND) != ANSWER_KNOWN)
		return LIVE_NONE;
	open_word(&t->rows, word, ret);
	return LIVE_FOUND;
}

enum live_found live_tables__row(struct live_tables *t, struct live_file *file, uint64_t offset, const struct unwind_row **ret)
{
	const struct live_place_in_file place = { .file = file, .offset = offset };
	uint32_t nr = offset >> OFFSET_BITS ? 0 : row_ranges__find(&t->ranges, key_of(&place));
	struct live_answer answer = { .row = NULL };
	enum live_found found = nr ? LIVE_FOUND : live_tables__find(t, file, offset, &answer);

	*ret = nr ? row_pool__row(&t->rows, nr) : answer.row;
	return found;
}

bool live_tables__lacks(const struct live_tables *t, const struct live_file *file)
{
	const struct file_state *state = file->tables;

	return state && state->refused && state->tried_pid && !can_ask(t, file);
}

bool live_tables__awaits(const struct live_tables *t, const struct live_place_in_file *place)
{
	return answer_map__find(&t->answers, key_of(place)) == ANSWER_ASKED;
}

void live_tables__guess_more(struct live_tables *t, live_more_fn more, void *ctx)
{
	t->more = more;
	t->more_ctx = ctx;
}

void live_tables__tidy(struct live_tables *t)
{
	if (t->answers.nr < MAX_ANSWERS || t->wanted.nr || t->pending.nr)
		return;
	forget_answers(t);
}

void live_tables__stats(const struct live_tables *t, struct live_tables_stats *ret)
{
	*ret = t->stats;
	ret->gone = t->socket < 0;
}
