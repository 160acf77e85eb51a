/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which code was looked at, for whoever keeps what was said of it: what changes elsewhere changes nothing of that. In
 * lines of 64 bytes, of the first 64 KiB that there are addresses of; what is made of code in memory (memory-code.h) is
 * smaller. Of other code nothing is noted but that there was some.
 */
#ifndef PERF_CODE_SEEN_CODE_H
#define PERF_CODE_SEEN_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEEN_LINE	64U			/* bytes */
#define SEEN_WORDS	16U
#define SEEN_BYTES	(SEEN_WORDS * 64U * SEEN_LINE)

/* Zero-initialised: none. */
struct seen_code {
	uint64_t lines[SEEN_WORDS];	/* a bit for each line */
	bool elsewhere;			/* and code behind these */
};

/* Notes the lines that have a byte of [@start, @end), which is not empty. */
static inline void seen_code__add(struct seen_code *s, uint64_t start, uint64_t end)
{
	uint64_t line = start / SEEN_LINE, last = (end - 1) / SEEN_LINE;

	for (; line <= last && line < SEEN_WORDS * 64U; line++)
		s->lines[line / 64] |= 1ULL << line % 64;
	s->elsewhere |= line <= last;
}

static inline void seen_code__join(struct seen_code *s, const struct seen_code *other)
{
	size_t i;

	for (i = 0; i < SEEN_WORDS; i++)
		s->lines[i] |= other->lines[i];
	s->elsewhere |= other->elsewhere;
}

/* Have both a line? */
static inline bool seen_code__meets(const struct seen_code *a, const struct seen_code *b)
{
	size_t i;

	for (i = 0; i < SEEN_WORDS; i++)
		if (a->lines[i] & b->lines[i])
			return true;
	return a->elsewhere && b->elsewhere;
}

#endif /* PERF_CODE_SEEN_CODE_H */
