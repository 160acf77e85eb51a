// SPDX-License-Identifier: GPL-2.0-only
/* The files that processes have mapped: one however many map it. */
#include "util/live/live-spaces-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/vdso.h"

static inline uint64_t live_files__hash(struct file_key key)
{
	return key.hash;
}

static inline bool live_files__is(struct live_file *f, struct file_key key)
{
	const struct record_mmap *m = key.m;

	return f->ino == m->ino && f->maj == m->maj && f->min == m->min && f->ino_generation == m->ino_generation &&
	       f->build_id_size == m->build_id_size && !memcmp(f->build_id, m->build_id, m->build_id_size) &&
	       !strcmp(f->name, m->filename);
}

HASH_SET_FUNCTIONS(live_files, struct file_key, struct live_file *)

bool live_spaces__is_file(const struct record_mmap *m)
{
	static const char *const none[] = { "//anon", "/anon_hugepage", "/dev/zero", "/SYSV", "/[aio]" };
	size_t i;

	if (!strcmp(m->filename, VDSO_NAME) || !strcmp(m->filename, VDSO32_NAME))
		return true;
	for (i = 0; i < ARRAY_SIZE(none); i++)
		if (!strncmp(m->filename, none[i], strlen(none[i])))
			return false;
	return m->filename[0] == '/' && m->filename[1] != '/';
}

void live_spaces__name_vdso(struct record_mmap *m)
{
	if (!strcmp(m->filename, VDSO_NAME))
		m->filename = vdso__name(m->start);
}

struct live_file *live_spaces__file(struct live_spaces *s, const struct record_mmap *m)
{
	struct file_key key = { .m = m, .hash = hash_combine(hash_str(m->filename), m->ino) };
	struct live_file **place, *f;

	key.hash = hash_bytes(m->build_id, m->build_id_size, key.hash);
	place = live_files__place(&s->files, key);
	if (*place)
		return *place;
	f = xzalloc(sizeof(*f));
	f->name = xstrdup(m->filename);
	f->maj = m->maj;
	f->min = m->min;
	f->ino = m->ino;
	f->ino_generation = m->ino_generation;
	f->build_id_size = m->build_id_size;
	memcpy(f->build_id, m->build_id, m->build_id_size);
	f->nr = ++s->nr_files;
	*place = f;
	return f;
}

void live_spaces__delete_files(struct live_spaces *s, void (*free_tables)(void *tables))
{
	size_t i;

	HASH_EACH(&s->files, i) {
		struct live_file *f = s->files.slots[i].val;

		if (f->tables && free_tables)
			free_tables(f->tables);
		free(f->name);
		free(f);
	}
	live_files__exit(&s->files);
}
