// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/pprof-tables.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/export/export-source.h"
#include "util/export/protobuf.h"
#include "util/machine/machine.h"

/* Numbers of the fields, by their messages. */
enum { MAPPING_ID = 1, MAPPING_START, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE, MAPPING_BUILD_ID, MAPPING_FUNCTIONS,
       MAPPING_FILENAMES, MAPPING_LINES, MAPPING_INLINES };
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_NUMBER };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE };

/* What the kernel keeps of a thread's name. */
#define COMM_LETTERS	15

void pprof_tables__init(struct pprof_tables *t, const struct export_profile *profile)
{
	*t = (struct pprof_tables){ .profile = profile };
	t->location_of = xcalloc(place_table__nr(profile->places) + 1, sizeof(*t->location_of));
	(void)pprof_tables__string(t, "");
}

void pprof_tables__exit(struct pprof_tables *t)
{
	free(t->strings);
	u64num__exit(&t->string_ids);
	free(t->functions);
	u64num__exit(&t->function_ids);
	free(t->mappings);
	u64num__exit(&t->mapping_ids);
	free(t->locations);
	free(t->location_of);
	free(t->lines);
	byte_pool__exit(&t->pool);
}

uint32_t pprof_tables__string(struct pprof_tables *t, const char *s)
{
	const char *own = byte_pool__str(&t->pool, s);
	uint64_t known = u64num__find(&t->string_ids, (uintptr_t)own);

	if (known)
		return (uint32_t)known - 1;
	GROW(t->strings, t->nr_strings, t->cap_strings);
	t->strings[t->nr_strings++] = own;
	u64num__set(&t->string_ids, (uintptr_t)own, t->nr_strings);
	return (uint32_t)(t->nr_strings - 1);
}

static uint32_t function_of(struct pprof_tables *t, const struct place *p, const char *file)
{
	struct strbuf name = STRBUF_INIT;
	struct pprof_function f;
	uint64_t key;
	uint64_t known;

	export__add_name(&name, p, true);
	f.name = pprof_tables__string(t, strbuf__str(&name));
	f.file = pprof_tables__string(t, file ? file : "");
	strbuf__exit(&name);
	key = (uint64_t)f.name << 32 | f.file;
	known = u64num__find(&t->function_ids, key);
	if (known)
		return (uint32_t)known;
	GROW(t->functions, t->nr_functions, t->cap_functions);
	t->functions[t->nr_functions++] = f;
	u64num__set(&t->function_ids, key, t->nr_functions);
	return (uint32_t)t->nr_functions;
}

static uint32_t mapping_of(struct pprof_tables *t, const struct map *map)
{
	uint64_t known = u64num__find(&t->mapping_ids, (uintptr_t)map);
	struct pprof_mapping m = { .map = map };
	char id[41];

	/* Processes that run the same program have maps of their own that say the same. */
	struct { uint64_t start, end, pgoff; uint32_t file, build_id; } says = { map->start, map->end, map->pgoff, 0, 0 };
	const void *key;

	if (known)
		return (uint32_t)known;
	m.file = pprof_tables__string(t, map->dso->long_name);
	if (map->dso->build_id_size)
		m.build_id = pprof_tables__string(t, build_id__text(map->dso->build_id, map->dso->build_id_size, id));
	says.file = m.file;
	says.build_id = m.build_id;
	key = byte_pool__get(&t->pool, &says, sizeof(says));
	known = u64num__find(&t->mapping_ids, (uintptr_t)key);
	if (!known) {
		GROW(t->mappings, t->nr_mappings, t->cap_mappings);
		t->mappings[t->nr_mappings++] = m;
		known = t->nr_mappings;
		u64num__set(&t->mapping_ids, (uintptr_t)key, known);
	}
	u64num__set(&t->mapping_ids, (uintptr_t)map, known);
	return (uint32_t)known;
}

