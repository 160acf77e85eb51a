// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/cfi-entry.h"

#include <string.h>

#include "util/base/leb128.h"

#define LENGTH_64	0xffffffffU	/* the length follows, with 64 bits */
#define MAX_AUGMENTATION 16		/* letters, and a zero; the longest that there are have 5 */

/* --- pointers -------------------------------------------------------------------------------------------- */

static uint64_t read_form(const struct cfi_section *s, struct cursor *c, uint8_t form)
{
	switch (form) {
	case CFI_PTR_ABS:
		return s->is_64 ? cursor__u64(c, "pointer") : cursor__u32(c, "pointer");
	case CFI_PTR_ULEB:
		return cursor__uleb128(c, "pointer");
	case CFI_PTR_U2:
		return cursor__u16(c, "pointer");
	case CFI_PTR_U4:
		return cursor__u32(c, "pointer");
	case CFI_PTR_U8:
	case CFI_PTR_S8:
		return cursor__u64(c, "pointer");
	case CFI_PTR_SLEB:
		return (uint64_t)cursor__sleb128(c, "pointer");
	case CFI_PTR_S2:
		return (uint64_t)(int64_t)(int16_t)cursor__u16(c, "pointer");
	case CFI_PTR_S4:
		return (uint64_t)(int64_t)(int32_t)cursor__u32(c, "pointer");
	default:
		cursor__fail(c, "pointer's form");
		return 0;
	}
}

uint64_t cfi_pointer__read(const struct cfi_section *s, struct cursor *c, size_t base, uint8_t encoding, uint64_t data)
{
	uint64_t here = s->addr + base + cursor__offset(c), v;
	size_t word = s->is_64 ? 8 : 4;

	if (encoding == CFI_PTR_ALIGNED) {
		cursor__skip(c, -here & (word - 1), "pointer's alignment");
		return read_form(s, c, CFI_PTR_ABS);
	}
	v = read_form(s, c, encoding & CFI_PTR_FORM);
	switch (encoding & (CFI_PTR_FROM | CFI_PTR_INDIRECT)) {
	case CFI_PTR_ABS:
		break;
	case CFI_PTR_FROM_HERE:
		v += here;
		break;
	case CFI_PTR_FROM_DATA:
		v += data;
		break;
	default:
		cursor__fail(c, "pointer's encoding");
	}
	return s->is_64 ? v : (uint32_t)v;
}

/* Skips a pointer, whatever it counts from. */
static void skip_pointer(const struct cfi_section *s, struct cursor *c, size_t base, uint8_t encoding)
{
	if (encoding == CFI_PTR_OMIT)
		return;
	if ((encoding & ~CFI_PTR_INDIRECT) != CFI_PTR_ALIGNED)
		encoding &= CFI_PTR_FORM;
	(void)cfi_pointer__read(s, c, base, encoding & (uint8_t)~CFI_PTR_INDIRECT, 0);
}

/* --- entries --------------------------------------------------------------------------------------------- */

/* From @offset to @end. */
static struct cursor cursor_of(const struct cfi_section *s, size_t offset, size_t end)
{
	return cursor__make(s->bytes + offset, end - offset, s->swap);
}

bool cfi_head__read(const struct cfi_section *s, size_t offset, struct cfi_head *ret)
{
	struct cursor c;
	uint64_t length, id, id_at;
	bool is_long;

	if (offset > s->size)
		return false;
	c = cursor_of(s, offset, s->size);
	length = cursor__u32(&c, "length");
	is_long = length == LENGTH_64;
	if (is_long)
		length = cursor__u64(&c, "length");
	*ret = (struct cfi_head){ .is_end = !length };
	if (!cursor__need(&c, length, "entry"))
		return false;
	id_at = offset + cursor__offset(&c);
	ret->end = (size_t)(id_at + length);
	if (ret->is_end)
		return true;
	c.end = s->bytes + ret->end;
	/* Of .eh_frame the number has 32 bits in long entries, too, and counts backwards from itself. */
	id = is_long && !s->eh ? cursor__u64(&c, "CIE") : cursor__u32(&c, "CIE");
	ret->body = offset + cursor__offset(&c);
	ret->is_cie = id == (s->eh ? 0 : is_long ? UINT64_MAX : UINT32_MAX);
	ret->cie = ret->is_cie ? offset : (size_t)(s->eh ? id_at - id : id);
	/* One that points out of the section has no CIE; the entry behind it may have one. */
	if (id > (s->eh ? id_at : s->size))
		ret->cie = s->size;
	return !c.bad;
}

