// SPDX-License-Identifier: GPL-2.0-only
/* The syntax of configuration files. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/config-entries.h"
#include "util/base/config.h"
#include "util/base/strbuf.h"

struct parser {
	struct config *config;
	const char *file, *text, *pos, *end;
	unsigned int line;
	struct strbuf section;		/* "report", with the subsection behind a dot; empty: none yet */
	struct diag *diag;
};

static int bad(const struct parser *p, const char *what)
{
	return diag__msg(p->diag, -EINVAL, "%s:%u: %s", p->file, p->line, what);
}

/* The next character, 0 at the end. "\r\n" is a line's end like "\n". */
static char peek(const struct parser *p)
{
	if (p->pos == p->end)
		return 0;
	if (*p->pos == '\r' && p->pos + 1 < p->end && p->pos[1] == '\n')
		return '\n';
	return *p->pos;
}

static void step(struct parser *p)
{
	if (p->pos == p->end)
		return;
	if (*p->pos == '\r' && p->pos + 1 < p->end && p->pos[1] == '\n')
		p->pos++;
	p->line += *p->pos == '\n';
	p->pos++;
}

static bool at_end(const struct parser *p)
{
	return p->pos == p->end;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct parser *p)
{
	while (!at_end(p) && is_blank(peek(p)))
		step(p);
}

static void skip_line(struct parser *p)
{
	while (!at_end(p) && peek(p) != '\n')
		step(p);
}

/* "Sub Section"], behind the section's name. */
static int parse_subsection(struct parser *p)
{
	skip_blanks(p);
	if (peek(p) != '"')
		return bad(p, "a section is [name] or [name \"subsection\"]");
	step(p);
	strbuf__addch(&p->section, '.');
	for (; peek(p) != '"'; step(p)) {
		if (peek(p) == '\\')
			step(p);
		if (at_end(p) || peek(p) == '\n' || !peek(p))
			return bad(p, "the subsection's closing \" is missing");
		strbuf__addch(&p->section, peek(p));
	}
	step(p);
	if (peek(p) != ']')
		return bad(p, "the ] after the section's name is missing");
	step(p);
	return 0;
}

static int parse_section(struct parser *p)
{
	strbuf__reset(&p->section);
	for (step(p); ; step(p)) {
		char c = peek(p);

		if (is_blank(c))
			return p->section.len ? parse_subsection(p) : bad(p, "the section has no name");
		if (c == ']')
			break;
		if (!config_key__may_have(c) && c != '.')
			return bad(p, at_end(p) || c == '\n' ? "the ] after the section's name is missing"
			       : "a section's name has letters, digits, '-', '_' and '.' only");
		strbuf__addch(&p->section, (char)tolower((unsigned char)c));
	}
	step(p);
	return p->section.len ? 0 : bad(p, "the section has no name");
}

/* One character behind a backslash; 0: the line goes on in the next one. */
static int parse_escape(struct parser *p, char *ret)
{
	static const char names[] = "ntb\\\"", means[] = "\n\t\b\\\"";
	const char *at;

	step(p);
	if (at_end(p) || !peek(p))
		return bad(p, "nothing follows the last backslash");
	*ret = 0;
	if (peek(p) != '\n') {
		at = strchr(names, peek(p));
		if (!at)
			return bad(p, "after a backslash comes n, t, b, \\, \" or the line's end");
		*ret = means[at - names];
	}
	step(p);
	return 0;
}

/* What follows the "=", up to the line's end. Blanks at its end count only if they are quoted. */
static int parse_value(struct parser *p, struct strbuf *out)
{
	size_t keep = 0;
	bool quoted = false;
	char c;
	int err;

	skip_blanks(p);
	while (!at_end(p) && peek(p) != '\n') {
		c = peek(p);
		if (!quoted && (c == '#' || c == ';')) {
			skip_line(p);
			break;
		}
		if (c == '\\') {
			err = parse_escape(p, &c);
			if (err)
				return err;
			if (!c)
				continue;
			strbuf__addch(out, c);
			keep = out->len;
			continue;
		}
		if (!c)
			return bad(p, "the file holds a zero byte");
		step(p);
		if (c == '"') {
			quoted = !quoted;
			keep = out->len;
			continue;
		}
		strbuf__addch(out, c);
		if (quoted || !is_blank(c))
			keep = out->len;
	}
	if (quoted)
		return bad(p, "the value's closing \" is missing");
	out->len = keep;
	return 0;
}

static int parse_entry(struct parser *p)
{
	struct strbuf key = STRBUF_INIT, value = STRBUF_INIT;
	size_t begin = (size_t)(p->pos - p->text);
	unsigned int line = p->line;
	struct config_entry *e;
	bool has_value = false;
	int err = 0;

	if (!p->section.len)
		return bad(p, "a [section] must come before the first key");
	strbuf__addf(&key, "%s.", p->section.buf);
	for (; config_key__may_have(peek(p)); step(p))
		strbuf__addch(&key, (char)tolower((unsigned char)peek(p)));
	skip_blanks(p);
	if (peek(p) == '=') {
		step(p);
		has_value = true;
		err = parse_value(p, &value);
	} else if (peek(p) == '#' || peek(p) == ';') {
		skip_line(p);
	} else if (!at_end(p) && peek(p) != '\n') {
		err = bad(p, "a line is 'name = value'");
	}
	if (err) {
		strbuf__exit(&key);
		strbuf__exit(&value);
		return err;
	}
	e = config__new_entry(p->config);
	e->key = strbuf__detach(&key);
	e->value = has_value ? xstrndup(value.len ? value.buf : "", value.len) : NULL;
	e->file = p->file;
	e->line = line;
	e->begin = begin;
	e->end = (size_t)(p->pos - p->text);
	strbuf__exit(&value);
	return 0;
}

int config__parse(struct config *c, const char *file, const char *text, size_t size, struct diag *diag)
{
	struct parser p = { .config = c, .file = config__keep_name(c, file), .text = text, .pos = text,
			    .end = text + size, .line = 1, .diag = diag };
	int err = 0;

	if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		p.pos += 3;
	while (!err && !at_end(&p)) {
		char ch = peek(&p);

		if (is_blank(ch) || ch == '\n')
			step(&p);
		else if (ch == '#' || ch == ';')
			skip_line(&p);
		else if (ch == '[')
			err = parse_section(&p);
		else if (isalpha((unsigned char)ch))
			err = parse_entry(&p);
		else
			err = bad(&p, "a line is 'name = value', [section] or a comment");
	}
	strbuf__exit(&p.section);
	return err;
}
