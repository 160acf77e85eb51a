// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/stack-text.h"

#include <inttypes.h>
#include <string.h>

#include "util/base/json.h"
#include "util/base/strbuf.h"

void stack_texts__exit(struct stack_texts *t)
{
	u64map__exit(&t->halves);
	byte_pool__exit(&t->pool);
}

void stack_texts__flush(struct stack_texts *t)
{
	u64map__exit(&t->halves);
}

static void add_frame(struct strbuf *sb, const struct frame *f)
{
	if (f->sym)
		strbuf__addstr(sb, f->sym->name);
	else
		strbuf__addf(sb, "%#" PRIx64 " (%s)", f->ip, f->map ? f->map->dso->short_name : "[unknown]");
}

const char *stack_texts__part(struct stack_texts *t, const struct chain_half *half, uint32_t nr)
{
	struct strbuf sb = STRBUF_INIT;
	const char *text;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		if (i)
			strbuf__addch(&sb, '\n');
		add_frame(&sb, half->frames[i]);
	}
	text = byte_pool__str(&t->pool, strbuf__str(&sb));
	strbuf__exit(&sb);
	return text;
}

const char *stack_texts__of(struct stack_texts *t, const struct chain_half *half)
{
	const char *text;

	if (!half)
		return byte_pool__str(&t->pool, "");
	text = u64map__find(&t->halves, (uintptr_t)half);
	if (text)
		return text;
	text = stack_texts__part(t, half, half->nr);
	u64map__set(&t->halves, (uintptr_t)half, (void *)(uintptr_t)text);
	return text;
}

void stack_text__print(const char *stack, const char *indent, FILE *out)
{
	const char *end;

	for (; *stack; stack = *end ? end + 1 : end) {
		end = stack + strcspn(stack, "\n");
		fprintf(out, "%s%.*s\n", indent, (int)(end - stack), stack);
	}
}

void stack_text__json(const char *stack, struct json *j)
{
	struct strbuf frame = STRBUF_INIT;
	const char *end;

	json__array_inline(j, "stack");
	for (; *stack; stack = *end ? end + 1 : end) {
		end = stack + strcspn(stack, "\n");
		strbuf__reset(&frame);
		strbuf__add(&frame, stack, (size_t)(end - stack));
		json__str(j, NULL, strbuf__str(&frame));
	}
	json__end(j);
	strbuf__exit(&frame);
}
