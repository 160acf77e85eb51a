/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Colours as numbers: -1 is what the terminal has, 0 to 255 are those of its palette, as xterm numbers them, and
 * COLOR_RGB with 24 bits, red first, is one of all that there are. What a terminal does not have becomes the nearest
 * that it has.
 */
#ifndef PERF_OUTPUT_COLOR_RGB_H
#define PERF_OUTPUT_COLOR_RGB_H

#include <stdbool.h>
#include <stddef.h>

#define COLOR_RGB	0x1000000

/* Takes "#rrggbb", "#rgb" or "rgb:rr/gg/bb" of @len bytes. Returns -1 if it is none of them. */
int color_rgb__parse(const char *text, size_t len);
/* The red, green and blue (24 bits) of a number of the palette, as xterm has them unless it was told something else. */
int color_rgb__of_palette(int number);
/* The number that is nearest to @rgb (24 bits) among @colors of the palette: 8, 16 or 256. */
int color_rgb__nearest(int rgb, int colors);
/* How many colours the environment promises (COLORTERM, TERM), for who does not ask terminfo: 16, 256, or COLOR_RGB for all. */
int color_rgb__promised(void);

#endif /* PERF_OUTPUT_COLOR_RGB_H */
