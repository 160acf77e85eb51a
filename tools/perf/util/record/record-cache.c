// SPDX-License-Identifier: GPL-2.0-only
#include "util/hits/dso-hits.h"
#include "util/record/record-cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/log.h"
#include "util/base/patient-open.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dso-runtime.h"
#include "util/symbol/dsos.h"

/* Is @path this build still? */
static bool is_build(const char *path, const struct dso *dso)
{
	uint8_t id[20];
	int n = build_id__read_file(path, id);

	return n == dso->build_id_size && !memcmp(id, dso->build_id, (size_t)n);
}

static bool is_running_kernel(const struct dso *dso)
{
	uint8_t id[20];
	int n = build_id__read_notes_file("/sys/kernel/notes", id);

	return n == dso->build_id_size && !memcmp(id, dso->build_id, (size_t)n);
}

/* What the distribution has of debug information stays beside the file: perf archive takes it along. */
static int add_debug(const char *dir, struct dso *dso, struct diag *diag)
{
	int err = build_id_cache__add_installed_debug(dir, dso->build_id, dso->build_id_size, diag);

	return err == -ENOENT || err == -EEXIST ? 0 : err;
}

/* From a server, if the user has named one. */
static int add_fetched(const char *dir, struct dso *dso, struct diag *diag)
{
	char *path = dsos__fetch(dso, DEBUGINFOD_EXECUTABLE);
	int err = path ? build_id_cache__add(dir, dso->path, dso->build_id, dso->build_id_size, path, diag) : -ENOENT;

	free(path);
	return err;
}

/* Its process may have ended, or changed it, since it was opened. */
static int add_from_memory(const char *dir, struct dso *dso, const struct memory_files *memory, struct diag *diag)
{
	char *path = memory_files__path(memory, dso->build_id, dso->build_id_size);
	int err = -ENOENT;

	if (path && is_build(path, dso))
		err = build_id_cache__add(dir, dso->path, dso->build_id, dso->build_id_size, path, diag);
	free(path);
	return err;
}

static int add_file(const char *dir, struct dso *dso, const struct memory_files *memory, struct diag *diag)
{
	struct dso_runtime *file;
	int err = -ENOENT;
	char *real;

	if (dso->path[0] != '/')
		return err;
	real = patient_realpath(dso->path);
	if (real && is_build(real, dso)) {
		err = build_id_cache__add(dir, real, dso->build_id, dso->build_id_size, real, diag);
		free(real);
		return err;
	}
	free(real);
	/* In a container that still runs? */
	file = dso_runtime__new(dso);
	if (file && file->path)
		err = build_id_cache__add(dir, dso->path, dso->build_id, dso->build_id_size, file->path, diag);
	dso_runtime__delete(file);
	if (err == -ENOENT)
		err = add_from_memory(dir, dso, memory, diag);
	return err == -ENOENT ? add_fetched(dir, dso, diag) : err;
}

/* 0: added. -ENOENT, -EEXIST: there was nothing to do. */
static int add_dso(const char *dir, struct dso *dso, const struct memory_files *memory, struct diag *diag)
{
	int err = -ENOENT;

	if (!dso->build_id_size)
		return err;
	if (dso->kind == DSO_KIND_KERNEL && !strcmp(dso->path, KERNEL_CACHE_NAME) && is_running_kernel(dso))
		err = build_id_cache__add_kernel(dir, dso->build_id, dso->build_id_size, diag);
	else if (build_id_cache__has(dir, dso->build_id, dso->build_id_size))
		err = -EEXIST;
	else if (dso->kind == DSO_KIND_USER && !(err = add_file(dir, dso, memory, diag)))
		err = add_debug(dir, dso, diag);
	if (!err)
		pr_debug("build-id cache: added '%s'\n", dso->path);
	return err;
}

/* The vdso is kept with the kernel that it is of. */
static int is_hit_vdso(struct dso *dso, void *ctx)
{
	(void)ctx;
	return dso->kind == DSO_KIND_VDSO && dso->hit;
}

static int mark_kernel(struct dso *dso, void *ctx)
{
	(void)ctx;
	dso->hit |= dso->kind == DSO_KIND_KERNEL;
	return 0;
}

struct wish {
	const char *dir;
	bool kernel;			/* it is not in the cache, and so the vdso is not either */
};

static bool is_missing(const struct wish *w, const struct dso *dso)
{
	return dso->build_id_size && !build_id_cache__has(w->dir, dso->build_id, dso->build_id_size);
}

/* Is there anything to do, should a sample have hit it? */
static bool is_wanted(const struct dso *dso, void *wish)
{
	const struct wish *w = wish;

	return dso->kind == DSO_KIND_VDSO ? w->kernel : is_missing(w, dso);
}

/* Whether a cached kernel has all it should is looked at in any case: no sample has to be found for that. */
static int see_kernel(struct dso *dso, void *wish)
{
	struct wish *w = wish;

	if (dso->kind != DSO_KIND_KERNEL)
		return 0;
	w->kernel |= is_missing(w, dso);
	dso->hit |= !is_missing(w, dso);
	return 0;
}

static int fill(const char *dir, struct session *s, bool all, const struct memory_files *memory, struct diag *diag)
{
	struct dso **dsos;
	size_t nr, i;
	int added = 0, err = 0;

	if (dsos__for_each(session__dsos(s), is_hit_vdso, NULL))
		(void)dsos__for_each(session__dsos(s), mark_kernel, NULL);
	dsos = dso_hits__list(s, all, &nr);
	for (i = 0; i < nr; i++) {
		struct diag why = DIAG_INIT;
		int n = add_dso(dir, dsos[i], memory, &why);

		added += !n;
		/* The first reason is told; whether the others fit is tried nevertheless. */
		if (n && n != -ENOENT && n != -EEXIST && n != -EACCES && !err)
			err = diag__msg(diag, n, "%s", why.text);
		/* A kernel that hides its addresses has been told about, others' files cannot be read. */
		if (n == -EACCES)
			pr_debug("build-id cache: %s\n", why.text);
	}
	free(dsos);
	return err ? err : added;
}

int record_cache__fill(const char *path, bool all, const char *debuginfod, const struct sample_runs *runs,
		       const struct memory_files *memory, struct diag *diag)
{
	static const struct session_ops ops = { 0 };
	/* Not what somebody else has put in its place meanwhile. */
	const struct session_opts opts = { .input = path, .world_only = true, .runs = runs,
					   .symbols = { .no_symbols = true, .debuginfod = debuginfod } };
	char *dir = build_id_cache__dir();
	struct wish wish = { .dir = dir };
	struct session *s;
	int ret;

	if (!dir)
		return 0;
	s = session__new(&opts, &ops, NULL, diag);
	ret = s ? session__process(s, diag) : -EBADMSG;
	if (!ret && !all) {
		(void)dsos__for_each(session__dsos(s), see_kernel, &wish);
		dso_hits__walk(s, is_wanted, &wish);
	}
	if (!ret)
		ret = fill(dir, s, all, memory, diag);
	session__delete(s);
	free(dir);
	return ret;
}
