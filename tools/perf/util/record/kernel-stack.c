// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/kernel-stack.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/hash.h"
#include "util/base/kernel-paths.h"

#define KALLSYMS_MAX	(256U << 20)

/* A line of kallsyms: "ffffffff81000000 T name\t[module]\n". */
struct kernel_name {
	uint64_t addr;
	const char *name, *module;	/* in the text; module: behind the bracket, or NULL */
	uint32_t len, module_len;
	uint32_t next;			/* of the same hash, + 1; 0: none */
};

struct kernel_names {
	char *text;
	struct kernel_name *list;	/* in the order of the file: of the kernel, and of each module, by address */
	size_t nr, cap;
	struct u64num by_hash;		/* hash of a name -> its first line, + 1 */
};

static void add_line(struct kernel_names *k, const char *line, const char *end)
{
	struct kernel_name n = { .addr = strtoull(line, NULL, 16) };
	const char *p = memchr(line, ' ', (size_t)(end - line));
	uint64_t hash;

	if (!p || end - p < 4 || p[2] != ' ')
		return;
	n.name = p + 3;
	p = memchr(n.name, '\t', (size_t)(end - n.name));
	n.len = (uint32_t)((p ? p : end) - n.name);
	if (p && end - p > 3 && p[1] == '[') {
		n.module = p + 2;
		n.module_len = (uint32_t)(end - 1 - n.module);
	}
	hash = hash_bytes(n.name, n.len, 0);
	n.next = (uint32_t)u64num__find(&k->by_hash, hash);
	GROW(k->list, k->nr, k->cap);
	k->list[k->nr++] = n;
	u64num__set(&k->by_hash, hash, k->nr);
}

struct kernel_names *kernel_names__new(void)
{
	struct kernel_names *k = xzalloc(sizeof(*k));
	char *file = xasprintf("%s/kallsyms", procfs__path());
	const char *line, *end, *stop;
	uint64_t any = 0;
	size_t size = 0, i;

	if (!file__read_all(file, KALLSYMS_MAX, &k->text, &size)) {
		end = k->text + size;
		for (line = k->text; line < end && (stop = memchr(line, '\n', (size_t)(end - line))); line = stop + 1)
			add_line(k, line, stop);
	}
	free(file);
	for (i = 0; i < k->nr; i++)
		any |= k->list[i].addr;
	if (any)
		return k;
	kernel_names__delete(k);
	return NULL;
}

void kernel_names__delete(struct kernel_names *k)
{
	if (!k)
		return;
	u64num__exit(&k->by_hash);
	free(k->list);
	free(k->text);
	free(k);
}

/* How far it is from a function to the next one, as the kernel reckons its size. */
static uint64_t size_of(const struct kernel_names *k, const struct kernel_name *n)
{
	size_t i = (size_t)(n - k->list) + 1;

	while (i < k->nr && k->list[i].addr <= n->addr)
		i++;
	return i < k->nr ? k->list[i].addr - n->addr : 0;
}

static bool is_named(const struct kernel_name *n, const struct kernel_name *like)
{
	return n->len == like->len && !memcmp(n->name, like->name, n->len) && !n->module == !like->module &&
	       (!n->module || (n->module_len == like->module_len && !memcmp(n->module, like->module, n->module_len)));
}

/* The address of a function with the name of @like. Several may have it: the size tells them apart. */
static bool find(const struct kernel_names *k, const struct kernel_name *like, uint64_t size, uint64_t *ret)
{
	size_t i = u64num__find(&k->by_hash, hash_bytes(like->name, like->len, 0));
	const struct kernel_name *n, *found = NULL;

	for (; i; i = n->next) {
		n = &k->list[i - 1];
		if (!is_named(n, like))
			continue;
		found = n;
		if (size_of(k, n) == size)
			break;
	}
	if (found)
		*ret = found->addr;
	return found != NULL;
}

/* "[<0>] futex_do_wait+0x38/0x70", and " [module]" behind it. False: there is no such function. */
static bool resolve_line(const struct kernel_names *k, const char *line, uint64_t *ret)
{
	const char *name = strstr(line, "] "), *module;
	struct kernel_name like;
	uint64_t at, size = 0, addr;
	char *p;

	if (!name)
		return false;
	like = (struct kernel_name){ .name = name + 2, .len = (uint32_t)strcspn(name + 2, "+") };
	if (like.name[like.len] != '+')
		return false;
	at = strtoull(like.name + like.len + 1, &p, 16);
	if (*p == '/')
		size = strtoull(p + 1, &p, 16);
	module = strchr(p, '[');
	if (module) {
		like.module = module + 1;
		like.module_len = (uint32_t)strcspn(like.module, " ]");
	}
	if (!find(k, &like, size, &addr))
		return false;
	*ret = addr + at;
	return true;
}

int kernel_stack__read(const struct kernel_names *k, pid_t tid, uint64_t *ret, size_t max)
{
	char *text = read_text_filef("%s/%d/stack", procfs__path(), tid), *line, *next;
	size_t nr = 0;

	if (!text)
		return errno ? -errno : -ENOENT;
	for (line = text; *line && nr < max; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = 0;
		nr += resolve_line(k, line, &ret[nr]);
	}
	free(text);
	return nr < INT_MAX ? (int)nr : INT_MAX;
}
