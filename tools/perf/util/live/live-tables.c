// SPDX-License-Identifier: GPL-2.0-only
/* What is known of addresses, in a word each, and which of them are to be asked. */
#include <stdlib.h>

#include "util/base/children.h"
#include "util/live/live-tables-internal.h"

/* Answers take 16 bytes each, in a table that is half full at most; beside the rows that they have in common. */
#define MAX_ANSWERS	((size_t)1 << 20)
/* How many questions may come with one that a walk needs. */
#define MORE_MAX	64
/*
 * What is known of an address is a word: what it is in three bits, then six flags, and at bit 9 and bit 36 the numbers of two rows. So
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
	ANSWER_TASK = 1 << 8,
};

#define ANSWER_ROW	9
#define ANSWER_BEFORE	36

struct live_tables *live_tables__new(int *ret_err)
{
	struct live_tables *t = xzalloc(sizeof(*t));

	children__keep_status();
	*ret_err = live_questions__start(t);
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
	live_questions__stop(t);
	table_files__delete(t->files);
	forget_answers(t);
	free(t->wanted.places);
	free(t);
}

void live_tables__want(struct live_tables *t, const struct live_place_in_file *p)
{
	GROW(t->wanted.places, t->wanted.nr, t->wanted.cap);
	t->wanted.places[t->wanted.nr++] = *p;
	answer_map__set(&t->answers, live_place__key(p), ANSWER_ASKED);
}

void live_tables__give_up(struct live_tables *t, const struct live_place_in_file *p)
{
	answer_map__set(&t->answers, live_place__key(p), ANSWER_NEVER);
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
	       (a->is_first ? ANSWER_FIRST : 0) | (a->is_task ? ANSWER_TASK : 0) | row << ANSWER_ROW | before << ANSWER_BEFORE;
}

static void open_word(const struct row_pool *rows, uint64_t word, struct live_answer *ret)
{
	uint32_t before = word >> ANSWER_BEFORE & (ROW_POOL_MAX - 1);

	*ret = (struct live_answer){
		.row = row_pool__row(rows, word >> ANSWER_ROW & (ROW_POOL_MAX - 1)),
		.before = before ? row_pool__row(rows, before) : NULL,
		.is_return = word & ANSWER_RETURN, .is_leaving = word & ANSWER_LEAVING,
		.is_entry = word & ANSWER_ENTRY, .is_begin = word & ANSWER_BEGIN, .is_first = word & ANSWER_FIRST,
		.is_task = word & ANSWER_TASK,
	};
}

void live_tables__note(struct live_tables *t, const struct live_place_in_file *place, const struct table_answer *a)
{
	uint64_t word = word_of(&t->rows, place, a);

	live_file__state(place->file)->answered = t->run;
	answer_map__set(&t->answers, live_place__key(place), word);
	if ((word & ANSWER_KIND) == ANSWER_KNOWN && a->row.base != UNWIND_NO_ROW)
		row_ranges__add(&t->ranges, live_place__key(place), a->below, a->above, word >> ANSWER_ROW & (ROW_POOL_MAX - 1));
}

static void want_more(struct live_tables *t)
{
	struct live_place_in_file more[MORE_MAX];
	size_t nr = t->more(t->more_ctx, more, MORE_MAX), i;

	for (i = 0; i < nr; i++) {
		more[i].guessed = true;
		if (!(more[i].offset >> OFFSET_BITS) && !live_file__state(more[i].file)->suspect && live_tables__can_ask(t, more[i].file) &&
		    !answer_map__find(&t->answers, live_place__key(&more[i])))
			live_tables__want(t, &more[i]);
	}
}

enum live_found live_tables__find(struct live_tables *t, struct live_file *file, uint64_t offset, struct live_answer *ret)
{
	const struct live_place_in_file place = { .file = file, .offset = offset };
	uint64_t word;

	if (offset >> OFFSET_BITS)
		return LIVE_NONE;
	word = answer_map__find(&t->answers, live_place__key(&place));
	if (!word || word == ANSWER_SKIPPED || (word == ANSWER_NEVER && live_tables__can_ask(t, file))) {
		if (!live_tables__can_ask(t, file))
			return LIVE_NONE;
		live_tables__want(t, &place);
		if (t->more && !live_file__state(file)->suspect)
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
	uint32_t nr = offset >> OFFSET_BITS ? 0 : row_ranges__find(&t->ranges, live_place__key(&place));
	struct live_answer answer = { .row = NULL };
	enum live_found found = nr ? LIVE_FOUND : live_tables__find(t, file, offset, &answer);

	*ret = nr ? row_pool__row(&t->rows, nr) : answer.row;
	return found;
}

bool live_tables__lacks(const struct live_tables *t, const struct live_file *file)
{
	const struct file_state *state = file->tables;

	return state && state->refused && state->tried_pid && !live_tables__can_ask(t, file);
}

bool live_tables__awaits(const struct live_tables *t, const struct live_place_in_file *place)
{
	return answer_map__find(&t->answers, live_place__key(place)) == ANSWER_ASKED;
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
