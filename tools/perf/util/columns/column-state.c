// SPDX-License-Identifier: GPL-2.0-only
/* What a thread did: it ran, or why it did not; and in which stay in the kernel. */
#include <inttypes.h>
#include <string.h>

#include "util/offcpu/span.h"
#include "util/columns/column-internal.h"

static const char running[] = "running";

static const char *text_of(uint64_t word)
{
	return (const char *)(uintptr_t)word;
}

static uint64_t column_state_word(struct hists *h, const struct column *col, const struct session_sample *s)
{
	(void)h;
	(void)col;
	return (uintptr_t)(s->off_cpu ? offcpu_span__text(s->off_cpu) : running);
}

static void column_state_print(const struct column *col, const struct hist *h, uint64_t word, unsigned int width,
			       struct strbuf *out)
{
	(void)col;
	(void)h;
	column_add_cut(out, text_of(word), strlen(text_of(word)), width);
}

static unsigned int column_state_width(const struct column *col, const struct hist *h, uint64_t word)
{
	(void)col;
	(void)h;
	return (unsigned int)strlen(text_of(word));
}

const struct column column_state = {
	.name = "state", .header = "State", .word = column_state_word, .word_compare = column_text_compare,
	.word_print = column_state_print, .word_width = column_state_width,
};

static uint64_t column_cookie_word(struct hists *h, const struct column *col, const struct session_sample *s)
{
	(void)h;
	(void)col;
	return s->cookie;
}

static void column_cookie_print(const struct column *col, const struct hist *h, uint64_t word, unsigned int width,
				struct strbuf *out)
{
	size_t from = out->len;

	(void)col;
	(void)h;
	if (word)
		strbuf__addf(out, "%#" PRIx64, word);
	else
		strbuf__addstr(out, "N/A");
	while (out->len - from < width)
		strbuf__addch(out, ' ');
}

static unsigned int column_cookie_width(const struct column *col, const struct hist *h, uint64_t word)
{
	(void)col;
	(void)h;
	(void)word;
	return 2 + 16;
}

const struct column column_cookie = {
	.name = "cookie", .header = "Cookie", .word = column_cookie_word, .word_print = column_cookie_print,
	.word_width = column_cookie_width,
};
