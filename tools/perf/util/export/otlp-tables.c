// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/otlp-tables.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/export/protobuf.h"
#include "util/machine/machine.h"

/* Numbers of the fields, by their messages. */
enum { DICTIONARY_MAPPING = 1, DICTIONARY_LOCATION, DICTIONARY_FUNCTION, DICTIONARY_LINK, DICTIONARY_STRING, DICTIONARY_ATTRIBUTE,
       DICTIONARY_STACK };
enum { MAPPING_START = 1, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE, MAPPING_ATTRIBUTES };
enum { LOCATION_MAPPING = 1, LOCATION_ADDRESS, LOCATION_LINE, LOCATION_ATTRIBUTES };
enum { LINE_FUNCTION = 1, LINE_NUMBER };
enum { FUNCTION_NAME = 1, FUNCTION_SYSTEM_NAME, FUNCTION_FILE };
enum { LINK_TRACE = 1, LINK_SPAN };
enum { ATTRIBUTE_KEY = 1, ATTRIBUTE_VALUE };
enum { VALUE_TEXT = 1, VALUE_NUMBER = 3 };
enum { STACK_LOCATIONS = 1 };

void otlp_tables__init(struct otlp_tables *t, const struct export_profile *profile)
{
	*t = (struct otlp_tables){ 0 };
	pprof_tables__init(&t->base, profile);
	t->stack_of = xcalloc(profile->stacks.nr + 1, sizeof(*t->stack_of));
}

void otlp_tables__exit(struct otlp_tables *t)
{
	pprof_tables__exit(&t->base);
	free(t->attributes);
	pair_num__exit(&t->attribute_ids);
	strbuf__exit(&t->stacks);
	free(t->stack_of);
}

/* --- attributes ------------------------------------------------------------------------------ */

static uint32_t attribute_of(struct otlp_tables *t, const char *key, bool is_text, uint64_t value)
{
	struct otlp_attribute a = { .key = pprof_tables__string(&t->base, key), .is_text = is_text, .value = value };
	struct pair id = pair_of((uint64_t)a.key << 1 | is_text, value);
	uint64_t known = pair_num__find(&t->attribute_ids, id);

	if (known)
		return (uint32_t)known;
	GROW(t->attributes, t->nr_attributes, t->cap_attributes);
	t->attributes[t->nr_attributes++] = a;
	*pair_num__place(&t->attribute_ids, id) = t->nr_attributes;
	return (uint32_t)t->nr_attributes;
}

uint32_t otlp_tables__text(struct otlp_tables *t, const char *key, const char *value)
{
	return attribute_of(t, key, true, pprof_tables__string(&t->base, value));
}

uint32_t otlp_tables__number(struct otlp_tables *t, const char *key, uint64_t value)
{
	return attribute_of(t, key, false, value);
}

/* --- stacks ---------------------------------------------------------------------------------- */

uint32_t otlp_tables__stack(struct otlp_tables *t, uint32_t node, const uint32_t *way, size_t nr)
{
	struct strbuf numbers = STRBUF_INIT, stack = STRBUF_INIT;
	size_t k, taken;

	/* A sample without any frame has the stack that stands for nothing. */
	if (!nr)
		return 0;
	if (t->stack_of[node])
		return t->stack_of[node];
	for (k = 0; k < nr; k += taken)
		protobuf__varint(&numbers, pprof_tables__location(&t->base, way + k, nr - k, &taken));
	protobuf__bytes(&stack, STACK_LOCATIONS, numbers.buf, numbers.len);
	protobuf__bytes(&t->stacks, DICTIONARY_STACK, stack.buf, stack.len);
	strbuf__exit(&numbers);
	strbuf__exit(&stack);
	return t->stack_of[node] = ++t->nr_stacks;
}

/* --- the dictionary -------------------------------------------------------------------------- */

static void write_mapping(struct otlp_tables *t, const struct pprof_mapping *m, struct strbuf *part)
{
	struct strbuf numbers = STRBUF_INIT;

	protobuf__number(part, MAPPING_START, m->map->start);
	protobuf__number(part, MAPPING_LIMIT, m->map->end);
	protobuf__number(part, MAPPING_OFFSET, m->map->pgoff);
	protobuf__number(part, MAPPING_FILE, m->file);
	if (m->build_id) {
		protobuf__varint(&numbers, attribute_of(t, "process.executable.build_id.gnu", true, m->build_id));
		protobuf__bytes(part, MAPPING_ATTRIBUTES, numbers.buf, numbers.len);
	}
	strbuf__exit(&numbers);
}

