// SPDX-License-Identifier: GPL-2.0-only
/*
 * The session hands over samples and events in time order, and that is how they are written: a reader
 * of the result has nothing to sort, and merging it again gives the same bytes. Records of perf's own
 * (AUX data, index, ...) go first, where the input can be read twice.
 */
#include "util/defer/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/data/attr-write.h"
#include "util/data/rewrite-attr.h"
#include "util/data/rewriter.h"
#include "util/session/copy-check.h"
#include "util/session/copy-features.h"

#define RECORD_LIMIT	65528	/* the largest multiple of 8 that header.size can say */

#define NR_CLEAN	256

struct merge {
	const struct merge_opts *opts;
	struct merge_stats *stats;
	struct rewriter out;
	bool pass_follow;
	bool copies;			/* chains are written in this machine's byte order, and nothing is remembered of them */
	struct session *session;
	struct copy_check check;
	struct diag *diag;
	struct strbuf record;		/* the sample being made */
	bool *drops;			/* of each event: drops_copy() */
	uint32_t clean[NR_CLEAN];	/* numbers of user halves without entries that would be taken for markers */
	uint64_t *hashes;		/* of each written chain, for verifying */
	size_t nr_hashes, cap_hashes;
};

/* --- what goes through --------------------------------------------------------------------------- */

/* perf's own records that do not describe events, features, rounds or compression: kept as they are. */
static bool is_kept(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_HEADER_EVENT_TYPE:
	case PERF_RECORD_HEADER_TRACING_DATA:
	case PERF_RECORD_HEADER_BUILD_ID:
	case PERF_RECORD_HEADER_FEATURE:
	case PERF_RECORD_FINISHED_ROUND:
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2:
		return false;
	default:
		return type >= PERF_RECORD_USER_TYPE_START;
	}
}

/* Would a reader refuse it? Then it is left out. The session, which sorts all, tells and counts it. */
static bool is_damaged(struct merge *m, struct session *s, const struct record *r)
{
	if (!copy_check__record(&m->check, s, r, m->out.begun, NULL))
		return false;
	m->stats->left_out++;
	return true;
}

bool merge__foreign_record(uint32_t type)
{
	return type >= PERF_RECORD_USER_TYPE_START ? type > PERF_RECORD_FINISHED_INIT : type >= PERF_RECORD_CALLCHAIN_DEFERRED;
}

bool merge__foreign_attr(const struct perf_event_attr *attr)
{
	return attr->defer_callchain || attr->defer_output || attr__has_repair_bytes(attr) || attr->size > PERF_ATTR_SIZE_VER7 ||
	       attr__stored_size(attr) > PERF_ATTR_SIZE_VER7;
}

static int on_record(void *ctx, struct session *s, const struct record *r)
{
	struct merge *m = ctx;
	uint32_t type = r->header.type;

	m->pass_follow = false;
	/* A damaged one is told by the session. */
	if (!m->out.begun && (type == PERF_RECORD_HEADER_FEATURE || type == PERF_RECORD_HEADER_BUILD_ID))
		(void)rewriter__feature_record(&m->out, r, NULL);
	/* The session keeps such a record to itself. */
	if (!is_kept(type) && type != PERF_RECORD_SAMPLE && type != PERF_RECORD_CALLCHAIN_DEFERRED)
		m->stats->left_out += session__check_length(s, r, NULL) < 0;
	if (!is_kept(type) || (m->opts->common && merge__foreign_record(type)) || is_damaged(m, s, r))
		return 0;
	rewriter__record(&m->out, r->data, r->header.size);
	m->pass_follow = m->out.begun;
	return m->out.err;
}

static int on_follow(void *ctx, const void *data, size_t size)
{
	struct merge *m = ctx;

	if (m->pass_follow)
		rewriter__follow(&m->out, data, size);
	return m->out.err;
}

static int on_event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct merge *m = ctx;

	(void)id;
	if ((m->opts->common && merge__foreign_record(r->header.type)) || is_damaged(m, m->session, r))
		return 0;
	rewriter__record(&m->out, r->data, r->header.size);
	return m->out.err;
}

/* --- the head ------------------------------------------------------------------------------------ */

/*
 * Do registers and stack bytes of such samples go? Copies only where stacks are unwound; what chains are repaired with in
 * any case, as it has done its work, and old readers would unwind it beside the chain.
 */
static bool drops_copy(const struct merge *m, const struct perf_event_attr *attr)
{
	return attr__has_repair_bytes(attr) || (m->opts->unwind && attr__has_stack_copy(attr));
}

