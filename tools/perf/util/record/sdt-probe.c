// SPDX-License-Identifier: GPL-2.0-only
/* Probes on markers of user space: what sdt_probe__define() makes of sdt_PROVIDER:NAME. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/strbuf.h"
#include "util/code/sdt-args.h"
#include "util/record/probe-defs.h"
#include "util/record/sdt-fetch.h"
#include "util/record/sdt-sites.h"

/* More places nobody means. */
#define MAX_SITES 4096

/* The parts of what was typed; owned. */
struct wanted {
	char *file;			/* NULL: not said */
	char *provider, *name;		/* @provider NULL: any */
	char *args;			/* which arguments, and as what (sdt-fetch.h); "": all */
};

/*
 * "sdt_PROVIDER:NAME ARGS", "usdt:FILE:NAME ARGS", "usdt:FILE:PROVIDER:NAME ARGS"; perf probe writes a % in front,
 * with sdt_ or without.
 */
static bool wanted__parse(struct wanted *w, const char *text)
{
	size_t len = strcspn(text, " \t\n");
	const char *colon, *args = text + len, *end = args;

	*w = (struct wanted){ .args = xstrdup(args + strspn(args, " \t\n")) };
	if (!strncmp(text, "usdt:", 5)) {
		text += 5;
		colon = memchr(text, ':', (size_t)(end - text));
		if (!colon || colon == text)
			return false;
		w->file = xstrndup(text, (size_t)(colon - text));
		text = colon + 1;
	} else {
		text += *text == '%';
		if (!strncmp(text, "sdt_", 4))
			text += 4;
	}
	colon = memchr(text, ':', (size_t)(end - text));
	w->provider = colon ? xstrndup(text, (size_t)(colon - text)) : NULL;
	text = colon ? colon + 1 : text;
	w->name = xstrndup(text, (size_t)(end - text));
	return *w->name && (!w->provider || *w->provider);
}

static void wanted__exit(struct wanted *w)
{
	free(w->file);
	free(w->provider);
	free(w->name);
	free(w->args);
}

/* Looks where @w and @scope say. */
static int collect(struct sdt_sites *s, const struct wanted *w, const struct range_scope *scope, struct diag *diag)
{
	char *file;
	size_t i;
	int err;

	if (w->file) {
		file = range_scope__find_file(scope, w->file, diag);
		err = file ? sdt_sites__add_file(s, file, diag) : -ENOENT;
		free(file);
		return err;
	}
	if (scope->program)
		sdt_sites__add_program(s, scope->program);
	for (i = 0; i < scope->nr_pids; i++)
		sdt_sites__add_process(s, scope->pids[i]);
	if (scope->whole_cpus)
		sdt_sites__add_all_processes(s);
	if (!s->nr)
		sdt_sites__add_cached(s);
	else
		return 0;
	/* The command may be another program of that name, or a script. */
	if (s->nr && s->name)
		pr_notice("'%s' is the marker of %s, which is in the build-id cache\n", w->name, s->at[0].file);
	return 0;
}

static char *similar_markers(const struct wanted *w, const struct range_scope *scope)
{
	struct sdt_sites all = { .asker = scope->asker };
	struct diag ignored = DIAG_INIT;
	char *want = xasprintf("sdt_%s:%s", w->provider ?: "", w->name), *ret;
	struct near_names near = { .want = want, .want_len = strlen(want) };
	size_t i;

	(void)collect(&all, w, scope, &ignored);
	for (i = 0; i < all.nr; i++) {
		char *name = xasprintf("sdt_%s:%s", w->provider ? all.at[i].note.provider : "", all.at[i].note.name);

		near_names__look_at(&near, name, strlen(name));
		free(name);
	}
	sdt_sites__exit(&all);
	ret = near_names__take(&near);
	free(want);
	return ret;
}

static int explain_none(const char *text, const struct wanted *w, const struct range_scope *scope, struct diag *diag)
{
	char *near = similar_markers(w, scope);
	const char *where = scope->whole_cpus ? "no process that runs" :
			    scope->program    ? "neither the program nor its libraries" :
						"no file of these processes";

	if (w->file)
		(void)diag__msg(diag, -ENOENT, "'%s' has no marker '%s%s%s'%s", w->file, w->provider ?: "", w->provider ? ":" : "", w->name,
				near);
	else
		(void)diag__msg(diag, -ENOENT,
				"%s, and nothing in the build-id cache, has a marker '%s'%s (of another file: usdt:FILE:%s:%s; "
				"perf list sdt)",
				where, text, near, w->provider, w->name);
	free(near);
	return -ENOENT;
}

