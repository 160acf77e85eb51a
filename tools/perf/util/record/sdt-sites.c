// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/sdt-sites.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/patient-open.h"
#include "util/code/needed-files.h"
#include "util/record/process-maps.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dso.h"

static bool is_wanted(const struct sdt_sites *s, const struct sdt_note *note)
{
	return (!s->provider || !fnmatch(s->provider, note->provider, 0)) && (!s->name || !fnmatch(s->name, note->name, 0));
}

/* Takes what is wanted of @notes as markers of @file. */
static void take(struct sdt_sites *s, struct sdt_notes *notes, const char *file)
{
	size_t i;

	for (i = 0; i < notes->nr; i++) {
		struct sdt_note *note = &notes->at[i];

		if (!is_wanted(s, note))
			continue;
		GROW(s->at, s->nr, s->cap);
		s->at[s->nr++] = (struct sdt_site){ .file = xstrdup(file), .note = *note, .machine = notes->machine };
		*note = (struct sdt_note){ 0 };
	}
	sdt_notes__exit(notes);
}

/* Was the file looked at before, under whatever name? */
static bool is_seen(struct sdt_sites *s, const char *path)
{
	struct stat st;
	uint64_t key;

	if (patient_stat(path, &st))
		return false;
	key = hash_combine((uint64_t)st.st_dev, (uint64_t)st.st_ino);
	if (u64num__find(&s->seen, key))
		return true;
	u64num__set(&s->seen, key, 1);
	return false;
}

int sdt_sites__add_file(struct sdt_sites *s, const char *path, struct diag *diag)
{
	struct sdt_notes notes = { 0 };
	int err;

	if (is_seen(s, path))
		return 0;
	err = sdt_notes__read_file(&notes, path, diag);
	take(s, &notes, path);
	return err;
}

/* What is damaged, or no ELF file, has no markers. */
static void try_file(void *ctx, const char *path, int err)
{
	struct diag ignored = DIAG_INIT;

	if (!err)
		(void)sdt_sites__add_file(ctx, path, &ignored);
}

void sdt_sites__add_program(struct sdt_sites *s, const char *path)
{
	struct diag ignored = DIAG_INIT;

	try_file(s, path, 0);
	(void)needed_files__for_each(path, try_file, s, &ignored);
}

void sdt_sites__add_process(struct sdt_sites *s, pid_t pid)
{
	char *text = process_maps__read(s->asker, pid), *line, *save = NULL;
	struct map_line m;

	for (line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		char *path;

		if (!map_line__parse(&m, line) || !m.is_code || *m.path != '/')
			continue;
		path = process_maps__path(pid, m.path);
		try_file(s, path, 0);
		free(path);
	}
	free(text);
}

static bool is_number(const char *name, void *ctx)
{
	(void)ctx;
	return isdigit((unsigned char)*name);
}

void sdt_sites__add_all_processes(struct sdt_sites *s)
{
	char **names = list_names(procfs__path(), is_number, NULL);
	size_t i;

	for (i = 0; names && names[i]; i++)
		sdt_sites__add_process(s, (pid_t)strtol(names[i], NULL, 10));
	free_names(names);
}

struct cached {
	struct sdt_sites *sites;
	const char *dir;
};

/* The copy says where its markers are; whether the file itself is still this build is only asked if it has some. */
static int add_entry(void *ctx, const struct build_id_cache_entry *e)
{
	const struct cached *c = ctx;
	struct diag ignored = DIAG_INIT;
	struct sdt_notes notes = { 0 };
	uint8_t id[20];
	char hex[41], *copy;
	int n;

	if (e->name[0] != '/')
		return 0;
	copy = xasprintf("%s/.build-id/%.2s/%s/elf", c->dir, e->hex, e->hex + 2);
	(void)sdt_notes__read_file(&notes, copy, &ignored);
	free(copy);
	n = notes.nr ? build_id__read_file(e->name, id) : -ENOENT;
	if (n > 0 && !strcmp(build_id__text(id, (size_t)n, hex), e->hex) && !is_seen(c->sites, e->name))
		take(c->sites, &notes, e->name);
	sdt_notes__exit(&notes);
	return 0;
}

void sdt_sites__add_cached(struct sdt_sites *s)
{
	char *dir = build_id_cache__dir();

	if (dir)
		(void)build_id_cache__for_each(dir, add_entry, &(struct cached){ s, dir });
	free(dir);
}

static int compare(const void *pa, const void *pb)
{
	const struct sdt_site *a = pa, *b = pb;
	int ret = strcmp(a->note.provider, b->note.provider);

	if (!ret)
		ret = strcmp(a->note.name, b->note.name);
	if (!ret)
		ret = strcmp(a->file, b->file);
	return ret ? ret : a->note.offset < b->note.offset ? -1 : a->note.offset > b->note.offset;
}

void sdt_sites__sort(struct sdt_sites *s)
{
	if (s->nr)
		qsort(s->at, s->nr, sizeof(*s->at), compare);
}

void sdt_sites__exit(struct sdt_sites *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++) {
		free(s->at[i].file);
		free(s->at[i].note.provider);
		free(s->at[i].note.name);
		free(s->at[i].note.args);
	}
	free(s->at);
	u64num__exit(&s->seen);
	*s = (struct sdt_sites){ 0 };
}
