// SPDX-License-Identifier: GPL-2.0-only
/* The expressions of print formats: parsed here, evaluated in print-fmt-eval.c. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/print-fmt.h"

#define MAX_DEPTH	200		/* of nesting, and of the tree */
#define MAX_NODES	20000

struct parser {
	struct arena *arena;
	const struct tracepoint_format *format;
	unsigned int long_size;
	const char *pos, *end;
	unsigned int depth, *nr_nodes;
	bool failed;
};

static struct print_fmt_node *fail(struct parser *p)
{
	p->failed = true;
	return NULL;
}

static void skip_blanks(struct parser *p)
{
	while (p->pos < p->end && isspace((unsigned char)*p->pos))
		p->pos++;
}

/* Takes @s if it is what comes next. */
static bool take(struct parser *p, const char *s)
{
	size_t n = strlen(s);

	skip_blanks(p);
	if ((size_t)(p->end - p->pos) < n || memcmp(p->pos, s, n))
		return false;
	p->pos += n;
	return true;
}

static bool expect(struct parser *p, const char *s)
{
	if (!p->failed && !take(p, s))
		p->failed = true;
	return !p->failed;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The word that comes next; 0: none. Does not move. */
static size_t peek_word(struct parser *p)
{
	size_t n = 0;

	skip_blanks(p);
	if (p->pos < p->end && !isdigit((unsigned char)*p->pos))
		while (p->pos + n < p->end && is_word(p->pos[n]))
			n++;
	return n;
}

static bool take_word(struct parser *p, const char *word)
{
	size_t n = peek_word(p);

	if (n != strlen(word) || memcmp(p->pos, word, n))
		return false;
	p->pos += n;
	return true;
}

static unsigned int depth_of(const struct print_fmt_node *n)
{
	return n ? n->depth : 0;
}

static struct print_fmt_node *new_node(struct parser *p, enum print_fmt_kind kind, struct print_fmt_node *a,
				       struct print_fmt_node *b, struct print_fmt_node *c)
{
	struct print_fmt_node *n;
	unsigned int depth = depth_of(a);

	if (p->failed || ++*p->nr_nodes > MAX_NODES)
		return fail(p);
	depth = depth_of(b) > depth ? depth_of(b) : depth;
	depth = depth_of(c) > depth ? depth_of(c) : depth;
	if (depth >= MAX_DEPTH)
		return fail(p);
	n = arena__zalloc(p->arena, sizeof(*n));
	n->kind = kind;
	n->a = a;
	n->b = b;
	n->c = c;
	n->depth = depth + 1;
	return n;
}

static struct print_fmt_node *new_number(struct parser *p, uint64_t v)
{
	struct print_fmt_node *n = new_node(p, PF_NUMBER, NULL, NULL, NULL);

	if (n)
		n->number = v;
	return n;
}

/* Operators on constants are done at once: the kernel spells out masks of many. */
static struct print_fmt_node *fold(struct parser *p, struct print_fmt_node *n)
{
	static const struct print_fmt_raw none = { .long_size = 8 };

	if (!n)
		return NULL;
	if ((n->a && n->a->kind != PF_NUMBER) || (n->b && n->b->kind != PF_NUMBER) || (n->c && n->c->kind != PF_NUMBER))
		return n;
	return new_number(p, print_fmt__eval(n, &none));
}

/* "text" (several in a row are one), without escapes undone. */
static const char *parse_string(struct parser *p)
{
	struct strbuf sb = STRBUF_INIT;
	const char *s;
	bool any = false;

	while (!p->failed && take(p, "\"")) {
		const char *start = p->pos;

		while (p->pos < p->end && *p->pos != '"')
			p->pos += *p->pos == '\\' && p->end - p->pos > 1 ? 2 : 1;
		if (p->pos >= p->end)
			break;
		strbuf__add(&sb, start, (size_t)(p->pos - start));
		p->pos++;
		any = true;
	}
	if (p->pos >= p->end && !any)
		p->failed = true;
	s = any ? arena__strdup(p->arena, strbuf__str(&sb)) : NULL;
	strbuf__exit(&sb);
	if (!s)
		p->failed = true;
	return s;
}

static struct print_fmt_node *expression(struct parser *p);
static struct print_fmt_node *unary(struct parser *p);

/* "REC->name" (REC is taken), or the bare name inside __get_str() and its kin. */
static const struct tracepoint_field *parse_field_name(struct parser *p)
{
	const struct tracepoint_field *f;
	size_t n = peek_word(p);
	char name[128];

	if (!n || n >= sizeof(name)) {
		p->failed = true;
		return NULL;
	}
	memcpy(name, p->pos, n);
	name[n] = 0;
	f = tracepoint_format__field(p->format, name);
	if (!f)
		p->failed = true;
	p->pos += n;
	return f;
}

static struct print_fmt_node *field_node(struct parser *p, enum print_fmt_kind kind,
					 const struct tracepoint_field *f)
{
	struct print_fmt_node *n = f ? new_node(p, kind, NULL, NULL, NULL) : fail(p);

	if (n)
		n->field = f;
	return n;
}

/* The value of a flag. An enumerator whose number the kernel has not put in matches nothing: -1. */
static uint64_t parse_flag_value(struct parser *p)
{
	size_t n = peek_word(p);
	const char *q = p->pos + n;
	struct print_fmt_node *value;

	while (q < p->end && isspace((unsigned char)*q))
		q++;
	if (n && q < p->end && *q == ',') {
		p->pos = q;
		return UINT64_MAX;
	}
	value = expression(p);
	if (!value || value->kind != PF_NUMBER) {
		p->failed = true;
		return 0;
	}
	return value->number;
}

/* NULL: no name, as at the end of a table ({ -1, NULL }). */
static const char *parse_flag_name(struct parser *p)
{
	struct print_fmt_node *n = expression(p);

	return n && n->kind == PF_STRING ? n->text : NULL;
}

/* { value, "name" }, ... up to the closing parenthesis, which is taken. */
static void parse_symbols(struct parser *p, struct print_fmt_node *n)
{
	struct print_fmt_symbol *symbols = NULL;
	size_t nr = 0, cap = 0;

	while (!p->failed && take(p, ",")) {
		const char *name;
		uint64_t value;

		expect(p, "{");
		value = p->failed ? 0 : parse_flag_value(p);
		expect(p, ",");
		name = p->failed ? NULL : parse_flag_name(p);
		expect(p, "}");
		if (p->failed || nr >= MAX_NODES) {
			p->failed = true;
			break;
		}
		if (!name)
			continue;
		GROW(symbols, nr, cap);
		symbols[nr++] = (struct print_fmt_symbol){ value, name };
	}
	expect(p, ")");
	if (n && nr)
		n->symbols = arena__memdup(p->arena, symbols, nr * sizeof(*symbols));
	if (n)
		n->nr_symbols = nr;
	free(symbols);
}

static struct print_fmt_node *parse_flags(struct parser *p, enum print_fmt_kind kind)
{
	struct print_fmt_node *value = expression(p), *n;
	const char *delimiter = "";

	if (kind == PF_FLAGS) {
		expect(p, ",");
		delimiter = p->failed ? "" : parse_string(p);
	}
	n = new_node(p, kind, value, NULL, NULL);
	if (n)
		n->text = delimiter;
	parse_symbols(p, n);
	return n;
}

/* @nr more arguments behind the first. */
static struct print_fmt_node *parse_call(struct parser *p, enum print_fmt_kind kind, unsigned int nr)
{
	struct print_fmt_node *args[3] = { NULL };
	unsigned int i;

	for (i = 0; i <= nr && !p->failed; i++) {
		if (i)
			expect(p, ",");
		args[i] = p->failed ? NULL : expression(p);
	}
	expect(p, ")");
	return new_node(p, kind, args[0], args[1], args[2]);
}

static struct print_fmt_node *parse_dynamic(struct parser *p, enum print_fmt_kind kind)
{
	const struct tracepoint_field *f = parse_field_name(p);

	expect(p, ")");
	if (f && !f->is_dynamic)
		return fail(p);
	return field_node(p, kind, f);
}

enum argument_form { ARG_FIELD, ARG_FLAGS, ARG_1, ARG_2 };

static const struct {
	const char *name;
	enum print_fmt_kind kind;
	enum argument_form form;
} functions[] = {
	{ "__print_flags", PF_FLAGS, ARG_FLAGS },
	{ "__print_symbolic", PF_SYMBOL, ARG_FLAGS },
	{ "__print_hex", PF_HEX, ARG_1 },
	{ "__print_hex_str", PF_HEX_STR, ARG_1 },
	{ "__print_array", PF_ARRAY, ARG_2 },
	{ "__get_str", PF_GET_STR, ARG_FIELD },
	{ "__get_rel_str", PF_GET_STR, ARG_FIELD },
	{ "__get_dynamic_array", PF_DYNAMIC_ARRAY, ARG_FIELD },
	{ "__get_rel_dynamic_array", PF_DYNAMIC_ARRAY, ARG_FIELD },
	{ "__get_dynamic_array_len", PF_DYNAMIC_LEN, ARG_FIELD },
	{ "__get_rel_dynamic_array_len", PF_DYNAMIC_LEN, ARG_FIELD },
	{ "__get_bitmask", PF_BITMASK, ARG_FIELD },
	{ "__get_rel_bitmask", PF_BITMASK, ARG_FIELD },
	{ "__get_cpumask", PF_CPUMASK, ARG_FIELD },
	{ "__get_rel_cpumask", PF_CPUMASK, ARG_FIELD },
};

static struct print_fmt_node *parse_function(struct parser *p)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(functions); i++)
		if (take_word(p, functions[i].name))
			break;
	if (i == ARRAY_SIZE(functions))
		return fail(p);
	if (!expect(p, "("))
		return NULL;
	switch (functions[i].form) {
	case ARG_FIELD: return parse_dynamic(p, functions[i].kind);
	case ARG_FLAGS: return parse_flags(p, functions[i].kind);
	case ARG_1: return parse_call(p, functions[i].kind, 1);
	default: return parse_call(p, functions[i].kind, 2);
	}
}

