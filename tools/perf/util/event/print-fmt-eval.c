// SPDX-License-Identifier: GPL-2.0-only
/* The values of a print format's expressions, and its strings. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/event/print-fmt.h"

uint64_t print_fmt__read(const struct print_fmt_raw *raw, uint64_t offset, uint32_t size)
{
	struct cursor c = cursor__make(raw->data, raw->size, raw->swap);

	cursor__skip(&c, offset, "offset");
	switch (size) {
	case 1: return cursor__u8(&c, "u8");
	case 2: return cursor__u16(&c, "u16");
	case 4: return cursor__u32(&c, "u32");
	case 8: return cursor__u64(&c, "u64");
	default: return 0;
	}
}

/* Where a dynamic field's data are, and how long they are said to be. */
static uint64_t dynamic(const struct tracepoint_field *f, const struct print_fmt_raw *raw, uint64_t *ret_len)
{
	uint64_t where = print_fmt__read(raw, f->offset, f->size);

	*ret_len = where >> 16 & 0xffff;
	return (where & 0xffff) + (f->is_relative ? f->offset + f->size : 0);
}

bool print_fmt__bytes(const struct print_fmt_node *node, const struct print_fmt_raw *raw, uint64_t *ret_offset,
		      uint64_t *ret_len)
{
	while (node && node->kind == PF_CAST)
		node = node->a;
	if (!node || !node->field)
		return false;
	if (node->kind == PF_FIELD) {
		*ret_offset = node->field->offset;
		*ret_len = node->field->size;
	} else {
		*ret_offset = dynamic(node->field, raw, ret_len);
	}
	return *ret_offset <= raw->size;
}

static uint64_t binary(const struct print_fmt_node *n, const struct print_fmt_raw *raw)
{
	uint64_t a = print_fmt__eval(n->a, raw), b;

	if (n->op == PF_LAND)
		return a && print_fmt__eval(n->b, raw);
	if (n->op == PF_LOR)
		return a || print_fmt__eval(n->b, raw);
	b = print_fmt__eval(n->b, raw);
	switch (n->op) {
	case PF_MUL: return a * b;
	case PF_DIV: return b ? a / b : 0;
	case PF_MOD: return b ? a % b : 0;
	case PF_ADD: return a + b;
	case PF_SUB: return a - b;
	case PF_SHL: return a << (b & 63);
	case PF_SHR: return a >> (b & 63);
	case PF_LT: return a < b;
	case PF_GT: return a > b;
	case PF_LE: return a <= b;
	case PF_GE: return a >= b;
	case PF_EQ: return a == b;
	case PF_NE: return a != b;
	case PF_AND: return a & b;
	case PF_XOR: return a ^ b;
	default: return a | b;
	}
}

static uint64_t indexed(const struct print_fmt_node *n, const struct print_fmt_raw *raw)
{
	const struct print_fmt_node *array = n->a;
	uint64_t index = print_fmt__eval(n->b, raw), offset, len;
	uint32_t size;

	while (array->kind == PF_CAST)
		array = array->a;
	size = array->field->elem_size ? array->field->elem_size : raw->long_size;
	if (!print_fmt__bytes(array, raw, &offset, &len) || index > raw->size / size)
		return 0;
	return print_fmt__read(raw, offset + index * size, size);
}

uint64_t print_fmt__eval(const struct print_fmt_node *n, const struct print_fmt_raw *raw)
{
	uint64_t v, len;

	switch (n->kind) {
	case PF_NUMBER:
		return n->number;
	case PF_FIELD:
		return print_fmt__read(raw, n->field->offset, n->field->size);
	case PF_NOT:
		return !print_fmt__eval(n->a, raw);
	case PF_COMPLEMENT:
		return ~print_fmt__eval(n->a, raw);
	case PF_NEGATE:
		return -print_fmt__eval(n->a, raw);
	case PF_BINARY:
		return binary(n, raw);
	case PF_TERNARY:
		return print_fmt__eval(n->a, raw) ? print_fmt__eval(n->b, raw) : print_fmt__eval(n->c, raw);
	case PF_CAST:
		v = print_fmt__eval(n->a, raw);
		return n->size && n->size < 8 ? v & ((1ULL << (8 * n->size)) - 1) : v;
	case PF_INDEX:
		return indexed(n, raw);
	case PF_DYNAMIC_LEN:
		(void)dynamic(n->field, raw, &len);
		return len;
	case PF_FLAGS:
	case PF_SYMBOL:
		return print_fmt__eval(n->a, raw);
	default:
		return 0;
	}
}

