// SPDX-License-Identifier: GPL-2.0-only
/* The list of -F: names of fields, for all types of events or for one, alone or with signs. */
#include "util/script/script-fields-table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/strbuf.h"

int script_fields__fail(char *err, size_t size, const char *fmt, const char *a, const char *b)
{
	snprintf(err, size, fmt, a, b);
	return -EINVAL;
}

/* The type of "hw:..."; -1: none is given, -EINVAL: unknown. *@arg then stands behind the colon. */
static int parse_type(const char **arg)
{
	const char *colon = strchr(*arg, ':');
	size_t len;
	int type;

	if (!colon)
		return -1;
	len = (size_t)(colon - *arg);
	for (type = 0; type < SCRIPT_NR_TYPES; type++) {
		if (script_type_table[type].prefix && strlen(script_type_table[type].prefix) == len &&
		    !strncmp(script_type_table[type].prefix, *arg, len)) {
			*arg = colon + 1;
			return type;
		}
	}
	return -EINVAL;
}

static uint64_t find_field(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < SCRIPT_NR_FIELDS; i++)
		if (strlen(script_field_table[i].name) == len && !strncmp(script_field_table[i].name, name, len))
			return script_field_table[i].field;
	return 0;
}

struct field_list {
	uint64_t set, add, remove;	/* add and remove in the form with signs, else set */
	bool signs;
};

static int tell_unknown(const char *token, size_t len, char *err, size_t err_size)
{
	struct strbuf text = STRBUF_INIT;
	struct near_names near;
	size_t i;

	if (len && (*token == '+' || *token == '-'))
		token++, len--;
	near = (struct near_names){ .want = token, .want_len = len };
	strbuf__addf(&text, "Invalid field requested: '%.*s' is none of ", (int)len, token);
	for (i = 0; i < SCRIPT_NR_FIELDS; i++) {
		strbuf__addf(&text, "%s%s", i ? "," : "", script_field_table[i].name);
		near_names__look_at(&near, script_field_table[i].name, strlen(script_field_table[i].name));
	}
	near_names__print(&near, &text);
	near_names__exit(&near);
	snprintf(err, err_size, "%s", text.buf);
	strbuf__exit(&text);
	return -EINVAL;
}

static int parse_list(const char *arg, struct field_list *ret, char *err, size_t err_size)
{
	bool plain = false;
	const char *p = arg;

	*ret = (struct field_list){ 0 };
	while (*p) {
		size_t len = strcspn(p, ",");
		const char *name = p + (*p == '+' || *p == '-');
		size_t name_len = len - (size_t)(name - p);
		uint64_t field = find_field(name, name_len);

		if (len) {
			if (!field)
				return tell_unknown(p, len, err, err_size);
			if (name == p) {
				plain = true;
				ret->set |= field;
			} else if (*p == '+') {
				ret->signs = true;
				ret->add |= field;
				ret->remove &= ~field;
			} else {
				ret->signs = true;
				ret->remove |= field;
				ret->add &= ~field;
			}
		}
		p += len;
		p += *p == ',';
	}
	if (plain && ret->signs)
		return script_fields__fail(err, err_size, "Cannot mix +-field with overridden fields", NULL, NULL);
	return 0;
}

static void apply(struct script_type_fields *t, const struct field_list *list, uint64_t invalid)
{
	if (list->signs) {
		t->fields = (t->fields | (list->add & ~invalid)) & ~list->remove;
		t->asked = (t->asked | (list->add & ~invalid)) & ~list->remove;
		t->removed = (t->removed | list->remove) & ~list->add;
	} else {
		t->fields = t->asked = list->set & ~invalid;
		t->listed = true;
	}
	t->user_set = true;
}

/* What is named for all types but does not exist for this one is left out, and said. */
static void tell_invalid(int type, uint64_t fields)
{
	size_t i;

	for (i = 0; i < SCRIPT_NR_FIELDS; i++)
		if (fields & script_field_table[i].field)
			pr_warning("'%s' not valid for %s events. Ignoring.\n", script_field_table[i].name, script_type_table[type].name);
}

static int apply_to_all(struct script_fields *f, const struct field_list *list, char *err, size_t err_size)
{
	bool overridden = false;
	int type;

	if (!list->signs && !list->set)
		return script_fields__fail(err, err_size, "Cannot set fields to 'none' for all event types", NULL, NULL);
	for (type = 0; type < SCRIPT_NR_TYPES; type++)
		overridden |= f->types[type].user_set;
	if (!list->signs && overridden)
		pr_warning("Overriding previous field request for all events.\n");
	for (type = 0; type < SCRIPT_NR_TYPES; type++) {
		tell_invalid(type, script_type_table[type].invalid & (list->set | list->add));
		apply(&f->types[type], list, script_type_table[type].invalid);
		f->types[type].wildcard_set = true;
	}
	return 0;
}

int script_fields__parse(struct script_fields *f, const char *arg, char *err, size_t err_size)
{
	struct field_list list;
	uint64_t invalid;
	int type = parse_type(&arg), ret;
	size_t i;

	if (type == -EINVAL)
		return script_fields__fail(err, err_size, "Invalid event type in field string '%s'"
					   " (types: hw, sw, trace, raw, break, synth)", arg, NULL);
	ret = parse_list(arg, &list, err, err_size);
	if (ret < 0)
		return ret;
	if (type < 0)
		return apply_to_all(f, &list, err, err_size);
	invalid = script_type_table[type].invalid & (list.set | list.add);
	for (i = 0; i < SCRIPT_NR_FIELDS; i++)
		if (invalid & script_field_table[i].field)
			return script_fields__fail(err, err_size, "'%s' not valid for %s events", script_field_table[i].name,
						   script_type_table[type].name);
	if (!list.signs && f->types[type].user_set)
		pr_warning("Overriding previous field request for %s events.\n", script_type_table[type].name);
	apply(&f->types[type], &list, 0);
	f->types[type].wildcard_set = false;
	return 0;
}
