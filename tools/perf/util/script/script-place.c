// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-place.h"

#include "util/base/name-list.h"
#include "util/base/text-out.h"
#include "util/script/script-branch.h"

/* The place of an address that is not in a callchain: data may lie in any map of the process. */
void script_place__add_addr(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;
	uint64_t addr = s->sample->addr;
	struct frame f;

	if (!e->addr_is_place || !(e->style & (FRAME_SYM | FRAME_DSO))) {
		text_out__hex(out, addr, 16);
		return;
	}
	script_place__find(s, addr, &f);
	chain_text__add_place(&st->chains, out, &f, e->style);
}

/* One line "address symbol" of a sample without a stack. */
void script_place__add(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;

	text_out__addch(out, ' ');
	if (s->ip)
		chain_text__add_place(&st->chains, out, s->ip, e->style);
	else
		text_out__hex(out, s->sample->ip, 16);
}

/* The cookie that a waiting sample ends in, as upstream shows it when it does not merge. */
static void add_cookie(struct text_out *out, const struct script_event *e, const struct perf_sample *sample)
{
	uint64_t cookie;
	size_t nr;

	if (perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &cookie) != PERF_STITCH_ENDS_COOKIE)
		return;
	text_out__addch(out, '\t');
	text_out__hex(out, cookie, 16);
	if (e->style & FRAME_SYM)
		text_out__addstr(out, " (cookie)");
	if (e->style & (FRAME_DSO | FRAME_DSOFF))
		text_out__addstr(out, " ([unknown])");
	text_out__addch(out, '\n');
}

/* The frames of @half up to one of the functions to stop at: true if that came. */
static bool add_until(struct script_text *st, const struct script_event *e, const struct chain_half *half)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++) {
		const struct frame *f = half->frames[i];
		const struct frame_text *ft = chain_text__frame(&st->chains, f, e->style);

		text_out__add(st->out, ft->text, ft->len);
		if (f->sym && name_list__has(st->opts.stop_at, f->sym->name))
			return true;
	}
	return false;
}

void script_place__add_halves(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	chain_text__add_half(&st->chains, st->out, s->chain.kernel, e->style);
	chain_text__add_half(&st->chains, st->out, s->chain.user, e->style);
}

static void add_stack(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	text_out__addch(st->out, '\n');
	if (st->opts.stop_at) {
		if (add_until(st, e, s->chain.kernel) || add_until(st, e, s->chain.user))
			return;
	} else {
		script_place__add_halves(st, e, s);
	}
	if (st->opts.raw && s->sample->nr_ips)
		add_cookie(st->out, e, s->sample);
}

void script_place__add_where(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	if (!(e->fields & SCRIPT_IP))
		return;
	if (e->chains)
		add_stack(st, e, s);
	else
		script_place__add(st, e, s);
}
