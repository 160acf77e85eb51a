// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/cfi-index.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

/* --- .eh_frame_hdr --------------------------------------------------------------------------------------- */

struct hdr {
	uint64_t section, nr;
	uint8_t section_encoding, nr_encoding, table_encoding;
	size_t entries;
};

static bool read_hdr(const struct cfi_section *hdr, struct hdr *ret)
{
	struct cursor c = cursor__make(hdr->bytes, hdr->size, hdr->swap);

	if (cursor__u8(&c, "version") != 1)
		return false;
	ret->section_encoding = cursor__u8(&c, "encoding");
	ret->nr_encoding = cursor__u8(&c, "encoding");
	ret->table_encoding = cursor__u8(&c, "encoding");
	if (ret->section_encoding == CFI_PTR_OMIT)
		return false;
	ret->section = cfi_pointer__read(hdr, &c, 0, ret->section_encoding, hdr->addr);
	if (c.bad)
		return false;
	ret->nr = ret->nr_encoding == CFI_PTR_OMIT ? 0 : cfi_pointer__read(hdr, &c, 0, ret->nr_encoding, hdr->addr);
	ret->entries = cursor__offset(&c);
	if (c.bad)
		ret->nr = 0;
	return true;
}

bool cfi_hdr__section(const struct cfi_section *hdr, uint64_t *ret_addr)
{
	struct hdr h;

	if (!hdr->size || !read_hdr(hdr, &h))
		return false;
	*ret_addr = h.section;
	return true;
}

/* Bytes of a pointer whose size does not depend on its value; 0: it does. */
static size_t field_size(const struct cfi_section *s, uint8_t encoding)
{
	switch (encoding & CFI_PTR_FORM) {
	case CFI_PTR_ABS:
		return encoding == CFI_PTR_ALIGNED ? 0 : s->is_64 ? 8 : 4;
	case CFI_PTR_U4:
	case CFI_PTR_S4:
		return 4;
	case CFI_PTR_U8:
	case CFI_PTR_S8:
		return 8;
	default:
		return 0;
	}
}

void cfi_index__init(struct cfi_index *index, const struct cfi_section *section, const struct cfi_section *hdr)
{
	struct hdr h;

	*index = (struct cfi_index){ .section = *section };
	if (!section->size || !hdr->size || !read_hdr(hdr, &h) || h.table_encoding == CFI_PTR_OMIT || h.section != section->addr)
		return;
	index->field = field_size(hdr, h.table_encoding);
	if (!index->field || h.nr > (hdr->size - h.entries) / (2 * index->field))
		return;
	index->encoding = h.table_encoding;
	index->entries = h.entries;
	index->nr_entries = (size_t)h.nr;
	index->table = *hdr;
}

void cfi_index__exit(struct cfi_index *index)
{
	free(index->list);
	*index = (struct cfi_index){ 0 };
}

/* Field @at, a count of fields from the first entry's on: the start of a function, and where its FDE lies, take turns. */
static uint64_t table_field(const struct cfi_index *index, size_t at)
{
	const struct cfi_section *t = &index->table;
	size_t base = index->entries + at * index->field;
	struct cursor c = cursor__make(t->bytes + base, index->field, t->swap);

	return cfi_pointer__read(t, &c, base, index->encoding, t->addr);
}

/* One that is not in order cannot be searched. This is the only time that all of it is read. */
static bool table_is_sorted(struct cfi_index *index)
{
	uint64_t before = 0, start;
	size_t i;

	if (index->checked)
		return index->nr_entries;
	index->checked = true;
	for (i = 0; i < index->nr_entries; i++) {
		start = table_field(index, 2 * i);
		if (start < before)
			index->nr_entries = 0;
		before = start;
	}
	return index->nr_entries;
}

enum found { FOUND, FOUND_NONE, FOUND_LIE };

static enum found search_table(const struct cfi_index *index, uint64_t addr, struct cfi_fde *ret, uint64_t *ret_next)
{
	size_t low = BISECT(index->nr_entries, mid, table_field(index, 2 * mid) <= addr);
	uint64_t start, offset;

	*ret_next = low < index->nr_entries ? table_field(index, 2 * low) : UINT64_MAX;
	if (!low)
		return FOUND_NONE;
	start = table_field(index, 2 * (low - 1));
	offset = table_field(index, 2 * (low - 1) + 1) - index->section.addr;
	if (offset >= index->section.size || !cfi_fde__read(&index->section, (size_t)offset, ret) || ret->start != start)
		return FOUND_LIE;
	return addr < ret->end ? FOUND : FOUND_NONE;
}

/* --- the list -------------------------------------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
	const struct cfi_index_entry *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Returns whether the list may have more. */
static bool add(struct cfi_index *index, const struct cfi_fde *fde)
{
	const struct cfi_index_entry e = { fde->start, fde->end, fde->offset };
	size_t max = CFI_INDEX_BYTES / sizeof(e);

	if (index->nr == max) {
		index->cut = true;
		return false;
	}
	if (index->nr == index->cap) {
		index->cap = index->cap ? index->cap * 2 : 64;
		if (index->cap > max)
			index->cap = max;
		index->list = xreallocarray(index->list, index->cap, sizeof(e));
	}
	index->list[index->nr++] = e;
	return true;
}

/* Each entry is read once, and each CIE once for all FDEs behind each other that have it. */
static void make_list(struct cfi_index *index)
{
	const struct cfi_section *s = &index->section;
	size_t offset, cie = SIZE_MAX;
	struct cfi_head head;
	struct cfi_fde fde = { 0 };
	bool known = false;

	index->listed = true;
	for (offset = 0; offset < s->size && cfi_head__read(s, offset, &head); offset = head.end) {
		if (head.is_end && s->open_end)
			break;
		if (head.is_end || head.is_cie)
			continue;
		if (head.cie != cie) {
			cie = head.cie;
			known = cfi_cie__read(s, cie, &fde.cie);
		}
		if (known && cfi_fde__fill(s, offset, &head, &fde) && !add(index, &fde))
			break;
	}
	if (index->nr)
		qsort(index->list, index->nr, sizeof(*index->list), by_address);
}

static bool search_list(struct cfi_index *index, uint64_t addr, struct cfi_fde *ret, uint64_t *ret_next)
{
	size_t low;

	if (!index->listed)
		make_list(index);
	low = BISECT(index->nr, mid, index->list[mid].start <= addr);
	*ret_next = low < index->nr ? index->list[low].start : UINT64_MAX;
	return low && addr < index->list[low - 1].end && cfi_fde__read(&index->section, index->list[low - 1].offset, ret);
}

bool cfi_index__find(struct cfi_index *index, uint64_t addr, struct cfi_fde *ret, uint64_t *ret_next)
{
	enum found found;

	*ret_next = UINT64_MAX;
	if (!index->section.size)
		return false;
	if (table_is_sorted(index)) {
		found = search_table(index, addr, ret, ret_next);
		if (found != FOUND_LIE)
			return found == FOUND;
	}
	return search_list(index, addr, ret, ret_next);
}