static void add_line(struct pprof_tables *t, struct pprof_location *l, const struct place *p)
{
	struct pprof_mapping *m = l->mapping ? &t->mappings[l->mapping - 1] : NULL;
	const struct src_frame *src;

	/* Without a name the address says what there is; a mark is a name. */
	if (!place__kind(p)->sym && !place__text(p))
		return;
	src = export__source(p);
	GROW(t->lines, t->nr_lines, t->cap_lines);
	t->lines[t->nr_lines++] = (struct pprof_line){
		.function = function_of(t, p, src ? src->file : NULL), .line = src ? src->line : 0
	};
	l->nr_lines++;
	if (m) {
		m->functions = true;
		m->lines |= src && src->line;
		m->inlines |= place__kind(p)->inlined;
	}
}

uint32_t pprof_tables__location(struct pprof_tables *t, const uint32_t *way, size_t nr, size_t *ret_taken)
{
	const struct place_table *places = t->profile->places;
	const struct place *last;
	struct pprof_location l = { 0 };
	const struct map *map;
	size_t n = 0, i;

	while (n + 1 < nr && place__kind(place_table__get(places, way[n]))->inlined)
		n++;
	*ret_taken = n + 1;
	if (t->location_of[way[n]])
		return t->location_of[way[n]];
	l.place = last = place_table__get(places, way[n]);
	map = t->profile->maps[way[n]];
	if (!place__kind(last)->is_text)
		l.address = last->mem_ip - place__kind(last)->is_caller;
	if (map && !place__kind(last)->is_text)
		l.mapping = mapping_of(t, map);
	l.first_line = (uint32_t)t->nr_lines;
	for (i = 0; i <= n; i++)
		add_line(t, &l, place_table__get(places, way[i]));
	GROW(t->locations, t->nr_locations, t->cap_locations);
	t->locations[t->nr_locations++] = l;
	t->location_of[way[n]] = (uint32_t)t->nr_locations;
	return (uint32_t)t->nr_locations;
}

size_t pprof_tables__mapping_of_comm(const struct pprof_tables *t, const char *comm)
{
	size_t i;

	for (i = 0; i < t->nr_mappings; i++)
		if (t->mappings[i].map->dso->kind == DSO_KIND_USER &&
		    !strncmp(t->mappings[i].map->dso->short_name, comm, COMM_LETTERS))
			return i;
	return 0;
}

void pprof_tables__write_function(const struct pprof_tables *t, size_t i, struct strbuf *out)
{
	protobuf__number(out, FUNCTION_ID, i + 1);
	protobuf__number(out, FUNCTION_NAME, t->functions[i].name);
	protobuf__number(out, FUNCTION_SYSTEM_NAME, t->functions[i].name);
	protobuf__number(out, FUNCTION_FILE, t->functions[i].file);
}

void pprof_tables__write_location(const struct pprof_tables *t, size_t i, struct strbuf *out)
{
	const struct pprof_location *l = &t->locations[i];
	struct strbuf line = STRBUF_INIT;
	uint32_t k;

	protobuf__number(out, LOCATION_ID, i + 1);
	protobuf__number(out, LOCATION_MAPPING, l->mapping);
	protobuf__number(out, LOCATION_ADDRESS, l->address);
	for (k = l->first_line; k < l->first_line + l->nr_lines; k++) {
		strbuf__reset(&line);
		protobuf__number(&line, LINE_FUNCTION, t->lines[k].function);
		protobuf__number(&line, LINE_NUMBER, t->lines[k].line);
		protobuf__bytes(out, LOCATION_LINE, line.buf, line.len);
	}
	strbuf__exit(&line);
}

void pprof_tables__write_mapping(const struct pprof_tables *t, size_t i, struct strbuf *out)
{
	const struct pprof_mapping *m = &t->mappings[i];

	protobuf__number(out, MAPPING_ID, i + 1);
	protobuf__number(out, MAPPING_START, m->map->start);
	protobuf__number(out, MAPPING_LIMIT, m->map->end);
	protobuf__number(out, MAPPING_OFFSET, m->map->pgoff);
	protobuf__number(out, MAPPING_FILE, m->file);
	protobuf__number(out, MAPPING_BUILD_ID, m->build_id);
	protobuf__number(out, MAPPING_FUNCTIONS, m->functions);
	protobuf__number(out, MAPPING_FILENAMES, m->lines);
	protobuf__number(out, MAPPING_LINES, m->lines);
	protobuf__number(out, MAPPING_INLINES, m->inlines);
}
