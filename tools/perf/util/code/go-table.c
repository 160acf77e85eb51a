// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/go-table.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/base/leb128.h"

/* The first word of the table: the lowest byte tells the version. */
#define MAGIC_1_2	0xfffffffbU
#define MAGIC_1_16	0xfffffffaU
#define MAGIC_1_18	0xfffffff0U
#define MAGIC_1_20	0xfffffff1U

#define HEAD		8	/* bytes: magic, two of zero, quantum, size of a pointer */

/* --- head ------------------------------------------------------------------------------------ */

static bool version_of(uint32_t magic, enum go_version *ret)
{
	static const uint32_t magics[] = { MAGIC_1_2, MAGIC_1_16, MAGIC_1_18, MAGIC_1_20 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(magics); i++)
		if (magics[i] == magic) {
			*ret = (enum go_version)i;
			return true;
		}
	return false;
}

static uint64_t pointer(const struct go_table *t, struct cursor *c, const char *what)
{
	return t->ptr_size == 8 ? cursor__u64(c, what) : cursor__u32(c, what);
}

/* From a function's entry in the table of functions to the next: its address, and where more about it stands. */
static size_t entry_size(const struct go_table *t)
{
	return t->version >= GO_1_18 ? 8 : 2U * t->ptr_size;
}

static bool read_first(struct go_table *t, struct cursor *c)
{
	uint32_t magic = cursor__u32(c, "magic");

	if (!version_of(magic, &t->version)) {
		t->swap = c->swap = true;
		if (!version_of(__builtin_bswap32(magic), &t->version))
			return false;
	}
	if (cursor__u16(c, "padding"))
		return false;
	t->quantum = cursor__u8(c, "quantum");
	t->ptr_size = cursor__u8(c, "pointer size");
	return !c->bad && (t->quantum == 1 || t->quantum == 2 || t->quantum == 4) && (t->ptr_size == 4 || t->ptr_size == 8);
}

size_t go_table__text_at(const void *bytes, size_t size)
{
	struct cursor c = cursor__make(bytes, size, false);
	struct go_table t = { .size = size };

	return read_first(&t, &c) && t.version >= GO_1_18 ? HEAD + 2U * t.ptr_size : 0;
}

/* Until 1.16 all parts are told from the beginning, and the functions follow their number. */
static void read_parts(struct go_table *t, struct cursor *c, uint64_t *ret_names, uint64_t *ret_values, uint64_t *ret_functions)
{
	uint64_t text;

	t->nr_functions = pointer(t, c, "number of functions");
	*ret_names = *ret_values = 0;
	*ret_functions = cursor__offset(c);
	if (t->version == GO_1_2)
		return;
	(void)pointer(t, c, "number of files");
	text = t->version >= GO_1_18 ? pointer(t, c, "start of the text") : 0;
	if (text)
		t->text = text;
	*ret_names = pointer(t, c, "names");
	(void)pointer(t, c, "units");
	(void)pointer(t, c, "files");
	*ret_values = pointer(t, c, "values");
	*ret_functions = pointer(t, c, "functions");
}

int go_table__open(struct go_table *t, const void *bytes, size_t size, uint64_t text, struct diag *diag)
{
	struct cursor c = cursor__make(bytes, size, false);
	uint64_t names, values, functions;

	*t = (struct go_table){ .bytes = bytes, .size = size, .text = text };
	if (!read_first(t, &c))
		return diag__set(diag, -EBADMSG, 0, ".gopclntab", "head", "does not begin as a table of Go's functions that is known");
	read_parts(t, &c, &names, &values, &functions);
	if (c.bad)
		return diag__set(diag, -EBADMSG, cursor__offset(&c), ".gopclntab", c.bad, "it ends within its head");
	if (names > size || values > size || functions > size)
		return diag__set(diag, -EBADMSG, 0, ".gopclntab", "head", "a part lies outside");
	/* Behind the last function stands the address of its end. */
	if (t->nr_functions > (size - functions) / entry_size(t) ||
	    size - functions - t->nr_functions * entry_size(t) < entry_size(t) / 2)
		return diag__set(diag, -EBADMSG, functions, ".gopclntab", "functions", "there are fewer than their number says");
	if (t->version >= GO_1_18 && !t->text)
		return diag__set(diag, -ENOTSUP, HEAD, ".gopclntab", "start of the text", "it is not known");
	t->names = (size_t)names;
	t->values = (size_t)values;
	t->functions = (size_t)functions;
	return 0;
}

