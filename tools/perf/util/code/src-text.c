// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/src-text.h"

#include <stdbool.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/names-file.h"

#define MAX_FILE	((size_t)16 << 20)
#define MAX_BYTES	((size_t)256 << 20)

struct src_file {
	char *path, *data;		/* data is NULL: it could not be read */
	size_t size;
	uint32_t *ends;			/* where line i + 1 ends, its newline not included */
	size_t nr, cap;
};

static inline uint64_t src_files__hash(const char *path)
{
	return hash_str(path);
}

static inline bool src_files__is(const struct src_file *f, const char *path)
{
	return !strcmp(f->path, path);
}

HASH_SET_FUNCTIONS(src_files, const char *, struct src_file *)

static void src_file__delete(struct src_file *f)
{
	free(f->path);
	free(f->data);
	free(f->ends);
	free(f);
}

void src_text__exit(struct src_text *t)
{
	size_t i;

	HASH_EACH(&t->files, i)
		src_file__delete(t->files.slots[i].val);
	src_files__exit(&t->files);
	t->bytes = 0;
}

/* Paths come from debug information, which may name a device or a fifo. */
static bool read_data(struct src_text *t, struct src_file *f)
{
	return t->bytes < MAX_BYTES && !names_file__read_all(f->path, MAX_FILE, &f->data, &f->size);
}

static struct src_file *load(struct src_text *t, const char *path)
{
	struct src_file *f = xzalloc(sizeof(*f));
	size_t at, len;

	f->path = xstrdup(path);
	if (!read_data(t, f))
		return f;
	t->bytes += f->size;
	for (at = 0; at < f->size; at += len + 1) {
		const char *end = memchr(f->data + at, '\n', f->size - at);

		len = end ? (size_t)(end - f->data) - at : f->size - at;
		GROW(f->ends, f->nr, f->cap);
		f->ends[f->nr++] = (uint32_t)(at + len);
	}
	return f;
}

static const struct src_file *file_of(struct src_text *t, const char *path)
{
	struct src_file **f = src_files__place(&t->files, path);

	if (!*f)
		*f = load(t, path);
	return *f;
}

const char *src_text__line(struct src_text *t, const char *path, uint32_t line, size_t *ret_len)
{
	const struct src_file *f = file_of(t, path);
	size_t start;

	if (!line || line > f->nr)
		return NULL;
	start = line > 1 ? f->ends[line - 2] + 1 : 0;
	*ret_len = f->ends[line - 1] - start;
	return f->data + start;
}
