// SPDX-License-Identifier: GPL-2.0-only
/* The kernel gets a ring's room back while the rest of it is still being written, or compressed (-z). */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/data/zstd-stream.h"
#include "util/event/record.h"
#include "util/record/ring-compress.h"
#include "util/record/ring-drain.h"

#define RING	(1024 * 1024)
#define RECORD	4096
#define BEGIN	(RING / 2 + RECORD)

/* A ring that is full of what cannot be made smaller, and a pipe that takes only some of it. */
struct fixture {
	union {
		struct perf_event_mmap_page page;
		char bytes[4096];
	} control;
	unsigned char *data;
	struct perf_mmap map;
	char dir[32], path[48];
	int reader;
	struct perf_writer *w;
	struct ring_stats stats;
	struct diag diag;
	int64_t drained;
};

static void fill(unsigned char *data)
{
	uint64_t x = 88172645463325252ULL;
	size_t i;

	for (i = 0; i < RING; i += sizeof(x)) {
		struct perf_event_header h = { .type = PERF_RECORD_SAMPLE, .size = RECORD };

		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		memcpy(data + i, i % RECORD ? (void *)&x : (void *)&h, sizeof(x));
	}
}

/* The data begin in the middle, so that they lie around the end. */
static int set_up(struct fixture *f)
{
	struct diag diag = DIAG_INIT;

	f->diag = diag;
	f->data = xmalloc(RING);
	fill(f->data);
	f->control.page.data_tail = BEGIN;
	f->control.page.data_head = BEGIN + RING;
	perf_mmap__attach(&f->map, &f->control, f->data, RING);
	strcpy(f->dir, "/tmp/perf-test.XXXXXX");
	if (!mkdtemp(f->dir))
		return -errno;
	snprintf(f->path, sizeof(f->path), "%s/fifo", f->dir);
	if (mkfifo(f->path, 0600))
		return -errno;
	f->reader = open(f->path, O_RDONLY | O_NONBLOCK);
	return f->reader < 0 ? -errno : perf_writer__open_records(&f->w, f->path, &f->diag);
}

static void tear_down(struct fixture *f)
{
	perf_writer__delete(f->w);
	close(f->reader);
	unlink(f->path);
	rmdir(f->dir);
	ring_compress__delete(f->stats.compress);
	free(f->data);
}

static void *drain(void *arg)
{
	struct fixture *f = arg;

	f->drained = ring__drain(&f->map, f->w, &f->stats, &f->diag);
	(void)perf_writer__flush(f->w, &f->diag);
	(void)perf_writer__finish(f->w, &f->diag);
	return NULL;
}

static uint64_t tail(struct fixture *f)
{
	return __atomic_load_n(&f->control.page.data_tail, __ATOMIC_ACQUIRE);
}

/* Nobody reads on, so the pipe stays full: what is given back now is given back before all is out. */
static bool gives_back(struct fixture *f)
{
	int i;

	/* It takes no time at all, or for ever. */
	for (i = 0; i < 3000 && tail(f) == BEGIN; i++)
		usleep(10000);
	return tail(f) > BEGIN && tail(f) < f->control.page.data_head;
}

/* All that comes until there are @size bytes, or the writer has closed the pipe. */
static void read_until(const struct fixture *f, struct strbuf *out, size_t size)
{
	char buf[4096];

	while (out->len < size) {
		ssize_t n = read(f->reader, buf, sizeof(buf));

		if (n > 0)
			strbuf__add(out, buf, (size_t)n);
		else if (!n)
			return;
		else
			usleep(1000);
	}
}

static int add(void *ctx, const void *data, size_t size)
{
	strbuf__add(ctx, data, size);
	return 0;
}

/* What the records in @packed unpack to. Returns how many there are, or negative errno. */
static int unpack(const struct strbuf *packed, struct strbuf *out, struct diag *diag)
{
	struct zstd_reader *z = zstd_reader__new(diag);
	struct perf_event_header h;
	int nr = 0, err = 0;
	size_t at;

	for (at = 0; at + sizeof(h) <= packed->len && !err; at += h.size, nr++) {
		memcpy(&h, packed->buf + at, sizeof(h));
		if (h.type != PERF_RECORD_COMPRESSED || h.size < sizeof(h) || h.size > packed->len - at) {
			err = -EBADMSG;
			break;
		}
		err = zstd_reader__feed(z, packed->buf + at + sizeof(h), h.size - sizeof(h), add, out, diag);
	}
	zstd_reader__delete(z);
	return err ? err : nr;
}

static int judge(struct fixture *f, bool gave_back, const struct strbuf *packed)
{
	const size_t first = RING - BEGIN;
	struct strbuf out = STRBUF_INIT;
	int nr = unpack(packed, &out, &f->diag);

	TEST_ASSERT(gave_back);
	TEST_ASSERT_EQ(f->drained, RING);
	TEST_ASSERT_EQ(tail(f), f->control.page.data_head);
	TEST_ASSERT_EQ(f->stats.samples, RING / RECORD);
	TEST_ASSERT(nr > 1);
	TEST_ASSERT_EQ(out.len, RING);
	TEST_ASSERT(!memcmp(out.buf, f->data + BEGIN, first));
	TEST_ASSERT(!memcmp(out.buf + first, f->data, RING - first));
	strbuf__exit(&out);
	return TEST_OK;
}

/* All of it is drained; *@ret_gave_back: the kernel had room when no more than @first bytes were read. */
static int drain_into(struct fixture *f, struct strbuf *out, size_t first, bool *ret_gave_back)
{
	pthread_t t;

	TEST_ASSERT_EQ(set_up(f), 0);
	TEST_ASSERT_EQ(pthread_create(&t, NULL, drain, f), 0);
	read_until(f, out, first);
	*ret_gave_back = gives_back(f);
	read_until(f, out, SIZE_MAX);
	pthread_join(t, NULL);
	return TEST_OK;
}

static int test__packed(void)
{
	struct fixture f = { .reader = -1 };
	struct strbuf packed = STRBUF_INIT;
	bool gave_back;
	int result;

	f.stats.compress = ring_compress__new(1, RING, false, &f.diag);
	if (!f.stats.compress)
		return test_skip("no libzstd in this build");
	result = drain_into(&f, &packed, 0, &gave_back) ?: judge(&f, gave_back, &packed);
	strbuf__exit(&packed);
	tear_down(&f);
	return result;
}

static int judge_plain(struct fixture *f, bool gave_back, const struct strbuf *out)
{
	TEST_ASSERT(gave_back);
	TEST_ASSERT_EQ(f->drained, RING);
	TEST_ASSERT_EQ(tail(f), f->control.page.data_head);
	TEST_ASSERT_EQ(f->stats.samples, RING / RECORD);
	TEST_ASSERT_EQ(out->len, RING);
	TEST_ASSERT(!memcmp(out->buf, f->data + BEGIN, RING - BEGIN));
	TEST_ASSERT(!memcmp(out->buf + RING - BEGIN, f->data, BEGIN));
	return TEST_OK;
}

static int test__plain(void)
{
	struct fixture f = { .reader = -1 };
	struct strbuf out = STRBUF_INIT;
	bool gave_back;
	int result = drain_into(&f, &out, RING * 5 / 8, &gave_back) ?: judge_plain(&f, gave_back, &out);

	strbuf__exit(&out);
	tear_down(&f);
	return result;
}

DEFINE_SUITE("Room of a ring comes back piece by piece", ring_room,
	{ "as it is written", test__plain },
	{ "as it is compressed", test__packed });