/*
 * The flags of an attr are bits of one word of 64, at offset 40, and compilers count them from the word's first byte: from
 * the lowest bit of each byte where the recording is of a little-endian machine, else from the highest.
 */
static unsigned char flag_mask(bool swap, unsigned int bit)
{
	bool big = swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

	return (unsigned char)(big ? 0x80 >> bit % 8 : 1 << bit % 8);
}

/* The attr of @size bytes at @attr, in EVENT_DESC: what it says of copies of stacks goes. */
static void drop_from_event_desc(const struct merge *m, unsigned char *attr, uint32_t size, bool swap)
{
	/* Bit 22 is exclude_callchain_user. */
	const unsigned char mask = flag_mask(swap, 22);
	struct perf_event_attr known = { 0 };
	struct cursor c = cursor__make(attr, size, swap);

	cursor__skip(&c, 24, "attr");
	known.sample_type = cursor__u64(&c, "sample_type");
	known.exclude_callchain_user = !!(attr[42] & mask);
	if (size < 92 || !drops_copy(m, &known))
		return;
	known.sample_type &= ~(uint64_t)(PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);
	if (swap)
		known.sample_type = __builtin_bswap64(known.sample_type);
	memcpy(attr + 24, &known.sample_type, 8);
	attr[42] &= (unsigned char)~mask;
	memset(attr + 80, 0, 12);	/* sample_regs_user, sample_stack_user */
}

/* In EVENT_DESC attrs stand again: u32 nr, u32 size, then each attr. Their deferral bits go too. */
static void rewrite_event_desc(const struct merge *m, struct strbuf *f, bool swap)
{
	struct cursor c = cursor__make(strbuf__str(f), f->len, swap);
	uint32_t nr = cursor__u32(&c, "nr"), size = cursor__u32(&c, "size"), i;
	/* Bits 38 and 39, in the flags' fifth byte: defer_callchain and defer_output. */
	unsigned char mask = flag_mask(swap, 38) | flag_mask(swap, 39);

	for (i = 0; i < nr && !c.bad && size >= 48; i++) {
		size_t at = cursor__offset(&c);
		uint32_t nr_ids;

		cursor__skip(&c, size, "attr");
		nr_ids = cursor__u32(&c, "nr ids");
		cursor__skip(&c, cursor__u32(&c, "name"), "name");
		cursor__skip(&c, (uint64_t)nr_ids * 8, "ids");
		if (c.bad)
			return;
		f->buf[at + 44] = (char)((unsigned char)f->buf[at + 44] & ~mask);
		drop_from_event_desc(m, (unsigned char *)f->buf + at, size, swap);
	}
}

static int on_begin(void *ctx, struct session *s)
{
	struct merge *m = ctx;
	const struct perf_header *h = session__header(s);
	struct evsel *evsel;
	size_t i;

	m->session = s;
	session__copy_features(s, &m->out);
	if (m->out.features[HEADER_EVENT_DESC].len)
		rewrite_event_desc(m, &m->out.features[HEADER_EVENT_DESC], h->swap);
	m->out.swap = h->swap;
	m->copies = !h->swap && !m->opts->verify;
	m->drops = xcalloc(session__evlist(s)->nr, sizeof(*m->drops));
	evlist__for_each(session__evlist(s), i, evsel)
		m->drops[i] = drops_copy(m, &evsel->attr);
	/* What is read back is compared with what it was made of. */
	if (!m->opts->verify)
		session__set_needs(s, SESSION_NEEDS_ENTRIES);
	rewriter__begin(&m->out, session__evlist(s));
	return m->out.err;
}

/* The result has nothing left that tells of repair, so it is said in a feature. A stream has its features in front. */
static void tell_repair(struct merge *m)
{
	const struct session_stats *s = session__stats(m->session);
	struct strbuf f = STRBUF_INIT;
	char *text;

	if (!m->out.path || !s->repair_asked)
		return;
	text = xasprintf("%" PRIu64 " of %" PRIu64 " user stacks, %" PRIu64 " callers put in", s->repaired, s->repair_asked,
			 s->repair_put_in);
	/* As all texts of features: bytes, the 0 at the end and what follows it among them; a multiple of 64. */
	rewrite__put32(&f, (uint32_t)(strlen(text) / 64 + 1) * 64, m->out.swap);
	strbuf__addstr(&f, text);
	while (f.len % 64 != 4)
		strbuf__addch(&f, 0);
	rewriter__feature(&m->out, HEADER_REPAIRED, f.buf, f.len);
	strbuf__exit(&f);
	free(text);
}

/* --- samples -------------------------------------------------------------------------------------- */

