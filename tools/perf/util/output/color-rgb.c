// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/color-rgb.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int hex_digit(char c)
{
	c = (char)tolower((unsigned char)c);
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* @text has a digit for each 'x' of @form, and @form's other characters. */
static int parse_form(const char *form, const char *text, size_t len)
{
	int value = 0, digit;
	size_t i;

	if (strlen(form) != len)
		return -1;
	for (i = 0; i < len; i++) {
		digit = hex_digit(text[i]);
		if (form[i] != 'x' ? tolower((unsigned char)text[i]) != form[i] : digit < 0)
			return -1;
		if (form[i] == 'x')
			value = value << 4 | digit;
	}
	return value;
}

int color_rgb__parse(const char *text, size_t len)
{
	int value = parse_form("#xxxxxx", text, len);

	if (value < 0)
		value = parse_form("rgb:xx/xx/xx", text, len);
	if (value >= 0)
		return COLOR_RGB | value;
	/* Each digit stands for two of them. */
	value = parse_form("#xxx", text, len);
	return value < 0 ? -1 : COLOR_RGB | (value >> 8) * 0x110000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 0x11;
}

/* The cube of 6 by 6 by 6 in the palette of 256. */
static int level_of(int n)
{
	return n ? 55 + 40 * n : 0;
}

int color_rgb__of_palette(int number)
{
	static const int first[16] = {
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
	};

	if (number < 16)
		return first[number];
	if (number >= 232)
		return (8 + 10 * (number - 232)) * 0x10101;
	number -= 16;
	return level_of(number / 36) << 16 | level_of(number / 6 % 6) << 8 | level_of(number % 6);
}

/* Eyes see differences of green best, and of blue least. */
static int distance(int a, int b)
{
	int red = (a >> 16) - (b >> 16), green = (a >> 8 & 255) - (b >> 8 & 255), blue = (a & 255) - (b & 255);

	return 3 * red * red + 4 * green * green + 2 * blue * blue;
}

int color_rgb__nearest(int rgb, int colors)
{
	/* What users have made of the first 16 of many is not known. */
	int first = colors == 256 ? 16 : 0, best = first, n;

	for (n = first + 1; n < colors; n++)
		if (distance(rgb, color_rgb__of_palette(n)) < distance(rgb, color_rgb__of_palette(best)))
			best = n;
	return best;
}

int color_rgb__promised(void)
{
	const char *promise = getenv("COLORTERM"), *term = getenv("TERM");

	if (promise && (!strcmp(promise, "truecolor") || !strcmp(promise, "24bit")))
		return COLOR_RGB;
	if (term && strstr(term, "-direct"))
		return COLOR_RGB;
	return term && strstr(term, "256color") ? 256 : 16;
}