/* --- functions ------------------------------------------------------------------------------- */

static struct cursor part(const struct go_table *t, size_t from)
{
	return cursor__make(t->bytes + from, t->size - from, t->swap);
}

/* The entry number @i, at most nr_functions, whose last one is only the end of the one before. */
static uint64_t start_of(const struct go_table *t, uint64_t i, uint64_t *ret_at)
{
	struct cursor c = part(t, t->functions);
	uint64_t start;

	cursor__skip(&c, i * entry_size(t), "functions");
	start = t->version >= GO_1_18 ? t->text + cursor__u32(&c, "start") : pointer(t, &c, "start");
	*ret_at = t->version >= GO_1_18 ? cursor__u32(&c, "function") : pointer(t, &c, "function");
	return start;
}

static const char *name_at(const struct go_table *t, uint64_t at)
{
	struct cursor c = part(t, t->names);
	const char *name;

	cursor__skip(&c, at, "name");
	name = cursor__str(&c, "name");
	return name ? name : "";
}

/* What stands about a function at @at of the part with functions. */
static bool read_function(const struct go_table *t, uint64_t at, struct go_function *ret)
{
	struct cursor c = part(t, t->functions);
	uint32_t name;

	if (t->version == GO_1_2)
		c = part(t, 0);
	cursor__skip(&c, at, "function");
	cursor__skip(&c, t->version >= GO_1_18 ? 4 : t->ptr_size, "start");
	name = cursor__u32(&c, "name");
	(void)cursor__u32(&c, "arguments");
	(void)cursor__u32(&c, "deferreturn");
	ret->moves = cursor__u32(&c, "moves of the stack pointer");
	if (c.bad)
		return false;
	ret->name = name_at(t, name);
	ret->flags = 0;
	if (t->version == GO_1_2)
		return true;
	/* Files, lines, number of tables, unit; the first line; kind. */
	cursor__skip(&c, 4 * 4 + (t->version >= GO_1_20 ? 4 : 0) + 1, "function");
	ret->flags = cursor__u8(&c, "flags");
	return !c.bad;
}

bool go_name__is_any(const char *name, const char *const *names, size_t nr)
{
	size_t i, len;

	for (i = 0; i < nr; i++) {
		len = strlen(names[i]);
		if (!strncmp(name, names[i], len) && (!name[len] || !strcmp(name + len, ".abi0")))
			return true;
	}
	return false;
}

bool go_table__function(const struct go_table *t, uint64_t addr, struct go_function *ret)
{
	uint64_t low = 0, high = t->nr_functions, mid, at, next;

	/* The number of the first one that begins behind @addr. */
	while (low < high) {
		mid = low + (high - low) / 2;
		if (start_of(t, mid, &at) <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return false;
	*ret = (struct go_function){ .start = start_of(t, low - 1, &at), .end = start_of(t, low, &next) };
	return addr >= ret->start && addr < ret->end && read_function(t, at, ret);
}

/* --- moves of the stack pointer -------------------------------------------------------------- */

/* Pairs: by how much the depth changes, how many bytes of code have it. It begins at -1, and ends with no change. */
bool go_table__move(const struct go_table *t, const struct go_function *f, uint64_t addr, struct go_move *ret)
{
	struct cursor c = part(t, t->values);
	uint64_t start, end = f->start;
	uint32_t depth = (uint32_t)-1, change;
	bool first = true;

	*ret = (struct go_move){ .first_moved = UINT64_MAX };
	if (!f->moves)
		return false;
	cursor__skip(&c, f->moves, "moves");
	while (end <= addr) {
		change = (uint32_t)cursor__uleb128(&c, "moves");
		if (c.bad || (!change && !first))
			return false;
		first = false;
		depth += change & 1 ? ~(change >> 1) : change >> 1;
		start = end;
		end += (cursor__uleb128(&c, "moves") & UINT32_MAX) * t->quantum;
		/* Nothing is told without code, nor behind the function. */
		if (c.bad || end <= start || end > f->end)
			return false;
		if (depth && ret->first_moved == UINT64_MAX) {
			ret->first_moved = start;
			ret->first_depth = (int32_t)depth;
		}
		ret->start = start;
		ret->end = end;
		ret->depth = (int32_t)depth;
	}
	return addr >= f->start;
}