static struct print_fmt_node *parse_number(struct parser *p)
{
	char text[32], *end;
	size_t n = 0;
	uint64_t v;

	while (p->pos + n < p->end && is_word(p->pos[n]) && n < sizeof(text) - 1) {
		text[n] = p->pos[n];
		n++;
	}
	text[n] = 0;
	v = strtoull(text, &end, 0);
	if (end == text || end[strspn(end, "uUlL")])
		return fail(p);
	p->pos += n;
	return new_number(p, v);
}

static const struct {
	const char *word;
	uint32_t size;			/* 0: as long as a long; ~0: no change */
} type_words[] = {
	{ "char", 1 }, { "bool", 1 }, { "short", 2 }, { "int", 4 }, { "unsigned", 4 }, { "signed", 4 }, { "long", 0 },
	{ "u8", 1 }, { "u16", 2 }, { "u32", 4 }, { "u64", 8 }, { "s8", 1 }, { "s16", 2 }, { "s32", 4 }, { "s64", 8 },
	{ "__u8", 1 }, { "__u16", 2 }, { "__u32", 4 }, { "__u64", 8 }, { "__s8", 1 }, { "__s16", 2 }, { "__s32", 4 },
	{ "__s64", 8 }, { "uint8_t", 1 }, { "uint16_t", 2 }, { "uint32_t", 4 }, { "uint64_t", 8 }, { "int8_t", 1 },
	{ "int16_t", 2 }, { "int32_t", 4 }, { "int64_t", 8 }, { "size_t", 0 }, { "ssize_t", 0 }, { "void", ~0U },
	{ "const", ~0U }, { "struct", ~0U }, { "union", ~0U }, { "enum", ~0U }, { "dma_addr_t", ~0U },
	{ "phys_addr_t", ~0U }, { "pid_t", 4 }, { "dev_t", 4 }, { "ino_t", 0 }, { "loff_t", 8 }, { "sector_t", 8 },
	{ "gfp_t", 4 }, { "umode_t", 2 }, { "__be16", 2 }, { "__be32", 4 }, { "__be64", 8 }, { "__le16", 2 },
	{ "__le32", 4 }, { "__le64", 8 }, { "uintptr_t", 0 }, { "blk_opf_t", 4 },
};