/*
 * Copies the letters of @c, so that they stay what they are while they are looked at: the file may be written to meanwhile.
 */
static bool read_letters(struct cursor *c, char ret[MAX_AUGMENTATION])
{
	size_t i;

	for (i = 0; i < MAX_AUGMENTATION; i++) {
		ret[i] = (char)cursor__u8(c, "augmentation");
		if (!ret[i])
			return !c->bad;
	}
	return false;
}

/* What the letters behind 'z' say, with the data that belongs to each. A letter that is not known ends it. */
static void read_augmentation(const struct cfi_section *s, const char *letters, struct cursor *data, size_t base,
			      struct cfi_cie *ret)
{
	for (; *letters; letters++) {
		switch (*letters) {
		case 'R':
			ret->encoding = cursor__u8(data, "encoding");
			break;
		case 'P':
			skip_pointer(s, data, base, cursor__u8(data, "encoding"));
			break;
		case 'L':
			cursor__skip(data, 1, "encoding");
			break;
		case 'S':
			ret->signal = true;
			break;
		case 'B':	/* arm64: return addresses are signed with the other key */
		case 'G':	/* arm64: of memory that is tagged */
			break;
		default:
			return;
		}
	}
}

bool cfi_cie__read(const struct cfi_section *s, size_t offset, struct cfi_cie *ret)
{
	struct cfi_head head;
	struct cursor c, data;
	char letters[MAX_AUGMENTATION];
	uint8_t version;

	if (!cfi_head__read(s, offset, &head) || !head.is_cie)
		return false;
	*ret = (struct cfi_cie){ .program_end = head.end };
	c = cursor_of(s, head.body, head.end);
	version = cursor__u8(&c, "version");
	if (version != 1 && version != 3 && version != 4)
		return false;
	if (!read_letters(&c, letters))
		return false;
	ret->sized = letters[0] == 'z';
	/* Old compilers had a pointer here. */
	if (!strcmp(letters, "eh"))
		cursor__skip(&c, s->is_64 ? 8 : 4, "eh pointer");
	else if (letters[0] && !ret->sized)
		return false;
	if (version == 4 && (cursor__u8(&c, "address size") != (s->is_64 ? 8 : 4) || cursor__u8(&c, "segment size")))
		return false;
	ret->code_align = cursor__uleb128(&c, "code alignment");
	ret->data_align = cursor__sleb128(&c, "data alignment");
	ret->ra = version == 1 ? cursor__u8(&c, "return address") : cursor__uleb128(&c, "return address");
	if (ret->sized) {
		uint64_t size = cursor__uleb128(&c, "augmentation size");
		size_t base = head.body + cursor__offset(&c);

		data = cursor__sub(&c, size, "augmentation data");
		read_augmentation(s, letters + 1, &data, base, ret);
		if (data.bad)
			return false;
	}
	ret->program = head.body + cursor__offset(&c);
	return !c.bad && ret->encoding != CFI_PTR_OMIT;
}

bool cfi_fde__fill(const struct cfi_section *s, size_t offset, const struct cfi_head *head, struct cfi_fde *ret)
{
	struct cursor c = cursor_of(s, head->body, head->end);
	uint64_t length;

	ret->offset = offset;
	ret->start = cfi_pointer__read(s, &c, head->body, ret->cie.encoding, 0);
	length = cfi_pointer__read(s, &c, head->body, ret->cie.encoding & CFI_PTR_FORM, 0);
	if (ret->cie.sized)
		cursor__skip(&c, cursor__uleb128(&c, "augmentation size"), "augmentation data");
	/* The length of a form with a sign has none. */
	if ((ret->cie.encoding & CFI_PTR_FORM) == CFI_PTR_S4)
		length = (uint32_t)length;
	if ((ret->cie.encoding & CFI_PTR_FORM) == CFI_PTR_S2)
		length = (uint16_t)length;
	ret->program = head->body + cursor__offset(&c);
	ret->program_end = head->end;
	if (c.bad || !ret->start || !length || length > UINT64_MAX - ret->start)
		return false;
	ret->end = ret->start + length;
	return true;
}

bool cfi_fde__read(const struct cfi_section *s, size_t offset, struct cfi_fde *ret)
{
	struct cfi_head head;

	return cfi_head__read(s, offset, &head) && !head.is_end && !head.is_cie && cfi_cie__read(s, head.cie, &ret->cie) &&
	       cfi_fde__fill(s, offset, &head, ret);
}
