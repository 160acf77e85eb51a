// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-brinsn.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/callchain/chain.h"
#include "util/event/branch-flags.h"
#include "util/script/branch-counters.h"
#include "util/script/sample-code.h"
#include "util/script/script-branch.h"
#include "util/script/script-fields.h"
#include "util/script/script-insn.h"
#include "util/script/script-source.h"
#include "util/session/session.h"
#include "util/symbol/srcline.h"

#define MAX_BLOCK	16384	/* bytes from one branch to the next: more is no run of code, but a lost branch */
#define SKID		128	/* bytes behind the last branch that are shown where the sample is not behind it */
#define INSN_WIDTH	30	/* of an instruction in front of what is said of its branch */

/* The code along the branches that led to one sample, while it is printed. */
struct walk {
	const struct script_brinsn *b;
	struct text_out *out;
	const struct session_sample *s;
	uint64_t fields;
	const struct symbol *sym;		/* the function that was named last */
	unsigned int cycles;			/* of all branches so far */
	struct strbuf text;			/* of a line, while it is made */
	uint64_t start;				/* where buf lies */
	size_t size;
	unsigned char *buf;			/* MAX_BLOCK bytes */
};

/* Reads what runs from @start to the instruction at @end. False: that is not known, or cannot be. */
static bool read_block(struct walk *w, uint64_t start, uint64_t end)
{
	w->size = 0;
	if (!start || !end || end < start || end - start > MAX_BLOCK - DISASM_MAX_INSN || start >> 63 != end >> 63)
		return false;
	w->start = start;
	w->size = sample_code__read(w->b->code, w->s, start, w->buf, (size_t)(end - start) + DISASM_MAX_INSN);
	return w->size;
}

static void add_srcline(struct walk *w, const char *before, const struct frame *f)
{
	if (!(w->fields & SCRIPT_SRCLINE) || !f->map)
		return;
	strbuf__reset(&w->text);
	strbuf__addstr(&w->text, before);
	srcline__text(&w->text, f->map->dso, map__to_dso(f->map, f->ip), false, 0);
	text_out__add(w->out, w->text.buf, w->text.len);
}

/* "main+15:", where another function begins. */
static void add_function(struct walk *w, uint64_t ip)
{
	uint64_t offset;
	struct frame f;

	script_place__find(w->s, ip, &f);
	if (!f.sym || f.sym == w->sym)
		return;
	w->sym = f.sym;
	offset = map__to_dso(f.map, ip) - f.sym->start;
	text_out__addch(w->out, '\t');
	text_out__add(w->out, f.sym->name, f.sym->name_len);
	if (offset)
		text_out__addf(w->out, "+%" PRIu64, offset);
	text_out__addch(w->out, ':');
	add_srcline(w, "\t", &f);
	text_out__addch(w->out, '\n');
}

/* The instruction at @ip in the buffer, up to its length. @padded: a branch, of which more is said. */
static void add_insn(struct walk *w, uint64_t ip, bool padded, struct disasm_insn *ret)
{
	const unsigned char *code = w->buf + (ip - w->start);
	struct text_out *out = w->out;

	strbuf__reset(&w->text);
	(void)sample_code__decode(w->b->code, code, w->size - (size_t)(ip - w->start), ip, ret);
	if (!ret->size) {
		strbuf__addstr(&w->text, "<bad>");
	} else if (w->fields & SCRIPT_BRSTACKDISASM) {
		/* Where a branch leads comes next. */
		script_insn__text(&w->text, ret, NULL);
	} else {
		strbuf__addstr(&w->text, "insn: ");
		script_insn__bytes(&w->text, code, ret->size);
		strbuf__addch(&w->text, ' ');
	}
	text_out__addf(out, "\t%016" PRIx64 "\t", ip);
	text_out__padded(out, w->text.buf, w->text.len, padded ? -INSN_WIDTH : 0);
	if (w->fields & SCRIPT_BRSTACKINSNLEN)
		text_out__addf(out, "\tilen: %u", ret->size);
}

static void add_source(struct walk *w, uint64_t ip)
{
	struct frame f;

	if (!(w->fields & SCRIPT_SRCCODE))
		return;
	script_place__find(w->s, ip, &f);
	script_source__add(w->b->source, w->out, w->s->tid, &f);
}

