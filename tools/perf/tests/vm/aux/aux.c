// SPDX-License-Identifier: GPL-2.0-only
/* Opening, mapping and reading: see aux.h. */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "aux.h"

#define DEVICES "/sys/bus/event_source/devices/"
#define SYSCALLS "/sys/kernel/tracing/events/syscalls/"
#define PARAMETERS "/sys/module/faux_pt/parameters/"

static const char *const kinds[NKINDS] = {
	[AREA] = DEVICES "faux_pt/type",
	[AREA_NO_PAUSE] = DEVICES "faux_nopause/type",
	[OUTPUT] = DEVICES "faux_out/type",
	[ENTER] = SYSCALLS "sys_enter_newuname/id",
	[EXIT] = SYSCALLS "sys_exit_newuname/id",
};

static void die(const char *what)
{
	printf("FAILED: %s: %s\n", what, strerror(errno));
	exit(3);
}

static unsigned int read_number(const char *path)
{
	FILE *f = fopen(path, "r");
	unsigned int n;

	if (!f || fscanf(f, "%u", &n) != 1)
		die(path);
	fclose(f);
	return n;
}

int event_open(enum kind kind, unsigned int flags, int group)
{
	/* The header of the machine that builds this may not know all of it. */
	union {
		struct perf_event_attr attr;
		uint32_t words[34];
	} u = { .attr = {
		.size = flags & OLD_SIZE ? 112 : sizeof(u),
		.sample_period = flags & COUNTING ? 0 : 1,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_IDENTIFIER,
		.sample_id_all = 1,
		.disabled = !!(flags & DISABLED),
		.inherit = !!(flags & INHERIT),
		.aux_output = !!(flags & AUX_OUTPUT),
	} };
	int cpu = flags & ON_CPU_0 ? 0 : flags & ON_CPU_1 ? 1 : -1;
	int fd;

	switch (kind) {
	case ENTER:
	case EXIT:
		u.attr.type = PERF_TYPE_TRACEPOINT;
		u.attr.config = read_number(kinds[kind]);
		break;
	case CLOCK:
		u.attr.type = PERF_TYPE_SOFTWARE;
		u.attr.config = PERF_COUNT_SW_CPU_CLOCK;
		if (!(flags & COUNTING))
			u.attr.sample_period = 1000000;
		break;
	default:
		u.attr.type = read_number(kinds[kind]);
	}
	if (flags & SAMPLE_AUX) {
		u.attr.sample_type |= PERF_SAMPLE_AUX;
		u.words[28] = 4096;
	}
	u.words[29] = flags & (START_PAUSED | PAUSE | RESUME | RESERVED);
	fd = syscall(SYS_perf_event_open, &u, flags & ANY_TASK ? -1 : 0, cpu, group, PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

uint64_t event_id(int fd)
{
	uint64_t id = 0;

	if (ioctl(fd, PERF_EVENT_IOC_ID, &id))
		die("PERF_EVENT_IOC_ID");
	return id;
}

bool area_map(struct area *a, int fd, size_t aux_size, bool overwrite)
{
	size_t page = sysconf(_SC_PAGESIZE);

	*a = (struct area){ .fd = fd, .data_size = 64 * 1024, .overwrite = overwrite };
	a->page = mmap(NULL, page + a->data_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (a->page == MAP_FAILED) {
		a->err = errno;
		a->page = NULL;
		return false;
	}
	a->data = (unsigned char *)a->page + page;
	if (!aux_size)
		return true;
	a->page->aux_offset = page + a->data_size;
	a->page->aux_size = aux_size;
	a->aux = mmap(NULL, aux_size, overwrite ? PROT_READ : PROT_READ | PROT_WRITE, MAP_SHARED,
		      fd, a->page->aux_offset);
	if (a->aux == MAP_FAILED) {
		a->err = errno;
		a->aux = NULL;
		return false;
	}
	a->aux_size = aux_size;
	return true;
}

void area_free(struct area *a)
{
	if (a->aux)
		munmap(a->aux, a->aux_size);
	if (a->page)
		munmap(a->page, (size_t)sysconf(_SC_PAGESIZE) + a->data_size);
	if (a->fd >= 0)
		close(a->fd);
	free(a->marks);
	free(a->records);
	a->aux = NULL;
	a->page = NULL;
	a->marks = NULL;
	a->records = NULL;
	a->fd = -1;
}

static bool record_sound(const struct faux_record *r)
{
	const uint32_t *word = (const uint32_t *)r;
	uint32_t check = 0;
	int i;

	for (i = 0; i < 7; i++)
		check ^= word[i];
	return r->magic == FAUX_MAGIC && r->check == check;
}

bool records_sound(const unsigned char *data, size_t n, struct faux_record *last)
{
	for (; n >= sizeof(*last); n -= sizeof(*last), data += sizeof(*last)) {
		memcpy(last, data, sizeof(*last));
		if (!record_sound(last))
			return false;
	}
	return !n;
}

static void add_record(struct area *a, const struct faux_record *r)
{
	if (!record_sound(r)) {
		a->bad++;
		return;
	}
	if (a->nrecords && a->records[a->nrecords - 1].cpu == r->cpu)
		a->lost += r->seq - a->records[a->nrecords - 1].seq - 1;
	a->records = realloc(a->records, (a->nrecords + 1) * sizeof(*r));
	if (!a->records)
		die("records");
	a->records[a->nrecords++] = *r;
}

static void take(struct area *a, uint64_t from, uint64_t until)
{
	struct faux_record r;

	for (; until - from >= sizeof(r); from += sizeof(r)) {
		memcpy(&r, a->aux + from % a->aux_size, sizeof(r));
		add_record(a, &r);
	}
	if (from != until)
		a->bad++;
}

void area_read_snapshot(struct area *a, uint64_t from, uint64_t until)
{
	take(a, from, until);
}

static uint64_t get(const unsigned char **at)
{
	uint64_t value;

	memcpy(&value, *at, sizeof(value));
	*at += sizeof(value);
	return value;
}

static void add_mark(struct area *a, const struct perf_event_header *h, const unsigned char *body)
{
	const unsigned char *end = body + h->size - sizeof(*h), *tail = end - 32;
	struct mark m = { .type = h->type };

	if (h->type == PERF_RECORD_SAMPLE) {
		m.id = get(&body);
		m.tid = get(&body) >> 32;
		m.time = get(&body);
		m.cpu = (uint32_t)get(&body);
		if (body < end) {
			m.size = get(&body);
			m.aux = body;
		}
		a->samples++;
	} else {
		/* Thread, time, CPU and number of the event. */
		m.tid = get(&tail) >> 32;
		m.time = get(&tail);
		m.cpu = (uint32_t)get(&tail);
		m.id = get(&tail);
	}
	if (h->type == PERF_RECORD_AUX) {
		m.offset = get(&body);
		m.size = get(&body);
		m.flags = get(&body);
		a->truncated += !!(m.flags & PERF_AUX_FLAG_TRUNCATED);
	}
	a->itrace_starts += h->type == PERF_RECORD_ITRACE_START;
	a->marks = realloc(a->marks, (a->nmarks + 1) * sizeof(m));
	if (!a->marks)
		die("marks");
	a->marks[a->nmarks++] = m;
}

void area_read(struct area *a)
{
	uint64_t head = __atomic_load_n(&a->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = a->page->data_tail;

	while (tail < head) {
		struct perf_event_header h;
		unsigned char *copy;
		size_t i;

		for (i = 0; i < sizeof(h); i++)
			((unsigned char *)&h)[i] = a->data[(tail + i) % a->data_size];
		/* AUX data of samples is looked at later: never freed, these programs are short. */
		copy = malloc(h.size);
		if (!copy)
			die("record");
		for (i = 0; i < h.size; i++)
			copy[i] = a->data[(tail + i) % a->data_size];
		add_mark(a, &h, copy + sizeof(h));
		tail += h.size;
	}
	__atomic_store_n(&a->page->data_tail, tail, __ATOMIC_RELEASE);
	if (!a->aux || a->overwrite)
		return;
	head = __atomic_load_n(&a->page->aux_head, __ATOMIC_ACQUIRE);
	tail = a->page->aux_tail;
	take(a, tail, head);
	a->bytes += head - tail;
	__atomic_store_n(&a->page->aux_tail, head, __ATOMIC_RELEASE);
}

uint64_t counter(const char *word)
{
	FILE *f = fopen(PARAMETERS "counters", "r");
	char line[512], key[32];
	uint64_t sum = 0;

	if (!f)
		die("counters");
	snprintf(key, sizeof(key), " %s=", word);
	while (fgets(line, sizeof(line), f)) {
		const char *at = strstr(line, key);

		if (!at)
			die(word);
		sum += strtoull(at + strlen(key), NULL, 10);
	}
	fclose(f);
	return sum;
}

void parameter_set(const char *name, const char *value)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), PARAMETERS "%s", name);
	f = fopen(path, "w");
	if (!f || fputs(value, f) < 0 || fclose(f))
		die(path);
}

void counters_clear(void)
{
	parameter_set("counters", "0");
}

static int passed, failed;

bool check(bool ok, const char *format, ...)
{
	va_list args;

	if (ok)
		passed++;
	else
		failed++;
	printf("%s: ", ok ? "ok" : "FAILED");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	return ok;
}

int checks_done(void)
{
	printf("%d passed, %d failed\n", passed, failed);
	return failed || !passed;
}

void spin_ms(unsigned int ms)
{
	struct timespec t;
	uint64_t end;

	clock_gettime(CLOCK_MONOTONIC, &t);
	end = (t.tv_sec * 1000000000ull + t.tv_nsec) + ms * 1000000ull;
	do
		clock_gettime(CLOCK_MONOTONIC, &t);
	while (t.tv_sec * 1000000000ull + t.tv_nsec < end);
}

void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity");
}
