// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of places is the loader's: DT_RPATH of the file that asks and of those that asked for it, where it has no
 * DT_RUNPATH; LD_LIBRARY_PATH; its DT_RUNPATH; the loader's cache; the default folders. A file of another machine
 * is passed over. Variants for newer CPUs (glibc-hwcaps) are not looked for.
 */
#include "util/code/needed-files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/patient-open.h"
#include "util/base/strbuf.h"
#include "util/code/elf-needed.h"
#include "util/code/loader-cache.h"

#define CACHE		"/etc/ld.so.cache"
#define MAX_OBJECTS	2000
#define MAX_TRIES	100000		/* files that are looked at */

struct object {
	char *path;
	struct elf_needed elf;
	size_t parent;			/* who asked for it first; the program's is itself */
	dev_t dev;
	ino_t ino;
};

struct search {
	struct object *objects;		/* the program, and what it needs, in the order of loading */
	size_t nr, cap;
	char **asked;			/* names that were looked for already */
	size_t nr_asked, cap_asked;
	struct loader_cache cache;
	size_t tries, asker;
	bool musl;
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool same_machine(const struct elf_needed *a, const struct elf_needed *b)
{
	return a->machine == b->machine && a->is_64 == b->is_64 && a->is_big == b->is_big;
}

static bool is_loaded(const struct search *s, const struct stat *st)
{
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (s->objects[i].dev == st->st_dev && s->objects[i].ino == st->st_ino)
			return true;
	return false;
}

/* Takes @path if it is a library for this program: 1, 0 if not. */
static int take(void *ctx, const char *path)
{
	struct search *s = ctx;
	struct elf_needed elf;
	struct stat st;
	int fd = s->tries++ < MAX_TRIES ? patient_open(path, &st) : -E2BIG, found = 0;

	if (fd < 0)
		return 0;
	if (elf_needed__read(fd, &elf) || (s->nr && !same_machine(&elf, &s->objects[0].elf))) {
		elf_needed__exit(&elf);
	} else if (is_loaded(s, &st)) {
		elf_needed__exit(&elf);
		found = 1;
	} else {
		GROW(s->objects, s->nr, s->cap);
		s->objects[s->nr++] = (struct object){ .path = xstrdup(path), .elf = elf, .parent = s->asker,
						       .dev = st.st_dev, .ino = st.st_ino };
		found = 1;
	}
	close(fd);
	return found;
}

/* The folder of @path, links resolved, as $ORIGIN is. */
static void add_origin(struct strbuf *out, const char *path)
{
	char *real = patient_realpath(path), *slash = real ? strrchr(real, '/') : NULL;

	if (slash)
		strbuf__add(out, real, slash == real ? 1 : (size_t)(slash - real));
	free(real);
}

/* Replaces $ORIGIN, ${LIB} and $PLATFORM in the @len bytes of @path; false: something else begins with a $. */
static bool expand(struct strbuf *out, const char *path, size_t len, const struct object *from, const char *lib)
{
	struct utsname un;
	const char *end = path + len;

	while (path < end) {
		const char *dollar = memchr(path, '$', (size_t)(end - path));
		size_t n, brace;

		strbuf__add(out, path, (size_t)((dollar ? dollar : end) - path));
		if (!dollar)
			break;
		brace = dollar + 1 < end && dollar[1] == '{';
		path = dollar + 1 + brace;
		for (n = 0; path + n < end && path[n] >= 'A' && path[n] <= 'Z'; n++)
			;
		if (n == 6 && !memcmp(path, "ORIGIN", n))
			add_origin(out, from->path);
		else if (n == 3 && !memcmp(path, "LIB", n))
			strbuf__add(out, lib, strlen(lib));
		else if (n == 8 && !memcmp(path, "PLATFORM", n) && !uname(&un))
			strbuf__add(out, un.machine, strlen(un.machine));
		else
			return false;
		path += n + brace;
		if (path > end)
			return false;
	}
	return true;
}

/* "$LIB": distributions differ. */
static const char *const libs[] = {
#if defined(__x86_64__)
	"lib/x86_64-linux-gnu",
#elif defined(__aarch64__)
	"lib/aarch64-linux-gnu",
#endif
	"lib64", "lib",
};

/* @name ("" or "/NAME") behind the @len bytes of @dir, with each meaning of $LIB, if it is there at all. */
static bool take_in(struct search *s, const char *dir, size_t len, const char *name, const struct object *from)
{
	struct strbuf path = STRBUF_INIT;
	bool has_lib = memmem(dir, len, "LIB", 3), found = false;
	size_t i;

	for (i = 0; i < (has_lib ? ARRAY_SIZE(libs) : 1) && !found; i++) {
		strbuf__reset(&path);
		if (expand(&path, dir, len, from, libs[i])) {
			strbuf__add(&path, name, strlen(name));
			found = take(s, path.buf);
		}
	}
	strbuf__exit(&path);
	return found;
}

/* Folders with a colon between them; an empty one is the present folder. */
static bool take_from(struct search *s, const char *dirs, const char *name, size_t from)
{
	char *rel = xasprintf("/%s", name);
	bool found = false;
	const char *end;

	for (; dirs && !found; dirs = *end ? end + 1 : NULL) {
		struct object asker = s->objects[from];

		end = strchrnul(dirs, ':');
		found = end == dirs ? take(s, name) : take_in(s, dirs, (size_t)(end - dirs), rel, &asker);
	}
	free(rel);
	return found;
}

static bool take_default(struct search *s, const char *name)
{
	static const char *const glibc =
#if defined(__x86_64__)
		"/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:"
#elif defined(__aarch64__)
		"/lib/aarch64-linux-gnu:/usr/lib/aarch64-linux-gnu:"
#endif
		"/lib64:/usr/lib64:/lib:/usr/lib:/lib32:/usr/lib32:/libx32:/usr/libx32";

	return take_from(s, s->musl ? "/lib:/usr/local/lib:/usr/lib" : glibc, name, 0);
}

static bool find(struct search *s, const char *name)
{
	const struct elf_needed *elf = &s->objects[s->asker].elf, *program = &s->objects[0].elf;
	const char *interpreter = program->interpreter, *env = getenv("LD_LIBRARY_PATH");
	bool no_default = elf->no_default;
	char *runpath;
	bool found;
	size_t i;

	/* The loader is a library, too, and musl's is the C library. */
	if (interpreter && (!strcmp(name, base_name(interpreter)) ||
			    (s->musl && (!strncmp(name, "libc.musl-", 10) || !strcmp(name, "libc.so")))))
		return take(s, interpreter);
	if (strchr(name, '/')) {
		struct object asker = s->objects[s->asker];

		return take_in(s, name, strlen(name), "", &asker);
	}
	for (i = s->asker; !elf->runpath; i = s->objects[i].parent) {
		if (s->objects[i].elf.rpath && !s->objects[i].elf.runpath &&
		    take_from(s, s->objects[i].elf.rpath, name, i))
			return true;
		if (!i)
			break;
	}
	if (env && *env && take_from(s, env, name, s->asker))
		return true;
	/* Taking moves the objects, but not what they point to. */
	runpath = s->objects[s->asker].elf.runpath;
	found = runpath && take_from(s, runpath, name, s->asker);
	if (!found && !no_default)
		found = (!s->musl && loader_cache__find(&s->cache, name, take, s)) || take_default(s, name);
	return found;
}

static bool was_asked(struct search *s, const char *name)
{
	size_t i;

	for (i = 0; i < s->nr_asked; i++)
		if (!strcmp(s->asked[i], name))
			return true;
	GROW(s->asked, s->nr_asked, s->cap_asked);
	s->asked[s->nr_asked++] = xstrdup(name);
	return false;
}

/* All that the object s->asker asks for. */
static int add_needed(struct search *s, void (*fn)(void *ctx, const char *path, int err), void *ctx)
{
	size_t i, before;

	for (i = 0; i < s->objects[s->asker].elf.nr; i++) {
		const char *name = s->objects[s->asker].elf.names[i];

		if (was_asked(s, name))
			continue;
		if (s->nr_asked > MAX_OBJECTS || s->tries > MAX_TRIES)
			return -E2BIG;
		before = s->nr;
		if (!find(s, name))
			fn(ctx, name, -ENOENT);
		else if (s->nr > before)
			fn(ctx, s->objects[before].path, 0);
	}
	return 0;
}

static void search__exit(struct search *s)
{
	while (s->nr) {
		free(s->objects[--s->nr].path);
		elf_needed__exit(&s->objects[s->nr].elf);
	}
	while (s->nr_asked)
		free(s->asked[--s->nr_asked]);
	free(s->objects);
	free(s->asked);
	loader_cache__exit(&s->cache);
}

int needed_files__for_each(const char *program, void (*fn)(void *ctx, const char *path, int err), void *ctx,
			   struct diag *diag)
{
	struct search s = { 0 };
	const char *loader;
	size_t before;
	int err = 0;

	if (!take(&s, program))
		return 0;
	loader = s.objects[0].elf.interpreter;
	s.musl = loader && !strncmp(base_name(loader), "ld-musl-", 8);
	loader_cache__load(&s.cache, CACHE);
	for (; s.asker < s.nr && !err; s.asker++)
		err = add_needed(&s, fn, ctx);
	if (err)
		diag__msg(diag, err, "'%s' needs more libraries than are looked for (%d)", program, MAX_OBJECTS);
	before = s.nr;
	s.asker = 0;
	if (!err && loader && take(&s, loader) && s.nr > before)
		fn(ctx, loader, 0);
	search__exit(&s);
	return err;
}
