/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A tracepoint's print format: `"fd: 0x%08lx", ((unsigned long)(REC->fd))`, a C expression list, compiled
 * once and run over the raw bytes of samples. Neither the text nor the bytes are trusted. The values follow
 * libtraceevent's arithmetic (all unsigned, fields without sign extension), so that texts are the same.
 */
#ifndef PERF_EVENT_PRINT_FMT_H
#define PERF_EVENT_PRINT_FMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/strbuf.h"
#include "util/event/tracepoint-format.h"

enum print_fmt_kind {
	PF_NUMBER, PF_STRING, PF_FIELD,
	PF_NOT, PF_COMPLEMENT, PF_NEGATE,
	PF_BINARY,		/* op; a, b */
	PF_TERNARY,		/* a ? b : c */
	PF_CAST,		/* to size bytes; a */
	PF_INDEX,		/* a (a field or dynamic array) [ b ] */
	PF_GET_STR,		/* dynamic string */
	PF_DYNAMIC_ARRAY, PF_DYNAMIC_LEN,
	PF_FLAGS,		/* a; text is the delimiter; symbols */
	PF_SYMBOL,		/* a; symbols */
	PF_HEX, PF_HEX_STR,	/* a: where; b: how many bytes */
	PF_ARRAY,		/* a: where; b: how many; c: bytes of one */
	PF_BITMASK, PF_CPUMASK,
};

enum print_fmt_op {
	PF_MUL, PF_DIV, PF_MOD, PF_ADD, PF_SUB, PF_SHL, PF_SHR, PF_LT, PF_GT, PF_LE, PF_GE, PF_EQ, PF_NE, PF_AND,
	PF_XOR, PF_OR, PF_LAND, PF_LOR,
};

struct print_fmt_symbol {
	uint64_t value;
	const char *name;
};

struct print_fmt_node {
	enum print_fmt_kind kind;
	enum print_fmt_op op;
	uint64_t number;
	const char *text;
	uint32_t size;				/* PF_CAST: bytes; 0: as it is */
	unsigned int depth;			/* of the tree below, this node included */
	const struct tracepoint_field *field;
	struct print_fmt_node *a, *b, *c;
	struct print_fmt_symbol *symbols;
	size_t nr_symbols;
};

/* Literal text, then a conversion. */
struct print_fmt_segment {
	const char *literal;
	size_t literal_len;
	char conversion;		/* 'd', 'u', 'x', 's', 'p', ...; 0: none */
	char special[8];		/* what followed %p: "S", "I4", "ISpc", "M" */
	int length;			/* -2 hh, -1 h, 0, 1 l, 2 ll */
	char spec[24];			/* for snprintf, of a long long (or a string, or a pointer) */
	struct print_fmt_node *star;	/* the argument of '*', or NULL */
	struct print_fmt_node *arg;
};

struct print_fmt {
	struct arena arena;
	struct print_fmt_segment *segments;
	size_t nr_segments, cap_segments;
};

/* What an address or an address of a string means; both may return NULL. */
struct print_fmt_names {
	const char *(*function)(void *ctx, uint64_t addr, uint64_t *ret_start);
	const char *(*string)(void *ctx, uint64_t addr);
	void *ctx;
};

/* The raw bytes of one sample. */
struct print_fmt_raw {
	const unsigned char *data;
	size_t size;
	bool swap;
	unsigned int long_size;
	const struct print_fmt_names *names;
};

/*
 * Compiles @text, what stands behind "print fmt:". NULL if it uses something unknown, or is too large or
 * too deep.
 */
struct print_fmt *print_fmt__compile(const struct tracepoint_format *format, const char *text, size_t len,
				     unsigned int long_size);
void print_fmt__delete(struct print_fmt *pf);
void print_fmt__print(const struct print_fmt *pf, const struct print_fmt_raw *raw, struct strbuf *out);

/* Between the files that make this up: */
struct print_fmt_node *print_fmt__expression(struct arena *arena, const struct tracepoint_format *format,
					     unsigned int long_size, const char **pos, const char *end,
					     unsigned int *nr_nodes);
uint64_t print_fmt__eval(const struct print_fmt_node *node, const struct print_fmt_raw *raw);
/* @size bytes at @offset; what is not there reads as zero. */
uint64_t print_fmt__read(const struct print_fmt_raw *raw, uint64_t offset, uint32_t size);
/* Where the bytes of a field or dynamic array are: false if the node is neither, or they are not there. */
bool print_fmt__bytes(const struct print_fmt_node *node, const struct print_fmt_raw *raw, uint64_t *ret_offset,
		      uint64_t *ret_len);
void print_fmt__string(const struct print_fmt_node *node, const struct print_fmt_raw *raw, const char *spec,
		       int precision, struct strbuf *out);
/* "0-3,5", and hex with a comma every 32 bits; the bytes must be there. */
void print_fmt__add_bit_list(const struct print_fmt_raw *raw, uint64_t offset, uint64_t bits, struct strbuf *out);
void print_fmt__add_bit_mask(const struct print_fmt_raw *raw, uint64_t offset, uint64_t bytes, struct strbuf *out);
/* What a %p with letters behind it stands for. */
void print_fmt__special(const struct print_fmt_segment *seg, const struct print_fmt_raw *raw, struct strbuf *out);

#endif /* PERF_EVENT_PRINT_FMT_H */
