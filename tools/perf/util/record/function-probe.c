// SPDX-License-Identifier: GPL-2.0-only
/* Probes of functions: what function_probe__define() makes of uprobe:FILE:FUNCTION and kprobe:FUNCTION. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/strbuf.h"
#include "util/code/inlined-copies.h"
#include "util/code/probe-vars.h"
#include "util/record/function-places.h"
#include "util/record/function-probe-internal.h"
#include "util/record/probe-defs.h"

#define RETURN "%return"

static void wanted__exit(struct probe_wanted *w)
{
	if (w->vars)
		probe_vars__close(w->vars);
	range_place__exit(&w->found);
	free(w->place);
}

/* Up to the first blank that is not in brackets, as it may be in a list of types. */
static size_t function_length(const char *s)
{
	size_t n, depth = 0;

	for (n = 0; s[n] && (depth || (s[n] != ' ' && s[n] != '\t')); n++) {
		depth += s[n] == '(' || s[n] == '<';
		depth -= (s[n] == ')' || s[n] == '>') && depth;
	}
	return n;
}

static int wanted__parse(struct probe_wanted *w, const char *text, struct diag *diag)
{
	const char *file = strchr(text, ':') + 1, *colon, *function;
	size_t len, tail = strlen(RETURN);
	int file_len;

	w->in_kernel = text[0] == 'k';
	colon = w->in_kernel ? file - 1 : strchr(file, ':');
	function = colon ? colon + 1 : "";
	file_len = w->in_kernel ? 0 : colon ? (int)(colon - file) : 0;
	len = function_length(function);
	w->args = function + len;
	w->at_return = len > tail && !strncmp(function + len - tail, RETURN, tail);
	if (w->at_return)
		len -= tail;
	if (!len || (!file_len && !w->in_kernel))
		return diag__msg(
			diag, -EINVAL,
			"'%s': a probe is uprobe:FILE:FUNCTION[+OFFSET][%%return] or kprobe:FUNCTION[+OFFSET][%%return], with what "
			"it is to fetch behind a blank",
			text);
	w->place = xasprintf("%.*s@%.*s", (int)len, function, w->in_kernel ? 6 : file_len, w->in_kernel ? "kernel" : file);
	return range_place__parse(&w->found, w->place, strlen(w->place), diag);
}

/* --- names ------------------------------------------------------------------------------------------------- */

/*
 * As perf probe does it: "probe", "probe_libc" of /usr/lib/libc.so.6; the function without its parameters; "__return"
 * behind it.
 */
static struct probe_def *add_def(struct probe_defs *defs, const struct probe_wanted *w)
{
	const char *slash = w->in_kernel ? NULL : strrchr(w->found.object, '/'), *base = slash ? slash + 1 : "";
	size_t n = strcspn(w->found.symbol, "(#");
	char *system, *name;
	struct probe_def *ret;
	int len = 0;

	while (isalnum((unsigned char)base[len]) || base[len] == '_')
		len++;
	while (n && w->found.symbol[n - 1] == ' ')
		n--;
	system = xasprintf("probe%s%.*s", len ? "_" : "", len, base);
	name = xasprintf("%.*s%s", (int)n, w->found.symbol, w->at_return ? "__return" : "");
	ret = probe_defs__add(defs, system, name);
	free(system);
	free(name);
	return ret;
}

static struct probe_place place_of(const struct probe_wanted *w, const char *args)
{
	const struct range_place *f = &w->found;
	struct probe_place place = { .file = w->in_kernel ? NULL : f->object, .offset = w->copy ? w->copy->offset : f->where.start + f->plus,
				     .at_return = w->at_return, .args = args };

	if (w->vars && !w->at_return)
		place.offset = probe_vars__entry(w->vars);
	return place;
}

static void add_place(struct probe_def *def, const struct probe_wanted *w, const char *args)
{
	const struct range_place *f = &w->found;
	/* The kernel knows its functions by name; one of several it must be told by its address. */
	bool by_name = w->in_kernel && !strchr(f->symbol, '#');
	char *symbol = !by_name ? NULL : f->plus ? xasprintf("%s+0x%" PRIx64, f->symbol, f->plus) : xstrdup(f->symbol);
	struct probe_place place = place_of(w, args);

	place.symbol = symbol;
	probe_def__add_place(def, &place);
	free(symbol);
}

/* --- copies that were inlined ------------------------------------------------------------------------------ */

static bool is_called(void *ctx, const char *name, const char *linkage_name)
{
	const char *want = ctx;
	char *text = NULL;
	bool ret = !strcmp(name, want) || (linkage_name && (!strcmp(linkage_name, want) ||
							    function_name__is(linkage_name, want, strlen(want), &text)));

	free(text);
	return ret;
}

static void find_copies(const struct probe_wanted *w, bool has_own, struct inlined_copies *ret)
{
	struct diag ignored = DIAG_INIT;
	struct found_function code;

	*ret = (struct inlined_copies){ .nr = 0 };
	/* One of several that was said, or a place behind the beginning, is of code that is the function's own. */
	if (w->in_kernel || !w->found.object || strchr(w->found.symbol, '#') || (has_own && w->found.plus) ||
	    elf__code_range(w->found.object, &code, &ignored))
		return;
	inlined_copies__find(ret, w->found.object, code.start, is_called, w->found.symbol);
}

#define NAMED_MAX	3

