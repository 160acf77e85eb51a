// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: the whole reading path, from bytes to stitched and resolved samples. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/event/evsel.h"
#include "util/session/session.h"

#define PIPE_BYTES	65536	/* what a pipe holds without a reader */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/*
 * What came out, so that promises can be checked: a sample must not come twice, nor out of order.
 */
struct seen {
	uint64_t samples, last;
	bool pipe;
};

static volatile uint64_t sink;

static void touch(const uint64_t *words, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		sink = words[i];
}

static int sample(void *ctx, const struct session_sample *s)
{
	struct seen *seen = ctx;

	if (s->evsel->attr.sample_type & PERF_SAMPLE_TIME) {
		if (!seen->pipe && s->sample->time < seen->last)
			abort();
		seen->last = s->sample->time;
	}
	seen->samples++;
	touch(s->kernel_ips, s->nr_kernel_ips);
	touch(s->user.ips, s->user.nr);
	touch(s->sample->ips, s->sample->nr_ips);
	return 0;
}

static int deferred(void *ctx, const struct record *r, const struct record_deferred *d,
		    const char *comm, const struct chain_half *half)
{
	(void)ctx, (void)r, (void)comm, (void)half;
	touch(d->ips, d->nr);
	return 0;
}

static int event(void *ctx, const struct record *r, const struct sample_id *id)
{
	(void)ctx, (void)r, (void)id;
	return 0;
}

static void damaged(void *ctx, const struct diag *diag)
{
	char text[512];

	(void)ctx;
	diag__format(diag, text, sizeof(text));
}

static void read_all(const char *input, bool raw, bool pipe)
{
	static const struct session_ops ops = {
		.sample = sample, .deferred = deferred, .event = event, .damaged = damaged,
	};
	struct session_opts opts = {
		.input = input, .raw = raw, .force = true, .symbols.no_symbols = true
	};
	struct diag diag = DIAG_INIT;
	struct seen seen = { .pipe = pipe };
	struct session *s = session__new(&opts, &ops, &seen, &diag);
	int err;

	if (!s)
		return;
	err = session__process(s, &diag);
	/* No sample is lost or doubled. */
	if (!err && session__stats(s)->delivered != seen.samples)
		abort();
	if (err < 0 && !diag__is_set(&diag))
		abort();
	session__delete(s);
}

static void read_pipe(const uint8_t *data, size_t size)
{
	int fds[2];

	if (size > PIPE_BYTES || pipe2(fds, O_CLOEXEC))
		return;
	if (write(fds[1], data, size) == (ssize_t)size) {
		close(fds[1]);
		dup2(fds[0], STDIN_FILENO);
		read_all("-", false, true);
	} else {
		close(fds[1]);
	}
	close(fds[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	char path[64];

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	read_all(path, false, false);
	read_all(path, true, false);
	close(fd);
	read_pipe(data, size);
	return 0;
}
