// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is asked before libtraceevent gets a format, or a sample with it. The library trusts its input: offsets of a format, lengths in a
 * sample, numbers that it divides by; and it recurses as deep as a format asks for.
 */
#include "util/event/tracepoint-sane.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPERATORS	8192
#define MAX_DEPTH	256

/* Is what stands behind a '%' a width of four digits, or one from a sample: room for gigabytes of blanks? */
static bool is_wide(const char *p, const char *end)
{
	unsigned int digits = 0;
	char before = '%';

	for (; p < end && strchr("-+ #0.", *p); p++)
		before = *p;
	if (p < end && *p == '*')
		return before != '.' && (end - p < 2 || p[1] != 'p');
	for (; p < end && isdigit((unsigned char)*p); p++)
		digits++;
	return digits > 3;
}

bool tracepoint_text__is_sane(const char *text, size_t len)
{
	unsigned int operators = 0, depth = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		if (strchr("+-*/%|&^<>?:!~=,", text[i]))
			operators++;
		if (strchr("([{", text[i]) && ++depth > MAX_DEPTH)
			return false;
		if (strchr(")]}", text[i]) && depth)
			depth--;
		if (text[i] == '%' && is_wide(text + i + 1, text + len))
			return false;
	}
	return operators <= MAX_OPERATORS;
}

bool tracepoint_fields__are_sane(const struct tep_format_field *f)
{
	for (; f; f = f->next)
		if (f->offset < 0 || f->size < 0 || f->offset > TRACEPOINT_RAW_MAX ||
		    f->size > TRACEPOINT_RAW_MAX - f->offset || f->elementsize > TRACEPOINT_RAW_MAX)
			return false;
	return true;
}

/* A number that stands in the format itself. */
static bool constant(const struct tep_print_arg *arg, long long *ret)
{
	char *end;

	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	if (!arg || arg->type != TEP_PRINT_ATOM)
		return false;
	*ret = strtoll(arg->atom.atom, &end, 0);
	return end != arg->atom.atom;
}

/* A length: in the format, or in the sample. -1: neither. */
static long long length_of(const unsigned char *raw, const struct tep_print_arg *arg)
{
	const struct tep_format_field *f;
	long long v;

	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	if (constant(arg, &v))
		return v;
	if (arg && arg->type == TEP_PRINT_DYNAMIC_ARRAY_LEN)
		return UINT16_MAX;
	if (!arg || arg->type != TEP_PRINT_FIELD || !(f = arg->field.field) ||
	    (f->size != 1 && f->size != 2 && f->size != 4))
		return -1;
	return (long long)tep_read_number(f->event->tep, raw + f->offset, f->size);
}

/* Fields and arrays, the only things whose bytes may be taken by number. */
static bool is_array_source(const struct tep_print_arg *arg)
{
	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	return arg && (arg->type == TEP_PRINT_FIELD ||
		       (arg->type == TEP_PRINT_DYNAMIC_ARRAY && !arg->dynarray.index));
}

static bool args_are_safe(const unsigned char *raw, const struct tep_print_arg *arg, int depth);

static bool operator_is_safe(const unsigned char *raw, const struct tep_print_arg *arg, int depth)
{
	const char *op = arg->op.op;
	long long v;

	if (!op || !args_are_safe(raw, arg->op.left, depth))
		return false;
	if (!strcmp(op, "["))
		return constant(arg->op.right, &v) && v >= 0 && v <= TRACEPOINT_RAW_MAX / 8;
	if (!strcmp(op, "/") || !strcmp(op, "%"))
		return constant(arg->op.right, &v) && v > 0;
	return args_are_safe(raw, arg->op.right, depth);
}

static bool arg_is_safe(const unsigned char *raw, const struct tep_print_arg *arg, int depth)
{
	long long n, size;

	if (depth > MAX_OPERATORS)
		return false;
	switch (arg->type) {
	case TEP_PRINT_NULL:
	case TEP_PRINT_ATOM:
	case TEP_PRINT_FIELD:
	case TEP_PRINT_STRING:
	case TEP_PRINT_BITMASK:
	case TEP_PRINT_CPUMASK:
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return true;
	case TEP_PRINT_DYNAMIC_ARRAY:
		return !arg->dynarray.index;
	case TEP_PRINT_TYPE:
		return args_are_safe(raw, arg->typecast.item, depth + 1);
	case TEP_PRINT_FLAGS:
		return args_are_safe(raw, arg->flags.field, depth + 1);
	case TEP_PRINT_SYMBOL:
		return args_are_safe(raw, arg->symbol.field, depth + 1);
	case TEP_PRINT_OP:
		return operator_is_safe(raw, arg, depth + 1);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		n = length_of(raw, arg->hex.size);
		return n >= 0 && n <= TRACEPOINT_RAW_MAX && is_array_source(arg->hex.field);
	case TEP_PRINT_INT_ARRAY:
		n = length_of(raw, arg->int_array.count);
		size = length_of(raw, arg->int_array.el_size);
		return n >= 0 && n <= TRACEPOINT_RAW_MAX &&
		       (size == 1 || size == 2 || size == 4 || size == 8) &&
		       n * size <= 2 * TRACEPOINT_RAW_MAX && is_array_source(arg->int_array.field);
	default:
		return false;
	}
}

static bool args_are_safe(const unsigned char *raw, const struct tep_print_arg *arg, int depth)
{
	for (; arg; arg = arg->next)
		if (!arg_is_safe(raw, arg, depth))
			return false;
	return true;
}

bool tracepoint_args__are_safe(const struct tep_print_arg *arg, const unsigned char *raw)
{
	return args_are_safe(raw, arg, 0);
}
