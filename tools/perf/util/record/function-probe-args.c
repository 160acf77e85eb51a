// SPDX-License-Identifier: GPL-2.0-only
/* What a probe of a function is to fetch. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util/base/log.h"
#include "util/record/function-probe-internal.h"
#include "util/record/probe-arg.h"

/* What the kernel understands by itself; of its own functions that is all. */
static bool is_raw(const struct probe_wanted *w, const struct probe_arg *a)
{
	return w->in_kernel || probe_arg__is_raw(a);
}

static int open_vars(struct probe_wanted *w, const struct probe_arg *a, struct diag *diag)
{
	if (w->vars)
		return 0;
	if (w->at_return && strcmp(a->what, "$retval"))
		return diag__msg(diag, -EINVAL, "when '%s' returns, its parameter '%s' may be anywhere: name $retval, or a register",
				 w->found.symbol, a->what);
	if (w->found.plus)
		return diag__msg(diag, -EINVAL, "where parameters are is known where '%s' begins, not at +0x%" PRIx64 ": name a register",
				 w->found.symbol, w->found.plus);
	w->vars = w->copy ? probe_vars__open_copy(w->found.object, w->copy->offset, w->copy->die, w->found.symbol, diag) :
			    probe_vars__open(w->found.object, w->found.where.start, w->found.symbol, diag);
	return w->vars ? 0 : diag__is_set(diag) ? -ENOENT : -EINVAL;
}

static int add_all(struct probe_wanted *w, const struct probe_arg *a, struct strbuf *out, struct diag *diag)
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

static void add_raw(struct probe_wanted *w, const struct probe_arg *a, struct strbuf *out)
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

int probe_wanted__add_args(struct probe_wanted *w, struct strbuf *out, struct diag *diag)
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
