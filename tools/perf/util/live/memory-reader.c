// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/memory-reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "util/base/alloc.h"
#include "util/base/deputy.h"
#include "util/base/log.h"
#include "util/base/process-asker.h"
#include "util/live/process-memory.h"

/* The rings fill meanwhile. */
#define LIMIT_MS	500
/* So many processes are waited for; then no memory is read any more. */
#define SILENT_MAX	16

struct memory_reader {
	struct deputy *deputy;
	struct process_asker *asker;	/* knows of others that are waited for; borrowed */
	unsigned char *bytes;		/* the deputy, when it is started, has the same memory at the same place; NULL: there is none */
	size_t max;
	uint32_t silent[SILENT_MAX];	/* processes */
	size_t nr_silent, nr_late;
};

struct memory_question {
	void *to;
	uint64_t addr;
	size_t size;
	uint64_t pid;
};

_Static_assert(sizeof(struct memory_question) == 4 * 8, "no byte is sent that nobody has written");

static void read_here(struct deputy_job *job)
{
	const struct memory_question *q = job->in;
	uint64_t *size = job->out;

	*size = process_memory__read(q->pid, q->addr, q->size, q->to);
	job->out_size = sizeof(*size);
}

static void find_entry_here(struct deputy_job *job)
{
	const struct memory_question *q = job->in;
	uint64_t *entry = job->out;

	*entry = process_memory__entry(q->pid);
	job->out_size = sizeof(*entry);
}

/* One that was left behind may still write where it was to. */
static void take_memory(struct memory_reader *r)
{
	void *bytes;

	if (r->bytes)
		(void)munmap(r->bytes, r->max);
	bytes = mmap(NULL, r->max, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	r->bytes = bytes == MAP_FAILED ? NULL : bytes;
}

struct memory_reader *memory_reader__new(size_t max, struct process_asker *asker)
{
	struct memory_reader *r = xzalloc(sizeof(*r));

	r->deputy = deputy__new(LIMIT_MS);
	r->asker = asker;
	r->max = max;
	take_memory(r);
	return r;
}

void memory_reader__delete(struct memory_reader *r)
{
	if (!r)
		return;
	deputy__delete(r->deputy);
	if (r->bytes)
		(void)munmap(r->bytes, r->max);
	free(r);
}

static void note_silent(struct memory_reader *r, uint32_t pid)
{
	if (!r->nr_late)
		pr_warning("perf: the memory of process %" PRIu32
			   " cannot be read without waiting for somebody: code and stacks there are not looked at\n",
			   pid);
	r->nr_late++;
	if (r->nr_silent < SILENT_MAX)
		r->silent[r->nr_silent++] = pid;
	take_memory(r);
}

/* Puts @q to the deputy, which does @fn. Returns its answer; 0: there is none, or the process is not asked. */
static uint64_t ask(struct memory_reader *r, deputy_fn fn, const struct memory_question *q)
{
	uint64_t ret = 0;
	size_t i, answer;
	int err, fd;

	for (i = 0; i < r->nr_silent && r->silent[i] != q->pid; i++)
		;
	if (i < r->nr_silent || (r->asker && process_asker__refuses(r->asker, (pid_t)q->pid)) || r->nr_late >= SILENT_MAX || !r->bytes)
		return 0;
	err = deputy__call(r->deputy, &(struct deputy_question){ fn, q, sizeof(*q) }, &ret, sizeof(ret), &answer, &fd);
	if (err == -ETIMEDOUT)
		note_silent(r, q->pid);
	return err || answer != sizeof(ret) ? 0 : ret;
}

size_t memory_reader__read(struct memory_reader *r, uint32_t pid, uint64_t addr, size_t size, unsigned char **ret)
{
	const struct memory_question q = { .to = r->bytes, .addr = addr, .size = size < r->max ? size : r->max, .pid = pid };
	uint64_t got = ask(r, read_here, &q);

	*ret = r->bytes;
	return got > q.size ? 0 : (size_t)got;
}

uint64_t memory_reader__entry(struct memory_reader *r, uint32_t pid)
{
	const struct memory_question q = { .pid = pid };

	return ask(r, find_entry_here, &q);
}

void memory_reader__forget(struct memory_reader *r, uint32_t pid)
{
	size_t i;

	for (i = 0; i < r->nr_silent; i++)
		if (r->silent[i] == pid)
			r->silent[i--] = r->silent[--r->nr_silent];
}
