/* SPDX-License-Identifier: GPL-2.0-only */
/* A table on the screen that nobody walks around in. */
#ifndef PERF_TUI_TABLES_PICTURE_H
#define PERF_TUI_TABLES_PICTURE_H

struct table;

/* Draws the whole screen: @title, the rows of @t that have room (NULL: none), @status at the bottom. */
void tables_picture__draw(const struct table *t, const char *title, const char *status);

#endif /* PERF_TUI_TABLES_PICTURE_H */
