// SPDX-License-Identifier: GPL-2.0-only
/* The features of a header: which there are, and what is done with each. The files that know them have tables of them. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/data/feature-internal.h"

static const struct feature *const tables[] = {
	features_of_host, features_of_cpus, features_of_topology, features_of_memory, features_of_events, features_of_pmus,
	features_of_bpf, features_of_file,
};

/* From the first table to the last. NULL: the first one; returns NULL behind the last. */
static const struct feature *next(const struct feature *f, size_t *table)
{
	if (!f)
		*table = 0;
	f = f ? f + 1 : tables[0];
	while (!f->number) {
		if (++*table == ARRAY_SIZE(tables))
			return NULL;
		f = tables[*table];
	}
	return f;
}

#define FOR_EACH_FEATURE(f, table)	for ((f) = next(NULL, &(table)); (f); (f) = next((f), &(table)))

static const struct feature *find(int number)
{
	const struct feature *f;
	size_t table;

	FOR_EACH_FEATURE(f, table)
		if (f->number == number)
			return f;
	return NULL;
}

const char *perf_feature__name(int feature)
{
	const struct feature *f = find(feature);

	return f ? f->name : NULL;
}

bool perf_feature__is_end(uint64_t feature, size_t size)
{
	/* These two have no data, or none that are for streams. */
	return !size && feature != HEADER_BRANCH_STACK && feature != HEADER_STAT;
}

bool perf_header__has(const struct perf_header *h, int feature)
{
	return feature >= 0 && feature < HEADER_FEAT_BITS && (h->features[feature / 64] >> (feature % 64) & 1);
}

bool perf_header__is_damaged(const struct perf_header *h, int feature)
{
	return feature >= 0 && feature < HEADER_FEAT_BITS && (h->damaged_features[feature / 64] >> (feature % 64) & 1);
}

static void note(struct perf_header *h, bool damage, const char *fmt, va_list ap)
{
	char text[256];

	vsnprintf(text, sizeof(text), fmt, ap);
	shown__message(text, sizeof(text));
	GROW(h->notes, h->nr_notes, h->cap_notes);
	h->notes[h->nr_notes++] = (struct header_note){ xstrdup(text), damage };
}

void perf_header__note(struct perf_header *h, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	note(h, false, fmt, ap);
	va_end(ap);
}

void perf_header__damage(struct perf_header *h, const char *fmt, ...)
{
	va_list ap;

	h->nr_damaged++;
	va_start(ap, fmt);
	note(h, true, fmt, ap);
	va_end(ap);
}

static char **text_of(struct perf_header *h, const struct feature *f)
{
	return (char **)((char *)h + f->text);
}

static void read_text(struct perf_header *h, const struct feature *f, struct cursor *c)
{
	char **place = text_of(h, f), *s = feature_read__string(c, f->field);

	if (s) {
		free(*place);
		*place = s;
	}
}

void feature__read(struct perf_header *h, int feature, struct cursor *c, uint64_t offset)
{
	const struct feature *f = find(feature);

	if (!f) {
		perf_header__note(h, "feature %d is not known and was passed over", feature);
		return;
	}
	if (f->text)
		read_text(h, f, c);
	else if (f->read)
		f->read(h, c);
	else
		return;
	if (c->bad) {
		h->damaged_features[feature / 64] |= 1ULL << (feature % 64);
		perf_header__damage(h, "0x%" PRIx64 ": feature %s: %s does not fit: this feature is damaged",
				    offset + cursor__offset(c), f->name, c->bad);
	}
}

void feature__free_all(struct perf_header *h)
{
	const struct feature *f;
	size_t table;

	FOR_EACH_FEATURE(f, table) {
		if (f->text)
			zfree(text_of(h, f));
		if (f->free)
			f->free(h);
	}
}

void perf_writer__set_all_features(struct perf_writer *w, struct evlist *evlist,
				   const struct feature_write_opts *opts)
{
	const struct feature_about about = { .evlist = evlist, .opts = opts };
	struct strbuf out = STRBUF_INIT;
	const struct feature *f;
	size_t table;

	FOR_EACH_FEATURE(f, table) {
		if (f->write && f->write(&out, &about))
			perf_writer__set_feature(w, f->number, strbuf__str(&out), out.len);
		strbuf__reset(&out);
	}
	strbuf__exit(&out);
}
