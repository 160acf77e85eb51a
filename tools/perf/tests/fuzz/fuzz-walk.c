// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: the walk over records. The input is the records of a file (see made-head.h for its first byte).
 *
 * Checked: a walk ends, its records lie in the file one behind the other, each is found again at its position, and a
 * second walk finds the same ones.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/made-head.h"
#include "util/base/hash.h"
#include "util/data/data-file.h"
#include "util/event/sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	uint64_t records, damage, hash;
};

static bool is_bad(struct sample_decoder *d, const struct record *r)
{
	struct diag diag = DIAG_INIT;
	struct perf_sample sample;
	bool bad = r->header.type == PERF_RECORD_SAMPLE && sample_decoder__sample(d, r, &sample, &diag) < 0;

	diag__clear(&diag);
	return bad;
}

static void see(struct data_file *df, struct data_walk *w, const struct record *r, struct seen *seen)
{
	static unsigned char copy[1 << 16];
	const unsigned char *follow;
	uint64_t left, size = 0;
	struct record again;

	if (r->header.size < 8 || !data_walk__here(w, r, &left) || left < r->header.size)
		abort();
	if (!data_file__at(df, r->offset, copy, &again) || again.header.type != r->header.type ||
	    again.header.size != r->header.size)
		abort();
	follow = data_walk__follow(w, r, &size);
	seen->hash = hash_combine(seen->hash, hash_bytes(&r->header, sizeof(r->header), r->offset));
	if (follow)
		seen->hash = hash_bytes(follow, size, seen->hash);
	seen->records++;
}

static struct seen walk(struct data_file *df, bool distrust, size_t most)
{
	struct diag diag = DIAG_INIT;
	struct seen seen = { 0 };
	struct sample_decoder decoder;
	uint64_t next = 0;
	struct data_walk w;
	struct record r;
	int got;

	sample_decoder__init(&decoder, df->header->evlist);
	data_walk__init(&w, df);
	while ((got = data_walk__next(&w, &r, &diag))) {
		diag__clear(&diag);
		if (seen.records + ++seen.damage > most)
			abort();	/* it does not come to an end */
		if (got < 0)
			continue;
		seen.damage--;
		if (r.offset < next)
			abort();
		next = r.offset + 8;
		see(df, &w, &r, &seen);
		if (distrust && is_bad(&decoder, &r))
			data_walk__distrust(&w, &r);
	}
	data_walk__exit(&w);
	sample_decoder__exit(&decoder);
	return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	struct made_head head;
	struct data_file *df;
	struct seen a, b;
	int fd, k;

	if (!size)
		return 0;
	made_file(&head, data[0], size - 1);
	fd = memfd_create("fuzz", MFD_CLOEXEC);
	if (fd < 0 || write(fd, head.bytes, head.size) != (ssize_t)head.size ||
	    write(fd, data + 1, size - 1) != (ssize_t)size - 1)
		abort();
	df = data_file__open_fd(fd, "fuzz", &diag);
	if (!df)
		abort();	/* the head is sound */
	for (k = 0; k < 2; k++) {
		a = walk(df, k, size + 16);
		b = walk(df, k, size + 16);
		if (memcmp(&a, &b, sizeof(a)))
			abort();
	}
	data_file__close(df);
	close(fd);
	return 0;
}
