// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/shown.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#define NR_TEMPORARY	8

static bool exact;

void shown__keep_exact(void)
{
	exact = true;
}

int utf8__decode(const char *text, size_t n, uint32_t *ret)
{
	const unsigned char *s = (const unsigned char *)text;
	uint32_t c = s[0];
	int len = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
	int i;

	if (!len || (size_t)len > n)
		return 0;
	c &= len == 1 ? 0x7fu : 0xffu >> (len + 1);
	for (i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3fu);
	}
	/* Longer than it need be, half of a pair, beyond the last one. */
	if ((len == 3 && (c < 0x800 || (c >= 0xd800 && c < 0xe000))) || (len == 4 && (c < 0x10000 || c > 0x10ffff)))
		return 0;
	*ret = c;
	return len;
}

bool utf8__is_harmful(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* How many of the @n bytes are printable ASCII, which nearly all names are. Stops early, at a word. */
static size_t skip_plain(const char *s, size_t n)
{
	const uint64_t ones = 0x0101010101010101ULL, high = 0x8080808080808080ULL;
	size_t i;

	for (i = 0; n - i >= 8; i += 8) {
		uint64_t w, below, del;

		memcpy(&w, s + i, 8);
		below = w - ones * 0x20;		/* a byte below 0x20 borrows */
		del = (w ^ (ones * 0x7f)) - ones;	/* one that is 0x7f, too */
		if ((below | del | w) & high)
			break;
	}
	while (i < n && (unsigned char)s[i] >= 0x20 && (unsigned char)s[i] < 0x7f)
		i++;
	return i;
}

/* The same with letters beyond ASCII. */
static size_t skip_safe(const char *s, size_t n)
{
	size_t i = 0;
	uint32_t c;
	int len;

	for (;;) {
		i += skip_plain(s + i, n - i);
		if (i == n)
			return n;
		len = utf8__decode(s + i, n - i, &c);
		if (!len || utf8__is_harmful(c))
			return i;
		i += (size_t)len;
	}
}

bool shown__is_safe(const char *s, size_t n)
{
	return exact || skip_safe(s, n) == n;
}

void strbuf__add_harmless(struct strbuf *sb, const char *s, size_t n)
{
	size_t safe;
	uint32_t c;
	int len;

	for (;;) {
		safe = skip_safe(s, n);
		strbuf__add(sb, s, safe);
		s += safe;
		n -= safe;
		if (!n)
			return;
		len = utf8__decode(s, n, &c) ?: 1;
		n -= (size_t)len;
		for (; len; len--, s++)
			strbuf__addf(sb, "\\x%02x", (unsigned char)*s);
	}
}

void strbuf__add_shown(struct strbuf *sb, const char *s, size_t n)
{
	if (shown__is_safe(s, n))
		strbuf__add(sb, s, n);
	else
		strbuf__add_harmless(sb, s, n);
}

char *shown__dup(const char *s, size_t n)
{
	struct strbuf sb = STRBUF_INIT;

	if (shown__is_safe(s, n))
		return xstrndup(s, n);
	strbuf__add_harmless(&sb, s, n);
	return strbuf__detach(&sb);
}

const char *shown__in_message(const char *s)
{
	static _Thread_local struct strbuf temporary[NR_TEMPORARY];
	static _Thread_local unsigned int next;
	struct strbuf *sb;

	if (!s)
		return "";
	if (skip_safe(s, strlen(s)) == strlen(s))
		return s;
	sb = &temporary[next++ % NR_TEMPORARY];
	strbuf__reset(sb);
	strbuf__add_harmless(sb, s, strlen(s));
	return sb->buf;
}

const char *shown(const char *s)
{
	return exact && s ? s : shown__in_message(s);
}

void shown__message(char *s, size_t size)
{
	size_t len = strlen(s), n;
	struct strbuf sb = STRBUF_INIT;

	if (skip_safe(s, len) == len)
		return;
	strbuf__add_harmless(&sb, s, len);
	n = sb.len < size ? sb.len : size - 1;
	memcpy(s, sb.buf, n);
	s[n] = 0;
	strbuf__exit(&sb);
}