/* A string through a conversion: its width and precision. */
static void add_string(const char *spec, int precision, const char *text, struct strbuf *out)
{
	if (!strcmp(spec, "%s"))
		strbuf__addstr(out, text);
	else if (precision >= 0)
		strbuf__addf(out, spec, precision, text);
	else
		strbuf__addf(out, spec, text);
}

static void add_flags(const struct print_fmt_node *n, const struct print_fmt_raw *raw, const char *spec,
		      int precision, struct strbuf *out)
{
	uint64_t v = print_fmt__eval(n->a, raw);
	const char *sep = "";
	size_t i;

	for (i = 0; i < n->nr_symbols; i++) {
		uint64_t flag = n->symbols[i].value;

		if (!v && (int64_t)flag < 0) {
			add_string(spec, precision, n->symbols[i].name, out);
			break;
		}
		if ((int64_t)flag > 0 && (v & flag) == flag) {
			strbuf__addstr(out, sep);
			add_string(spec, precision, n->symbols[i].name, out);
			sep = n->text;
			v &= ~flag;
		}
	}
	if (v)
		strbuf__addf(out, "%s0x%" PRIx64, sep, v);
}

static void add_symbol(const struct print_fmt_node *n, const struct print_fmt_raw *raw, const char *spec,
		       int precision, struct strbuf *out)
{
	uint64_t v = print_fmt__eval(n->a, raw);
	size_t i;

	for (i = 0; i < n->nr_symbols; i++) {
		if (n->symbols[i].value == v) {
			add_string(spec, precision, n->symbols[i].name, out);
			return;
		}
	}
	strbuf__addf(out, "0x%" PRIx64, v);
}

static void add_hex(const struct print_fmt_node *n, const struct print_fmt_raw *raw, struct strbuf *out)
{
	uint64_t offset, len, want = print_fmt__eval(n->b, raw), i;

	if (!print_fmt__bytes(n->a, raw, &offset, &len))
		return;
	if (want > raw->size - offset)
		want = raw->size - offset;
	for (i = 0; i < want; i++)
		strbuf__addf(out, "%s%02x", i && n->kind == PF_HEX ? " " : "", raw->data[offset + i]);
}

static void add_array(const struct print_fmt_node *n, const struct print_fmt_raw *raw, struct strbuf *out)
{
	uint64_t offset, len, count = print_fmt__eval(n->b, raw), size = print_fmt__eval(n->c, raw), i;

	if (!print_fmt__bytes(n->a, raw, &offset, &len))
		return;
	if (size != 1 && size != 2 && size != 4 && size != 8) {
		strbuf__addf(out, "BAD SIZE:%" PRIu64 " 0x%x", size, raw->size > offset ? raw->data[offset] : 0);
		return;
	}
	if (count > (raw->size - offset) / size)
		count = (raw->size - offset) / size;
	strbuf__addch(out, '{');
	for (i = 0; i < count; i++)
		strbuf__addf(out, "%s0x%" PRIx64, i ? "," : "", print_fmt__read(raw, offset + i * size, (uint32_t)size));
	strbuf__addch(out, '}');
}

/* The bytes of a mask, the lowest first. */
static unsigned int mask_byte(const struct print_fmt_raw *raw, uint64_t offset, uint64_t len, uint64_t i)
{
	bool big = raw->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

	return raw->data[offset + (big ? len - 1 - i : i)];
}

void print_fmt__add_bit_mask(const struct print_fmt_raw *raw, uint64_t offset, uint64_t bytes, struct strbuf *out)
{
	uint64_t i;

	for (i = bytes; i-- > 0;)
		strbuf__addf(out, "%02x%s", mask_byte(raw, offset, bytes, i), i && !(i & 3) ? "," : "");
}

