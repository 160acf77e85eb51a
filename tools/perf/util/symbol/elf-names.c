// SPDX-License-Identifier: GPL-2.0-only
/* The names of a string table, which symbols refer to by their offsets. */
#include "util/symbol/elf-file.h"

#include <string.h>

static bool is_plain(const char *s, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		if (s[i] && (s[i] < ' ' || s[i] > '~'))
			return false;
	return true;
}

struct elf_names elf_names__keep(struct elf_file *f, size_t link, struct symtab *t)
{
	Elf_Scn *scn = elf_getscn(f->elf, link);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;

	if (!data || !data->d_buf || !data->d_size)
		return (struct elf_names){ .kept = NULL };
	return (struct elf_names){ .kept = symtab__keep(t, data->d_buf, data->d_size), .size = data->d_size,
				   .plain = is_plain(data->d_buf, data->d_size),
				   .room = data->d_size < SIZE_MAX / 4 ? 4 * data->d_size : SIZE_MAX };
}

bool elf_names__add(struct elf_names *names, struct symtab *t, uint64_t start, const char *name, size_t len, const GElf_Sym *sym)
{
	const struct symtab_entry e = {
		.start = start, .end = start + sym->st_size, .name = name, .len = len,
		.type = GELF_ST_TYPE(sym->st_info), .binding = GELF_ST_BIND(sym->st_info),
	};
	size_t before = t->nr;

	/* Of a name that is too long only a copy can be cut. */
	if (names->plain && len <= SYMTAB_MAX_NAME) {
		symtab__add_kept(t, &e);
		return true;
	}
	if (len > names->room)
		return false;
	names->room -= len;
	symtab__add(t, &e);
	return t->nr > before;
}

const char *elf_names__at(const struct elf_names *names, size_t offset, size_t *ret_len)
{
	size_t room, len;

	*ret_len = 0;
	if (offset >= names->size)
		return NULL;
	room = names->size - offset;
	len = strnlen(names->kept + offset, room < SYMTAB_MAX_NAME + 1 ? room : SYMTAB_MAX_NAME + 1);
	if (len == room)
		return NULL;		/* without an end */
	*ret_len = len;
	return names->kept + offset;
}
