// SPDX-License-Identifier: GPL-2.0-only
/* perf archive: which files a recording needs, and which of them the build-id cache has. */
#include "builtin-archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/folder-walk.h"
#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/hits/dso-hits.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dso.h"

#define MAX_EXCLUDED	((size_t)64 << 20)

static void on_damaged(void *ctx, const struct diag *diag)
{
	read_errors__damaged(&((struct archive *)ctx)->errors, diag);
}

int archive__find_wanted(struct archive *a)
{
	const struct session_ops ops = { .sample = dso_hits__sample, .damaged = on_damaged };
	const struct session_opts opts = { .input = a->input, .force = a->force, .any_order = true,
					   .symbols = { .no_symbols = true } };
	struct diag diag = DIAG_INIT;
	struct session *s = session__new(&opts, &ops, a, &diag);
	struct dso **dsos;
	size_t nr, i;

	if (!s || session__process(s, &diag) < 0) {
		read_errors__fatal(&diag);
		session__delete(s);
		return -EINVAL;
	}
	dsos = dso_hits__list(s, false, &nr);
	for (i = 0; i < nr; i++) {
		struct archive_wanted *w;

		if (!dsos[i]->build_id_size)
			continue;
		GROW(a->wanted, a->nr, a->cap);
		w = &a->wanted[a->nr++];
		*w = (struct archive_wanted){ .path = xstrdup(dsos[i]->path) };
		build_id__text(dsos[i]->build_id, dsos[i]->build_id_size, w->hex);
	}
	free(dsos);
	a->damaged = read_errors__close(&a->errors, session__stats(s));
	session__delete(s);
	return 0;
}

static void drop(struct archive *a, const char *hex)
{
	size_t i, n = 0;

	for (i = 0; i < a->nr; i++)
		if (strcmp(a->wanted[i].hex, hex))
			a->wanted[n++] = a->wanted[i];
		else
			free(a->wanted[i].path);
	a->nr = n;
}

/* The file has lines as of perf buildid-list: an id, perhaps a blank and a name. */
int archive__leave_out(struct archive *a)
{
	char *data, *pos, *line;
	size_t size;
	int err;

	if (!a->exclude)
		return 0;
	err = file__read_given(a->exclude, MAX_EXCLUDED, &data, &size);
	if (err == -ENOENT)
		pr_error("Provided exclude-buildids file %s does not exist\n", a->exclude);
	else if (err)
		pr_error("perf archive: cannot read '%s': %s\n", a->exclude, strerror(-err));
	if (err)
		return err;
	for (pos = data; (line = strsep(&pos, "\n")); ) {
		line[strcspn(line, " \t\r")] = 0;
		drop(a, line);
	}
	free(data);
	return 0;
}

static void add_name(struct archive *a, const char *name)
{
	strbuf__add(&a->names, name, strlen(name) + 1);
}

/* Only what is a file there: a link could lead to what is nobody's business. */
static void add_files(struct archive *a, const char *folder)
{
	int fd = folder__open_below(a->top, folder);
	DIR *dir = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *e;
	struct stat st;

	while (dir && (e = readdir(dir))) {
		char *name = xasprintf("%s/%s", folder, e->d_name);

		if (!fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode))
			add_name(a, name);
		free(name);
	}
	if (dir)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
}

static int on_entry(void *ctx, const struct build_id_cache_entry *e)
{
	struct archive *a = ctx;
	bool found = false;
	char *link, *folder;
	size_t i;

	for (i = 0; i < a->nr; i++)
		if (!strcmp(a->wanted[i].hex, e->hex))
			found = a->wanted[i].found = true;
	if (!found)
		return 0;
	link = xasprintf(".build-id/%.2s/%s", e->hex, e->hex + 2);
	folder = xasprintf("%s/%s", *e->name == '/' ? e->name + 1 : e->name, e->hex);
	add_name(a, link);
	add_files(a, folder);
	free(folder);
	free(link);
	return 0;
}

size_t archive__find_files(struct archive *a)
{
	size_t i, found = 0;

	(void)build_id_cache__for_each(a->cache, on_entry, a);
	for (i = 0; i < a->nr; i++) {
		found += a->wanted[i].found;
		if (!a->wanted[i].found)
			pr_warning("perf archive: %s is left out: the build-id cache '%s' has no file with its build id %s "
				   "(perf buildid-cache -a FILE adds one)\n", shown(a->wanted[i].path), a->cache, a->wanted[i].hex);
	}
	return found;
}
