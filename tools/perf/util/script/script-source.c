// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-source.h"

#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/callchain/chain.h"
#include "util/machine/machine.h"
#include "util/symbol/srcline.h"

struct src_place {
	const char *file;		/* borrowed from the dso, which stays */
	uint32_t line;
};

void script_source__exit(struct script_source *s)
{
	size_t i;

	HASH_EACH(&s->last, i)
		free(s->last.slots[i].val);
	src_places__exit(&s->last);
	src_text__exit(&s->text);
}

/* A line of source has tabs, and whatever else its author wanted a terminal to do. */
static void add_line(struct text_out *out, const char *text, size_t len)
{
	struct strbuf sb = STRBUF_INIT;
	const char *tab;

	while ((tab = memchr(text, '\t', len))) {
		strbuf__add_shown(&sb, text, (size_t)(tab - text));
		strbuf__addch(&sb, '\t');
		len -= (size_t)(tab + 1 - text);
		text = tab + 1;
	}
	strbuf__add_shown(&sb, text, len);
	text_out__add(out, strbuf__str(&sb), sb.len);
	strbuf__exit(&sb);
}

void script_source__add(struct script_source *s, struct text_out *out, uint32_t tid, const struct frame *f)
{
	const struct src_frames *src = f->map ? dso__source(f->map->dso, map__to_dso(f->map, frame__lookup(f))) : NULL;
	struct src_place *last = src_places__find(&s->last, tid);
	const char *text;
	size_t len;

	if (!src || !src->frames[0].file)
		return;
	if (last && last->line == src->frames[0].line && !strcmp(last->file, src->frames[0].file))
		return;
	text = src_text__line(&s->text, src->frames[0].file, src->frames[0].line, &len);
	if (!text)
		return;
	if (!last) {
		last = xzalloc(sizeof(*last));
		src_places__set(&s->last, tid, last);
	}
	*last = (struct src_place){ .file = src->frames[0].file, .line = src->frames[0].line };
	text_out__addf(out, "|%-8" PRIu32 " ", last->line);
	add_line(out, text, len);
	text_out__addch(out, '\n');
}
