// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/code-lines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/annotate/code-decode.h"
#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/diag.h"
#include "util/code/call-insn.h"
#include "util/code/dso-code.h"
#include "util/code/dso-image.h"

int code_source__configure(void *intel, const char *value, struct diag *diag)
{
	if (strcmp(value, "intel") && strcmp(value, "att"))
		return diag__msg(diag, -EINVAL, "takes intel or att, not '%s'", value);
	*(bool *)intel = !strcmp(value, "intel");
	return 0;
}

void code_source__init(struct code_source *s, struct dso_code *code, const char *arch, bool intel, struct workers *workers)
{
	*s = (struct code_source){ .code = code, .arch = arch, .intel = intel, .workers = workers };
	if (!disasm__open(arch, &s->disasm, s->lack, sizeof(s->lack)) && intel)
		disasm__set_intel(s->disasm);
}

void code_source__exit(struct code_source *s)
{
	disasm__close(s->disasm);
	s->disasm = NULL;
}

void code_lines__delete(struct code_lines *l)
{
	if (!l)
		return;
	arena__exit(&l->arena);
	free(l->lines);
	free(l->bytes);
	free(l->lack);
	free(l);
}

static struct code_line *add_line(struct code_lines *l, uint64_t addr, uint64_t size)
{
	GROW(l->lines, l->nr, l->cap);
	l->lines[l->nr] = (struct code_line){ .addr = addr, .end = addr + size };
	return &l->lines[l->nr++];
}

/* --- from the code -------------------------------------------------------------------------------- */

static void read_code(struct code_lines *l, struct code_source *s)
{
	const struct symbol *sym = l->func->sym;
	uint64_t want = sym->end > sym->start ? sym->end - sym->start : 0;
	struct dso_image *img = dso_code__image(s->code, l->func->dso);
	size_t have;

	if (want > CODE_LINES_MAX_BYTES)
		want = CODE_LINES_MAX_BYTES;
	/* What a file says of a symbol's size may be more than it has. */
	if (!dso_image__bytes(img, sym->start, &have)) {
		l->lack = xstrdup(dso_image__error(img) ? dso_image__error(img) : "its file does not have it");
		return;
	}
	l->bytes = xmalloc(want ? want : 1);
	l->size = dso_code__read(s->code, l->func->dso, sym->start, l->bytes, want);
}

static void find_target_lines(struct code_lines *l)
{
	const struct code_line *to;
	size_t i;

	for (i = 0; i < l->nr; i++) {
		to = l->lines[i].has_target ? code_lines__find(l, l->lines[i].target) : NULL;
		if (!to || to->addr != l->lines[i].target)
			continue;
		l->lines[i].target_line = (uint32_t)(to - l->lines) + 1;
		if (l->lines[i].flow != DISASM_CALL)
			l->lines[to - l->lines].nr_jumps++;
	}
}

/* --- from the samples ----------------------------------------------------------------------------- */

static int by_addr(const void *x, const void *y)
{
	uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

/* Addresses with samples that are in no line so far: all of them, or those behind the last one. */
static void add_sampled(struct code_lines *l, const struct annotate_share *const *shares, size_t nr)
{
	uint64_t first = l->func->sym->start + l->size, *addrs;
	bool any = l->nr;
	size_t total = 0, n = 0, i, k;

	for (i = 0; i < nr; i++)
		total += shares[i] ? shares[i]->nr_hits : 0;
	addrs = xcalloc(total ? total : 1, sizeof(*addrs));
	for (i = 0; i < nr; i++)
		for (k = 0; shares[i] && k < shares[i]->nr_hits; k++)
			if (!any || shares[i]->hits[k]->addr >= first)
				addrs[n++] = shares[i]->hits[k]->addr;
	qsort(addrs, n, sizeof(*addrs), by_addr);
	for (i = 0; i < n; i++)
		if (!i || addrs[i] != addrs[i - 1])
			(void)add_line(l, addrs[i], 1);
	free(addrs);
}

struct code_lines *code_lines__of(struct code_source *s, const struct annotate_func *func, const struct annotate_share *const *shares,
				  size_t nr)
{
	struct code_lines *l = xzalloc(sizeof(*l));

	l->func = func;
	l->whole_words = call_machine__of(s->arch) == CALL_MACHINE_AARCH64;
	read_code(l, s);
	if (!l->lack && !s->disasm)
		l->lack = xstrdup(s->lack);
	if (!l->lack)
		code_decode__all(l, s, dso_image__is_32_bit(dso_code__image(s->code, func->dso)), CODE_DECODE_PIECE);
	find_target_lines(l);
	add_sampled(l, shares, nr);
	return l;
}

struct code_lines *code_lines__new(struct code_source *s, const struct annotate_share *const *shares, size_t nr)
{
	size_t i;

	for (i = 0; !shares[i]; i++)
		;
	return code_lines__of(s, shares[i]->func, shares, nr);
}

const struct code_line *code_lines__find(const struct code_lines *l, uint64_t addr)
{
	size_t low = BISECT(l->nr, mid, l->lines[mid].end <= addr);

	return low < l->nr && l->lines[low].addr <= addr ? &l->lines[low] : NULL;
}

const struct src_frame *code_line__source(const struct code_lines *l, const struct code_line *line)
{
	const struct src_frames *src = dso__source(l->func->dso, line->addr);

	return src && src->frames[0].file ? &src->frames[0] : NULL;
}
