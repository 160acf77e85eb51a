/* SPDX-License-Identifier: GPL-2.0-only */
/* How much room text takes on a screen, and how it is made to fit. All texts are UTF-8. */
#ifndef PERF_TUI_FIT_TEXT_H
#define PERF_TUI_FIT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/*
 * Takes the first character of @s, which is not empty. Returns how many bytes it has; sets *@ret to what is to be shown, '?' if it is
 * a control character, not UTF-8, or not ASCII on a screen without @utf8, and *@ret_width to the cells that it takes (0, 1 or 2).
 */
size_t fit_text__char(const char *s, bool utf8, uint32_t *ret, int *ret_width);
/*
 * Writes the first characters of @s that take at most @width cells to @buf, which has room for @max of them and gets no end. Returns how
 * many they are, since a letter may have any number of marks that take no cell; sets *@ret_cells to the cells that they take.
 */
size_t fit_text__take(const char *s, int width, bool utf8, wchar_t *buf, size_t max, int *ret_cells);
/* The cells that @s takes. */
int fit_text__width(const char *s, bool utf8);
/*
 * Appends @s, or, if it takes more than @width cells, its beginning and its end with "…" (".." without @utf8) in between: names of
 * C++ and Rust that begin alike mostly differ at their ends.
 */
void fit_text__add(const char *s, int width, bool utf8, struct strbuf *out);
/* A bar of @share (0 to 1) of @width cells, in eighths of a cell with @utf8. */
void fit_text__bar(double share, int width, bool utf8, struct strbuf *out);

#endif /* PERF_TUI_FIT_TEXT_H */
