// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-source.h"

#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/chain.h"
#include "util/machine/machine.h"
#include "util/output/text-out.h"
#include "util/symbol/srcline.h"

struct src_place {
	const char *file;		/* borrowed from the dso, which stays */
	uint32_t line;
};

void script_source__exit(struct script_source *s)
{
	size_t i;

	u64map__for_each(&s->last, i)
		free(s->last.slots[i].val);
	u64map__exit(&s->last);
	src_text__exit(&s->text);
}

void script_source__add(struct script_source *s, struct text_out *out, uint32_t tid, const struct frame *f)
{
	const struct src_frames *src = f->map ? dso__source(f->map->dso, map__to_dso(f->map, frame__lookup(f))) : NULL;
	struct src_place *last = u64map__find(&s->last, tid);
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
		u64map__set(&s->last, tid, last);
	}
	*last = (struct src_place){ .file = src->frames[0].file, .line = src->frames[0].line };
	text_out__addf(out, "|%-8" PRIu32 " ", last->line);
	text_out__add(out, text, len);
	text_out__addch(out, '\n');
}
