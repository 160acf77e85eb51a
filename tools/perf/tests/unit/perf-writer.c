// SPDX-License-Identifier: GPL-2.0-only
/* The writer of perf.data: layout byte by byte, pipes, and disks that fill up. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/data/attr-write.h"
#include "util/data/feature-write.h"
#include "util/data/perf-writer.h"

static struct evlist *two_events(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP,
	};
	struct evlist *list = evlist__new();
	struct evsel *evsel = evsel__new(&attr);

	evsel__set_name(evsel, "cpu-clock");
	evlist__add(list, evsel);
	evlist__map_id(list, 11, evsel);
	evlist__map_id(list, 12, evsel);
	attr.sample_max_stack = 64;
	evsel = evsel__new(&attr);
	evsel__set_name(evsel, "dummy:u");
	evlist__add(list, evsel);
	evlist__map_id(list, 21, evsel);
	return list;
}

static char *temp_dir(void)
{
	char *dir = xstrdup("/tmp/perf-writer-XXXXXX");

	return mkdtemp(dir);
}

static char *slurp(const char *path, size_t *ret_size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st = { .st_size = 0 };
	char *data;

	fstat(fd, &st);
	data = xzalloc((size_t)st.st_size + 1);
	*ret_size = (size_t)st.st_size;
	if (read(fd, data, *ret_size) != st.st_size)
		*ret_size = 0;
	close(fd);
	return data;
}

static uint32_t u32_at(const char *data, size_t offset)
{
	uint32_t v;

	memcpy(&v, data + offset, sizeof(v));
	return v;
}

static uint64_t u64_at(const char *data, size_t offset)
{
	uint64_t v;

	memcpy(&v, data + offset, sizeof(v));
	return v;
}

static void remove_all(char *dir, const char *const *names)
{
	char path[128];

	for (; *names; names++) {
		snprintf(path, sizeof(path), "%s/%s", dir, *names);
		unlink(path);
	}
	rmdir(dir);
	free(dir);
}

static int test__attr_sizes(void)
{
	struct perf_event_attr attr = { .type = 1 };

	TEST_ASSERT_EQ(attr__stored_size(&attr), 64);
	attr.config1 = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 64);
	attr.config2 = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 72);
	attr.branch_sample_type = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 80);
	attr.sample_stack_user = 8192;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 96);
	attr.sample_regs_intr = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 104);
	attr.sample_max_stack = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 112);
	attr.aux_pause = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 120);
	attr.sig_data = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 128);
	attr.config3 = 1;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 136);
	attr.config4 = 1ULL << 63;
	TEST_ASSERT_EQ(attr__stored_size(&attr), 144);
	return TEST_OK;
}

/* header 104, ids 3 * 8, attrs 2 * (112 + 16), records, table of features, features */
static int test__file_layout(void)
{
	const struct perf_event_header records[2] = { { 68, 0, 8 }, { 82, 0, 8 } };
	char *dir = temp_dir(), path[128], *data;
	struct evlist *list = two_events();
	struct diag diag = DIAG_INIT;
	struct perf_writer *w;
	size_t size;

	snprintf(path, sizeof(path), "%s/f", dir);
	TEST_ASSERT_EQ(perf_writer__open(&w, path, &diag), 0);
	TEST_ASSERT(!perf_writer__is_pipe(w));
	perf_writer__set_feature(w, HEADER_HOSTNAME, "abc", 3);
	TEST_ASSERT_EQ(perf_writer__begin(w, list, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__write(w, records, sizeof(records), &diag), 0);
	TEST_ASSERT_EQ(perf_writer__bytes(w), 16);
	perf_writer__set_feature(w, HEADER_SAMPLE_TIME, "0123456789abcdef", 16);
	TEST_ASSERT_EQ(perf_writer__finish(w, &diag), 0);
	perf_writer__delete(w);
	data = slurp(path, &size);
	TEST_ASSERT(!memcmp(data, "PERFILE2", 8));
	TEST_ASSERT_EQ(u64_at(data, 8), 104);
	TEST_ASSERT_EQ(u64_at(data, 16), 112 + 16);
	TEST_ASSERT_EQ(u64_at(data, 24), 104 + 24);		/* attrs */
	TEST_ASSERT_EQ(u64_at(data, 32), 2 * 128);
	/* What was known at the beginning lies in front of the data, what became known behind their table. */
	TEST_ASSERT(!memcmp(data + 384, "abc\0\0\0\0\0", 8));
	TEST_ASSERT_EQ(u64_at(data, 40), 392);			/* data */
	TEST_ASSERT_EQ(u64_at(data, 48), 16);
	TEST_ASSERT_EQ(u64_at(data, 72), 1U << HEADER_HOSTNAME | 1U << HEADER_SAMPLE_TIME);
	TEST_ASSERT_EQ(u64_at(data, 104), 11);
	TEST_ASSERT_EQ(u64_at(data, 112), 12);
	TEST_ASSERT_EQ(u64_at(data, 120), 21);
	TEST_ASSERT_EQ(u64_at(data, 128), pair_word(u32_at(data, 128), 112));		/* attr.size */
	TEST_ASSERT_EQ(u64_at(data, 128 + 112), 104);		/* ids of the first */
	TEST_ASSERT_EQ(u64_at(data, 128 + 120), 16);
	TEST_ASSERT_EQ(u64_at(data, 256 + 112), 120);		/* and of the second */
	TEST_ASSERT_EQ(u64_at(data, 256 + 120), 8);
	TEST_ASSERT(!memcmp(data + 392, records, sizeof(records)));
	TEST_ASSERT_EQ(u64_at(data, 408), 384);
	TEST_ASSERT_EQ(u64_at(data, 416), 3);
	TEST_ASSERT_EQ(u64_at(data, 424), 440);			/* behind the table of two */
	TEST_ASSERT_EQ(u64_at(data, 432), 16);
	TEST_ASSERT(!memcmp(data + 440, "0123456789abcdef", 16));
	TEST_ASSERT_EQ(size, 456);
	free(data);
	evlist__delete(list);
	remove_all(dir, (const char *const[]){ "f", NULL });
	return TEST_OK;
}

/* The recording before is kept, the one before that is not. */
static int test__old_file(void)
{
	char *dir = temp_dir(), path[128], old[128], *data;
	struct evlist *list = two_events();
	struct diag diag = DIAG_INIT;
	struct perf_writer *w;
	size_t size;
	int i;

	snprintf(path, sizeof(path), "%s/f", dir);
	snprintf(old, sizeof(old), "%s/f.old", dir);
	for (i = 0; i < 3; i++) {
		char mark[8] = { (char)('a' + i) };

		TEST_ASSERT_EQ(perf_writer__open(&w, path, &diag), 0);
		perf_writer__set_feature(w, HEADER_HOSTNAME, mark, 8);
		TEST_ASSERT_EQ(perf_writer__begin(w, list, &diag), 0);
		TEST_ASSERT_EQ(perf_writer__finish(w, &diag), 0);
		perf_writer__delete(w);
	}
	data = slurp(old, &size);
	TEST_ASSERT(size > 392 && data[384] == 'b');
	free(data);
	data = slurp(path, &size);
	TEST_ASSERT(size > 392 && data[384] == 'c');
	free(data);
	evlist__delete(list);
	remove_all(dir, (const char *const[]){ "f", "f.old", NULL });
	return TEST_OK;
}

/* A file that is saved twice and never finished, as it is after kill -9: complete, up to the last time. */
static int test__saved(void)
{
	const struct perf_event_header records[2] = { { 1000, 0, 8 }, { 1001, 0, 8 } };
	char *dir = temp_dir(), path[128], *data;
	struct evlist *list = two_events();
	struct diag diag = DIAG_INIT;
	struct perf_writer *w;
	size_t size;

	snprintf(path, sizeof(path), "%s/f", dir);
	TEST_ASSERT_EQ(perf_writer__open(&w, path, &diag), 0);
	perf_writer__set_feature(w, HEADER_HOSTNAME, "abc", 3);
	TEST_ASSERT_EQ(perf_writer__until_save(w), -1);
	TEST_ASSERT_EQ(perf_writer__begin(w, list, &diag), 0);
	TEST_ASSERT_EQ(access(path, F_OK), -1);
	TEST_ASSERT_EQ(perf_writer__publish(w, &diag), 0);
	data = slurp(path, &size);
	TEST_ASSERT_EQ(u64_at(data, 40), size);			/* where data will lie, also before there are any */
	TEST_ASSERT(!u64_at(data, 48) && !u64_at(data, 72));
	free(data);
	TEST_ASSERT_EQ(perf_writer__write(w, records, 8, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__until_save(w), 0);
	TEST_ASSERT_EQ(perf_writer__save(w, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__until_save(w), -1);
	data = slurp(path, &size);
	TEST_ASSERT_EQ(u64_at(data, 48), 8 + 8);		/* one record, and the table's */
	TEST_ASSERT_EQ(u64_at(data, 72), 1U << HEADER_RESERVED | 1U << HEADER_HOSTNAME);
	TEST_ASSERT_EQ(u64_at(data, 400), head_word(PERF_RECORD_FINISHED_INIT, 0, 8));
	TEST_ASSERT(!u64_at(data, 408) && !u64_at(data, 416));
	TEST_ASSERT_EQ(u64_at(data, 424), 384);
	TEST_ASSERT_EQ(u64_at(data, 432), 3);
	TEST_ASSERT_EQ(size, 440);
	free(data);
	TEST_ASSERT_EQ(perf_writer__write(w, records + 1, 8, &diag), 0);
	TEST_ASSERT(perf_writer__until_save(w) >= 0);
	while (perf_writer__until_save(w))
		usleep(10000);
	TEST_ASSERT_EQ(perf_writer__save(w, &diag), 0);
	data = slurp(path, &size);
	TEST_ASSERT_EQ(u64_at(data, 48), 8 + 40 + 8 + 8);	/* the first table is a record now */
	TEST_ASSERT_EQ(u64_at(data, 400), head_word(PERF_RECORD_FINISHED_INIT, 0, 40));
	TEST_ASSERT(!memcmp(data + 440, records + 1, 8));
	TEST_ASSERT_EQ(u64_at(data, 448), head_word(PERF_RECORD_FINISHED_INIT, 0, 8));
	TEST_ASSERT_EQ(size, 488);
	free(data);
	TEST_ASSERT_EQ(perf_writer__finish(w, &diag), 0);
	data = slurp(path, &size);
	TEST_ASSERT_EQ(u64_at(data, 48), 8 + 40 + 8 + 40);
	TEST_ASSERT_EQ(u64_at(data, 72), 1U << HEADER_HOSTNAME);
	TEST_ASSERT_EQ(u64_at(data, 448), head_word(PERF_RECORD_FINISHED_INIT, 0, 40));
	TEST_ASSERT_EQ(u64_at(data, 488), 384);
	TEST_ASSERT_EQ(size, 504);
	free(data);
	perf_writer__delete(w);
	evlist__delete(list);
	remove_all(dir, (const char *const[]){ "f", NULL });
	return TEST_OK;
}

#define LATE_SIZE	4000

/* Pieces of @size bytes, until one does not fit: so many. */
static uint64_t write_pieces(struct perf_writer *w, const unsigned char *records, size_t size, int *err, struct diag *diag)
{
	uint64_t n = 0;

	for (*err = 0; n < 10000 && !*err; n++) {
		*err = perf_writer__write(w, records, size, diag);
		if (!*err)
			*err = perf_writer__flush(w, diag);
	}
	return n;
}

/*
 * In a child, whose files may not grow beyond @limit. @piece: bytes that are written at a time; 0: more than the end of
 * the disk could take. Exit status 0: as it should be.
 */
static int fill_up(const char *path, rlim_t limit, size_t piece)
{
	struct rlimit rlimit = { limit, limit };
	unsigned char *records = xzalloc(64 * 1024);
	struct evlist *list = two_events();
	struct iovec iov[2];
	struct diag diag = DIAG_INIT;
	struct perf_writer *w;
	uint64_t total;
	size_t at;
	int i, err = 0;

	signal(SIGXFSZ, SIG_IGN);
	for (at = 0; at < 64 * 1024; at += 64) {
		struct perf_event_header h = { PERF_RECORD_SAMPLE, 0, 64 };

		memcpy(records + at, &h, sizeof(h));
	}
	if (setrlimit(RLIMIT_FSIZE, &rlimit) || perf_writer__open(&w, path, &diag))
		return 10;
	perf_writer__set_feature(w, HEADER_HOSTNAME, "abcdefgh", 8);
	if (perf_writer__begin(w, list, &diag))
		return 11;
	/* What is known later needs room behind the data, more than a piece leaves. */
	if (piece)
		perf_writer__set_feature(w, HEADER_CMDLINE, records, LATE_SIZE);
	/* The first stretch ends inside a record. */
	iov[0] = (struct iovec){ records, 24 * 1024 + 8 };
	iov[1] = (struct iovec){ records + 24 * 1024 + 8, 40 * 1024 - 8 };
	for (i = 0; !piece && i < 10 && !err; i++)
		err = perf_writer__writev(w, iov, &diag);
	total = piece ? piece * write_pieces(w, records, piece, &err, &diag) : (uint64_t)i * 65536;
	if (err != -EFBIG)
		return 12;
	/* It stays so, and everything that was not kept is counted. */
	if (perf_writer__write(w, records, 64, &diag) != -EFBIG ||
	    perf_writer__finish(w, &diag) != -EFBIG)
		return 13;
	if (perf_writer__bytes(w) % 64 ||
	    perf_writer__bytes(w) + perf_writer__dropped(w) != total + 64)
		return 14;
	if (perf_writer__dropped_samples(w) != (perf_writer__dropped(w) - 64) / 64)
		return 15;
	perf_writer__delete(w);
	evlist__delete(list);
	free(records);
	return 0;
}

static int test__full_disk(void)
{
	static const rlim_t limits[] = { 4096 * 20, 4096 * 50 + 1, 131072 + 300, 200000 };
	static const size_t pieces[] = { 0, 64, 1024, 1984 };
	char *dir = temp_dir(), path[128], *data;
	size_t i, size;

	snprintf(path, sizeof(path), "%s/f", dir);
	for (i = 0; i < ARRAY_SIZE(limits) * ARRAY_SIZE(pieces); i++) {
		rlim_t limit = limits[i % ARRAY_SIZE(limits)];
		bool late = pieces[i / ARRAY_SIZE(limits)];
		pid_t pid = fork();
		int status;

		if (!pid)
			_exit(fill_up(path, limit, pieces[i / ARRAY_SIZE(limits)]));
		TEST_ASSERT_EQ(waitpid(pid, &status, 0), pid);
		TEST_ASSERT_EQ(status, 0);
		data = slurp(path, &size);
		TEST_ASSERT(size <= limit && size > limit - 16384);
		/* The data end with a record, the features are there, and the file ends with them. */
		TEST_ASSERT_EQ(u64_at(data, 48) % 64, 0);
		TEST_ASSERT_EQ(u64_at(data, 72), 1U << HEADER_HOSTNAME | (late ? 1U << HEADER_CMDLINE : 0));
		TEST_ASSERT_EQ(size, 392 + u64_at(data, 48) + 16 + (late ? 16 + LATE_SIZE : 0));
		TEST_ASSERT_EQ(u64_at(data, 392 + u64_at(data, 48)), 384);
		TEST_ASSERT(!memcmp(data + 384, "abcdefgh", 8));
		free(data);
		unlink(path);
	}
	remove_all(dir, (const char *const[]){ "f.old", NULL });
	return TEST_OK;
}

static int test__pipe(void)
{
	char *dir = temp_dir(), path[128], buf[4096];
	struct evlist *list = two_events();
	struct diag diag = DIAG_INIT;
	struct perf_writer *w;
	uint32_t types[8] = { 0 };
	ssize_t n;
	size_t pos, nr = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/p", dir);
	TEST_ASSERT_EQ(mkfifo(path, 0600), 0);
	fd = open(path, O_RDWR | O_CLOEXEC);
	TEST_ASSERT_EQ(perf_writer__open(&w, path, &diag), 0);
	TEST_ASSERT(perf_writer__is_pipe(w));
	perf_writer__set_feature(w, HEADER_HOSTNAME, "abc", 3);
	perf_writer__set_feature(w, HEADER_TRACING_DATA, "0123456789", 10);
	TEST_ASSERT_EQ(perf_writer__begin(w, list, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__finish(w, &diag), 0);
	perf_writer__delete(w);
	n = read(fd, buf, sizeof(buf));
	TEST_ASSERT(n > 16 && !memcmp(buf, "PERFILE2", 8) && u64_at(buf, 8) == 16);
	for (pos = 16; pos < (size_t)n && nr < ARRAY_SIZE(types); nr++) {
		struct perf_event_header h;

		memcpy(&h, buf + pos, sizeof(h));
		types[nr] = h.type;
		/* A feature says which it is; tracing data follow their record, padded. */
		if (h.type == PERF_RECORD_HEADER_FEATURE)
			TEST_ASSERT_EQ(u64_at(buf, pos + 8), HEADER_HOSTNAME);
		pos += h.type == PERF_RECORD_HEADER_TRACING_DATA ? 12 + 16 : h.size;
	}
	TEST_ASSERT_EQ(pos, n);
	TEST_ASSERT_EQ(nr, 6);
	/* Old perfs take for granted that an attr has 128 bytes here. */
	TEST_ASSERT_EQ(u64_at(buf, 24), pair_word(u32_at(buf, 24), 128));
	TEST_ASSERT_EQ(u64_at(buf, 24 + 128), 11);
	TEST_ASSERT(types[0] == PERF_RECORD_HEADER_ATTR && types[1] == PERF_RECORD_HEADER_ATTR);
	TEST_ASSERT(types[2] == PERF_RECORD_EVENT_UPDATE && types[3] == PERF_RECORD_EVENT_UPDATE);
	TEST_ASSERT(types[4] == PERF_RECORD_HEADER_FEATURE &&
		    types[5] == PERF_RECORD_HEADER_TRACING_DATA);
	close(fd);
	evlist__delete(list);
	remove_all(dir, (const char *const[]){ "p", NULL });
	return TEST_OK;
}

static int test__strings(void)
{
	struct strbuf out = STRBUF_INIT;
	char text[65];

	feature_write__string(&out, "");
	TEST_ASSERT_EQ(out.len, 4 + 64);
	strbuf__reset(&out);
	memset(text, 'x', 64);
	text[63] = 0;
	feature_write__string(&out, text);
	TEST_ASSERT_EQ(out.len, 4 + 64);
	strbuf__reset(&out);
	text[63] = 'x';
	text[64] = 0;
	feature_write__string(&out, text);
	TEST_ASSERT_EQ(out.len, 4 + 128);
	TEST_ASSERT_STR(out.buf + 4, text);
	strbuf__exit(&out);
	return TEST_OK;
}

/* What a recording of branches says about itself, which makes readers show them. */
static int test__branch_stack(void)
{
	static const char *const argv[] = { "record" };
	struct feature_write_opts opts = { .version = "1", .argc = 1, .argv = argv };
	char *dir = temp_dir(), path[128], *data;
	struct evlist *list = two_events();
	struct diag diag = DIAG_INIT;
	struct perf_writer *w;
	size_t size;
	int on;

	snprintf(path, sizeof(path), "%s/f", dir);
	for (on = 0; on < 2; on++) {
		opts.branch_stack = on;
		TEST_ASSERT_EQ(perf_writer__open(&w, path, &diag), 0);
		perf_writer__set_all_features(w, list, &opts);
		TEST_ASSERT_EQ(perf_writer__begin(w, list, &diag), 0);
		TEST_ASSERT_EQ(perf_writer__finish(w, &diag), 0);
		perf_writer__delete(w);
		data = slurp(path, &size);
		TEST_ASSERT_EQ(u64_at(data, 72) >> HEADER_BRANCH_STACK & 1, (uint64_t)on);
		free(data);
	}
	evlist__delete(list);
	remove_all(dir, (const char *const[]){ "f", "f.old", NULL });
	return TEST_OK;
}

DEFINE_SUITE("Writing perf.data", perf_writer,
	     { "smallest attr sizes", test__attr_sizes },
	     { "layout of a file", test__file_layout },
	     { "the file before is kept", test__old_file },
	     { "saved, not finished", test__saved },
	     { "a disk that fills up", test__full_disk },
	     { "layout of a pipe", test__pipe },
	     { "a recording of branches", test__branch_stack },
	     { "padded strings", test__strings })
