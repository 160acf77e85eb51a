// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/stack-cut.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/ring-copy.h"
#include "util/event/evsel-config.h"
#include "util/event/perf-regs.h"
#include "util/event/sample.h"

/* Room for records that were cut, bytes; one has at most 64 KiB. */
#define ROOM			((size_t)256 << 10)
#define MAX_RECORD		((size_t)64 << 10)
/* No stack is larger, bytes: what points further outwards is no frame. */
#define MAX_STACK		((uint64_t)1 << 30)
/* User addresses are below, and nothing is mapped in the first page. */
#define MAX_ADDRESS		((uint64_t)1 << 57)
#define MIN_ADDRESS		4096
/* What lies less than so many bytes, 4 MiB, from known code may be code. */
#define PLACE			22
/* The frames of libc's functions that call main(), and of the one that calls these, take no more, bytes. */
#define MAX_BEFORE_MAIN		1024

enum stack_wish { STACK_AS_IT_IS, STACK_ALL, STACK_NEEDED };

struct stack_cut {
	struct sample_decoder decoder;
	enum stack_wish *wishes;	/* by evsel->idx */
	int fp, sp;			/* numbers of the registers */
	union {
		unsigned char bytes[ROOM];
		uint64_t align;
	} room;
};

static enum stack_wish wish_of(struct evsel *evsel, const struct record_opts *opts)
{
	const struct evsel_config *config = evsel__get_config(evsel);
	const struct callgraph_param *param = config->has_callgraph ? &config->callgraph : &opts->callgraph;

	if (!(evsel->attr.sample_type & PERF_SAMPLE_STACK_USER) || param->mode != CALLGRAPH_FP || !param->repair_size ||
	    !(config->has_callgraph || opts->callgraph_said))
		return STACK_AS_IT_IS;
	return param->repair_cut ? STACK_NEEDED : STACK_ALL;
}

struct stack_cut *stack_cut__new(struct evlist *evlist, const struct record_opts *opts)
{
	enum regs_arch arch = regs_arch__of(NULL);
	struct stack_cut *c = NULL;
	struct evsel *evsel;
	size_t i;

	if (regs_arch__fp(arch) < 0)
		return NULL;
	evlist__for_each(evlist, i, evsel) {
		enum stack_wish wish = wish_of(evsel, opts);

		if (wish == STACK_AS_IT_IS)
			continue;
		if (!c) {
			c = xzalloc(sizeof(*c));
			c->wishes = xcalloc(evlist->nr, sizeof(*c->wishes));
		}
		c->wishes[i] = wish;
	}
	if (!c)
		return NULL;
	sample_decoder__init(&c->decoder, evlist);
	c->fp = regs_arch__fp(arch);
	c->sp = regs_arch__sp(arch);
	return c;
}

void stack_cut__delete(struct stack_cut *c)
{
	if (!c)
		return;
	sample_decoder__exit(&c->decoder);
	free(c->wishes);
	free(c);
}

/* --- how much is needed ---------------------------------------------------------------------- */

static uint64_t word_at(const void *stack, uint64_t at)
{
	uint64_t v;

	memcpy(&v, (const char *)stack + at, sizeof(v));
	return v;
}

/* A piece of a stack, and its address. */
struct piece {
	uint64_t sp;
	const void *bytes;
	uint64_t size;
};

/* May a frame pointer @link, above @from, lead to the next frame? */
static bool is_outward(uint64_t link, uint64_t from)
{
	return link > from && link - from < MAX_STACK && link % 8 == 0;
}

static bool may_be_code(const struct piece *p, uint64_t word)
{
	return word >= MIN_ADDRESS && word < MAX_ADDRESS && !is_outward(word & ~(uint64_t)7, p->sp - 8);
}

/* Does a program's stack begin at @at: its arguments' number, their addresses, 0, the environment? */
static bool is_program_begin(const struct piece *p, uint64_t at)
{
	uint64_t n = word_at(p->bytes, at), i;

	if (!n || n > (p->size - at) / 8 || (n + 3) * 8 > p->size - at)
		return false;
	for (i = 1; i <= n; i++)
		if (word_at(p->bytes, at + i * 8) - p->sp >= MAX_STACK)
			return false;
	return !word_at(p->bytes, at + (n + 1) * 8) && (!word_at(p->bytes, at + (n + 2) * 8) ||
							word_at(p->bytes, at + (n + 2) * 8) - p->sp < MAX_STACK);
}

/* Does x86's libc have its own data of a thread at @at, which is above the thread's stack? They begin with their address. */
static bool is_thread_begin(const struct piece *p, uint64_t at)
{
	uint64_t self = p->sp + at;

	return p->size - at >= 24 && word_at(p->bytes, at) == self && word_at(p->bytes, at + 16) == self;
}

/*
 * Behind the frame that ends at @end frame pointers lead nowhere. So it is in the functions with which libc begins a
 * program or thread, which is not what anybody looks for. Do the bytes tell that no others follow? Farther from where a program begins
 * it was no frame: a function without one had the register for something else, which may lead into the stack. Threads
 * have data of their own, of any size, between their stack and where it is told.
 */
