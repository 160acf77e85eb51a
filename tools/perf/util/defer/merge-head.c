// SPDX-License-Identifier: GPL-2.0-only
/* The head of a merged recording: events and features that no longer speak of deferral, or of copies that are left out. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/copy/copy-features.h"
#include "util/data/rewrite-attr.h"
#include "util/defer/merge-internal.h"

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

int merge__begin(void *ctx, struct session *s)
{
	struct merge *m = ctx;
	const struct perf_header *h = session__header(s);
	struct evsel *evsel;
	size_t i;

	m->session = s;
	copy_features(s, &m->out);
	if (m->out.features[HEADER_EVENT_DESC].len)
		rewrite_event_desc(m, &m->out.features[HEADER_EVENT_DESC], h->swap);
	m->out.swap = h->swap;
	m->drops = xcalloc(session__evlist(s)->nr, sizeof(*m->drops));
	m->usual = xcalloc(session__evlist(s)->nr, sizeof(*m->usual));
	evlist__for_each(session__evlist(s), i, evsel) {
		m->drops[i] = drops_copy(m, &evsel->attr);
		m->usual[i] = !m->drops[i] && !h->swap && !m->opts->verify;
	}
	/* What is read back is compared with what it was made of. */
	if (!m->opts->verify)
		session__set_needs(s, SESSION_NEEDS_ENTRIES);
	rewriter__begin(&m->out, session__evlist(s));
	return m->out.err;
}

/* The result has nothing left that tells of repair, so it is said in a feature. A stream has its features in front. */
void merge__tell_repair(struct merge *m)
{
	const struct session_stats *s = session__stats(m->session);
	struct strbuf f = STRBUF_INIT;
	char *text;

	if (!m->out.path || !s->stacks.repair_asked)
		return;
	text = xasprintf("%" PRIu64 " of %" PRIu64 " user stacks, %" PRIu64 " callers put in", s->stacks.repaired, s->stacks.repair_asked,
			 s->stacks.repair_put_in);
	/* As all texts of features: bytes, the 0 at the end and what follows it among them; a multiple of 64. */
	rewrite__put32(&f, (uint32_t)(strlen(text) / 64 + 1) * 64, m->out.swap);
	strbuf__addstr(&f, text);
	while (f.len % 64 != 4)
		strbuf__addch(&f, 0);
	rewriter__feature(&m->out, HEADER_REPAIRED, f.buf, f.len);
	strbuf__exit(&f);
	free(text);
}
