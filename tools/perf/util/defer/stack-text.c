// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/stack-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"

void stack_texts__exit(struct stack_texts *t)
{
	stack_text_map__exit(&t->halves);
	u64text__exit(&t->names);
	byte_pool__exit(&t->pool);
	zfree(&t->frames);
	t->cap_frames = 0;
}

void stack_texts__flush(struct stack_texts *t)
{
	stack_text_map__exit(&t->halves);
	u64text__exit(&t->names);
}

const char *stack_texts__name(struct stack_texts *t, const char *name)
{
	const char *known = u64text__find(&t->names, (uintptr_t)name);

	if (!known) {
		known = byte_pool__str(&t->pool, name);
		u64text__set(&t->names, (uintptr_t)name, known);
	}
	return known;
}

static struct stack_frame frame_of(struct stack_texts *t, const struct frame *f)
{
	if (f->sym)
		return (struct stack_frame){ .name = stack_texts__name(t, f->sym->name) };
	return (struct stack_frame){ .file = f->map ? stack_texts__name(t, f->map->dso->short_name) : "[unknown]", .ip = f->ip };
}

stack_text stack_texts__part(struct stack_texts *t, const struct chain_half *half, uint32_t nr)
{
	size_t i, n = 0;

	for (i = 0; i < nr; i++) {
		GROW(t->frames, n, t->cap_frames);
		t->frames[n++] = frame_of(t, half->frames[i]);
	}
	GROW(t->frames, n, t->cap_frames);
	t->frames[n++] = (struct stack_frame){ 0 };
	return byte_pool__get(&t->pool, t->frames, n * sizeof(*t->frames));
}

stack_text stack_texts__of(struct stack_texts *t, const struct chain_half *half)
{
	stack_text known;

	if (!half)
		return stack_texts__part(t, NULL, 0);
	known = stack_text_map__find(&t->halves, (uintptr_t)half);
	if (known)
		return known;
	known = stack_texts__part(t, half, half->nr);
	stack_text_map__set(&t->halves, (uintptr_t)half, known);
	return known;
}

static bool is_end(const struct stack_frame *f)
{
	return !f->name && !f->file;
}

static int compare_frames(const struct stack_frame *a, const struct stack_frame *b)
{
	if (is_end(a) || is_end(b))
		return is_end(b) - is_end(a);
	if (a->name && b->name)
		return a->name == b->name ? 0 : strcmp(a->name, b->name);
	/* Addresses stand where a name "0x" would, in their own order. */
	if (a->name)
		return strcmp(a->name, "0x") > 0 ? 1 : -1;
	if (b->name)
		return strcmp(b->name, "0x") > 0 ? -1 : 1;
	return a->ip != b->ip ? (a->ip < b->ip ? -1 : 1) : strcmp(a->file, b->file);
}

int stack_text__compare(stack_text a, stack_text b)
{
	int order = 0;

	for (; a != b && !order; a++, b++) {
		order = compare_frames(a, b);
		if (is_end(a) || is_end(b))
			break;
	}
	return order;
}

void stack_text__print_some(stack_text stack, size_t most, const char *indent, struct text_out *out)
{
	size_t more = 0;

	for (; !is_end(stack); stack++)
		if (!most)
			more++;
		else if (most-- && stack->name)
			text_out__addf(out, "%s%s\n", indent, stack->name);
		else
			text_out__addf(out, "%s%#" PRIx64 " (%s)\n", indent, stack->ip, stack->file);
	if (more)
		text_out__addf(out, "%s... and %zu more\n", indent, more);
}

void stack_text__print(stack_text stack, const char *indent, struct text_out *out)
{
	stack_text__print_some(stack, SIZE_MAX, indent, out);
}

static void add_frames(stack_text stack, struct json *j)
{
	struct strbuf text = STRBUF_INIT;

	for (; !is_end(stack); stack++) {
		strbuf__reset(&text);
		if (!stack->name)
			strbuf__addf(&text, "%#" PRIx64 " (%s)", stack->ip, stack->file);
		json__str(j, NULL, stack->name ? stack->name : strbuf__str(&text));
	}
	strbuf__exit(&text);
}

void stack_text__json(stack_text inner, stack_text outer, struct json *j)
{
	json__array_inline(j, "stack");
	add_frames(inner, j);
	if (outer)
		add_frames(outer, j);
	json__end(j);
}