/* The instruction that branch @i comes from, after @nr instructions since the branch before it; 0: not known how many. */
static void add_branch(struct walk *w, uint64_t i, unsigned int nr)
{
	const struct branch_entry *entry = &w->s->sample->branches[i];
	struct text_out *out = w->out;
	unsigned int cycles = branch_flags__cycles(entry->flags);
	struct disasm_insn insn;
	struct frame f;

	add_insn(w, entry->from, true, &insn);
	script_place__find(w->s, entry->from, &f);
	add_srcline(w, "\t srcline: ", &f);
	if (w->fields & SCRIPT_BRCNTR && w->s->sample->branch_counters) {
		text_out__addstr(out, "\t\t# br_cntr: ");
		branch_counters__text(w->b->counters, w->s, i, out);
		text_out__addch(out, ' ');
	} else {
		text_out__add(out, "\t#", 2);
	}
	text_out__addstr(out, branch_flags__predicted(entry->flags) ? " PRED" : "");
	text_out__addstr(out, branch_flags__mispredicted(entry->flags) ? " MISPRED" : "");
	text_out__addstr(out, branch_flags__in_tx(entry->flags) ? " INTX" : "");
	text_out__addstr(out, branch_flags__aborted(entry->flags) ? " ABORT" : "");
	if (cycles) {
		w->cycles += cycles;
		text_out__addf(out, " %u cycles [%u]", cycles, w->cycles);
		if (nr)
			text_out__addf(out, " %.2f IPC", (double)nr / cycles);
	}
	text_out__addch(out, '\n');
	add_source(w, entry->from);
}

/* The oldest branch is all that is known of what was before it. */
static void add_oldest(struct walk *w, uint64_t i)
{
	uint64_t from = w->s->sample->branches[i].from;

	if (!read_block(w, from, from))
		return;
	add_function(w, from);
	add_branch(w, i, 0);
}

/* From where branch @i + 1 led to where branch @i comes from. */
static void add_block(struct walk *w, uint64_t i)
{
	uint64_t ip = w->s->sample->branches[i + 1].to, end = w->s->sample->branches[i].from;
	struct disasm_insn insn;
	unsigned int nr = 0;

	if (!read_block(w, ip, end))
		return;
	for (; ip - w->start < w->size; ip += insn.size) {
		add_function(w, ip);
		nr++;
		if (ip == end) {
			add_branch(w, i, nr);
			return;
		}
		add_insn(w, ip, false, &insn);
		text_out__addch(w->out, '\n');
		if (!insn.size)
			break;
		add_source(w, ip);
	}
	text_out__addstr(w->out, "\tmismatch of LBR data and executable\n");
}

/* One line of what the sample itself is at. */
static void add_sample(struct walk *w, uint64_t ip)
{
	struct disasm_insn insn;

	if (!read_block(w, ip, ip))
		return;
	add_insn(w, ip, false, &insn);
	text_out__addch(w->out, '\n');
	add_source(w, ip);
}

/* From where the newest branch led to the sample, which can be some way behind (or before) what made it. */
static void add_rest(struct walk *w)
{
	const struct branch_entry *newest = w->s->sample->branches;
	uint64_t ip = newest->to, sample = w->s->sample->ip, end = sample >= ip ? sample : ip + SKID;
	struct disasm_insn insn;

	/* The branch was not taken yet, or led nowhere. */
	if (newest->from == sample || branch_flags__aborted(newest->flags))
		return;
	if (ip)
		add_function(w, ip);
	if (!read_block(w, ip, end)) {
		add_sample(w, sample);
		return;
	}
	for (; ip - w->start < w->size && ip <= end; ip += insn.size) {
		add_function(w, ip);
		add_insn(w, ip, false, &insn);
		text_out__addch(w->out, '\n');
		if (!insn.size)
			return;
		add_source(w, ip);
		if (insn.leaves && ip != sample) {
			text_out__addstr(w->out, "\t... not reaching sample ...\n");
			return;
		}
	}
}

void script_brinsn__add(const struct script_brinsn *b, struct text_out *out, const struct session_sample *s,
			uint64_t fields)
{
	uint64_t nr = s->sample->nr_branches, i;
	struct walk w;

	if (!nr)
		return;
	w.b = b;
	w.out = out;
	w.s = s;
	w.fields = fields;
	w.sym = NULL;
	w.cycles = 0;
	w.text = (struct strbuf)STRBUF_INIT;
	w.buf = xmalloc(MAX_BLOCK);
	if (b->max_blocks && nr > (uint64_t)b->max_blocks + 1)
		nr = (uint64_t)b->max_blocks + 1;
	text_out__addch(out, '\n');
	add_oldest(&w, nr - 1);
	for (i = nr - 1; i-- > 0;)
		add_block(&w, i);
	add_rest(&w);
	strbuf__exit(&w.text);
	free(w.buf);
}
