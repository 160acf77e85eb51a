// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: the reader of streams. The input is what follows the events of a stream (see made-head.h for its first
 * byte); if bit 2 of the first byte is set, all of the stream.
 *
 * Checked: no sample is lost or doubled without a word, and what is read does not depend on the pieces in which a stream
 * arrives: it is read once as a whole, and once in pieces whose size is the second byte of the input.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/made-head.h"
#include "util/base/hash.h"
#include "util/event/evsel.h"
#include "util/session/session.h"

#define MOST_BYTES	65536	/* what a pipe holds without a reader */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	uint64_t samples, events, damage, hash;
	int status;
};

struct writer {
	int fd;
	size_t size, piece;
	unsigned char bytes[MOST_BYTES];
};

static int sample(void *ctx, const struct session_sample *s)
{
	struct seen *seen = ctx;

	seen->samples++;
	seen->hash = hash_combine(seen->hash, s->sample->ip ^ s->sample->time);
	seen->hash = hash_words(s->kernel_ips, s->nr_kernel_ips, seen->hash);
	seen->hash = hash_words(s->user.ips, s->user.nr, seen->hash);
	return 0;
}

static int event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct seen *seen = ctx;

	(void)id;
	seen->events++;
	seen->hash = hash_bytes(&r->header, sizeof(r->header), seen->hash);
	return 0;
}

static void damaged(void *ctx, const struct diag *diag)
{
	struct seen *seen = ctx;
	char text[512];

	diag__format(diag, text, sizeof(text));
	seen->damage++;
}

static void *write_all(void *arg)
{
	struct writer *w = arg;
	size_t at, n;

	for (at = 0; at < w->size; at += n) {
		n = w->size - at < w->piece ? w->size - at : w->piece;
		if (write(w->fd, w->bytes + at, n) != (ssize_t)n)
			break;		/* the reader has had enough */
	}
	close(w->fd);
	return NULL;
}

static struct seen read_stream(struct writer *w)
{
	static const struct session_ops ops = { .sample = sample, .event = event, .damaged = damaged };
	struct session_opts opts = { .input = "-", .force = true, .symbols.no_symbols = true };
	struct diag diag = DIAG_INIT;
	struct seen seen;
	struct session *s;
	pthread_t thread;
	int fds[2], null;

	memset(&seen, 0, sizeof(seen));
	if (pipe2(fds, O_CLOEXEC))
		abort();
	dup2(fds[0], STDIN_FILENO);
	close(fds[0]);
	w->fd = fds[1];
	if (pthread_create(&thread, NULL, write_all, w))
		abort();
	s = session__new(&opts, &ops, &seen, &diag);
	seen.status = -1000;
	if (s) {
		seen.status = session__process(s, &diag);
		if (!seen.status && session__stats(s)->delivered != seen.samples)
			abort();
		session__delete(s);
	}
	if (seen.status < 0 && !diag__is_set(&diag))
		abort();
	/* Nobody reads any more: what the thread has left is in vain. */
	null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	dup2(null, STDIN_FILENO);
	close(null);
	pthread_join(thread, NULL);
	return seen;
}

static void tell(const char *how, const struct seen *s)
{
	fprintf(stderr, "%s: status %d, %llu samples, %llu others, %llu times damage\n", how, s->status,
		(unsigned long long)s->samples, (unsigned long long)s->events, (unsigned long long)s->damage);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct writer w;
	struct made_head head = { .size = 0 };
	struct seen whole, pieces;

	if (size < 2)
		return 0;
	signal(SIGPIPE, SIG_IGN);
	if (!(data[0] & 4))
		made_stream(&head, data[0]);
	if (size - 2 + head.size > sizeof(w.bytes))
		return 0;
	memcpy(w.bytes, head.bytes, head.size);
	memcpy(w.bytes + head.size, data + 2, size - 2);
	w.size = head.size + size - 2;
	w.piece = sizeof(w.bytes);
	whole = read_stream(&w);
	/* A stream of 64 KiB byte by byte would take as many switches of threads. */
	w.piece = data[1] + 1 + w.size / 256;
	pieces = read_stream(&w);
	if (memcmp(&whole, &pieces, sizeof(whole))) {
		tell("as a whole", &whole);
		tell("in pieces", &pieces);
		abort();
	}
	return 0;
}