/* What a chain says, whichever way it is laid out: compared when the result is read back. */
static uint64_t hash_words_of(const uint64_t *words, size_t nr, uint64_t seed)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (words[i] < PERF_CONTEXT_MAX)
			seed = hash_combine(seed, words[i]);
	return hash_combine(seed, 1);
}

static uint64_t hash_sample(uint64_t time, uint32_t tid, const uint64_t *kernel, size_t nr_kernel,
			    const uint64_t *user, size_t nr_user)
{
	uint64_t h = hash_combine(hash_u64(time), tid);

	return hash_words_of(user, nr_user, hash_words_of(kernel, nr_kernel, h));
}

static void remember(struct merge *m, uint64_t hash)
{
	GROW(m->hashes, m->nr_hashes, m->cap_hashes);
	m->hashes[m->nr_hashes++] = hash;
}

/* What is remembered of a sample whose chain was made. */
static void remember_made(struct merge *m, const struct session_sample *s, size_t nr_kernel, const uint64_t *user, size_t nr_user)
{
	uint64_t *words;
	size_t i;

	if (!m->opts->verify)
		return;
	words = xreallocarray(NULL, nr_user + 1, sizeof(*words));
	for (i = 0; i < nr_user; i++)
		words[i] = m->out.swap ? __builtin_bswap64(user[i]) : user[i];
	remember(m, hash_sample(s->sample->time, s->tid, s->kernel_ips, nr_kernel, words, nr_user));
	free(words);
}

/* Copies @nr words, in the byte order of the file; returns what is behind them. */
static uint64_t *put_words(uint64_t *to, const uint64_t *words, size_t nr, bool swap)
{
	size_t i;

	if (!swap && nr)
		memcpy(to, words, nr * sizeof(*to));
	for (i = 0; swap && i < nr; i++)
		to[i] = __builtin_bswap64(words[i]);
	return to + nr;
}

/*
 * A user half that was repaired, with markers that say what of it is certain (chain-proof.h), at most @room words, at @to. Returns
 * their number.
 */
static size_t put_repaired(struct merge *m, const struct session_sample *s, size_t room, uint64_t *to)
{
	bool in_place = !s->deferred && s->user_ips[0] >= PERF_CONTEXT_MAX;
	const uint64_t *ips = s->user_ips + in_place;
	size_t nr = s->nr_user_ips - in_place, n, i;
	struct chain_proof proof = repair__proof(s->repair);

	/* Addresses of probes were taken out. */
	if (nr != s->repair->nr)
		proof = (struct chain_proof){ .certain = 0 };
	if (nr + CHAIN_NR_ENDS > room) {
		nr = room > CHAIN_NR_ENDS ? room - CHAIN_NR_ENDS : 0;
		proof.end = CHAIN_END_STACK;
		m->stats->cut++;
		if (!nr)
			return 0;
	}
	for (i = 0; i < nr; i++)
		m->stats->junk += ips[i] >= PERF_CONTEXT_MAX;
	n = chain_proof__write(&proof, ips, nr, to);
	for (i = 0; i < n && m->out.swap; i++)
		to[i] = __builtin_bswap64(to[i]);
	return n;
}

/* The chain as a classic one, at most @room words, at @to, which has the room. Returns how many bytes it takes. */
static size_t put_chain(struct merge *m, const struct session_sample *s, size_t room, uint64_t *to)
{
	/* What was in place has its markers; a half from elsewhere gets one, and all its words are addresses. */
	bool swap = m->out.swap, in_place = s->nr_user_ips && !s->deferred && s->user_ips[0] >= PERF_CONTEXT_MAX;
	size_t nr_user = s->nr_user_ips, nr_kernel = s->nr_kernel_ips, marker = nr_user > 0 && !in_place, i;
	const uint64_t user_marker = PERF_CONTEXT_USER;
	bool any_junk = false;
	uint64_t *user, nr;

	if (nr_kernel > room)
		nr_kernel = room;
	if (nr_user && s->repair) {
		user = put_words(to + 1, s->kernel_ips, nr_kernel, swap);
		nr_user = put_repaired(m, s, room - nr_kernel, user);
		nr = nr_kernel + nr_user;
		(void)put_words(to, &nr, 1, swap);
		remember_made(m, s, nr_kernel, user, nr_user);
		return (1 + nr) * sizeof(nr);
	}
	if (nr_user && nr_user > room - nr_kernel - (marker && nr_kernel < room)) {
		nr_user = room - nr_kernel - (marker && nr_kernel < room);
		m->stats->cut++;
	}
	nr = nr_kernel + marker + nr_user;
	user = put_words(to, &nr, 1, swap);
	user = put_words(user, s->kernel_ips, nr_kernel, swap);
	user = put_words(user, &user_marker, marker, swap);
	(void)put_words(user, s->user_ips, nr_user, swap);
	for (i = 0; i < nr_user; i++)
		any_junk |= s->user_ips[i] >= PERF_CONTEXT_MAX;
	for (i = 0; i < nr_user && any_junk && !in_place; i++) {
		/* A reader would take it for a marker, and drop the chain. */
		if ((swap ? __builtin_bswap64(user[i]) : user[i]) < PERF_CONTEXT_MAX)
			continue;
		user[i] = 0;
		m->stats->junk++;
	}
	remember_made(m, s, nr_kernel, user, nr_user);
	return (1 + nr) * sizeof(nr);
}

