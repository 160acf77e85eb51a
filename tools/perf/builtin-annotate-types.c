// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate --data-type: the types of data that instructions access, in the place of code. */
#include <string.h>

#include "builtin-annotate.h"
#include "util/annotate/groups.h"
#include "util/annotate/type-text.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"

static bool is_counted(void *ctx, const struct annotate_func *f)
{
	return annotate__is_shown(ctx, f);
}

/* The type that was asked for has nothing: as for a function, that is an error. */
static void tell_no_type(struct annotate *a, const struct type_list *l)
{
	struct near_names near = { .want = a->types.name, .want_len = strlen(a->types.name) };
	struct strbuf hint = STRBUF_INIT;
	bool there = a->percent_limit > 0;
	size_t i;

	for (i = 0; i < l->nr; i++) {
		/* With the word in front ("struct node"), or without it, as it was asked for. */
		const char *name = l->rows[i]->name, *plain = strchr(name, ' ');

		if (!plain || strchr(a->types.name, ' '))
			plain = name;
		near_names__look_at(&near, plain + (*plain == ' '), strlen(plain + (*plain == ' ')));
	}
	near_names__print(&near, &hint);
	pr_error("perf: no sample accesses a '%s'%s%s: perf annotate --data-type shows all types\n", shown__in_message(a->types.name),
		 there ? " often enough (--percent-limit)" : "", there ? "" : strbuf__str(&hint));
	a->types.missing = true;
	strbuf__exit(&hint);
	near_names__exit(&near);
}

/* Nothing is printed, and the user wants to know why. */
static void tell_nothing(struct annotate *a, const struct type_list *l)
{
	if (!l->nr && l->total)
		pr_warning(
			"perf: no sample of '%s' accesses data whose type is known: --type-stat tells why (types need debug information, "
			"gcc -g, and libcapstone; they are known on x86-64)\n",
			session__input_name(a->session));
	else if (l->nr && a->types.name)
		tell_no_type(a, l);
}

void annotate__print_types(struct annotate *a)
{
	struct annotate_groups groups;
	struct type_list l;
	size_t i, nr = 0;

	type_list__make(&l, a->counts, a->types.insn_stat ? &a->source : NULL, is_counted, a);
	if (a->types.stat)
		type_text__stat(&l, std_out());
	if (a->types.insn_stat)
		type_text__insn_stat(&l, std_out());
	annotate_groups__init(&groups, a->text.evlist, annotate__grouping(a));
	for (i = 0; i < groups.nr; i++)
		nr += type_text__print(&a->text, &l, &groups.list[i], a->types.name, a->percent_limit, std_out());
	annotate_groups__exit(&groups);
	if (!nr)
		tell_nothing(a, &l);
	/* Whether there are functions is not what the user asked for. */
	a->printed += nr ? nr : l.total > 0;
	type_list__exit(&l);
}
