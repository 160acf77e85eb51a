// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/formula.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* What waits on the stack of operators: an operation, or one of these. */
enum { OPEN = FORMULA_MAX + 1, OPEN_CALL, OPEN_CALL_SECOND };

#define MAX_DEPTH	64U

struct formula_parser {
	struct formula *f;
	const char *text, *at;
	unsigned int waiting[MAX_DEPTH];
	size_t nr_waiting;
	bool want_operand;
	struct diag *diag;
};

static int wrong(struct formula_parser *p, const char *what)
{
	return diag__msg(p->diag, -EINVAL, "formula '%s', letter %zu: %s", p->text, (size_t)(p->at - p->text) + 1, what);
}

static int add_step(struct formula_parser *p, struct formula_step step)
{
	if (p->f->nr_steps == FORMULA_MAX_STEPS)
		return wrong(p, "it is too long from here on");
	p->f->steps[p->f->nr_steps++] = step;
	return 0;
}

static int push(struct formula_parser *p, unsigned int what)
{
	if (p->nr_waiting == MAX_DEPTH)
		return wrong(p, "it is nested too deeply");
	p->waiting[p->nr_waiting++] = what;
	return 0;
}

/* --- operands ------------------------------------------------------------------------------------- */

static bool is_name_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

/* The bytes of the name at @at, without quotes. */
static size_t name_length(const char *at)
{
	size_t len = 0;

	while (is_name_letter(at[len]) || (at[len] == '-' && len && is_name_letter(at[len + 1])))
		len++;
	return len;
}

static int add_name(struct formula_parser *p, const char *name, size_t len)
{
	struct formula *f = p->f;
	uint32_t i;

	for (i = 0; i < f->nr_names; i++)
		if (strlen(f->names[i]) == len && !memcmp(f->names[i], name, len))
			break;
	if (i == FORMULA_MAX_NAMES)
		return wrong(p, "too many names");
	if (i == f->nr_names)
		f->names[f->nr_names++] = xstrndup(name, len);
	return add_step(p, (struct formula_step){ .op = FORMULA_NAME, .name = i });
}

static int parse_number(struct formula_parser *p)
{
	char *end;
	double v = strtod(p->at, &end);

	if (end == p->at || !isfinite(v))
		return wrong(p, "no number");
	if (is_name_letter(*end))
		return wrong(p, "a name does not begin with a digit; quotes make one of anything");
	p->at = end;
	p->want_operand = false;
	return add_step(p, (struct formula_step){ .op = FORMULA_NUMBER, .number = v });
}

static int parse_quoted(struct formula_parser *p)
{
	const char *end = strchr(p->at + 1, *p->at);
	int err;

	if (!end || end == p->at + 1)
		return wrong(p, end ? "a name is missing between the quotes" : "the quote does not end");
	err = add_name(p, p->at + 1, (size_t)(end - p->at) - 1);
	p->at = end + 1;
	p->want_operand = false;
	return err;
}

static int parse_name(struct formula_parser *p)
{
	size_t len = name_length(p->at), behind = len + strspn(p->at + len, " \t");
	bool is_min = len == 3 && !strncmp(p->at, "min", 3), is_max = len == 3 && !strncmp(p->at, "max", 3);
	int err;

	if (p->at[behind] == '(') {
		if (!is_min && !is_max)
			return wrong(p, "the functions are min(a, b) and max(a, b)");
		err = push(p, is_min ? FORMULA_MIN : FORMULA_MAX);
		p->at += behind + 1;
		return err ? err : push(p, OPEN_CALL);
	}
	err = add_name(p, p->at, len);
	p->at += len;
	p->want_operand = false;
	return err;
}

static int parse_operand(struct formula_parser *p)
{
	if (isdigit((unsigned char)*p->at) || *p->at == '.')
		return parse_number(p);
	if (*p->at == '"' || *p->at == '\'')
		return parse_quoted(p);
	if (isalpha((unsigned char)*p->at) || *p->at == '_')
		return parse_name(p);
	if (*p->at == '(' || *p->at == '-')
		return push(p, *p->at++ == '(' ? (unsigned int)OPEN : FORMULA_NEGATE);
	return wrong(p, "a number, a name or a ( is missing");
}

/* --- operators ------------------------------------------------------------------------------------ */

static unsigned int strength(unsigned int op)
{
	return op == FORMULA_NEGATE ? 3 : op == FORMULA_MUL || op == FORMULA_DIV ? 2 : op == FORMULA_ADD || op == FORMULA_SUB ? 1 : 0;
}