void print_fmt__add_bit_list(const struct print_fmt_raw *raw, uint64_t offset, uint64_t bits, struct strbuf *out)
{
	uint64_t bit, first = 0;
	const char *sep = "";
	bool inside = false;

	for (bit = 0; bit <= bits; bit++) {
		bool set = bit < bits && (mask_byte(raw, offset, (bits + 7) / 8, bit / 8) >> bit % 8 & 1);

		if (set && !inside)
			first = bit;
		if (!set && inside) {
			strbuf__addf(out, "%s%" PRIu64, sep, first);
			sep = ",";
			if (bit - 1 > first)
				strbuf__addf(out, "-%" PRIu64, bit - 1);
		}
		inside = set;
	}
}

/* A dynamic mask, as a string. */
static void add_mask(const struct print_fmt_node *n, const struct print_fmt_raw *raw, const char *spec,
		     int precision, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;
	uint64_t offset, len;

	offset = dynamic(n->field, raw, &len);
	if (offset > raw->size || len > raw->size - offset)
		return;
	if (n->kind == PF_CPUMASK)
		print_fmt__add_bit_list(raw, offset, len * 8, &text);
	else
		print_fmt__add_bit_mask(raw, offset, len, &text);
	add_string(spec, precision, strbuf__str(&text), out);
	strbuf__exit(&text);
}

/* Zero-terminated within @max bytes at @offset. */
static void add_bytes(const struct print_fmt_raw *raw, uint64_t offset, uint64_t max, const char *spec,
		      int precision, struct strbuf *out)
{
	const char *text = (const char *)raw->data + offset;
	size_t n;
	char *copy;

	if (offset > raw->size)
		return;
	if (max > raw->size - offset)
		max = raw->size - offset;
	n = strnlen(text, max);
	if (!strcmp(spec, "%s")) {
		strbuf__add(out, text, n);
		return;
	}
	copy = xstrndup(text, n);
	add_string(spec, precision, copy, out);
	free(copy);
}

static void add_field(const struct print_fmt_node *n, const struct print_fmt_raw *raw, const char *spec,
		      int precision, struct strbuf *out)
{
	const struct tracepoint_field *f = n->field;
	const char *name = NULL;
	uint64_t v;

	if (f->kind == TRACEPOINT_FIELD_STRING || f->kind == TRACEPOINT_FIELD_ARRAY || f->size != raw->long_size) {
		add_bytes(raw, f->offset, f->size ? f->size : UINT64_MAX, spec, precision, out);
		return;
	}
	v = print_fmt__eval(n, raw);
	if (raw->names && raw->names->string)
		name = raw->names->string(raw->names->ctx, v);
	if (name)
		strbuf__addstr(out, name);
	else
		strbuf__addf(out, "%" PRIx64, v);
}

void print_fmt__string(const struct print_fmt_node *n, const struct print_fmt_raw *raw, const char *spec,
		       int precision, struct strbuf *out)
{
	uint64_t len;

	switch (n->kind) {
	case PF_STRING:
		add_string(spec, precision, n->text, out);
		break;
	case PF_FIELD:
		add_field(n, raw, spec, precision, out);
		break;
	case PF_GET_STR:
		add_bytes(raw, dynamic(n->field, raw, &len), UINT64_MAX, spec, precision, out);
		break;
	case PF_FLAGS:
		add_flags(n, raw, spec, precision, out);
		break;
	case PF_SYMBOL:
		add_symbol(n, raw, spec, precision, out);
		break;
	case PF_HEX:
	case PF_HEX_STR:
		add_hex(n, raw, out);
		break;
	case PF_ARRAY:
		add_array(n, raw, out);
		break;
	case PF_BITMASK:
	case PF_CPUMASK:
		add_mask(n, raw, spec, precision, out);
		break;
	case PF_TERNARY:
		print_fmt__string(print_fmt__eval(n->a, raw) ? n->b : n->c, raw, spec, precision, out);
		break;
	default:
		break;
	}
}
