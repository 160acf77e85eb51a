// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/function-places.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/symbol/demangle.h"

#define LISTED_MAX	20

void function_query__init(struct function_query *q, const char *text, const char *where)
{
	const char *hash = strrchr(text, '#');
	char *end;

	*q = (struct function_query){ .name = text, .len = strlen(text), .where = where };
	if (!hash || hash == text || !hash[1])
		return;
	if (!strcasecmp(hash + 1, "g") || !strcmp(hash + 1, "0")) {
		q->global = true;
	} else {
		q->number = isdigit((unsigned char)hash[1]) ? strtoul(hash + 1, &end, 10) : 0;
		if (!q->number || *end) {
			q->number = 0;
			return;
		}
	}
	q->len = (size_t)(hash - text);
	while (q->len && q->name[q->len - 1] == ' ')
		q->len--;
}

void function_places__add(struct function_places *l, const struct function_place *place, const char *name,
			  size_t len)
{
	size_t i;

	for (i = 0; i < l->nr; i++) {
		if (l->p[i].f.start == place->f.start) {
			l->p[i].local &= place->local;
			return;
		}
	}
	GROW(l->p, l->nr, l->cap);
	l->p[l->nr] = *place;
	l->p[l->nr++].name = xstrndup(name, len);
}

static int compare(const void *a, const void *b)
{
	const struct function_place *x = a, *y = b;

	return x->f.start < y->f.start ? -1 : x->f.start > y->f.start;
}

static int not_found(const struct function_places *l, const struct function_query *q, struct diag *diag)
{
	struct strbuf near = STRBUF_INIT;

	near_names__print(&l->near, &near);
	diag__msg(diag, -ENOENT, "there is no function '%.*s' in %s%s", (int)q->len, q->name, q->where,
		  strbuf__str(&near));
	strbuf__exit(&near);
	return -ENOENT;
}

static int too_many(const struct function_places *l, const struct function_query *q, struct diag *diag)
{
	const char *name = q->name;
	int len = (int)q->len;
	size_t i;

	for (i = 0; i < l->nr && i < LISTED_MAX; i++)
		pr_notice("%.*s#%zu\t0x%" PRIx64 "\t%s\t%s\n", len, name, i + 1, l->p[i].f.start,
			  l->p[i].local ? "local" : "global", l->p[i].name);
	return diag__msg(diag, -ENOTUNIQ, "%s has %zu functions '%.*s': say which, from '%.*s#1' to "
			 "'%.*s#%zu'", q->where, l->nr, len, name, len, name, len, name, l->nr);
}

int function_places__choose(struct function_places *l, const struct function_query *q,
			    struct found_function *ret, struct diag *diag)
{
	size_t i, global = 0, nr_global = 0, pick = 0;

	if (!l->nr)
		return not_found(l, q, diag);
	qsort(l->p, l->nr, sizeof(*l->p), compare);
	for (i = 0; i < l->nr; i++) {
		if (!l->p[i].local) {
			global = i;
			nr_global++;
		}
	}
	if (q->number > l->nr)
		return diag__msg(diag, -ENOENT, "%s has only %zu functions '%.*s', not %lu", q->where, l->nr,
				 (int)q->len, q->name, q->number);
	if (q->global && !nr_global)
		return diag__msg(diag, -ENOENT, "no function '%.*s' of %s is global", (int)q->len, q->name,
				 q->where);
	if (q->number)
		pick = q->number - 1;
	else if (nr_global == 1 && (q->global || q->any_global))
		pick = global;
	else if (l->nr > 1)
		return too_many(l, q, diag);
	if (l->p[pick].chosen_late)
		return diag__msg(diag, -EINVAL,
				 "which code '%.*s' of %s is, is chosen when the program starts: "
				 "name one of its variants",
				 (int)q->len, q->name, q->where);
	*ret = l->p[pick].f;
	return 0;
}

void function_places__exit(struct function_places *l)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		free(l->p[i].name);
	free(l->p);
	near_names__exit(&l->near);
}

/* Where the bracket that ends at @end begins; @end if none does. */
static size_t open_bracket(const char *s, size_t end, char open, char close)
{
	size_t i = end, depth = 0;

	if (!end || s[end - 1] != close)
		return end;
	while (i--) {
		depth += s[i] == close;
		depth -= s[i] == open;
		if (!depth)
			return i;
	}
	return end;
}

/* Where the name begins behind a return type, which functions made of templates show. */
static size_t skip_type(const char *s, size_t end)
{
	size_t i, depth = 0, begin = 0;

	for (i = 0; i < end; i++) {
		depth += s[i] == '<' || s[i] == '(';
		depth -= (s[i] == '>' || s[i] == ')') && depth;
		if (s[i] == ' ' && !depth)
			begin = i + 1;
	}
	return begin;
}

/* The name's last word, which stands in the compiler's as it is. */
static bool may_be(const char *symbol, const char *name, size_t len)
{
	size_t end = strcspn(name, "(<"), begin;
	char *token;
	bool ret;

	if (end > len)
		end = len;
	for (begin = end; begin && (isalnum((unsigned char)name[begin - 1]) || name[begin - 1] == '_');
	     begin--)
		;
	if (begin == end || (begin && name[begin - 1] == '~'))
		return true;
	token = xstrndup(name + begin, end - begin);
	/* Operators have short names of their own. */
	ret = strstr(symbol, token) || !strncmp(token, "operator", 8);
	free(token);
	return ret;
}

/* A written name without what stands around it: "int max<int>(int, int)" is max<int>, and max. */
struct bare_name {
	size_t begin, end, before_template;
};

static struct bare_name find_bare(const char *text)
{
	static const char *const tails[] = { " const", " volatile", " &&", " &" };
	struct bare_name b = { .end = strlen(text) };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tails); i++) {
		size_t n = strlen(tails[i]);

		if (b.end > n && !strncmp(text + b.end - n, tails[i], n))
			b.end -= n;
	}
	b.end = open_bracket(text, b.end, '(', ')');
	b.begin = skip_type(text, b.end);
	b.before_template = open_bracket(text, b.end, '<', '>');
	return b;
}

static bool is_range(const char *text, size_t begin, size_t end, const char *name, size_t len)
{
	return end > begin && end - begin == len && !memcmp(text + begin, name, len);
}

bool function_name__is(const char *symbol, const char *name, size_t len, char **ret_text)
{
	struct bare_name b;
	char *text;

	if (symbol[0] != '_' || !strchr("ZRD", symbol[1]) || !may_be(symbol, name, len))
		return false;
	text = demangle(symbol);
	if (!text)
		return false;
	b = find_bare(text);
	if (is_range(text, 0, strlen(text), name, len) || is_range(text, 0, b.end, name, len) ||
	    is_range(text, b.begin, b.end, name, len) ||
	    is_range(text, b.begin, b.before_template, name, len)) {
		*ret_text = text;
		return true;
	}
	free(text);
	return false;
}

void function_name__look_at(const char *symbol, struct near_names *near)
{
	char *text = symbol[0] == '_' && strchr("ZRD", symbol[1]) ? demangle(symbol) : NULL;
	struct bare_name b;

	if (!text)
		return;
	b = find_bare(text);
	near_names__look_at(near, text + b.begin, b.before_template - b.begin);
	free(text);
}