/* Operations that wait and bind at least as strongly are done first. */
static int settle(struct formula_parser *p, unsigned int least)
{
	int err = 0;

	while (!err && p->nr_waiting && strength(p->waiting[p->nr_waiting - 1]) >= least)
		err = add_step(p, (struct formula_step){ .op = p->waiting[--p->nr_waiting] });
	return err;
}

static int close_bracket(struct formula_parser *p)
{
	int err = settle(p, 1);
	unsigned int open = p->nr_waiting ? p->waiting[p->nr_waiting - 1] : FORMULA_NUMBER;

	if (err)
		return err;
	if (open == OPEN_CALL)
		return wrong(p, "min and max take two values with a comma between them");
	if (open != OPEN && open != OPEN_CALL_SECOND)
		return wrong(p, "there is no ( for this )");
	p->nr_waiting--;
	p->at++;
	return open == OPEN ? 0 : add_step(p, (struct formula_step){ .op = p->waiting[--p->nr_waiting] });
}

static int parse_comma(struct formula_parser *p)
{
	int err = settle(p, 1);

	if (err)
		return err;
	if (!p->nr_waiting || p->waiting[p->nr_waiting - 1] != OPEN_CALL)
		return wrong(p, "a comma stands between the two values of min and max");
	p->waiting[p->nr_waiting - 1] = OPEN_CALL_SECOND;
	p->at++;
	p->want_operand = true;
	return 0;
}

static int parse_operator(struct formula_parser *p)
{
	static const char letters[] = "+-*/";
	static const unsigned int ops[] = { FORMULA_ADD, FORMULA_SUB, FORMULA_MUL, FORMULA_DIV };
	const char *which = strchr(letters, *p->at);
	unsigned int op;
	int err;

	if (*p->at == ')')
		return close_bracket(p);
	if (*p->at == ',')
		return parse_comma(p);
	if (!which)
		return wrong(p, "one of + - * / is missing");
	op = ops[which - letters];
	err = settle(p, strength(op));
	p->at++;
	p->want_operand = true;
	return err ? err : push(p, op);
}

static int finish(struct formula_parser *p)
{
	int err;

	if (p->want_operand)
		return wrong(p, "it ends where a number or a name is missing");
	err = settle(p, 1);
	return err ? err : p->nr_waiting ? wrong(p, "a ) is missing") : 0;
}

int formula__parse(struct formula *f, const char *text, struct diag *diag)
{
	struct formula_parser p = { .f = f, .text = text, .at = text, .want_operand = true, .diag = diag };
	int err = 0;

	f->nr_steps = f->nr_names = 0;
	if (strlen(text) > FORMULA_MAX_TEXT)
		return diag__msg(diag, -EINVAL, "a formula has at most %zu letters", FORMULA_MAX_TEXT);
	for (p.at += strspn(p.at, " \t"); !err && *p.at; p.at += strspn(p.at, " \t"))
		err = p.want_operand ? parse_operand(&p) : parse_operator(&p);
	if (!err)
		err = finish(&p);
	if (err)
		formula__exit(f);
	return err;
}

void formula__exit(struct formula *f)
{
	while (f->nr_names)
		free(f->names[--f->nr_names]);
	f->nr_steps = 0;
}

/* --- its value ------------------------------------------------------------------------------------ */

static double combine(enum formula_op op, double a, double b)
{
	switch (op) {
	case FORMULA_ADD:
		return a + b;
	case FORMULA_SUB:
		return a - b;
	case FORMULA_MUL:
		return a * b;
	case FORMULA_DIV:
		return a / b;
	case FORMULA_MIN:
		return a < b ? a : b;
	default:
		return a > b ? a : b;
	}
}

enum formula_result formula__value(const struct formula *f, const double *values, double *ret)
{
	double stack[FORMULA_MAX_STEPS];
	size_t n = 0, i;

	for (i = 0; i < f->nr_steps; i++) {
		const struct formula_step *s = &f->steps[i];

		if (s->op == FORMULA_NUMBER || s->op == FORMULA_NAME) {
			stack[n++] = s->op == FORMULA_NUMBER ? s->number : values[s->name];
			continue;
		}
		if (s->op == FORMULA_NEGATE) {
			stack[n - 1] = -stack[n - 1];
			continue;
		}
		n--;
		if (s->op == FORMULA_DIV && stack[n] == 0)
			return FORMULA_DIV_BY_ZERO;
		stack[n - 1] = combine(s->op, stack[n - 1], stack[n]);
	}
	if (!isfinite(stack[0]))
		return FORMULA_TOO_LARGE;
	*ret = stack[0];
	return FORMULA_OK;
}
