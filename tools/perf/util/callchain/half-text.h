/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts that consumers make of halves of callchains: `perf script` prints lines, `perf defer export` JSON. Most samples have a
 * half that an earlier sample had, too. So a text is kept when it is needed for the second time; a half that comes only once costs
 * no memory. The texts live where half->priv points.
 */
#ifndef PERF_HALF_TEXT_H
#define PERF_HALF_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct chain_half;
struct half_texts;

struct half_text {
	struct half_text *next, **pprev;	/* in half_texts.list */
	struct half_texts *owner;
	const struct chain_half *half;		/* of which it is the text */
	uint32_t style;				/* the consumer's: a half has one text at a time; not HALF_TEXT_NO_STYLE */
	size_t len;
	char text[];				/* not zero-terminated */
};

/* All kept texts. Empty if it is all zero. */
struct half_texts {
	struct half_text *list;
	size_t bytes, max_bytes;		/* of the texts, and how many they may have; 0: 24 MiB */
};

/* What half->priv points to when its text was needed once: it has no text, in a style that no consumer has. */
#define HALF_TEXT_NO_STYLE	UINT32_MAX
extern struct half_text half_text__once;

/* What is known of the text of a half. */
enum half_text_state {
	HALF_TEXT_FIRST,	/* this is the first time that it is asked for: it is not worth keeping yet */
	HALF_TEXT_WANTED,	/* half_texts__add() should make it */
	HALF_TEXT_KEPT,
};

/*
 * Returns what is known of the text of @half, with the text in *@ret if it is kept, which is borrowed until the next
 * half_texts__add(). Remembers that it was asked for.
 */
enum half_text_state half_text__find(const struct chain_half *half, const struct half_text **ret);
/*
 * Makes room for the text of @half, which is HALF_TEXT_WANTED: @len bytes, which the caller fills. If there would be more bytes
 * than are allowed, all other texts are forgotten first.
 */
struct half_text *half_texts__add(struct half_texts *t, const struct chain_half *half, uint32_t style, size_t len);
/* Frees what half->priv points to: for session_ops.free_half_priv. */
void half_text__free(void *priv);
/* Forgets all texts; their halves must still be there. */
void half_texts__forget(struct half_texts *t);
/* Frees all texts whose halves are gone already. */
void half_texts__exit(struct half_texts *t);

#endif /* PERF_HALF_TEXT_H */