static void write_location(struct otlp_tables *t, const struct pprof_location *l, struct strbuf *part)
{
	struct strbuf inner = STRBUF_INIT;
	uint32_t k;

	protobuf__number(part, LOCATION_MAPPING, l->mapping);
	protobuf__number(part, LOCATION_ADDRESS, l->address);
	for (k = l->first_line; k < l->first_line + l->nr_lines; k++) {
		strbuf__reset(&inner);
		protobuf__number(&inner, LINE_FUNCTION, t->base.lines[k].function);
		protobuf__number(&inner, LINE_NUMBER, t->base.lines[k].line);
		protobuf__bytes(part, LOCATION_LINE, inner.buf, inner.len);
	}
	/* A mark is no frame. */
	if (!place__kind(l->place)->is_text) {
		strbuf__reset(&inner);
		protobuf__varint(&inner, otlp_tables__text(t, "profile.frame.type",
							   export__is_kernel(place__kind(l->place)->cpumode) ? "kernel" : "native"));
		protobuf__bytes(part, LOCATION_ATTRIBUTES, inner.buf, inner.len);
	}
	strbuf__exit(&inner);
}

static void write_attribute(const struct otlp_tables *t, const struct otlp_attribute *a, struct strbuf *part)
{
	struct strbuf value = STRBUF_INIT;
	const char *text;

	if (a->is_text) {
		text = t->base.strings[a->value];
		protobuf__bytes(&value, VALUE_TEXT, text, strlen(text));
	} else {
		protobuf__member(&value, VALUE_NUMBER, a->value);
	}
	protobuf__number(part, ATTRIBUTE_KEY, a->key);
	protobuf__bytes(part, ATTRIBUTE_VALUE, value.buf, value.len);
	strbuf__exit(&value);
}

/* Appends the message in @part, which is empty then. */
static void emit(struct strbuf *out, unsigned int table, struct strbuf *part)
{
	protobuf__bytes(out, table, strbuf__str(part), part->len);
	strbuf__reset(part);
}

/* Entry 0 of each table of messages is an empty one. */
static void write_nothing(struct strbuf *out, unsigned int table)
{
	protobuf__bytes(out, table, "", 0);
}

/* No sample is linked with a span of a trace: there is only the entry for nothing, whose ids are of zeroes. */
static void write_links(struct strbuf *out)
{
	static const char zeroes[16];
	struct strbuf link = STRBUF_INIT;

	protobuf__bytes(&link, LINK_TRACE, zeroes, 16);
	protobuf__bytes(&link, LINK_SPAN, zeroes, 8);
	emit(out, DICTIONARY_LINK, &link);
	strbuf__exit(&link);
}

void otlp_tables__write(struct otlp_tables *t, struct strbuf *out)
{
	struct strbuf part = STRBUF_INIT;
	size_t i;

	write_nothing(out, DICTIONARY_MAPPING);
	for (i = 0; i < t->base.nr_mappings; i++) {
		write_mapping(t, &t->base.mappings[i], &part);
		emit(out, DICTIONARY_MAPPING, &part);
	}
	write_nothing(out, DICTIONARY_LOCATION);
	for (i = 0; i < t->base.nr_locations; i++) {
		write_location(t, &t->base.locations[i], &part);
		emit(out, DICTIONARY_LOCATION, &part);
	}
	write_nothing(out, DICTIONARY_FUNCTION);
	for (i = 0; i < t->base.nr_functions; i++) {
		protobuf__number(&part, FUNCTION_NAME, t->base.functions[i].name);
		protobuf__number(&part, FUNCTION_SYSTEM_NAME, t->base.functions[i].name);
		protobuf__number(&part, FUNCTION_FILE, t->base.functions[i].file);
		emit(out, DICTIONARY_FUNCTION, &part);
	}
	write_links(out);
	/* Mappings and locations have added the last attributes, and with them the last strings. */
	for (i = 0; i < t->base.nr_strings; i++)
		protobuf__bytes(out, DICTIONARY_STRING, t->base.strings[i], strlen(t->base.strings[i]));
	write_nothing(out, DICTIONARY_ATTRIBUTE);
	for (i = 0; i < t->nr_attributes; i++) {
		write_attribute(t, &t->attributes[i], &part);
		emit(out, DICTIONARY_ATTRIBUTE, &part);
	}
	write_nothing(out, DICTIONARY_STACK);
	strbuf__add(out, strbuf__str(&t->stacks), t->stacks.len);
	strbuf__exit(&part);
}