/* "f1, f2 and 7 others": what copies are in. */
static char *named(const struct inlined_copies *c)
{
	struct strbuf out = STRBUF_INIT;
	size_t i, k, nr = 0;

	for (i = 0; i < c->nr; i++) {
		for (k = 0; k < i && strcmp(c->at[i].into, c->at[k].into); k++)
			;
		if (k < i)
			continue;
		if (nr++ < NAMED_MAX)
			strbuf__addf(&out, "%s%s", nr > 1 ? ", " : "", c->at[i].into);
	}
	if (nr > NAMED_MAX)
		strbuf__addf(&out, " and %zu others", nr - NAMED_MAX);
	return strbuf__detach(&out);
}

/* "n:s32 s:x64" of " n=%di:s32 s=%si:x64". All places of a tracepoint have to agree in these. */
static char *signature(const char *args)
{
	struct strbuf out = STRBUF_INIT;
	const char *pos = args, *equals, *colon;

	while (*pos) {
		size_t len = 1 + strcspn(pos + 1, " "), i;

		equals = memchr(pos, '=', len);
		for (i = len, colon = NULL; i-- && !colon;)
			colon = pos[i] == ':' ? pos + i : NULL;
		strbuf__add(&out, pos, equals ? (size_t)(equals - pos) : len);
		if (equals && colon > equals)
			strbuf__add(&out, colon, (size_t)(pos + len - colon));
		pos += len;
	}
	return strbuf__detach(&out);
}

/* A place at one copy; @first: the arguments of the place before, NULL: there is none. Returns its arguments, which the caller frees, or NULL. */
static char *add_copy(struct probe_def *def, const struct probe_wanted *of, const struct inlined_copy *copy, const char *first)
{
	struct probe_wanted w = *of;
	struct strbuf args = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	char *mine, *theirs;
	int err;

	w.copy = copy;
	w.vars = NULL;
	err = copy->is_gone ? diag__msg(&diag, -ENOENT, "nothing of it is left there") : probe_wanted__add_args(&w, &args, &diag);
	if (!err && first) {
		mine = signature(strbuf__str(&args));
		theirs = signature(first);
		if (strcmp(mine, theirs))
			err = diag__msg(&diag, -EINVAL, "%s can be fetched there, and%s elsewhere: name those that are everywhere",
					*mine ? mine + 1 : "nothing", *theirs ? theirs : " nothing");
		free(mine);
		free(theirs);
	}
	if (!err)
		add_place(def, &w, strbuf__str(&args));
	else
		pr_warning("Warning:\n%s of %s, inlined into %s: no probe there: %s\n", w.found.symbol, w.found.object, copy->into, diag.text);
	if (w.vars)
		probe_vars__close(w.vars);
	if (!err)
		return strbuf__detach(&args);
	strbuf__exit(&args);
	return NULL;
}

/* @args: those of the function itself, if there is one. */
static int add_copies(struct probe_def *def, const struct probe_wanted *w, const struct inlined_copies *copies, const char *args, struct diag *diag)
{
	char *first = args ? xstrdup(args) : NULL, *into, *one;
	size_t i;
	int err = 0;

	for (i = 0; i < copies->nr; i++) {
		one = add_copy(def, w, &copies->at[i], first);
		if (first)
			free(one);
		else
			first = one;
	}
	if (!first) {
		into = named(copies);
		err = diag__msg(diag, -ENOENT, "'%s' of %s is inlined, into %s, and no probe can be at any of its copies", w->found.symbol,
				w->found.object, into);
		free(into);
	}
	free(first);
	return err;
}

/* A copy is no function that returns, and each has other instructions. */
static int check_place(const struct probe_wanted *w, const struct inlined_copies *copies, bool has_own, struct diag *diag)
{
	char *into;

	if (!(w->at_return || w->found.plus) || !copies->nr)
		return 0;
	into = named(copies);
	if (w->found.plus)
		diag__msg(diag, -EINVAL, "'%s' of %s is inlined, into %s: at +0x%" PRIx64 " each copy has other code", w->found.symbol,
			  w->found.object, into, w->found.plus);
	else if (has_own)
		pr_warning("Warning:\n%s of %s is also inlined, into %s: there it does not return, and no probe is\n", w->found.symbol, w->found.object, into);
	else
		diag__msg(diag, -EINVAL, "'%s' of %s is inlined, into %s: code that was inlined does not return, as it was not called", w->found.symbol,
			  w->found.object, into);
	free(into);
	return has_own ? 0 : -EINVAL;
}

/* @err: whether the function itself was found. */
static int define(struct probe_defs *defs, struct probe_wanted *w, int err, struct diag *diag)
{
	struct strbuf args = STRBUF_INIT;
	struct inlined_copies copies;
	bool has_own = !err;

	find_copies(w, has_own, &copies);
	if (err == -ENOENT && copies.nr) {
		diag__clear(diag);
		err = 0;
	}
	if (!err)
		err = check_place(w, &copies, has_own, diag);
	if (!err && has_own)
		err = probe_wanted__add_args(w, &args, diag);
	if (!err) {
		struct probe_def *def = add_def(defs, w);

		if (has_own)
			add_place(def, w, strbuf__str(&args));
		if (!w->at_return)
			err = add_copies(def, w, &copies, has_own ? strbuf__str(&args) : NULL, diag);
	}
	strbuf__exit(&args);
	inlined_copies__exit(&copies);
	return err;
}

int function_probe__define(struct probe_defs *defs, const char *text, const struct range_scope *scope, struct diag *diag)
{
	struct probe_wanted w = { 0 };
	int err = wanted__parse(&w, text, diag);

	if (!err && w.at_return && w.found.plus)
		err = diag__msg(diag, -EINVAL, "'%s': a function returns as a whole, not at +0x%" PRIx64, text, w.found.plus);
	if (!err)
		err = define(defs, &w, range_place__find(&w.found, scope, diag), diag);
	wanted__exit(&w);
	return err;
}