static bool is_begin(const struct piece *p, uint64_t end)
{
	uint64_t at;

	for (at = end; at + 8 <= p->size; at += 8)
		if ((at - end <= MAX_BEFORE_MAIN && is_program_begin(p, at)) || is_thread_begin(p, at))
			return true;
	return false;
}

/* Where code lies, as the return addresses of the frames show. */
struct code_places {
	uint64_t list[8];		/* in units of PLACE bytes, as a shift */
	size_t nr;
};

static bool is_near(const struct code_places *c, uint64_t word)
{
	size_t i;

	for (i = 0; i < c->nr; i++)
		if ((word >> PLACE) - c->list[i] + 1 <= 2)
			return true;
	return false;
}

static void add_place(struct code_places *c, uint64_t word)
{
	if (!is_near(c, word) && c->nr < ARRAY_SIZE(c->list))
		c->list[c->nr++] = word >> PLACE;
}

/* Is there a word in [@at, @end) that may be a return address, of a function without a frame? */
static bool may_skip(const struct piece *p, const struct code_places *c, uint64_t at, uint64_t end)
{
	for (; at < end; at += 8)
		if (is_near(c, word_at(p->bytes, at)))
			return true;
	return false;
}

size_t stack_cut__needed(uint64_t sp, uint64_t fp, const void *stack, size_t size)
{
	const struct piece p = { .sp = sp, .bytes = stack, .size = size & ~(size_t)7 };
	struct code_places code = { .nr = 0 };
	uint64_t link = fp, from = sp - 1, end = 0, needed = 0, word;

	if (p.size <= STACK_CUT_LEAST)
		return (size_t)p.size;
	while (is_outward(link, from) && link - sp <= p.size - 16) {
		word = word_at(stack, link - sp + 8);
		if (!may_be_code(&p, word))
			break;
		add_place(&code, word);
		if (end < STACK_CUT_LEAST || may_skip(&p, &code, end, link - sp))
			needed = link - sp + 16;
		end = link - sp + 16;
		from = link;
		link = word_at(stack, link - sp);
	}
	/*
	 * Of frames further outwards nothing is known but that they lie there. A 0 may end the frames, but libc's and the
	 * loader's own functions have zeros and addresses of data there as well. Functions without one may lie below them all the same.
	 */
	if (!end || (!(is_outward(link, from) && link - sp > p.size - 16) && !is_begin(&p, end)) ||
	    (is_outward(link, from) && may_skip(&p, &code, end, p.size)))
		return (size_t)p.size;
	return needed > STACK_CUT_LEAST ? (size_t)needed : STACK_CUT_LEAST;
}

/* --- records --------------------------------------------------------------------------------- */

/* How many bytes of the stack of @s are to be kept. */
static uint64_t kept_size(const struct stack_cut *c, enum stack_wish wish, const struct perf_sample *s)
{
	uint64_t sp, fp, size = s->user_stack_dyn_size & ~(uint64_t)7;

	/* One word less than the event asks for tells that it was cut. */
	if (size == s->user_stack_size)
		size -= 8;
	if (wish == STACK_NEEDED && regs_dump__get(&s->user_regs, (unsigned int)c->sp, &sp) &&
	    regs_dump__get(&s->user_regs, (unsigned int)c->fp, &fp))
		size = stack_cut__needed(sp, fp, s->user_stack, (size_t)size);
	return size;
}

/* Of the sample in @record, a multiple of 8 bytes; returns its new size. */
static size_t cut_sample(struct stack_cut *c, unsigned char *record, const struct perf_event_header *h)
{
	static const uint64_t none;
	struct record r = { .header = *h, .data = record };
	struct diag ignored = DIAG_INIT;
	struct perf_event_header header = *h;
	struct perf_sample s;
	const struct evsel *evsel = sample_decoder__sample(&c->decoder, &r, &s, &ignored);
	unsigned char *stack, *behind, *to;
	uint64_t size;

	if (!evsel || c->wishes[evsel->idx] == STACK_AS_IT_IS || !s.user_stack || s.user_stack_size % 8)
		return h->size;
	stack = record + ((const unsigned char *)s.user_stack - record);
	behind = stack + s.user_stack_size + sizeof(uint64_t);
	size = kept_size(c, c->wishes[evsel->idx], &s);
	/* The size, the bytes, how many of these the kernel could read; if there are none, only the size. */
	memcpy(stack - sizeof(size), &size, sizeof(size));
	to = stack + size;
	if (size) {
		memcpy(to, &none, sizeof(none));
		to += sizeof(none);
	}
	memmove(to, behind, (size_t)(record + h->size - behind));
	header.size = (uint16_t)(h->size - (size_t)(behind - to));
	memcpy(record, &header, sizeof(header));
	return header.size;
}

size_t stack_cut__take(struct stack_cut *c, const struct iovec iov[2], size_t pos, size_t size, const void **ret,
		       size_t *ret_size)
{
	size_t begin = pos, used = 0;

	while (pos < size && ROOM - used >= MAX_RECORD) {
		struct perf_event_header h;

		ring_copy(iov, pos, &h, sizeof(h));
		ring_copy(iov, pos, c->room.bytes + used, h.size);
		pos += h.size;
		used += h.type == PERF_RECORD_SAMPLE ? cut_sample(c, c->room.bytes + used, &h) : h.size;
	}
	*ret = c->room.bytes;
	*ret_size = used;
	return pos - begin;
}
