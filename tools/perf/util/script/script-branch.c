// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-branch.h"

#include <inttypes.h>
#include <string.h>

#include "util/callchain/chain.h"
#include "util/event/branch-flags.h"
#include "util/script/chain-text.h"
#include "util/script/script-fields.h"
#include "util/session/session.h"

static const char *type_name(uint64_t flags)
{
	unsigned int type = branch_flags__type(flags);

	return type == BRANCH_TYPE_IS_NEW ? branch_new_type__name(branch_flags__new_type(flags)) :
		branch_type__name(type);
}

static void add_flags(struct strbuf *out, uint64_t flags)
{
	static const char *const speculation[] = { "-", "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH", "SPEC_CORRECT_PATH" };

	strbuf__addf(out, "/%s%s/%c/%c/%u/%s/%s ",
		     branch_flags__mispredicted(flags) && !branch_flags__predicted(flags) ? "M" :
		     branch_flags__predicted(flags) ? "P" : branch_flags__not_taken(flags) ? "M" : "-",
		     branch_flags__not_taken(flags) ? "N" : "", branch_flags__in_tx(flags) ? 'X' : '-',
		     branch_flags__aborted(flags) ? 'A' : '-', branch_flags__cycles(flags), type_name(flags),
		     speculation[branch_flags__speculation(flags)]);
}

void script_place__find(const struct session_sample *s, uint64_t addr, struct frame *ret)
{
	*ret = (struct frame){ .ip = addr };
	if (!s->machine)
		return;
	ret->map = maps__find(machine__maps_at(s->machine, s->pid, s->sample->time), addr);
	if (!ret->map)
		ret->map = machine__kernel_map(s->machine, s->sample->time, addr);
	if (ret->map)
		ret->sym = dso__find_symbol(ret->map->dso, map__to_dso(ret->map, addr));
}

/* The offset in what is mapped there; the kernel's addresses are not in any file. */
static uint64_t offset_of(const struct frame *f)
{
	if (!f->map)
		return f->ip;
	return f->map->dso->kind == DSO_KIND_JIT ? f->ip - f->map->start + f->map->pgoff : map__to_dso(f->map, f->ip);
}

/* One end of a branch. */
static void add_end(struct strbuf *out, const struct session_sample *s, uint64_t addr, uint64_t fields)
{
	struct frame f;

	script_place__find(s, addr, &f);
	if (fields & SCRIPT_BRSTACK) {
		strbuf__addf(out, "0x%" PRIx64, addr);
	} else if (fields & SCRIPT_BRSTACKOFF) {
		strbuf__addf(out, "0x%" PRIx64, offset_of(&f));
	} else if (f.sym) {
		/* A symbol's text begins with a space. */
		size_t at = out->len;

		frame__add_symbol(out, &f, FRAME_SYMOFF);
		memmove(out->buf + at, out->buf + at + 1, out->len - at);
		out->len--;
	} else {
		strbuf__addstr(out, "[unknown]");
	}
	if (fields & SCRIPT_DSO)
		frame__add_dso(out, &f, 0);
}

void script_branch__text(const struct session_sample *s, uint64_t fields, struct strbuf *out)
{
	const struct perf_sample *sample = s->sample;
	uint64_t i;

	if (fields & SCRIPT_BRSTACK)
		fields &= ~(SCRIPT_BRSTACKSYM | SCRIPT_BRSTACKOFF);
	else if (fields & SCRIPT_BRSTACKSYM)
		fields &= ~SCRIPT_BRSTACKOFF;
	for (i = 0; i < sample->nr_branches; i++) {
		const struct branch_entry *b = &sample->branches[i];

		if (!(fields & SCRIPT_BRSTACKSYM))
			strbuf__addch(out, ' ');
		add_end(out, s, b->from, fields);
		strbuf__addch(out, '/');
		add_end(out, s, b->to, fields);
		add_flags(out, b->flags);
	}
}
