// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/func-parts.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/hash.h"

#define MARK	".cold"		/* "render.cold", "render.isra.0.cold", "render.cold.12" */
/* So many bytes of names are read: more than any program has, but symbols of a hostile file may all have one long name. */
#define NAMES_MOST	(1U << 28)

void func_parts__exit(struct func_parts *p)
{
	free(p->list);
	free(p->owners);
	*p = (struct func_parts){ .read = false };
}

/* The name of a symbol, and its bytes; NULL: it has none, or no more are read. */
static const char *name_of(struct func_parts *p, const struct func_starts *f, size_t symbol, size_t *ret_size)
{
	const char *name = p->names_read < NAMES_MOST ? func_starts__name(f, symbol) : NULL;

	*ret_size = name ? strlen(name) : 0;
	p->names_read += *ret_size;
	return name;
}

/* Sets *@ret_size to the bytes of the name of what the symbol is a part of; 0: it is none. */
static const char *whole_name(struct func_parts *p, const struct func_starts *f, size_t symbol, size_t *ret_size)
{
	size_t size;
	const char *name = name_of(p, f, symbol, &size), *mark = name ? strstr(name, MARK) : NULL;

	*ret_size = mark ? (size_t)(mark - name) : 0;
	return name;
}

static int by_hash(const void *a, const void *b)
{
	const struct func_part *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

static int by_part(const void *a, const void *b)
{
	const struct func_owner *x = a, *y = b;

	if (x->part != y->part)
		return x->part < y->part ? -1 : 1;
	return x->start < y->start ? -1 : x->start > y->start;
}

static void read_parts(struct func_parts *p, const struct func_starts *f)
{
	size_t i, size;

	for (i = 0; i < f->nr; i++) {
		const char *name = whole_name(p, f, i, &size);

		if (!size || !f->list[i].size)
			continue;
		GROW(p->list, p->nr, p->cap);
		p->list[p->nr++] = (struct func_part){
			.start = f->list[i].start, .size = f->list[i].size, .hash = hash_bytes(name, size, 0), .symbol = (uint32_t)i,
		};
	}
	if (p->nr)
		qsort(p->list, p->nr, sizeof(*p->list), by_hash);
}

static size_t first_of(const struct func_parts *p, uint64_t hash)
{
	return BISECT(p->nr, mid, p->list[mid].hash < hash);
}

/* Of so many parts of one name no more are looked at: who has more has other names than compilers write. */
#define SAME_NAME	8

static void add_owner(struct func_parts *p, const struct func_starts *f, size_t symbol)
{
	size_t size, part_size, i;
	const char *name = name_of(p, f, symbol, &size), *whole;
	uint64_t hash = size ? hash_bytes(name, size, 0) : 0;
	size_t first = first_of(p, hash);

	for (i = first; size && i < p->nr && p->list[i].hash == hash && i - first < SAME_NAME; i++) {
		whole = whole_name(p, f, p->list[i].symbol, &part_size);
		if (part_size != size || memcmp(whole, name, size) != 0)
			continue;
		GROW(p->owners, p->nr_owners, p->cap_owners);
		p->owners[p->nr_owners++] = (struct func_owner){
			.part = p->list[i].start, .start = f->list[symbol].start, .end = f->list[symbol].start + f->list[symbol].size,
		};
	}
}

static void read_all(struct func_parts *p, const struct func_starts *f)
{
	size_t i;

	p->read = true;
	read_parts(p, f);
	for (i = 0; p->nr && i < f->nr; i++)
		if (f->list[i].size)
			add_owner(p, f, i);
	if (p->nr_owners)
		qsort(p->owners, p->nr_owners, sizeof(*p->owners), by_part);
}

const struct func_owner *func_parts__owners(struct func_parts *p, const struct func_starts *f, uint64_t addr, uint64_t *ret_start,
					    uint64_t *ret_end, size_t *ret_nr)
{
	size_t low, i = func_starts__symbol(f, addr);

	if (i == f->nr || !f->list[i].size || addr - f->list[i].start >= f->list[i].size || !func_starts__is_part(f, i))
		return NULL;
	if (!p->read)
		read_all(p, f);
	*ret_start = f->list[i].start;
	*ret_end = *ret_start + f->list[i].size;
	low = BISECT(p->nr_owners, mid, p->owners[mid].part < *ret_start);
	for (*ret_nr = 0; low + *ret_nr < p->nr_owners && p->owners[low + *ret_nr].part == *ret_start; (*ret_nr)++)
		;
	return *ret_nr ? &p->owners[low] : NULL;
}
