/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pages of stacks that programs have not touched yet, as large arrays have. The kernel takes copies of stacks where it
 * may not wait, so they end at the first such page. Whoever reads the page makes it be there: as one of zeros, which
 * takes no memory, until the program writes to it. So where a stack has ended there it is read, and those that follow
 * are copied over it. What was read is not looked at: it is of a later moment. Private to util/live.
 */
#ifndef PERF_LIVE_STACK_PAGES_H
#define PERF_LIVE_STACK_PAGES_H

#include <stdbool.h>
#include <stdint.h>

struct memory_reader;

#define STACK_PAGES_TRIED	1024

/* Zero-initialised but for @reader. */
struct stack_pages {
	struct memory_reader *reader;	/* borrowed */
	struct stack_page_tried {
		uint64_t page;		/* an address */
		uint32_t tid;
	} tried[STACK_PAGES_TRIED];	/* read before: where memory of the stack ends there is none */
	unsigned int reads;		/* in this round */
};

/* The rings were looked through: as much may be read again. */
void stack_pages__round(struct stack_pages *s);
/* Was anything read in this round? Then stacks are copied farther from now on. */
bool stack_pages__has_read(const struct stack_pages *s);
/* The copy of a stack of thread @tid, of process @pid, has ended in front of @from, and was to have what lies below @to. */
void stack_pages__touch(struct stack_pages *s, uint32_t pid, uint32_t tid, uint64_t from, uint64_t to);

#endif /* PERF_LIVE_STACK_PAGES_H */
