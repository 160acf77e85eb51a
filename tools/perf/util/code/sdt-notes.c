// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/sdt-notes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/file-map.h"

#define NOTE_OWNER "stapsdt"
#define NOTE_TYPE 3
/* The largest known library has some thousands of them. What has more, or longer texts, is not read on. */
#define MAX_NOTES 65536
#define MAX_NAME 128
#define MAX_ARGS 2048

/* Where a linker or prelink has moved the section .stapsdt.base to: what notes say is moved with it. */
struct moved {
	uint64_t base;			/* 0: not known, nothing has moved */
};

static uint64_t moved_address(const struct moved *m, uint64_t addr, uint64_t base)
{
	return m->base && base ? addr + (m->base - base) : addr;
}

/* Sets *@ret to where the byte at @addr lies in the file. */
static bool offset_of(const struct elf_view *v, uint64_t addr, uint64_t *ret)
{
	const struct elf_part *load = elf_view__load_at(v, addr);

	if (load)
		*ret = load->offset + (addr - load->addr);
	return load != NULL;
}

/* A text with its zero; NULL: it has none, or is longer than @max bytes. */
static const char *read_text(struct cursor *c, size_t max)
{
	const char *text = (const char *)c->pos;
	size_t left = cursor__left(c), len = strnlen(text, left < max ? left : max);

	if (c->bad || len == left || len == max) {
		cursor__fail(c, "text");
		return NULL;
	}
	cursor__skip(c, len + 1, "text");
	return text;
}

/* What the note's owner has written. Returns false if this is no marker. */
static bool read_marker(struct sdt_notes *notes, const struct elf_view *v, struct cursor *c, const struct moved *moved)
{
	uint64_t addr = elf_view__word(v, c, "place"), base = elf_view__word(v, c, "base"), semaphore = elf_view__word(v, c, "semaphore");
	const char *provider = read_text(c, MAX_NAME), *name = read_text(c, MAX_NAME), *args = read_text(c, MAX_ARGS);
	struct sdt_note note = { 0 };

	if (!provider || !name || !args || !*provider || !*name)
		return false;
	/* A place outside of the file is of another file than this, as with separate debug information. */
	if (!offset_of(v, moved_address(moved, addr, base), &note.offset))
		return true;
	if (semaphore && !offset_of(v, moved_address(moved, semaphore, base), &note.semaphore))
		return true;
	note.provider = xstrdup(provider);
	note.name = xstrdup(name);
	note.args = xstrdup(args);
	GROW(notes->at, notes->nr, notes->cap);
	notes->at[notes->nr++] = note;
	return true;
}

/* Each part of a note begins at a multiple of 4. */
static void skip_padding(struct cursor *c)
{
	size_t odd = cursor__offset(c) % 4;

	if (odd && cursor__left(c))
		cursor__skip(c, 4 - odd < cursor__left(c) ? 4 - odd : cursor__left(c), "padding");
}

static int read_section(struct sdt_notes *notes, const struct elf_view *v, const struct elf_part *part, const struct moved *moved,
			struct diag *diag)
{
	struct cursor c = elf_view__cursor(v, part);
	size_t nr = 0;

	while (cursor__left(&c) && nr++ < MAX_NOTES) {
		uint64_t offset = part->offset + cursor__offset(&c);
		uint32_t owner_size = cursor__u32(&c, "namesz"), size = cursor__u32(&c, "descsz"), type = cursor__u32(&c, "type");
		const unsigned char *owner = c.pos, *desc;

		cursor__skip(&c, owner_size, "name");
		skip_padding(&c);
		desc = c.pos;
		cursor__skip(&c, size, "desc");
		if (c.bad)
			return diag__set(diag, -EBADMSG, offset, ".note.stapsdt", c.bad, "the section ends within a note");
		skip_padding(&c);
		if (owner_size == sizeof(NOTE_OWNER) && !memcmp(owner, NOTE_OWNER, sizeof(NOTE_OWNER)) && type == NOTE_TYPE) {
			struct cursor inner = cursor__make(desc, size, v->swap);

			if (!read_marker(notes, v, &inner, moved))
				return diag__set(diag, -EBADMSG, offset, ".note.stapsdt", inner.bad, "a marker without a name or a place");
		}
	}
	return 0;
}

int sdt_notes__read(struct sdt_notes *notes, const struct elf_view *v, struct diag *diag)
{
	struct elf_part part;
	struct moved moved = { 0 };

	notes->machine = v->machine;
	if (elf_view__section(v, ".stapsdt.base", &part))
		moved.base = part.addr;
	if (!elf_view__section(v, ".note.stapsdt", &part))
		return 0;
	return read_section(notes, v, &part, &moved, diag);
}

int sdt_notes__read_file(struct sdt_notes *notes, const char *path, struct diag *diag)
{
	struct file_map map;
	struct elf_view view;
	int err = file_map__open(&map, path);

	if (err)
		return diag__msg(diag, err, "cannot read '%s': %s", path, err == -EINVAL ? "it is empty, or not a file" : strerror(-err));
	err = elf_view__open(&view, map.bytes, map.size, diag);
	if (!err)
		err = sdt_notes__read(notes, &view, diag);
	elf_view__close(&view);
	file_map__close(&map);
	return err;
}

void sdt_notes__exit(struct sdt_notes *notes)
{
	size_t i;

	for (i = 0; i < notes->nr; i++) {
		free(notes->at[i].provider);
		free(notes->at[i].name);
		free(notes->at[i].args);
	}
	free(notes->at);
	*notes = (struct sdt_notes){ 0 };
}
