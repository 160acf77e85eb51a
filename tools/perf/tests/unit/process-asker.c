// SPDX-License-Identifier: GPL-2.0-only
/* Questions about processes, put to a deputy: what becomes of those about processes that never answer, and of the others. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/log.h"
#include "util/base/process-asker.h"
#include "util/base/strbuf.h"

/* Long enough on any machine that answers at all, and as short as a test may wait for what never comes. */
#define LONG_MS		60000
#define SHORT_MS	50

/* Nobody has these numbers: what is asked here asks no process. */
#define SILENT		0x7ffffffe
#define OTHER		0x7ffffffd
#define THIRD		0x7ffffffc

/* The question comes back. */
static void echo(struct deputy_job *job)
{
	process_job__answer(job, job->in, job->in_size);
}

static void say_nothing(struct deputy_job *job)
{
	(void)job;
}

static void never(struct deputy_job *job)
{
	(void)job;
	for (;;)
		pause();
}

static void die(struct deputy_job *job)
{
	(void)job;
	_exit(1);
}

/* The bytes 0, 1, 2, ..., more than an answer has room for in a message. */
#define LARGE		(3 * DEPUTY_OUT_MAX)

static void answer_much(struct deputy_job *job)
{
	unsigned char *bytes = malloc(LARGE);
	size_t i;

	for (i = 0; bytes && i < LARGE; i++)
		bytes[i] = (unsigned char)i;
	if (bytes)
		process_job__answer(job, bytes, LARGE);
	free(bytes);
}

/* A question about several processes: of which it is silent is found out while it is answered. */
struct several {
	struct process_asker *asker;
	pid_t pids[3];
};

static void ask_several(struct deputy_job *job)
{
	const struct several *q = job->in;
	pid_t answered[3];
	size_t i, nr = 0;

	for (i = 0; i < 3; i++) {
		if (!process_asker__at(q->asker, q->pids[i]))
			continue;
		if (q->pids[i] == SILENT)
			never(job);
		answered[nr++] = q->pids[i];
	}
	process_job__answer(job, answered, nr * sizeof(*answered));
}

static int check_echo(struct process_asker *a, pid_t pid)
{
	size_t size = 0;
	char *answer;

	TEST_ASSERT_EQ(process_asker__ask(a, pid, &(struct deputy_question){ echo, "hello", 5 }, &answer, &size), 0);
	TEST_ASSERT_EQ(size, 5);
	TEST_ASSERT(!strcmp(answer, "hello"));
	TEST_ASSERT_EQ((uintptr_t)answer % 16, 0);
	return TEST_OK;
}

/* The same from a deputy and from this process. */
static int check_answers(struct process_asker *a)
{
	char question[PROCESS_QUESTION_MAX] = "a long question", *answer;
	size_t size, i;

	TEST_ASSERT_EQ(check_echo(a, OTHER), TEST_OK);
	TEST_ASSERT_EQ(process_asker__ask(a, OTHER, &(struct deputy_question){ say_nothing, "", 0 }, &answer, &size), -ESRCH);
	TEST_ASSERT_EQ(process_asker__ask(a, OTHER, &(struct deputy_question){ echo, question, sizeof(question) }, &answer, &size), 0);
	TEST_ASSERT(size == sizeof(question) && !memcmp(answer, question, size));
	TEST_ASSERT_EQ(process_asker__ask(a, OTHER, &(struct deputy_question){ answer_much, "", 0 }, &answer, &size), 0);
	TEST_ASSERT_EQ(size, LARGE);
	for (i = 0; i < size && (unsigned char)answer[i] == (unsigned char)i; i++)
		;
	TEST_ASSERT_EQ(i, size);
	TEST_ASSERT_EQ(answer[size], 0);
	/* Several at once: in their order, and no more of them than may wait. */
	for (i = 0; i < PROCESS_QUESTIONS_MAX; i++)
		TEST_ASSERT_EQ(process_asker__put(a, OTHER, echo, &question[i], 1), 0);
	TEST_ASSERT_EQ(process_asker__put(a, OTHER, echo, "", 1), -EAGAIN);
	for (i = 0; i < PROCESS_QUESTIONS_MAX; i++) {
		TEST_ASSERT_EQ(process_asker__take(a, &answer, &size), 0);
		TEST_ASSERT(size == 1 && answer[0] == question[i]);
	}
	/* Questions without an answer are forgotten. */
	TEST_ASSERT_EQ(process_asker__put(a, OTHER, echo, "old", 4), 0);
	process_asker__renew(a);
	return check_echo(a, OTHER);
}

static int test__answers(void)
{
	struct process_asker *a = process_asker__new(), *here = process_asker__new_here();
	int rc;

	process_asker__set_limit(a, LONG_MS);
	rc = check_answers(a);
	process_asker__delete(a);
	if (rc == TEST_OK)
		rc = check_answers(here);
	process_asker__delete(here);
	return rc;
}

/* What was said while @held was held: how many lines. */
static size_t lines_of(const struct strbuf *held)
{
	size_t i, nr = 0;

	for (i = 0; i < held->len; i++)
		nr += held->buf[i] == '\n';
	return nr;
}