/* A word of @n letters in parentheses, with a value behind them. */
static bool is_unknown_type(struct parser *p, size_t n)
{
	const char *q = p->pos + n;

	if (n == 3 && !memcmp(p->pos, "REC", 3))
		return false;
	while (q < p->end && (isspace((unsigned char)*q) || *q == '*'))
		q++;
	if (q >= p->end || *q++ != ')')
		return false;
	while (q < p->end && isspace((unsigned char)*q))
		q++;
	return q < p->end && (is_word(*q) || *q == '(' || *q == '~');
}

/*
 * A type up to its closing parenthesis, which is taken: bytes of it (0: leave the value alone). False, and
 * nothing is taken, if that is no type.
 */
static bool parse_type(struct parser *p, uint32_t *ret_size)
{
	const char *start = p->pos;
	uint32_t size = ~0U;
	bool any = false, pointer = false, named = false;
	size_t n, i;

	while ((n = peek_word(p))) {
		for (i = 0; i < ARRAY_SIZE(type_words); i++)
			if (n == strlen(type_words[i].word) && !memcmp(p->pos, type_words[i].word, n))
				break;
		if (i == ARRAY_SIZE(type_words) && !named) {
			/* Some type of the kernel's own, or no type at all: what follows tells. */
			if (any || !is_unknown_type(p, n))
				break;
		}
		named = i < ARRAY_SIZE(type_words) && type_words[i].size == ~0U;
		/* "unsigned long": the later word says more; "long int": the first does. */
		if (i < ARRAY_SIZE(type_words) && type_words[i].size != ~0U && (size == ~0U || size == 4))
			size = type_words[i].size ? type_words[i].size : p->long_size;
		p->pos += n;
		any = true;
	}
	while (any && take(p, "*"))
		pointer = true;
	if (!any || !take(p, ")")) {
		p->pos = start;
		return false;
	}
	*ret_size = pointer || size == ~0U ? 0 : size;
	return true;
}

