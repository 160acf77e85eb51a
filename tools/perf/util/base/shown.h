/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes names from outside (of threads, files, functions, events, hosts) safe to print: they become one line without control
 * sequences for the terminal. Each byte of a control character, of a character that changes the direction of text, of a line
 * separator, and each byte that is not UTF-8, becomes "\x1b" or similar; all else stays as it is.
 *
 * Names are converted once, when they are read, not each time they are printed. Commands that need them unchanged (a
 * copy of a recording, JSON, a pipe whose reader asked for it) call shown__keep_exact() before anything is read.
 */
#ifndef PERF_BASE_SHOWN_H
#define PERF_BASE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* From now on names are not converted, in the whole process. Must be called before threads are started. */
void shown__keep_exact(void);

/* May these @n bytes stay as they are? Also returns true after shown__keep_exact(). */
bool shown__is_safe(const char *s, size_t n);

/* Appends the @n bytes of @s, converted. */
void strbuf__add_shown(struct strbuf *sb, const char *s, size_t n);

/* Returns the same as a new string, which the caller frees. */
char *shown__dup(const char *s, size_t n);

/*
 * Returns @s converted: @s itself, or a string that is valid until the eighth call after this one in the same thread. It
 * is for text that is printed at once. Returns "" if @s is NULL.
 */
const char *shown(const char *s);

/* For messages: do the same as shown() and strbuf__add_shown(), also after shown__keep_exact(). */
const char *shown__in_message(const char *s);
void strbuf__add_harmless(struct strbuf *sb, const char *s, size_t n);

/* Does the same in place: @s has room for @size bytes with the zero; text that does not fit is cut off. */
void shown__message(char *s, size_t size);

/*
 * Decodes the UTF-8 sequence at the beginning of @s, of which @n bytes (at least 1) are available. Returns its length in
 * bytes, and sets *@ret to the character; returns 0 if there is no valid sequence.
 */
int utf8__decode(const char *s, size_t n, uint32_t *ret);

/* Is @c a control character, a character that changes the direction of text, or a line separator? */
bool utf8__is_harmful(uint32_t c);

#endif /* PERF_BASE_SHOWN_H */