static int check_silence(struct process_asker *a, const struct strbuf *told)
{
	char *answer;
	size_t size;

	TEST_ASSERT_EQ(process_asker__ask(a, SILENT, &(struct deputy_question){ never, "", 0 }, &answer, &size), -ETIMEDOUT);
	TEST_ASSERT(process_asker__refuses(a, SILENT) && !process_asker__refuses(a, OTHER));
	TEST_ASSERT_EQ(lines_of(told), 1);
	TEST_ASSERT(strstr(told->buf, "process 2147483646 "));
	TEST_ASSERT_EQ(process_asker__put(a, SILENT, echo, "", 1), -ETIMEDOUT);
	TEST_ASSERT_EQ(check_echo(a, OTHER), TEST_OK);
	/* Questions that stand behind one that is silent are put again; those about the same process are not. */
	process_asker__forget(a, SILENT);
	TEST_ASSERT_EQ(process_asker__put(a, SILENT, never, "", 0), 0);
	TEST_ASSERT_EQ(process_asker__put(a, SILENT, echo, "1", 2), 0);
	TEST_ASSERT_EQ(process_asker__put(a, OTHER, echo, "2", 2), 0);
	TEST_ASSERT_EQ(process_asker__take(a, &answer, &size), -ETIMEDOUT);
	process_asker__set_limit(a, LONG_MS);
	TEST_ASSERT_EQ(process_asker__take(a, &answer, &size), -ETIMEDOUT);
	TEST_ASSERT_EQ(process_asker__take(a, &answer, &size), 0);
	TEST_ASSERT(!strcmp(answer, "2"));
	return TEST_OK;
}

static int check_several(struct process_asker *a, const struct strbuf *told)
{
	const struct several q = { .asker = a, .pids = { OTHER, SILENT, THIRD } };
	pid_t answered[2];
	char *answer;
	size_t size;

	TEST_ASSERT_EQ(process_asker__ask(a, 0, &(struct deputy_question){ ask_several, &q, sizeof(q) }, &answer, &size), 0);
	TEST_ASSERT_EQ(size, sizeof(answered));
	memcpy(answered, answer, size);
	TEST_ASSERT(answered[0] == OTHER && answered[1] == THIRD);
	TEST_ASSERT_EQ(lines_of(told), 1);
	TEST_ASSERT(process_asker__refuses(a, SILENT) && !process_asker__refuses(a, THIRD));
	/* A task's question is another matter than its process's, and nothing is told of it. */
	TEST_ASSERT_EQ(check_echo(a, -SILENT), TEST_OK);
	TEST_ASSERT_EQ(process_asker__ask(a, -SILENT, &(struct deputy_question){ never, "", 0 }, &answer, &size), -ETIMEDOUT);
	TEST_ASSERT(process_asker__refuses(a, -SILENT));
	TEST_ASSERT_EQ(lines_of(told), 1);
	/* Whoever has killed the deputy has done nothing to the next question. */
	TEST_ASSERT_EQ(process_asker__ask(a, OTHER, &(struct deputy_question){ die, "", 0 }, &answer, &size), -EPIPE);
	TEST_ASSERT(!process_asker__refuses(a, OTHER));
	process_asker__set_limit(a, LONG_MS);
	return check_echo(a, OTHER);
}

/*
 * The deputy is at the next question already when an answer is taken: it is known all the same of whom it is silent.
 */
static int check_next(struct process_asker *a, const struct strbuf *told)
{
	struct several q = { .asker = a, .pids = { OTHER, THIRD, OTHER } };
	char *answer;
	size_t size;

	TEST_ASSERT_EQ(process_asker__put(a, 0, ask_several, &q, sizeof(q)), 0);
	q.pids[1] = SILENT;
	TEST_ASSERT_EQ(process_asker__put(a, 0, ask_several, &q, sizeof(q)), 0);
	/* As long as the deputy needs to come to the second one; on a machine that is too busy for that this is the case above. */
	(void)usleep(100000);
	TEST_ASSERT_EQ(process_asker__take(a, &answer, &size), 0);
	TEST_ASSERT_EQ(size, 3 * sizeof(pid_t));
	TEST_ASSERT_EQ(process_asker__take(a, &answer, &size), 0);
	TEST_ASSERT_EQ(size, 2 * sizeof(pid_t));
	TEST_ASSERT(process_asker__refuses(a, SILENT) && !process_asker__refuses(a, OTHER));
	TEST_ASSERT_EQ(lines_of(told), 1);
	return TEST_OK;
}

/* With an asker that is not patient, and what it says held. */
static int run(int (*check)(struct process_asker *a, const struct strbuf *told))
{
	struct process_asker *a = process_asker__new();
	struct strbuf told = { 0 }, *before = log__hold(&told);
	int rc;

	process_asker__set_limit(a, SHORT_MS);
	rc = check(a, &told);
	process_asker__delete(a);
	(void)log__hold(before);
	strbuf__exit(&told);
	return rc;
}

static int test__silence(void)
{
	return run(check_silence);
}

static int test__several(void)
{
	return run(check_several);
}

static int test__next(void)
{
	return run(check_next);
}

DEFINE_SUITE("Questions about processes that may never be answered", process_asker,
	     { "questions and answers", test__answers },
	     { "a process that is silent, and those behind it", test__silence },
	     { "one question about several, and tasks", test__several },
	     { "two of these, one behind the other", test__next })