/* Names and types of the arguments, without their places: all places of a tracepoint must have the same. */
static char *signature(const char *args)
{
	struct strbuf out = STRBUF_INIT;
	bool value = false;

	for (; *args; args++) {
		if (*args == '=')
			value = true;
		else if (*args == ':')
			value = false;
		if (!value)
			strbuf__addch(&out, *args);
	}
	return strbuf__detach(&out);
}

/* The tracepoint for a marker like @site with arguments like @args, if there is one behind number @first of @defs. */
static struct probe_def *find_like(struct probe_defs *defs, size_t first, const char *args)
{
	char *mine = signature(args);
	struct probe_def *ret = NULL;
	size_t i;

	for (i = first; i < defs->nr && !ret; i++) {
		char *its = signature(defs->at[i].places[0].args);

		if (!strcmp(its, mine))
			ret = &defs->at[i];
		free(its);
	}
	free(mine);
	return ret;
}

/* What is to be fetched at @site. */
static int add_args(const struct sdt_site *site, const char *wanted, struct strbuf *out, struct diag *diag)
{
	struct strbuf all = STRBUF_INIT, left_out = STRBUF_INIT;
	char *marker = xasprintf("sdt_%s:%s of %s", site->note.provider, site->note.name, site->file);
	int err = 0;

	sdt_args__translate(site->note.args, site->machine, &all, &left_out);
	if (*wanted)
		err = sdt_fetch__choose(strbuf__str(&all), wanted, marker, out, diag);
	else
		strbuf__addstr(out, strbuf__str(&all));
	if (left_out.len && !*wanted)
		pr_warning("Warning:\n%s: without %s, which no probe can fetch\n", marker, strbuf__str(&left_out));
	free(marker);
	strbuf__exit(&all);
	strbuf__exit(&left_out);
	return err;
}

/* One place of the marker whose tracepoints begin at @first. */
static int add_site(struct probe_defs *defs, size_t first, const struct sdt_site *site, const char *wanted, struct diag *diag)
{
	struct strbuf args = STRBUF_INIT;
	struct probe_place place = { .file = site->file, .offset = site->note.offset, .semaphore = site->note.semaphore };
	struct probe_def *def;
	int err;

	err = add_args(site, wanted, &args, diag);
	if (err) {
		strbuf__exit(&args);
		return err;
	}
	place.args = strbuf__str(&args);
	def = find_like(defs, first, place.args);
	if (!def) {
		char *system = xasprintf("sdt_%s", site->note.provider);

		def = probe_defs__add(defs, system, site->note.name);
		free(system);
	}
	probe_def__add_place(def, &place);
	strbuf__exit(&args);
	return 0;
}

int sdt_probe__define(struct probe_defs *defs, const char *text, const struct range_scope *scope, struct diag *diag)
{
	struct sdt_sites sites = { .asker = scope->asker };
	size_t i, first = defs->nr;
	struct wanted w;
	int err = 0;

	if (!wanted__parse(&w, text))
		err = diag__msg(diag, -EINVAL, "'%s': a marker is sdt_PROVIDER:NAME, or usdt:FILE:PROVIDER:NAME", text);
	sites.provider = w.provider;
	sites.name = w.name;
	if (!err)
		err = collect(&sites, &w, scope, diag);
	if (!err && !sites.nr)
		err = explain_none(text, &w, scope, diag);
	if (!err && sites.nr > MAX_SITES)
		err = diag__msg(diag, -E2BIG, "'%s' stands for %zu places, and %d at most can be probed", text, sites.nr, MAX_SITES);
	sdt_sites__sort(&sites);
	for (i = 0; i < sites.nr && !err; i++) {
		const struct sdt_note *note = &sites.at[i].note, *last = i ? &sites.at[i - 1].note : NULL;

		if (!last || strcmp(last->provider, note->provider) || strcmp(last->name, note->name))
			first = defs->nr;
		err = add_site(defs, first, &sites.at[i], w.args, diag);
	}
	sdt_sites__exit(&sites);
	wanted__exit(&w);
	return err;
}
