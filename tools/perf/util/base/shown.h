/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names from outside (of threads, files, functions, events, hosts), as they may be printed: one line, and nothing that
 * a terminal obeys. Each byte of a control character, of what reverses the direction of text, of a line separator, and
 * of what is no UTF-8, becomes "\x1b" and the like; all else stays as it is.
 *
 * Names are made so once, when they are taken in, not each time they are printed. Who needs them byte for byte (a
 * copy of a recording, JSON, a pipe whose reader asked for it) says so before anything is read.
 */
#ifndef PERF_BASE_SHOWN_H
#define PERF_BASE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* From now on names stay as they are. For the whole process, before threads begin. */
void shown__keep_exact(void);

/* Is nothing to be done about these @n bytes? Also when names are to stay as they are. */
bool shown__is_safe(const char *s, size_t n);

/* Appends the @n bytes of @s as they may be printed. */
void strbuf__add_shown(struct strbuf *sb, const char *s, size_t n);

/* The same as a string of its own, which the caller frees. */
char *shown__dup(const char *s, size_t n);

/*
 * @s as it may be printed: @s itself, or a string that stays until eight more calls in this thread. For what is printed
 * at once. NULL is "".
 */
const char *shown(const char *s);

/* The same two whatever was said before: for messages. */
const char *shown__in_message(const char *s);
void strbuf__add_harmless(struct strbuf *sb, const char *s, size_t n);

/* The same in place: @s has room for @size bytes with the zero; what does not fit is cut off. */
void shown__message(char *s, size_t size);

/*
 * Length of the UTF-8 sequence that the @n bytes of @s begin with, and what it stands for; 0 if there is none.
 * @n is at least 1.
 */
int utf8__decode(const char *s, size_t n, uint32_t *ret);

/* Does a terminal obey it, or does it end a line? Controls, marks and overrides of direction, separators of lines. */
bool utf8__is_harmful(uint32_t c);

#endif /* PERF_BASE_SHOWN_H */
