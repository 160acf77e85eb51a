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
#include "util/code/probe-vars.h"
#include "util/record/probe-arg.h"
#include "util/record/probe-defs.h"

#define RETURN "%return"

/* The parts of what was typed. */
struct wanted {
	bool in_kernel, at_return;
	char *place;			/* "FUNCTION+OFFSET@FILE", as range_place__parse() takes it; owned */
	const char *args;		/* borrowed */
	struct range_place found;
	struct probe_vars *vars;	/* opened when a parameter is named; NULL */
};

static void wanted__exit(struct wanted *w)
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

static int wanted__parse(struct wanted *w, const char *text, struct diag *diag)
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

/* --- arguments --------------------------------------------------------------------------------------------- */

/* What the kernel understands by itself; of its own functions that is all. */
static bool is_raw(const struct wanted *w, const struct probe_arg *a)
{
	return w->in_kernel || probe_arg__is_raw(a);
}

static int open_vars(struct wanted *w, const struct probe_arg *a, struct diag *diag)
{
	if (w->vars)
		return 0;
	if (w->at_return && strcmp(a->what, "$retval"))
		return diag__msg(diag, -EINVAL, "when '%s' returns, its parameter '%s' may be anywhere: name $retval, or a register",
				 w->found.symbol, a->what);
	if (w->found.plus)
		return diag__msg(diag, -EINVAL, "where parameters are is known where '%s' begins, not at +0x%" PRIx64 ": name a register",
				 w->found.symbol, w->found.plus);
	w->vars = probe_vars__open(w->found.object, w->found.where.start, w->found.symbol, diag);
	return w->vars ? 0 : diag__is_set(diag) ? -ENOENT : -EINVAL;
}

static int add_all(struct wanted *w, const struct probe_arg *a, struct strbuf *out, struct diag *diag)
{
	struct strbuf left_out = STRBUF_INIT;
	int err;

	/* The kernel's own word for it. */
	if (w->in_kernel) {
		strbuf__addstr(out, " $arg*");
		return 0;
	}
	err = open_vars(w, a, diag);
	if (!err)
		probe_vars__add_all(w->vars, out, &left_out);
	if (left_out.len)
		pr_warning("Warning:\n%s of %s: without %s, which no probe can fetch as a number\n", w->found.symbol, w->found.object,
			   strbuf__str(&left_out));
	strbuf__exit(&left_out);
	return err;
}

static void add_raw(struct wanted *w, const struct probe_arg *a, struct strbuf *out)
{
	bool retval = !strcmp(a->what, "$retval");
	struct diag ignored = DIAG_INIT;

	strbuf__addch(out, ' ');
	if (a->name || retval)
		strbuf__addf(out, "%s=", a->name ?: "retval");
	strbuf__addstr(out, a->what);
	if (a->type)
		strbuf__addf(out, ":%s", a->type);
	else if (retval && !w->in_kernel && !open_vars(w, a, &ignored))
		probe_vars__add_return_type(w->vars, out);
}

static int add_args(struct wanted *w, struct strbuf *out, struct diag *diag)
{
	const char *pos = w->args;
	struct probe_arg a;
	int err = 0;

	while (!err && probe_arg__next(&a, &pos)) {
		if (!strcmp(a.what, "$params") || !strcmp(a.what, "$vars"))
			err = add_all(w, &a, out, diag);
		else if (is_raw(w, &a))
			add_raw(w, &a, out);
		else if (!(err = open_vars(w, &a, diag)))
			err = probe_vars__add(w->vars, a.name, a.what, a.type, out, diag);
		probe_arg__exit(&a);
	}
	return err;
}

/* --- names ------------------------------------------------------------------------------------------------- */

/*
 * As perf probe does it: "probe", "probe_libc" of /usr/lib/libc.so.6; the function without its parameters; "__return"
 * behind it.
 */
static struct probe_def *add_def(struct probe_defs *defs, const struct wanted *w)
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

static void add_place(struct probe_defs *defs, const struct wanted *w, const char *args)
{
	const struct range_place *f = &w->found;
	/* The kernel knows its functions by name; one of several it must be told by its address. */
	bool by_name = w->in_kernel && !strchr(f->symbol, '#');
	char *symbol = !by_name ? NULL : f->plus ? xasprintf("%s+0x%" PRIx64, f->symbol, f->plus) : xstrdup(f->symbol);
	struct probe_place place = { .file = w->in_kernel ? NULL : f->object,
				     .offset = f->where.start + f->plus,
				     .symbol = symbol,
				     .at_return = w->at_return,
				     .args = args };

	if (w->vars && !w->at_return)
		place.offset = probe_vars__entry(w->vars);
	probe_def__add_place(add_def(defs, w), &place);
	free(symbol);
}

int function_probe__define(struct probe_defs *defs, const char *text, const struct range_scope *scope, struct diag *diag)
{
	struct strbuf args = STRBUF_INIT;
	struct wanted w = { 0 };
	int err = wanted__parse(&w, text, diag);

	if (!err)
		err = range_place__find(&w.found, scope, diag);
	if (!err && w.at_return && w.found.plus)
		err = diag__msg(diag, -EINVAL, "'%s': a function returns as a whole, not at +0x%" PRIx64, text, w.found.plus);
	if (!err)
		err = add_args(&w, &args, diag);
	if (!err)
		add_place(defs, &w, strbuf__str(&args));
	strbuf__exit(&args);
	wanted__exit(&w);
	return err;
}
