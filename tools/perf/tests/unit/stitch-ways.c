// SPDX-License-Identifier: GPL-2.0-only
/*
 * The same bytes, read as a file and as a pipe: a session joins rows of the one, and libperf's queue holds samples of the other. Whatever
 * the head says of the protocol and however chains end, each sample gets the same user stack, or misses it for the same reason.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/bytes-input.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/data/framing.h"
#include "util/event/record.h"
#include "util/session/session.h"

#define NR_SEEDS	1200
#define HEAD		16		/* bytes of a pipe's header */
#define ATTR_FLAGS	(sizeof(struct perf_event_header) + 40)

/* What becomes of a recording; a number has all bits of what it is made of. */
enum {
	LOSES_OUTPUT	= 1 << 0,	/* no event says defer_output: the head leaves the protocol open */
	LOSES_DEFERS	= 1 << 1,	/* nor that it defers */
	CUTS_COOKIES	= 1 << 2,	/* of some samples the chain had no room for the cookie */
	LOSES_RECORDS	= 1 << 3,	/* there is no deferred record */
	DAMAGES		= 1 << 4,	/* some bytes of samples and deferred records, but not those that tell when it was */
	NR_CHANGES	= 1 << 5,
};

static uint64_t word_at(const struct bytes *b, size_t at)
{
	uint64_t word;

	memcpy(&word, b->data + at, sizeof(word));
	return b->big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? __builtin_bswap64(word) : word;
}

static void set_word(struct bytes *b, size_t at, uint64_t word)
{
	if (b->big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		word = __builtin_bswap64(word);
	memcpy(b->data + at, &word, sizeof(word));
}

/* Bits of an attr lie from the other end, where bytes do. */
static void clear_flag(struct bytes *b, size_t attr, unsigned int bit)
{
	set_word(b, attr + ATTR_FLAGS, word_at(b, attr + ATTR_FLAGS) & ~(1ULL << (b->big ? 63 - bit : bit)));
}

/* [..., marker, cookie] becomes [..., an address, marker]. */
static void cut_cookie(struct bytes *b, size_t at, size_t size)
{
	size_t i;

	for (i = at + sizeof(struct perf_event_header); i + 16 <= at + size; i += 8) {
		if (word_at(b, i) != (uint64_t)PERF_CONTEXT_USER_DEFERRED)
			continue;
		set_word(b, i, 0xffffffff81000040);
		set_word(b, i + 8, (uint64_t)PERF_CONTEXT_USER_DEFERRED);
		return;
	}
}

/* A type that is not known is counted, and passed over. */
static void hide_record(struct bytes *b, size_t at)
{
	uint32_t type = 60000;

	memcpy(b->data + at, &type, sizeof(type));
}

static void change_record(struct bytes *b, size_t at, const struct perf_event_header *h, unsigned int how, unsigned int *seed)
{
	if (h->type == PERF_RECORD_HEADER_ATTR && how & LOSES_OUTPUT)
		clear_flag(b, at, 39);
	if (h->type == PERF_RECORD_HEADER_ATTR && how & LOSES_DEFERS)
		clear_flag(b, at, 38);
	if (h->type == PERF_RECORD_SAMPLE && how & CUTS_COOKIES && !(rand_r(seed) % 4))
		cut_cookie(b, at, h->size);
	if (h->type == PERF_RECORD_CALLCHAIN_DEFERRED && how & LOSES_RECORDS)
		hide_record(b, at);
	/* The first words of the payload: a cookie or the number of entries. */
	if (h->type == PERF_RECORD_CALLCHAIN_DEFERRED && how & DAMAGES && !(rand_r(seed) % 8))
		b->data[at + sizeof(*h) + (size_t)rand_r(seed) % 16] ^= (unsigned char)(1 << rand_r(seed) % 8);
}

static void change(struct bytes *b, unsigned int how, unsigned int seed)
{
	struct perf_event_header h;
	uint64_t follow;
	size_t at;

	for (at = HEAD; at < b->len && framing__header(b->data + at, b->len - at, b->big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__),
						       &h, &follow); at += h.size + follow)
		change_record(b, at, &h, how, &seed);
}