static struct print_fmt_node *parenthesis(struct parser *p)
{
	struct print_fmt_node *n;
	uint32_t size;

	if (parse_type(p, &size)) {
		n = new_node(p, PF_CAST, unary(p), NULL, NULL);
		if (n)
			n->size = size;
		return fold(p, n);
	}
	n = expression(p);
	expect(p, ")");
	return n;
}

static struct print_fmt_node *parse_sizeof(struct parser *p)
{
	uint32_t size;

	if (!expect(p, "("))
		return NULL;
	if (!parse_type(p, &size) || !size)
		return fail(p);
	return new_number(p, size);
}

/* __builtin_expect(value, expected) */
static struct print_fmt_node *parse_expect(struct parser *p)
{
	struct print_fmt_node *n;

	expect(p, "(");
	n = p->failed ? NULL : expression(p);
	expect(p, ",");
	if (!p->failed)
		(void)expression(p);
	expect(p, ")");
	return p->failed ? NULL : n;
}

/* Does a word with a '(' behind it come next? */
static bool is_call(struct parser *p)
{
	const char *q = p->pos + peek_word(p);

	while (q < p->end && isspace((unsigned char)*q))
		q++;
	return q < p->end && *q == '(';
}

/* A variable or enumerator of the kernel, whose value nobody here knows: it counts as 0. */
static struct print_fmt_node *parse_identifier(struct parser *p)
{
	size_t n = peek_word(p);

	if (!n)
		return fail(p);
	p->pos += n;
	return new_number(p, 0);
}

/* 'c' */
static struct print_fmt_node *parse_character(struct parser *p)
{
	struct print_fmt_node *n;

	if (p->end - p->pos < 3 || p->pos[1] == '\\' || p->pos[2] != '\'')
		return fail(p);
	n = new_number(p, (unsigned char)p->pos[1]);
	p->pos += 3;
	return n;
}

static struct print_fmt_node *primary(struct parser *p)
{
	struct print_fmt_node *n;

	skip_blanks(p);
	if (p->pos >= p->end)
		return fail(p);
	if (*p->pos == '"') {
		n = new_node(p, PF_STRING, NULL, NULL, NULL);
		if (n)
			n->text = parse_string(p);
		return p->failed ? NULL : n;
	}
	if (isdigit((unsigned char)*p->pos))
		return parse_number(p);
	if (*p->pos == '\'')
		return parse_character(p);
	if (take(p, "("))
		return parenthesis(p);
	if (take_word(p, "REC"))
		return expect(p, "->") ? field_node(p, PF_FIELD, parse_field_name(p)) : NULL;
	if (take_word(p, "sizeof"))
		return parse_sizeof(p);
	if (take_word(p, "__builtin_expect"))
		return parse_expect(p);
	if (!is_call(p))
		return parse_identifier(p);
	return parse_function(p);
}

