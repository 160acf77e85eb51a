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
	char *name;
	const char *module;
	size_t name_len, module_len;
	char type;
	bool is_plain;			/* the name can be shown as it is */
};

/* Values of hex digits, plus one: a file has three million of them. */
static const uint8_t hex_digits[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10,
	['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

#define ONES	0x0101010101010101ULL
#define HIGH	0x8080808080808080ULL

#define IS_LITTLE	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* Where the printable ASCII ends that begins at @p; at @end, where a zero stands, at the latest. */
static char *plain_end(char *p, const char *end)
{
	for (; end - p >= 8; p += 8) {
		uint64_t w, below, del, other;

		memcpy(&w, p, 8);
		below = w - ONES * 0x21;		/* a byte below 0x21, which is no part of a name, borrows */
		del = (w ^ (ONES * 0x7f)) - ONES;	/* one that is 0x7f, too */
		other = (below | del | w) & HIGH;
		/* What is borrowed is of bytes behind it: the first one is right. */
		if (other && IS_LITTLE)
			return p + __builtin_ctzll(other) / 8;
		if (other)
			break;
	}
	while (*p > 0x20 && *p < 0x7f)
		p++;
	return p;
}

/* For each byte of @w, which are all below 0x80, whether it is @least or more: 1 or 0. */
static uint64_t bytes_from(uint64_t w, unsigned int least)
{
	return ((w + ONES * (0x80 - least)) & HIGH) >> 7;
}

/* The number that eight lower-case hex digits stand for. False: they are none, or the machine is a big-endian one. */
static bool hex_word(const char *p, uint64_t *ret)
{
	uint64_t w, letters;

	memcpy(&w, p, 8);
	if (!IS_LITTLE || w & HIGH || bytes_from(w, '0') != ONES)
		return false;
	letters = bytes_from(w, 'a');
	w -= ONES * '0' + letters * ('a' - '0' - 10);
	if (bytes_from(w, 10) != letters || bytes_from(w, 16))
		return false;
	/* Neighbours are joined: digits to bytes, these to pairs, and pairs to fours. */
	w = (w << 4 | w >> 8) & 0x00ff00ff00ff00ffULL;
	w = (w << 8 | w >> 16) & 0x0000ffff0000ffffULL;
	*ret = (w << 16 | w >> 32) & 0xffffffffULL;
	return true;
}

/* Reads the address at *@p, which comes behind it. False: there is none. */
static bool parse_address(char **p, const char *end, uint64_t *ret)
{
	const char *start = *p;
	uint64_t high, low;
	unsigned int d;

	/* As the kernel writes them. */
	if (end - *p > 16 && (*p)[16] == ' ' && hex_word(*p, &high) && hex_word(*p + 8, &low)) {
		*ret = high << 32 | low;
		*p += 16;
		return true;
	}
	for (*ret = 0; *p < end && (d = hex_digits[(unsigned char)**p]) != 0; (*p)++)
		*ret = *ret << 4 | (d - 1);
	return *p > start && *p - start <= 16;
}

static char *line_end(char *p, const char *end)
{
	char *newline = memchr(p, '\n', (size_t)(end - p));

	return newline ? newline : (char *)(uintptr_t)end;
}

/* Takes the line at @p, which ends at @end at the latest, apart. Returns its end; ret->name is NULL if it is none of ours. */
static char *parse_line(char *p, const char *end, struct line *ret)
{
	char *name_end, *stop;

	ret->name = NULL;
	if (!parse_address(&p, end, &ret->addr) || end - p < 4 || p[0] != ' ' || p[1] == '\n' || p[2] != ' ')
		return line_end(p, end);
	ret->type = p[1];
	name_end = plain_end(p + 3, end);
	ret->is_plain = name_end == end || *name_end == '\n' || *name_end == '\t';
	stop = *name_end == '\n' ? name_end : line_end(name_end, end);
	if (!ret->is_plain) {
		name_end = memchr(p + 3, '\t', (size_t)(stop - p - 3));
		if (!name_end)
			name_end = stop;
	}
	ret->module = name_end < stop ? name_end + 1 : NULL;
	ret->module_len = ret->module ? (size_t)(stop - ret->module) : 0;
	ret->name_len = (size_t)(name_end - p - 3);
	if (ret->name_len)
		ret->name = p + 3;
	return stop;
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

static void add_line(struct kallsyms *k, struct line *line)
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
	struct line line;
	size_t size;
	int err = names_file__read_all(path, MAX_FILE, &data, &size);

	if (err)
		return err;
	*k = (struct kallsyms){ .ref_name = ref_name, .hidden = true, .text = data };
	for (p = data, end = data + size; p < end; p = stop + 1) {
		stop = parse_line(p, end, &line);
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
	struct line line;
	size_t cap = 0;
	ssize_t len;

	while (f && !addr && (len = getline(&text, &cap, f)) > 0) {
		parse_line(text, text + len, &line);
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
	struct line line;
	size_t size;
	int err = file__read_all(path, MAX_FILE, &data, &size);

	if (err)
		return err;
	for (p = data, end = data + size; p < end; p = stop + 1) {
		static const char * const names[] = { "_text", "_stext", "_etext", "_edata" };
		uint64_t *addrs[] = { &text, &stext, &etext, &edata };
		unsigned int i;

		stop = parse_line(p, end, &line);
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