/* --- what is told of it ----------------------------------------------------------------------------- */

static void add_ips(struct strbuf *to, const uint64_t *ips, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		strbuf__addf(to, " %" PRIx64, ips[i]);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct strbuf *told = ctx;

	strbuf__addf(told, "%" PRIu64 " %u %s%s:", s->sample->time, s->tid, s->deferred ? "deferred " : "",
		     perf_stitch_reason__name(s->orphan));
	add_ips(told, s->kernel_ips, s->nr_kernel_ips);
	strbuf__addf(told, " |");
	add_ips(told, s->user.ips, s->user.nr);
	strbuf__addf(told, "\n");
	return 0;
}

static const struct session_ops ops = { .sample = on_sample };

static int read_all(const struct bytes *file, bool piped, struct strbuf *told)
{
	struct session_opts opts = { .no_resolve = true, .force = true };
	const struct session_stats *st;
	struct diag diag = DIAG_INIT;
	struct session *session;
	struct bytes_input in;
	int err, i;

	if (bytes_input__begin(&in, file, piped))
		return -1;
	opts.input = in.path;
	session = session__new(&opts, &ops, told, &diag);
	err = session ? session__process(session, &diag) : -EINVAL;
	if (!err) {
		st = session__stats(session);
		strbuf__addf(told, "%" PRIu64 " samples, %" PRIu64 " records, %" PRIu64 " damaged, %" PRIu64 " twice, %" PRIu64 " unused, %" PRIu64 " late",
			     st->samples, st->deferred_records, st->damaged, st->duplicate_records, st->unused_records, st->timed_out);
		for (i = 0; i < PERF_STITCH_NR_REASONS; i++)
			strbuf__addf(told, " %" PRIu64, st->orphans[i]);
	}
	session__delete(session);
	bytes_input__end(&in);
	return err;
}

static void tell_first_difference(const char *a, const char *b)
{
	size_t same = 0, begin;

	while (a[same] && a[same] == b[same])
		same++;
	for (begin = same; begin && a[begin - 1] != '\n'; begin--)
		;
	fprintf(stderr, "file: %.300s\npipe: %.300s\n", a + begin, b + begin);
}

static int compare_ways(uint64_t seed, unsigned int how)
{
	struct strbuf told[2] = { { 0 }, { 0 } };
	struct truth truth = { 0 };
	struct bytes file = { 0 };
	struct diag diag = DIAG_INIT;
	struct scenario s;
	int err, i;

	scenario__random(&s, seed, &(struct scenario_knobs){ 0 });
	s.format = FORMAT_PIPE;
	err = generate__play(&s, &file, NULL, &truth, &diag);
	file.big = s.big;
	change(&file, how, (unsigned int)seed);
	for (i = 0; !err && i < 2; i++)
		err = read_all(&file, i, &told[i]);
	if (!err && strcmp(told[0].buf, told[1].buf)) {
		err = -1;
		tell_first_difference(told[0].buf, told[1].buf);
	}
	if (err)
		fprintf(stderr, "seed %" PRIu64 ", changes %u: %s\n", seed, how, diag.text);
	for (i = 0; i < 2; i++)
		strbuf__exit(&told[i]);
	truth__exit(&truth);
	bytes__exit(&file);
	scenario__exit(&s);
	return err;
}

static int test__ways(void)
{
	uint64_t seed, first = 300000;
	int bad = 0;

	for (seed = first; seed < first + test_inputs(NR_SEEDS) && bad < 5; seed++)
		bad += compare_ways(seed, (unsigned int)seed % NR_CHANGES) != 0;
	return bad ? TEST_FAIL : TEST_OK;
}

DEFINE_SUITE("Deferred callchains: a file and a pipe of the same bytes", stitch_ways,
	{ "1,200 recordings, whatever their head says", test__ways })
