// SPDX-License-Identifier: GPL-2.0-only
/* Names from outside, as they are shown: one line, nothing that a terminal obeys, letters of any script. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"

static const struct {
	const char *from, *to;
} names[] = {
	{ "", "" },
	{ "main", "main" },
	{ "a name of more than eight letters, and of sixteen", "a name of more than eight letters, and of sixteen" },
	{ "std::vector<int, A&&>::~vector() [clone .cold]", "std::vector<int, A&&>::~vector() [clone .cold]" },
	{ "App\\Kernel::handle", "App\\Kernel::handle" },
	{ "Stra\303\237e", "Stra\303\237e" },
	{ "\346\274\242\345\255\227 \320\272 \360\237\230\200", "\346\274\242\345\255\227 \320\272 \360\237\230\200" },
	{ "a\nb", "a\\x0ab" },
	{ "\r", "\\x0d" },
	{ "12345678\t", "12345678\\x09" },
	{ "1234567\033[2J", "1234567\\x1b[2J" },
	{ "x\033]0;title\007", "x\\x1b]0;title\\x07" },
	{ "\177", "\\x7f" },
	{ "1234567\177", "1234567\\x7f" },
	/* C1 controls: CSI as one byte, and as UTF-8. NEL, too. */
	{ "a\2332J", "a\\x9b2J" },
	{ "a\302\2332J", "a\\xc2\\x9b2J" },
	{ "a\302\205", "a\\xc2\\x85" },
	{ "a\302\240", "a\302\240" },
	/* RLO, LRI, PDI, ALM, LRM, RLM; separators of lines and paragraphs. */
	{ "\342\200\256txt", "\\xe2\\x80\\xaetxt" },
	{ "\342\201\246\342\201\251", "\\xe2\\x81\\xa6\\xe2\\x81\\xa9" },
	{ "\330\234\342\200\216\342\200\217", "\\xd8\\x9c\\xe2\\x80\\x8e\\xe2\\x80\\x8f" },
	{ "\342\200\250\342\200\251", "\\xe2\\x80\\xa8\\xe2\\x80\\xa9" },
	/* Joiners belong to letters. */
	{ "\342\200\214\342\200\215", "\342\200\214\342\200\215" },
	/* No UTF-8: cut off, too long, halves of pairs, beyond the end, Latin-1. */
	{ "\303", "\\xc3" },
	{ "a\342\202", "a\\xe2\\x82" },
	{ "\342\202x", "\\xe2\\x82x" },
	{ "\300\212", "\\xc0\\x8a" },
	{ "\340\200\212", "\\xe0\\x80\\x8a" },
	{ "\360\200\200\212", "\\xf0\\x80\\x80\\x8a" },
	{ "\355\240\200", "\\xed\\xa0\\x80" },
	{ "\364\220\200\200", "\\xf4\\x90\\x80\\x80" },
	{ "caf\351", "caf\\xe9" },
	{ "\377\376", "\\xff\\xfe" },
};

static int test__names(void)
{
	struct strbuf sb = STRBUF_INIT;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const char *from = names[i].from;
		char *copy = shown__dup(from, strlen(from)), in_place[64];

		TEST_ASSERT_STR(copy, names[i].to);
		TEST_ASSERT_STR(shown(from), names[i].to);
		TEST_ASSERT_EQ(shown__is_safe(from, strlen(from)), !strcmp(from, names[i].to));
		strbuf__reset(&sb);
		strbuf__add_shown(&sb, from, strlen(from));
		TEST_ASSERT_STR(strbuf__str(&sb), names[i].to);
		snprintf(in_place, sizeof(in_place), "%s", from);
		shown__message(in_place, sizeof(in_place));
		TEST_ASSERT_STR(in_place, names[i].to);
		/* Once is enough, and twice does no harm. */
		TEST_ASSERT_STR(shown(copy), names[i].to);
		free(copy);
	}
	strbuf__exit(&sb);
	return TEST_OK;
}

/* Wherever in a word it stands, and whatever stands around it. */
static int test__every_byte(void)
{
	unsigned int byte, at, len;
	char text[25], want[40];

	for (byte = 1; byte < 256; byte++) {
		for (at = 0; at < 24; at++) {
			for (len = at + 1; len <= 24; len++) {
				bool plain = byte >= 0x20 && byte < 0x7f;

				memset(text, 'x', len);
				text[at] = (char)byte;
				text[len] = 0;
				snprintf(want, sizeof(want), plain ? "%.*s%c%s" : "%.*s\\x%02x%s", (int)at, text, byte,
					 text + at + 1);
				TEST_ASSERT_STR(shown(text), want);
			}
		}
	}
	return TEST_OK;
}

static int test__cut(void)
{
	char text[8] = "a\033\033bcd";

	shown__message(text, sizeof(text));
	TEST_ASSERT_STR(text, "a\\x1b\\x");
	TEST_ASSERT_STR(shown(NULL), "");
	return TEST_OK;
}

static int test__several(void)
{
	const char *s[8];
	int i;

	/* As many as one call of printf has. */
	for (i = 0; i < 8; i++) {
		char text[] = { 'a', '\n', (char)('0' + i), 0 };

		s[i] = shown(text);
	}
	for (i = 0; i < 8; i++) {
		char want[] = { 'a', '\\', 'x', '0', 'a', (char)('0' + i), 0 };

		TEST_ASSERT_STR(s[i], want);
	}
	return TEST_OK;
}

static const struct {
	const char *from, *to;
} strings[] = {
	{ "plain", "\"plain\"" },
	{ "a\"b\\c", "\"a\\\"b\\\\c\"" },
	{ "\n\t\033", "\"\\u000a\\u0009\\u001b\"" },
	{ "\177\302\233", "\"\\u007f\\u009b\"" },
	{ "\342\200\256\342\200\250", "\"\\u202e\\u2028\"" },
	{ "\303\237 \360\237\230\200", "\"\303\237 \360\237\230\200\"" },
	{ "caf\351\303", "\"caf\\ufffd\\ufffd\"" },
};

static int test__json(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(strings); i++) {
		struct text_out out;
		struct json j;

		text_out__init(&out, -1);
		json__init(&j, &out);
		json__str(&j, NULL, strings[i].from);
		text_out__addch(&out, 0);
		TEST_ASSERT_STR(out.buf, strings[i].to);
		text_out__exit(&out);
	}
	return TEST_OK;
}

DEFINE_SUITE("Names as they are shown", shown, { "names", test__names }, { "each byte at each place", test__every_byte },
	     { "cut off, and nothing", test__cut }, { "several at once", test__several }, { "in JSON", test__json });
