// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/debug-section.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/symbol/unpack.h"

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD	2
#endif

/* ".zdebug_frame", as compilers made it once: these letters, the size as a big-endian word, and what zlib made. */
#define OLD_MAGIC	"ZLIB"
#define OLD_HEADER	12

static void unpack_to(struct debug_section *d, struct cursor *c, enum unpack_format format, struct cfi_section *ret)
{
	size_t size;
	int err = c->bad ? -EBADMSG : unpack_as(format, c->pos, cursor__left(c), &d->room, &d->unpacked, &size);

	d->too_large = err == -EFBIG;
	d->damaged = err && !d->too_large;
	if (err) {
		if (!c->bad)
			unpack_room__exit(&d->room);
		return;
	}
	ret->bytes = (const unsigned char *)d->unpacked;
	ret->size = size;
}

static void open_compressed(struct debug_section *d, const struct elf_view *elf, const struct elf_part *part,
			    struct cfi_section *ret)
{
	struct cursor c = elf_view__cursor(elf, part);
	uint32_t type = cursor__u32(&c, "ch_type");

	if (elf->is_64)
		cursor__skip(&c, 4, "ch_reserved");
	d->claimed = elf_view__word(elf, &c, "ch_size");
	(void)elf_view__word(elf, &c, "ch_addralign");
	if (type != ELFCOMPRESS_ZLIB && type != ELFCOMPRESS_ZSTD)
		cursor__fail(&c, "ch_type");
	unpack_to(d, &c, type == ELFCOMPRESS_ZLIB ? UNPACK_ZLIB : UNPACK_ZSTD, ret);
}

void debug_section__open(struct debug_section *d, const struct elf_view *elf, struct cfi_section *ret)
{
	struct elf_part part;
	struct cursor c;

	*ret = (struct cfi_section){ .is_64 = elf->is_64, .swap = elf->swap };
	if (elf_view__section(elf, ".debug_frame", &part)) {
		if (part.flags & SHF_COMPRESSED) {
			open_compressed(d, elf, &part, ret);
			return;
		}
		ret->bytes = elf->bytes + part.offset;
		ret->size = (size_t)part.size;
	} else if (elf_view__section(elf, ".zdebug_frame", &part)) {
		c = elf_view__cursor(elf, &part);
		if (part.size > OLD_HEADER && !memcmp(c.pos, OLD_MAGIC, strlen(OLD_MAGIC))) {
			cursor__skip(&c, strlen(OLD_MAGIC), "magic");
			c.swap = __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__;
			d->claimed = cursor__u64(&c, "size");
			unpack_to(d, &c, UNPACK_ZLIB, ret);
		}
	}
}

void debug_section__exit(struct debug_section *d)
{
	if (d->unpacked)
		unpack_room__exit(&d->room);
	free(d->unpacked);
	*d = (struct debug_section){ .unpacked = NULL };
}
