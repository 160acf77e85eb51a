// SPDX-License-Identifier: GPL-2.0-only
/* Lines of "ADDRESS TYPE NAME" with an optional "\t[MODULE]". */
#include "util/symbol/kallsyms.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/hash.h"

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

struct line {
	uint64_t addr;
	const char *name, *module;
	size_t name_len, module_len;
	char type;
};

/* Values of hex digits, plus one: a file has three million of them. */
static const uint8_t hex_digits[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10,
	['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* Takes [@p, @end), a line without its end, apart. False if it is none of ours. */
static bool parse_line(const char *p, const char *end, struct line *ret)
{
	uint64_t addr = 0;
	const char *start = p, *tab;
	unsigned int d;

	while (p < end && (d = hex_digits[(unsigned char)*p]) != 0) {
		addr = addr << 4 | (d - 1);
		p++;
	}
	if (p == start || p - start > 16 || end - p < 4 || p[0] != ' ' || p[2] != ' ')
		return false;
	ret->addr = addr;
	ret->type = p[1];
	ret->name = p + 3;
	tab = memchr(ret->name, '\t', (size_t)(end - ret->name));
	ret->name_len = (size_t)((tab ? tab : end) - ret->name);
	ret->module = tab ? tab + 1 : NULL;
	ret->module_len = tab ? (size_t)(end - ret->module) : 0;
	return ret->name_len;
}

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

static struct symtab *table_of(struct kallsyms *k, const struct line *line)
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

static void add_line(struct kallsyms *k, const struct line *line)
{
	bool is_func = line->type == 't' || line->type == 'T' || line->type == 'w' || line->type == 'W';

	if (line->addr)
		k->hidden = false;
	if (k->ref_name && !k->ref_addr && !line->module_len && strlen(k->ref_name) == line->name_len &&
	    !memcmp(k->ref_name, line->name, line->name_len))
		k->ref_addr = line->addr;
	/* "$x" and the like: marks within code, not names of it. */
	if (!is_wanted(line->type) || line->name[0] == '$')
		return;
	symtab__add(table_of(k, line), line->addr, line->addr, line->name, line->name_len,
		    is_func ? STT_FUNC : STT_OBJECT, binding_of(line->type));
}

int kallsyms__load(struct kallsyms *k, const char *path, const char *ref_name)
{
	const char *p, *end, *newline;
	struct line line;
	char *data;
	size_t size;
	int err = file__read_all(path, MAX_FILE, &data, &size);

	if (err)
		return err;
	*k = (struct kallsyms){ .ref_name = ref_name, .hidden = true };
	for (p = data, end = data + size; p < end; p = newline + 1) {
		newline = memchr(p, '\n', (size_t)(end - p));
		if (!newline)
			newline = end;
		if (parse_line(p, newline, &line))
			add_line(k, &line);
	}
	free(data);
	return 0;
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
	const char *p, *end, *newline;
	struct line line;
	char *data;
	size_t size;
	int err = file__read_all(path, MAX_FILE, &data, &size);

	if (err)
		return err;
	for (p = data, end = data + size; p < end; p = newline + 1) {
		static const char * const names[] = { "_text", "_stext", "_etext", "_edata" };
		uint64_t *addrs[] = { &text, &stext, &etext, &edata };
		unsigned int i;

		newline = memchr(p, '\n', (size_t)(end - p));
		if (!newline)
			newline = end;
		if (!parse_line(p, newline, &line) || line.module_len)
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
