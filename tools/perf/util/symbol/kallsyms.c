// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of "ADDRESS TYPE NAME" with an optional "\t[MODULE]".
 *
 * A kernel has 200,000 of them, and of their names few are ever shown. So the file's text is kept and names stay in it, zero-
 * terminated where the line or the name ends; the look for that end also finds the bytes that may not be shown, word by word.
 */
#include "util/symbol/kallsyms.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/hash.h"
#include "util/base/names-file.h"
#include "util/symbol/kallsyms-line.h"

struct kallsyms_module {
	char *name;			/* "[e1000]" */
	struct symtab table;
};

struct module_key {
	const char *name;
	size_t len;
};

static inline uint64_t kallsyms_modules__hash(struct module_key key)
{
	return hash_bytes(key.name, key.len, 0);
}

static inline bool kallsyms_modules__is(const struct kallsyms_module *m, struct module_key key)
{
	return strlen(m->name) == key.len && !memcmp(m->name, key.name, key.len);
}

HASH_SET_FUNCTIONS(kallsyms_modules, struct module_key, struct kallsyms_module *)

#define MAX_FILE	((size_t)256 << 20)

/* The kinds that perf shows: code and data, weak ones too. */
static bool is_wanted(char type)
{
	type |= 0x20;
	return type == 't' || type == 'w' || type == 'd' || type == 'b';
}

static uint8_t binding_of(char type)
{
	if (type == 'W')
		return STB_WEAK;
	return type >= 'a' ? STB_LOCAL : STB_GLOBAL;
}

static struct symtab *table_of(struct kallsyms *k, const struct kallsyms_line *line)
{
	struct kallsyms_module **m;

	if (!line->module_len)
		return &k->kernel;
	m = kallsyms_modules__place(&k->modules, (struct module_key){ line->module, line->module_len });
	if (!*m) {
		*m = xzalloc(sizeof(**m));
		(*m)->name = xstrndup(line->module, line->module_len);
	}
	return &(*m)->table;
}

static void add_line(struct kallsyms *k, struct kallsyms_line *line)
{
	bool is_func = line->type == 't' || line->type == 'T' || line->type == 'w' || line->type == 'W';
	struct symtab_entry entry;

	if (line->addr)
		k->hidden = false;
	if (k->ref_name && !k->ref_addr && !line->module_len && strlen(k->ref_name) == line->name_len &&
	    !memcmp(k->ref_name, line->name, line->name_len))
		k->ref_addr = line->addr;
	/* "$x" and the like: marks within code, not names of it. */
	if (!is_wanted(line->type) || line->name[0] == '$')
		return;
	entry = (struct symtab_entry){ .start = line->addr, .end = line->addr, .name = line->name, .len = line->name_len,
				       .type = is_func ? STT_FUNC : STT_OBJECT, .binding = binding_of(line->type) };
	if (!line->is_plain || line->name_len > SYMTAB_MAX_NAME) {
		symtab__add(table_of(k, line), &entry);
		return;
	}
	symtab__add_kept(table_of(k, line), &entry);
	line->name[line->name_len] = 0;
}

int kallsyms__load(struct kallsyms *k, const char *path, const char *ref_name)
{
	char *p, *end, *stop, *data;
	struct kallsyms_line line;
	size_t size;
	int err = names_file__read_all(path, MAX_FILE, &data, &size);

	if (err)
		return err;
	*k = (struct kallsyms){ .ref_name = ref_name, .hidden = true, .text = data };
	for (p = data, end = data + size; p < end; p = stop + 1) {
		stop = kallsyms_line__parse(p, end, &line);
		if (line.name)
			add_line(k, &line);
	}
	return 0;
}

uint64_t kallsyms__find(const char *path, const char *name)
{
	int fd = names_file__open(path, NULL);
	FILE *f = fd < 0 ? NULL : alloc__given(fdopen(fd, "r"));
	uint64_t addr = 0;
	char *text = NULL;
	struct kallsyms_line line;
	size_t cap = 0;
	ssize_t len;

	while (f && !addr && (len = getline(&text, &cap, f)) > 0) {
		kallsyms_line__parse(text, text + len, &line);
		if (line.name && !line.module_len && strlen(name) == line.name_len && !memcmp(name, line.name, line.name_len))
			addr = line.addr;
	}
	free(text);
	if (f)
		fclose(f);
	else if (fd >= 0)
		close(fd);
	return addr;
}

static void finish(struct symtab *t, bool demangle)
{
	size_t i;

	for (i = 0; i < t->nr && demangle; i++)
		t->syms[i].mangled = true;
	symtab__finish(t, SYMTAB_FILL);
}

void kallsyms__finish(struct kallsyms *k, bool demangle)
{
	size_t i;

	finish(&k->kernel, demangle);
	HASH_EACH(&k->modules, i)
		finish(&k->modules.slots[i].val->table, demangle);
}

void kallsyms__exit(struct kallsyms *k)
{
	size_t i;

	symtab__exit(&k->kernel);
	HASH_EACH(&k->modules, i) {
		struct kallsyms_module *m = k->modules.slots[i].val;

		symtab__exit(&m->table);
		free(m->name);
		free(m);
	}
	kallsyms_modules__exit(&k->modules);
	free(k->text);
	*k = (struct kallsyms){ 0 };
}

struct symtab *kallsyms__module(struct kallsyms *k, const char *name)
{
	struct kallsyms_module *m = kallsyms_modules__find(&k->modules, (struct module_key){ name, strlen(name) });

	return m ? &m->table : NULL;
}

int kallsyms__kernel_range(const char *path, uint64_t *ret_start, uint64_t *ret_end,
			   const char **ret_ref_name, uint64_t *ret_ref_addr)
{
	uint64_t text = 0, stext = 0, etext = 0, edata = 0;
	char *p, *end, *stop, *data;
	struct kallsyms_line line;
	size_t size;
	int err = file__read_all(path, MAX_FILE, &data, &size);

	if (err)
		return err;
	for (p = data, end = data + size; p < end; p = stop + 1) {
		static const char * const names[] = { "_text", "_stext", "_etext", "_edata" };
		uint64_t *addrs[] = { &text, &stext, &etext, &edata };
		unsigned int i;

		stop = kallsyms_line__parse(p, end, &line);
		if (!line.name || line.module_len)
			continue;
		for (i = 0; i < ARRAY_SIZE(names); i++)
			if (strlen(names[i]) == line.name_len && !memcmp(names[i], line.name, line.name_len))
				*addrs[i] = line.addr;
	}
	free(data);
	if (!(text | stext))
		return -ENOENT;
	*ret_ref_name = text ? "_text" : "_stext";
	*ret_ref_addr = *ret_start = text ? text : stext;
	*ret_end = edata > *ret_start ? edata : etext > *ret_start ? etext : UINT64_MAX;
	return 0;
}