/* Behind a value: [index]. */
static struct print_fmt_node *postfix(struct parser *p)
{
	struct print_fmt_node *n = primary(p), *inner;

	while (!p->failed && take(p, "[")) {
		struct print_fmt_node *index = expression(p);

		expect(p, "]");
		for (inner = n; inner && inner->kind == PF_CAST; inner = inner->a)
			;
		if (!inner || (inner->kind != PF_FIELD && inner->kind != PF_DYNAMIC_ARRAY))
			return fail(p);
		n = new_node(p, PF_INDEX, n, index, NULL);
	}
	return n;
}

static struct print_fmt_node *unary(struct parser *p)
{
	struct print_fmt_node *n;

	if (p->failed || ++p->depth > MAX_DEPTH)
		return fail(p);
	skip_blanks(p);
	if (take(p, "!"))
		n = fold(p, new_node(p, PF_NOT, unary(p), NULL, NULL));
	else if (take(p, "~"))
		n = fold(p, new_node(p, PF_COMPLEMENT, unary(p), NULL, NULL));
	else if (take(p, "-"))
		n = fold(p, new_node(p, PF_NEGATE, unary(p), NULL, NULL));
	else
		n = postfix(p);
	p->depth--;
	return p->failed ? NULL : n;
}

static const struct {
	const char *text;
	enum print_fmt_op op;
	int precedence;
} operators[] = {
	/* Longer ones first. */
	{ "<<", PF_SHL, 8 }, { ">>", PF_SHR, 8 }, { "<=", PF_LE, 7 }, { ">=", PF_GE, 7 }, { "==", PF_EQ, 6 },
	{ "!=", PF_NE, 6 }, { "&&", PF_LAND, 2 }, { "||", PF_LOR, 1 }, { "*", PF_MUL, 10 }, { "/", PF_DIV, 10 },
	{ "%", PF_MOD, 10 }, { "+", PF_ADD, 9 }, { "-", PF_SUB, 9 }, { "<", PF_LT, 7 }, { ">", PF_GT, 7 },
	{ "&", PF_AND, 5 }, { "^", PF_XOR, 4 }, { "|", PF_OR, 3 },
};

static struct print_fmt_node *binary(struct parser *p, int lowest)
{
	struct print_fmt_node *left = unary(p);

	while (!p->failed) {
		struct print_fmt_node *n;
		size_t i;

		skip_blanks(p);
		for (i = 0; i < ARRAY_SIZE(operators); i++) {
			size_t len = strlen(operators[i].text);

			if ((size_t)(p->end - p->pos) >= len && !memcmp(p->pos, operators[i].text, len))
				break;
		}
		if (i == ARRAY_SIZE(operators) || operators[i].precedence < lowest)
			return left;
		p->pos += strlen(operators[i].text);
		n = new_node(p, PF_BINARY, left, binary(p, operators[i].precedence + 1), NULL);
		if (!n)
			return NULL;
		n->op = operators[i].op;
		left = fold(p, n);
	}
	return NULL;
}

static struct print_fmt_node *expression(struct parser *p)
{
	struct print_fmt_node *condition, *yes, *no;

	if (p->failed || ++p->depth > MAX_DEPTH)
		return fail(p);
	condition = binary(p, 1);
	if (!p->failed && take(p, "?")) {
		yes = expression(p);
		expect(p, ":");
		no = p->failed ? NULL : expression(p);
		condition = new_node(p, PF_TERNARY, condition, yes, no);
	}
	p->depth--;
	return p->failed ? NULL : condition;
}

struct print_fmt_node *print_fmt__expression(struct arena *arena, const struct tracepoint_format *format,
					     unsigned int long_size, const char **pos, const char *end,
					     unsigned int *nr_nodes)
{
	struct parser p = {
		.arena = arena, .format = format, .long_size = long_size, .pos = *pos, .end = end,
		.nr_nodes = nr_nodes,
	};
	struct print_fmt_node *n = expression(&p);

	*pos = p.pos;
	return p.failed ? NULL : n;
}