/* @drops: the copy of the user's registers and stack. */
static int put_merged(struct merge *m, const struct session_sample *s, bool drops)
{
	const struct record *r = s->record;
	size_t before = s->sample->callchain_offset, old = 8 + s->sample->nr_ips * 8;
	size_t copy = drops ? s->sample->user_copy_offset : r->header.size;
	size_t copy_size = drops ? s->sample->user_copy_size : 0;
	size_t after = r->header.size - before - old - copy_size, room = (RECORD_LIMIT - before - 8 - after) / 8;
	unsigned char *begin = rewriter__room(&m->out, before + after + 8 * (2 + CHAIN_NR_ENDS + s->nr_kernel_ips + s->nr_user_ips)), *p;
	bool in_place = begin;
	uint16_t size;

	if (!in_place) {
		strbuf__reset(&m->record);
		begin = (void *)strbuf__reserve(&m->record, UINT16_MAX + 1);
	}
	/* Fields in front of a chain are words: it is aligned. */
	p = begin;
	memcpy(p, r->data, before);
	p += before;
	p += put_chain(m, s, room, (void *)p);
	memcpy(p, r->data + before + old, copy - before - old);
	p += copy - before - old;
	memcpy(p, r->data + copy + copy_size, r->header.size - copy - copy_size);
	p += r->header.size - copy - copy_size;
	size = (uint16_t)(p - begin);
	size = m->out.swap ? __builtin_bswap16(size) : size;
	memcpy(begin + 6, &size, sizeof(size));
	if (in_place)
		rewriter__made(&m->out, (size_t)(p - begin));
	else
		rewriter__record(&m->out, begin, (size_t)(p - begin));
	return m->out.err;
}

/* Would none of the entries of the user half be taken for a marker? */
static bool is_clean(struct merge *m, const struct session_sample *s)
{
	uint32_t number = s->user_number;
	size_t i;

	if (number && m->clean[number % NR_CLEAN] == number)
		return true;
	for (i = 0; i < s->nr_user_ips; i++)
		if (s->user_ips[i] >= PERF_CONTEXT_MAX)
			return false;
	m->clean[number % NR_CLEAN] = number;
	return true;
}

/*
 * What nearly all samples are: the kernel's half is left where it lies in the record, and all that is to be put behind it has
 * room. False: nothing was written.
 */
