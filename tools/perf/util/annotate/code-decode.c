// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where an instruction of x86 begins is only known from the one before it. A thread that begins in the middle of a function may begin in
 * the middle of an instruction: its first lines are wrong then, until one of them ends where an instruction does. What is behind
 * that is what one thread would have found, since an instruction depends on nothing but its place. So the pieces are joined in order: the
 * end of one is gone on from until a line of the next one begins there.
 */
#include "util/annotate/code-decode.h"

#include <stdlib.h>
#include <string.h>

#include "util/annotate/insn-text.h"
#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/workers.h"

#define MAX_PIECES	8

struct piece {
	const struct code_lines *l;	/* the function; its lines are not looked at */
	struct disasm *disasm;		/* its own; NULL: there was none to be had, so that the caller takes it apart */
	bool bits32;
	size_t from, to;		/* bytes of the function; the last instruction may end behind @to */
	struct code_line *lines;
	size_t nr, cap;
	struct arena arena;		/* the texts of @lines */
	struct strbuf text;
};

/* Adds the instruction that is @at bytes behind the function's start. Returns where the next one begins. */
static size_t add_insn(struct piece *p, size_t at)
{
	const struct code_lines *l = p->l;
	struct dso *dso = l->func->dso;
	uint64_t addr = l->func->sym->start + at;
	struct disasm_insn insn;
	struct code_line *line;
	size_t size = l->whole_words ? 4 : 1;
	bool known = disasm__decode(p->disasm, l->bytes + at, l->size - at, dso__to_linked(dso, addr), p->bits32, &insn);

	if (known)
		size = insn.size;
	if (size > l->size - at)
		size = l->size - at;
	GROW(p->lines, p->nr, p->cap);
	line = &p->lines[p->nr++];
	*line = (struct code_line){ .addr = addr, .end = addr + size };
	strbuf__reset(&p->text);
	if (known && insn.mnemonic) {
		line->flow = insn.flow;
		line->has_target = insn.has_target;
		line->target = insn.has_target ? dso__from_linked(dso, insn.target) : 0;
		insn_text__add(&p->text, &insn, line, !l->whole_words);
	} else {
		insn_text__add_bad(&p->text, l->bytes + at, size, l->whole_words);
	}
	line->text = arena__strndup(&p->arena, strbuf__str(&p->text), p->text.len);
	return at + size;
}

static void decode(struct piece *p)
{
	size_t at;

	for (at = p->from; at < p->to; )
		at = add_insn(p, at);
}

static void decode_own(void *ctx, size_t number)
{
	struct piece *p = (struct piece *)ctx + number;

	if (p->disasm)
		decode(p);
}

static void piece__exit(struct piece *p)
{
	free(p->lines);
	arena__exit(&p->arena);
	strbuf__exit(&p->text);
}

/* The first line of @p at @addr or behind it. */
static size_t find(const struct piece *p, uint64_t addr)
{
	return BISECT(p->nr, mid, p->lines[mid].addr < addr);
}

/* Appends the lines of @next to those of @first, which goes on until they agree. */
static void join(struct piece *first, struct piece *next)
{
	uint64_t start = first->l->func->sym->start;
	size_t at = (size_t)(first->lines[first->nr - 1].end - start), i = find(next, start + at);

	while (at < next->to && (i == next->nr || next->lines[i].addr != start + at)) {
		at = add_insn(first, at);
		i = find(next, start + at);
	}
	if (first->cap < first->nr + next->nr - i) {
		first->cap = first->nr + next->nr - i;
		first->lines = xreallocarray(first->lines, first->cap, sizeof(*first->lines));
	}
	if (i < next->nr)
		memcpy(first->lines + first->nr, next->lines + i, (next->nr - i) * sizeof(*next->lines));
	first->nr += next->nr - i;
	arena__take(&first->arena, &next->arena);
}

/* Names of functions are made when they are first asked for, which threads may not do beside each other. */
static void name_targets(struct code_lines *l)
{
	struct strbuf text = STRBUF_INIT;
	size_t i;

	for (i = 0; i < l->nr; i++) {
		struct code_line *line = &l->lines[i];

		if (!line->has_target)
			continue;
		strbuf__reset(&text);
		strbuf__addstr(&text, line->text);
		insn_text__add_target(&text, l->func->dso, line);
		line->text = arena__strndup(&l->arena, strbuf__str(&text), text.len);
	}
	strbuf__exit(&text);
}

static void open_own(struct piece *p, const struct code_source *s)
{
	char why[sizeof(s->lack)];

	if (disasm__open(s->arch, &p->disasm, why, sizeof(why)))
		p->disasm = NULL;
	else if (s->intel)
		disasm__set_intel(p->disasm);
}

static void finish(struct piece *p, struct disasm *callers)
{
	bool done = p->disasm;

	if (done && p->disasm != callers)
		disasm__close(p->disasm);
	p->disasm = callers;
	if (!done)
		decode(p);
}

static size_t nr_pieces(const struct code_source *s, size_t size, size_t piece)
{
	size_t nr = size / piece, max = workers__jobs(s->workers) < MAX_PIECES ? workers__jobs(s->workers) : MAX_PIECES;

	nr = nr < max ? nr : max;
	return nr ? nr : 1;
}

void code_decode__all(struct code_lines *l, struct code_source *s, bool bits32, size_t piece)
{
	size_t nr = nr_pieces(s, l->size, piece), i;
	struct piece pieces[MAX_PIECES];

	/* Threads find what this makes. */
	(void)dso__to_linked(l->func->dso, l->func->sym->start);
	for (i = 0; i < nr; i++)
		/* Where instructions have four bytes, no piece begins in one. */
		pieces[i] = (struct piece){ .l = l, .bits32 = bits32, .from = l->size / nr * i & ~(size_t)3, .to = l->size };
	for (i = 1; i < nr; i++)
		pieces[i - 1].to = pieces[i].from;
	pieces[0].disasm = s->disasm;
	for (i = 1; i < nr; i++)
		open_own(&pieces[i], s);
	workers__share(s->workers, nr, decode_own, pieces);
	for (i = 0; i < nr; i++) {
		finish(&pieces[i], s->disasm);
		if (i)
			join(&pieces[0], &pieces[i]);
	}
	l->lines = pieces[0].lines;
	l->nr = pieces[0].nr;
	l->cap = pieces[0].cap;
	pieces[0].lines = NULL;
	arena__take(&l->arena, &pieces[0].arena);
	for (i = 0; i < nr; i++)
		piece__exit(&pieces[i]);
	name_targets(l);
}
