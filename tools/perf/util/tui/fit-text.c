// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/fit-text.h"

#include <string.h>
#include <wchar.h>

#include "util/base/shown.h"

size_t fit_text__char(const char *s, bool utf8, uint32_t *ret, int *ret_width)
{
	int len = utf8__decode(s, strnlen(s, 4), ret);
	bool harmful = !len || utf8__is_harmful(*ret);

	if (!len)
		len = 1;
	*ret_width = harmful || *ret < 0x80 ? 1 : utf8 ? wcwidth((wchar_t)*ret) : -1;
	if (!harmful && *ret_width >= 0)
		return (size_t)len;
	*ret = '?';
	*ret_width = 1;
	return (size_t)len;
}

size_t fit_text__take(const char *s, int width, bool utf8, wchar_t *buf, size_t max, int *ret_cells)
{
	size_t n;
	uint32_t c;
	int w;

	*ret_cells = 0;
	for (n = 0; *s && n < max; n++) {
		s += fit_text__char(s, utf8, &c, &w);
		if (*ret_cells + w > width)
			break;
		buf[n] = (wchar_t)c;
		*ret_cells += w;
	}
	return n;
}

int fit_text__width(const char *s, bool utf8)
{
	int sum = 0, width;
	uint32_t c;

	for (; *s; sum += width)
		s += fit_text__char(s, utf8, &c, &width);
	return sum;
}

/* Bytes of @s that take at most @width cells. */
static size_t bytes_of(const char *s, int width, bool utf8)
{
	const char *p = s;
	uint32_t c;
	size_t len;
	int w;

	for (; *p; p += len, width -= w) {
		len = fit_text__char(p, utf8, &c, &w);
		if (w > width)
			break;
	}
	return (size_t)(p - s);
}

void fit_text__add(const char *s, int width, bool utf8, struct strbuf *out)
{
	int whole = fit_text__width(s, utf8), dots = utf8 ? 1 : 2, left, w;
	const char *tail = s;
	uint32_t c;

	if (whole <= width) {
		strbuf__addstr(out, s);
		return;
	}
	if (width <= dots + 2) {
		strbuf__add(out, s, bytes_of(s, width, utf8));
		return;
	}
	left = (width - dots + 1) / 2;
	strbuf__add(out, s, bytes_of(s, left, utf8));
	strbuf__addstr(out, utf8 ? "\xe2\x80\xa6" : "..");
	while (*tail && whole > width - dots - left) {
		tail += fit_text__char(tail, utf8, &c, &w);
		whole -= w;
	}
	strbuf__addstr(out, tail);
}

void fit_text__bar(double share, int width, bool utf8, struct strbuf *out)
{
	int eighths = share >= 1 ? width * 8 : share > 0 ? (int)(share * width * 8 + 0.5) : 0, i;
	/* U+2588 is a whole cell, and U+2589 to U+258F take an eighth less each. */
	char part[4] = { '\xe2', '\x96', '\x88', 0 };

	for (i = 0; i < (utf8 ? eighths / 8 : (eighths + 4) / 8); i++)
		strbuf__addstr(out, utf8 ? part : "#");
	if (utf8 && eighths % 8) {
		part[2] = (char)(0x90 - eighths % 8);
		strbuf__addstr(out, part);
	}
}
