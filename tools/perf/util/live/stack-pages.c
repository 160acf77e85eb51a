// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/stack-pages.h"

#include "util/live/memory-reader.h"

/* Of every machine whose stacks are unwound pages are as large, or a multiple of that. */
#define PAGE		((uint64_t)4096)
/* Each takes some 30 us, for a deputy is asked. */
#define READS_MAX	32

void stack_pages__round(struct stack_pages *s)
{
	s->reads = 0;
}

bool stack_pages__has_read(const struct stack_pages *s)
{
	return s->reads;
}

void stack_pages__touch(struct stack_pages *s, uint32_t pid, uint32_t tid, uint64_t from, uint64_t to)
{
	uint64_t page = from & ~(PAGE - 1), size = 1;
	struct stack_page_tried *tried = &s->tried[(page / PAGE + tid) % STACK_PAGES_TRIED];
	unsigned char *ignored;

	if (s->reads >= READS_MAX || (tried->page == page && tried->tid == tid))
		return;
	*tried = (struct stack_page_tried){ .page = page, .tid = tid };
	for (; page < to && size && s->reads < READS_MAX; page += size) {
		size = memory_reader__read(s->reader, pid, page, (size_t)(to - page), &ignored);
		s->reads++;
	}
}
