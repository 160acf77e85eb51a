// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/clipboard.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/fit-text.h"
#include "util/tui/screen.h"

/* GNU screen hands on pieces of not more than this. */
#define SCREEN_PIECE	200

static void add_base64(const char *text, size_t len, struct strbuf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	for (i = 0; i < len; i += 3) {
		size_t left = len - i;
		uint32_t bits = (uint32_t)(unsigned char)text[i] << 16;

		bits |= left > 1 ? (uint32_t)(unsigned char)text[i + 1] << 8 : 0;
		bits |= left > 2 ? (unsigned char)text[i + 2] : 0;
		strbuf__addch(out, digits[bits >> 18]);
		strbuf__addch(out, digits[bits >> 12 & 63]);
		strbuf__addch(out, left > 1 ? digits[bits >> 6 & 63] : '=');
		strbuf__addch(out, left > 2 ? digits[bits & 63] : '=');
	}
}

static void add_plain(const char *text, struct strbuf *out)
{
	strbuf__addstr(out, "\033]52;c;");
	add_base64(text, strlen(text), out);
	strbuf__addch(out, '\a');
}

void clipboard__sequence(const char *text, enum clipboard_way way, struct strbuf *out)
{
	struct strbuf plain = STRBUF_INIT;
	size_t i;

	add_plain(text, &plain);
	/* Which of the two tmux listens to is a matter of its options set-clipboard and allow-passthrough. */
	if (way != CLIPBOARD_SCREEN)
		strbuf__add(out, plain.buf, plain.len);
	if (way == CLIPBOARD_TMUX)
		strbuf__addf(out, "\033Ptmux;\033%s\033\\", plain.buf);
	for (i = 0; way == CLIPBOARD_SCREEN && i < plain.len; i += SCREEN_PIECE)
		strbuf__addf(out, "\033P%.*s\033\\", SCREEN_PIECE, plain.buf + i);
	strbuf__exit(&plain);
}

static bool begins(const char *s, const char *with)
{
	return s && !strncmp(s, with, strlen(with));
}

bool clipboard__find_way(const char *tmux, const char *sty, const char *term, enum clipboard_way *ret)
{
	static const char *const old[] = { "linux", "vt", "con", "cons", "ansi", "dumb", "wy" };
	size_t i;

	*ret = (tmux && *tmux) || begins(term, "tmux") ? CLIPBOARD_TMUX : (sty && *sty) ? CLIPBOARD_SCREEN : CLIPBOARD_DIRECT;
	for (i = 0; i < ARRAY_SIZE(old) && *ret == CLIPBOARD_DIRECT; i++)
		if (!term || begins(term, old[i]))
			return false;
	return true;
}

/* Whole lines, as many as fit, without what a terminal, a shell or an editor might do something with. */
static size_t add_harmless(const char *text, struct strbuf *out)
{
	size_t lines = 0, end = 0, n;
	uint32_t c;
	int width;

	for (; *text; text += n) {
		if (*text == '\n') {
			n = 1;
			c = '\n';
		} else {
			n = fit_text__char(text, screen__has_utf8(), &c, &width);
		}
		if (c == '?')
			strbuf__addch(out, '?');
		else
			strbuf__add(out, text, n);
		if (out->len > CLIPBOARD_MAX)
			break;
		if (c == '\n') {
			lines++;
			end = out->len;
		}
	}
	strbuf__truncate(out, end);
	return lines;
}

const char *clipboard__copy(const char *text, size_t *ret_lines)
{
	struct strbuf harmless = STRBUF_INIT, sequence = STRBUF_INIT;
	enum clipboard_way way;

	*ret_lines = 0;
	if (!clipboard__find_way(getenv("TMUX"), getenv("STY"), getenv("TERM"), &way))
		return "this kind of terminal (TERM) has no clipboard";
	*ret_lines = add_harmless(text, &harmless);
	clipboard__sequence(strbuf__str(&harmless), way, &sequence);
	screen__send(sequence.buf, sequence.len);
	strbuf__exit(&harmless);
	strbuf__exit(&sequence);
	return NULL;
}
