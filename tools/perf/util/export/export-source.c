// SPDX-License-Identifier: GPL-2.0-only
/* Where frames and functions stand in the source, for all formats that tell it. */
#include "util/export/export-source.h"

#include "util/callchain/chain.h"
#include "util/machine/maps.h"

static const struct src_frames *source_at(struct dso *dso, uint64_t addr)
{
	return dso && dso__wants_inlines(dso) ? dso__source(dso, addr) : NULL;
}

/* Of FRAME_BY_CALL no address in the function is known but that of the call, if it is one alone. */
static const struct src_frames *source_of(const struct place *p)
{
	return place__kind(p)->by_call && !place__kind(p)->has_call ? NULL : source_at(place__dso(p), place__lookup(p));
}

/* A function that is not inlined is the last one, also where those that are inlined there were not asked for. */
static const struct src_frame *frame_of(const struct src_frames *src, bool inlined, unsigned int index)
{
	if (src && !inlined)
		index = src->nr - 1;
	return src && index < src->nr ? &src->frames[index] : NULL;
}

const struct src_frame *export__source(const struct place *p)
{
	return frame_of(source_of(p), place__kind(p)->inlined, place__kind(p)->src_index);
}

unsigned int export__inline_depth(const struct place *p)
{
	const struct src_frames *src = place__kind(p)->inlined ? source_of(p) : NULL;

	if (!src || place__kind(p)->src_index + 1U >= src->nr)
		return place__kind(p)->inlined;
	return src->nr - 1 - place__kind(p)->src_index;
}

const struct src_frame *export__source_of_frame(const struct frame *f)
{
	const struct src_frames *src = NULL;

	if (f->map && f->kind == FRAME_CODE)
		src = source_at(f->map->dso, map__to_dso(f->map, frame__lookup(f)));
	else if (f->map && f->kind == FRAME_BY_CALL && f->call)
		src = source_at(f->map->dso, map__to_dso(f->map, f->call));
	return frame_of(src, f->inlined, f->src_index);
}

const struct src_frame *export__source_of_function(const struct place *p)
{
	const struct symbol *sym = place__kind(p)->sym;
	const struct src_frames *src = NULL;

	if (sym && !place__kind(p)->inlined)
		src = source_at(place__dso(p), sym->start);
	return src ? &src->frames[src->nr - 1] : NULL;
}