static inline bool put_usual(struct merge *m, const struct session_sample *s)
{
	const struct record *r = s->record;
	const struct perf_sample *sample = s->sample;
	const size_t nr_kernel = s->nr_kernel_ips, user = 8 * s->nr_user_ips, head = sample->callchain_offset + 8 + 8 * nr_kernel;
	/* Behind the chain as it is recorded. */
	const unsigned char *rest = r->data + head + 8 * (sample->nr_ips - nr_kernel);
	const size_t nr_rest = (size_t)(r->data + r->header.size - rest), size = head + 8 + user + nr_rest;
	const uint64_t marker = PERF_CONTEXT_USER, nr = nr_kernel + 1 + s->nr_user_ips;
	const uint16_t short_size = (uint16_t)size;
	unsigned char *p;

	if (!m->copies || s->kernel_ips != sample->ips || s->orphan != PERF_STITCH_WHOLE || !user || size > RECORD_LIMIT || !is_clean(m, s))
		return false;
	p = rewriter__room(&m->out, size);
	if (!p)
		return false;
	memcpy(p, r->data, head);
	memcpy(p + 6, &short_size, sizeof(short_size));
	memcpy(p + sample->callchain_offset, &nr, sizeof(nr));
	memcpy(p + head, &marker, sizeof(marker));
	memcpy(p + head + 8, s->user_ips, user);
	if (nr_rest)
		memcpy(p + head + 8 + user, rest, nr_rest);
	rewriter__made(&m->out, size);
	return true;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct merge *m = ctx;
	bool drops = m->drops[s->evsel->idx];

	m->stats->written++;
	if (s->deferred && !drops && put_usual(m, s))
		return m->out.err;
	if (s->deferred || drops)
		return put_merged(m, s, drops);
	if (m->opts->verify)
		remember(m, hash_sample(s->sample->time, s->tid, s->kernel_ips, s->nr_kernel_ips, s->user_ips,
					s->nr_user_ips));
	rewriter__record(&m->out, s->record->data, s->record->header.size);
	return m->out.err;
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct merge *m = ctx;

	if (m->opts->damaged)
		m->opts->damaged(m->opts->ctx, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct merge *m = ctx;

	if (m->opts->progress)
		m->opts->progress(m->opts->ctx, what, done, total);
}

/* --- reading back --------------------------------------------------------------------------------- */

struct verify {
	const struct merge *m;
	uint64_t nr;
	struct diag *diag;
};

static int verify_sample(void *ctx, const struct session_sample *s)
{
	struct verify *v = ctx;
	uint64_t hash = hash_sample(s->sample->time, s->tid, s->kernel_ips, s->nr_kernel_ips, s->user_ips,
				    s->nr_user_ips);

	if (v->nr >= v->m->nr_hashes || v->m->hashes[v->nr] != hash || s->deferred)
		return diag__set(v->diag, -EILSEQ, s->record->offset, "SAMPLE", "callchain",
				 "verify: sample %" PRIu64 " at %" PRIu64 " ns is not what was written",
				 v->nr, s->sample->time);
	v->nr++;
	return 0;
}

static int verify(struct merge *m)
{
	struct verify v = { .m = m, .diag = m->diag };
	struct session_ops ops = { .sample = verify_sample };
	struct session_opts opts = { .input = m->opts->output, .no_resolve = true,
				     .force = true };
	struct session *s = session__new(&opts, &ops, &v, m->diag);
	int err;

	if (!s)
		return -EBADMSG;
	err = session__process(s, m->diag);
	if (!err && (session__stats(s)->damaged || session__stats(s)->deferred_records))
		err = diag__msg(m->diag, -EILSEQ, "verify: '%s' is damaged or holds deferred records",
				m->opts->output);
	if (!err && v.nr != m->nr_hashes)
		err = diag__msg(m->diag, -EILSEQ, "verify: '%s' has %" PRIu64 " samples, %zu were written",
				m->opts->output, v.nr, m->nr_hashes);
	m->stats->verified = v.nr;
	session__delete(s);
	return err;
}

static int check_opts(const struct merge_opts *opts, struct diag *diag)
{
	if (opts->verify && !strcmp(opts->output, "-"))
		return diag__msg(diag, -EINVAL, "--verify reads the output back, and a pipe cannot be: "
				 "use -o FILE");
	return 0;
}

int merge__run(const struct merge_opts *opts, struct merge_stats *ret, struct diag *diag)
{
	struct merge *m;
	struct session_ops ops = {
		.begin = on_begin, .sample = on_sample, .event = on_event, .record = on_record,
		.follow = on_follow, .damaged = on_damaged, .progress = on_progress,
	};
	struct session_opts sopts = {
		.input = opts->input, .jobs = opts->jobs, .no_resolve = true, .skip_usual = true, .repair = true, .unwind = opts->unwind,
		.force = opts->force,
		.pipe_max_wait = opts->pipe_max_wait, .pipe_max_bytes = opts->pipe_max_bytes,
	};
	struct session *s;
	int err;

	memset(ret, 0, sizeof(*ret));
	err = check_opts(opts, diag);
	if (err)
		return err;
	m = xzalloc(sizeof(*m));
	m->opts = opts;
	m->stats = ret;
	m->diag = diag;
	s = session__new(&sopts, &ops, m, diag);
	if (!s) {
		free(m);
		return -EBADMSG;
	}
	err = rewriter__open(&m->out, opts->output, session__header(s)->swap, diag);
	if (!err) {
		m->out.classic = m->out.rounds = true;
		m->out.unwound = opts->unwind;
		m->out.repaired = true;
		m->out.common = opts->common;
		err = session__process(s, diag);
		ret->session = *session__stats(s);
		ret->bytes = m->out.pos;
		if (!err)
			tell_repair(m);
		if (!err || m->out.err)
			err = rewriter__finish(&m->out, diag);
	}
	session__delete(s);
	if (!err && opts->verify)
		err = verify(m);
	rewriter__exit(&m->out);
	strbuf__exit(&m->record);
	free(m->drops);
	free(m->hashes);
	free(m);
	return err;
}
