// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: a file's head, framing and decompression, and every record taken apart. */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/data/data-file.h"
#include "util/event/sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take_apart(struct sample_decoder *d, const struct record *r, struct data_walk *w)
{
	struct diag diag = DIAG_INIT;
	struct record_deferred deferred;
	struct perf_sample sample;
	struct sample_id id;
	uint64_t size;

	if (r->header.type == PERF_RECORD_SAMPLE) {
		(void)sample_decoder__sample(d, r, &sample, &diag);
		return;
	}
	sample_decoder__id(d, r, &id);
	(void)data_walk__follow(w, r, &size);
	if (r->header.type != PERF_RECORD_CALLCHAIN_DEFERRED)
		return;
	(void)sample_decoder__deferred(d, r, DEFERRED_PROTOCOL_C, &deferred, &diag);
	(void)sample_decoder__deferred(d, r, DEFERRED_PROTOCOL_A, &deferred, &diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	struct sample_decoder decoder;
	struct data_file *df;
	struct data_walk walk;
	struct record r;
	int fd = memfd_create("fuzz", MFD_CLOEXEC), got;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;
	df = data_file__open_fd(fd, "fuzz", &diag);
	if (df) {
		sample_decoder__init(&decoder, df->header->evlist);
		(void)data_file__unpack(df, &diag);
		diag__clear(&diag);
		data_walk__init(&walk, df);
		while ((got = data_walk__next(&walk, &r, &diag))) {
			if (got > 0)
				take_apart(&decoder, &r, &walk);
			diag__clear(&diag);
		}
		data_walk__exit(&walk);
		sample_decoder__exit(&decoder);
		data_file__close(df);
	}
	close(fd);
	return 0;
}
