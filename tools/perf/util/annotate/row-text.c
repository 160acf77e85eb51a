// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/row-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/srcline.h"

static int hex_digits(uint64_t v)
{
	int n = 1;

	while (v >>= 4)
		n++;
	return n;
}

static bool has_addresses(const struct row_style *s)
{
	return s->addresses || s->as_decoded;
}

void row_style__fit(struct row_style *s, const struct code_lines *l)
{
	uint64_t start = l->func->sym->start, last = l->nr ? l->lines[l->nr - 1].end : start;
	uint32_t most = 0;
	size_t i;

	s->name_width = 1;
	for (i = 0; i < l->nr; i++) {
		if (l->lines[i].operands_at && l->lines[i].name_len > s->name_width)
			s->name_width = l->lines[i].name_len;
		most = l->lines[i].nr_jumps > most ? l->lines[i].nr_jumps : most;
	}
	s->address_width = hex_digits(has_addresses(s) ? dso__to_linked(l->func->dso, last) : last - start);
	s->jumps_width = s->nr_jumps && most ? snprintf(NULL, 0, "%" PRIu32 " ", most) : 0;
	s->label_width = s->address_width + s->jumps_width;
}

static bool has_label(const struct row_style *s, const struct code_line *line)
{
	/* Without instructions, it is not known which ones are jumped to, and a row without a text would be nothing but a number. */
	return has_addresses(s) || !line->text || line->nr_jumps || s->labels >= ROW_LABELS_ALL ||
	       (s->labels == ROW_LABELS_CALLS && line->flow == DISASM_CALL);
}

int row_text__label_width(const struct row_style *s)
{
	return s->label_width + 1;
}

void row_text__label(const struct row_style *s, const struct code_lines *l, const struct code_line *line, struct strbuf *out)
{
	uint64_t v = has_addresses(s) ? dso__to_linked(l->func->dso, line->addr) : line->addr - l->func->sym->start;

	if (s->jumps_width && line->nr_jumps)
		strbuf__addf(out, "%*" PRIu32 " ", s->jumps_width - 1, line->nr_jumps);
	else
		strbuf__addblanks(out, (size_t)s->jumps_width);
	if (has_label(s, line))
		strbuf__addf(out, "%*" PRIx64 ":", s->address_width, v);
	else
		strbuf__addblanks(out, (size_t)s->address_width + 1);
}

static bool leads_inside(const struct code_lines *l, const struct code_line *line)
{
	const struct symbol *sym = l->func->sym;

	return line->has_target && line->flow != DISASM_CALL && line->target >= sym->start && line->target < sym->end;
}

enum row_arrow row_text__arrow(const struct code_lines *l, const struct code_line *line)
{
	if (line->flow == DISASM_CALL)
		return ROW_ARROW_OUT;
	if (line->flow == DISASM_JUMP || line->flow == DISASM_BRANCH) {
		if (!line->has_target)
			return ROW_ARROW_NONE;
		return !leads_inside(l, line) ? ROW_ARROW_OUT : line->target > line->addr ? ROW_ARROW_DOWN : ROW_ARROW_UP;
	}
	return line->flow == DISASM_STOP && line->text && !strncmp(line->text, "ret", 3) ? ROW_ARROW_BACK : ROW_ARROW_NONE;
}

const char *row_arrow__text(enum row_arrow arrow, bool utf8)
{
	static const char *const texts[][2] = {
		[ROW_ARROW_NONE] = { " ", " " }, [ROW_ARROW_DOWN] = { "v", "↓" }, [ROW_ARROW_UP] = { "^", "↑" },
		[ROW_ARROW_OUT] = { ">", "→" }, [ROW_ARROW_BACK] = { "<", "←" },
	};

	return texts[arrow][utf8];
}

/* The text names the target as "1150 <helper+0x4>". */
static void add_target(const struct row_style *s, const struct code_lines *l, const struct code_line *line, struct strbuf *out)
{
	const char *text = line->text + line->target_at, *name = strstr(text, " <");

	if (leads_inside(l, line))
		strbuf__addf(out, "%" PRIx64,
			     s->addresses ? dso__to_linked(l->func->dso, line->target) : line->target - l->func->sym->start);
	else if (name)
		strbuf__add(out, name + 2, strlen(name + 2) - 1);
	else
		strbuf__addstr(out, text);
}

void row_text__insn(const struct row_style *s, const struct code_lines *l, const struct code_line *line, struct strbuf *out)
{
	if (!line->text)
		return;
	if (!line->operands_at || s->as_decoded) {
		strbuf__addstr(out, line->text);
		return;
	}
	strbuf__addf(out, "%-*.*s ", s->name_width, line->name_len, line->text);
	if (!line->target_at) {
		strbuf__addstr(out, line->text + line->operands_at);
		return;
	}
	strbuf__add(out, line->text + line->operands_at, (size_t)(line->target_at - line->operands_at));
	add_target(s, l, line, out);
}
