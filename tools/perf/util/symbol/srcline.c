// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/srcline.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/base/shown.h"
#include "util/symbol/dsos.h"
#include "util/symbol/dwarf-lines.h"
#include "util/symbol/elf-symbols.h"
#include "util/symbol/packed.h"

U64_MAP(src_frames_map, struct src_frames *)

/* dso->priv. */
struct dso_source {
	struct dwarf_lines *dwarf;	/* NULL: there is no debug information */
	struct elf_segment *segs;
	size_t nr_segs;
	struct src_frames_map found;	/* address -> struct src_frames, or not_found */
	struct arena arena;
};

static struct src_frames not_found;

/* What dwz has taken out of the debug file lies in the recording, too, if that was packed. */
static void take_packed_part(const struct dso *dso, struct dwarf_lines *dwarf)
{
	struct dso part = { .dsos = dso->dsos };
	size_t at = 0;
	char *path;

	part.path = dwarf_lines__shared(dwarf, part.build_id, &part.build_id_size);
	path = part.path ? dsos__packed(dso->dsos, &part, PACK_SHARED_DEBUG, &at) : NULL;
	if (path)
		dwarf_lines__set_shared(dwarf, path);
	free(path);
}

static struct dso_source *source_of(struct dso *dso)
{
	struct dso_source *s = dso->priv;
	char *path;

	if (s)
		return s;
	s = dso->priv = xzalloc(sizeof(*s));
	path = dso__find_dwarf(dso, &s->segs, &s->nr_segs);
	if (path)
		s->dwarf = dwarf_lines__open(path, !dso->dsos->opts.no_demangle);
	if (s->dwarf && dso->dsos->pack)
		take_packed_part(dso, s->dwarf);
	free(path);
	return s;
}

void dso__free_source(struct dso *dso)
{
	struct dso_source *s = dso->priv;

	if (!s)
		return;
	dwarf_lines__close(s->dwarf);
	src_frames_map__exit(&s->found);
	arena__exit(&s->arena);
	free(s->segs);
	free(s);
	dso->priv = NULL;
}

/* From a file offset to the address that the linker gave it. */
static bool to_virtual(const struct dso_source *s, uint64_t offset, uint64_t *ret)
{
	return elf_segments__virtual(s->segs, s->nr_segs, offset, ret);
}

bool dso__wants_inlines(const struct dso *dso)
{
	return dso->dsos->opts.inlines && !dso->dsos->opts.no_symbols;
}

/* @found: what is known without lines; or NULL. */
static struct src_frames *look_up(struct dso_source *s, uint64_t addr, bool lines, struct src_frames *found)
{
	struct src_frame frames[DWARF_MAX_INLINED];
	uint64_t virtual;
	uint32_t nr = to_virtual(s, addr, &virtual) ? dwarf_lines__find(s->dwarf, virtual, lines, frames) : 0;

	if (!nr)
		return &not_found;
	if (found && nr > found->nr)
		nr = found->nr;
	if (!found)
		found = arena__alloc(&s->arena, sizeof(*found) + nr * sizeof(*frames));
	found->nr = nr & INT32_MAX;
	found->has_lines = lines;
	memcpy(found->frames, frames, nr * sizeof(*frames));
	return found;
}

static const struct src_frames *find(struct dso *dso, uint64_t addr, bool lines)
{
	struct dso_source *s = source_of(dso);
	struct src_frames *found;

	if (!s->dwarf)
		return NULL;
	found = src_frames_map__find(&s->found, addr);
	if (!found || (lines && found->nr && !found->has_lines)) {
		found = look_up(s, addr, lines, found);
		src_frames_map__set(&s->found, addr, found);
	}
	return found->nr ? found : NULL;
}

const struct src_frames *dso__source(struct dso *dso, uint64_t addr)
{
	return find(dso, addr, true);
}

const struct src_frames *dso__functions(struct dso *dso, uint64_t addr)
{
	return find(dso, addr, false);
}

struct dwarf_lines *dso__dwarf(struct dso *dso, uint64_t addr, uint64_t *ret_virtual)
{
	const struct dso_source *s = source_of(dso);

	return to_virtual(s, addr, ret_virtual) ? s->dwarf : NULL;
}

uint64_t dso__to_linked(struct dso *dso, uint64_t addr)
{
	uint64_t linked;

	return dso->kind == DSO_KIND_USER && to_virtual(source_of(dso), addr, &linked) ? linked : addr;
}

uint64_t dso__from_linked(struct dso *dso, uint64_t linked)
{
	const struct dso_source *s = dso->kind == DSO_KIND_USER ? source_of(dso) : NULL;
	size_t i;

	for (i = 0; s && i < s->nr_segs; i++)
		if (linked - s->segs[i].vaddr < s->segs[i].memsz)
			return linked - s->segs[i].vaddr + s->segs[i].offset;
	return linked;
}

void srcline__text(struct strbuf *sb, struct dso *dso, uint64_t addr, bool is_caller, uint32_t index)
{
	const struct src_frames *src = dso__source(dso, addr - is_caller);
	const struct src_frame *frame = src && index < src->nr ? &src->frames[index] : NULL;
	const struct dso_source *s = source_of(dso);
	uint64_t virtual;
	const char *slash;

	if (frame && frame->file) {
		slash = dso->dsos->opts.full_source_path ? NULL : strrchr(frame->file, '/');
		strbuf__addf(sb, "%s:%u", shown(slash ? slash + 1 : frame->file), frame->line);
	} else {
		strbuf__addf(sb, "%s[%llx]", dso->short_name,
			     (unsigned long long)(to_virtual(s, addr, &virtual) ? virtual : addr));
	}
}
