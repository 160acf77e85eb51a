/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads samples of a list again, one at a time, and says what is to be seen of them. Texts are those of perf script, made by the
 * same functions; names last as long as it takes to copy them, so a list of any length needs no memory for them.
 */
#ifndef PERF_VIEW_SAMPLE_READER_H
#define PERF_VIEW_SAMPLE_READER_H

#include "util/base/hash.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/script/script-text.h"
#include "util/session/session.h"
#include "util/view/sample-list.h"

/* Zero-initialised is empty. */
struct sample_reader {
	struct session *session;	/* borrowed: can be read twice, with session_opts.again_later; a record is a sample */
	struct script_text *text;	/* borrowed */
	struct text_out out;
	struct head_texts heads;
	const char **comms;		/* by sample_row.comm; interned */
	size_t nr_comms, cap_comms;
	struct u64num comm_numbers;	/* of such a pointer, from 1 on */
};

/* A sample in one line. */
struct sample_line {
	struct strbuf head;		/* thread, CPU and time, as perf script begins a line */
	const char *event;
	struct strbuf function;		/* the innermost one, or what is known of it */
	enum sample_stack stack;
	bool inferred;			/* a frame of the stack is not in the recording */
};

/* A sample as perf script prints it. */
struct sample_text {
	struct strbuf text;
	size_t nr_marks;		/* lines at the beginning that say what the stack lacks */
};

void sample_reader__init(struct sample_reader *r, struct session *session, struct script_text *text);
void sample_reader__exit(struct sample_reader *r);

/* For session_ops.sample, while the session is read: appends @s to @l. False: there is no room for so many. */
bool sample_reader__add(struct sample_reader *r, struct sample_list *l, const struct session_sample *s);
/* The name of the command of a row; NULL: it has none, or there are too many to keep them apart. */
const char *sample_reader__comm(const struct sample_reader *r, const struct sample_row *row);

/*
 * These are for afterwards. They read the @n-th sample that @l shows, and return false if it cannot be read any more (the file is
 * another one now). What they fill in is emptied before. What is learnt about its stack is kept in its row.
 */
bool sample_reader__line(struct sample_reader *r, struct sample_list *l, size_t n, struct sample_line *ret);
bool sample_reader__text(struct sample_reader *r, struct sample_list *l, size_t n, struct sample_text *ret);
/* Is the user stack of the sample missing, or are callers? Reads it only if nobody has. */
bool sample_reader__is_incomplete(struct sample_reader *r, struct sample_list *l, size_t n);
/* Has the name of its command, or one in its stack, @text in it, whatever its case? */
bool sample_reader__has(struct sample_reader *r, struct sample_list *l, size_t n, const char *text);

void sample_line__exit(struct sample_line *line);

/*
 * A moment as --time takes the start of a part: seconds, or percent (of the time from the first sample of @l to the last one, if the
 * recording does not tell). Returns 0, or -EINVAL with the reason in @err.
 */
int sample_reader__parse_time(const struct sample_reader *r, const struct sample_list *l, const char *text, uint64_t *ret, char *err,
			      size_t err_size);

#endif /* PERF_VIEW_SAMPLE_READER_H */
