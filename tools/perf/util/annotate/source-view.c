// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/source-view.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/patient-open.h"

struct source_seen {
	const char *file;		/* as in the debug information; borrowed */
	char *path;			/* where it is looked for */
	uint32_t upto;			/* the last line that was shown */
};

static inline uint64_t source_seen_set__hash(const char *file)
{
	return hash_str(file);
}

static inline bool source_seen_set__is(const struct source_seen *s, const char *file)
{
	return !strcmp(s->file, file);
}

HASH_SET_FUNCTIONS(source_seen_set, const char *, struct source_seen *)

static void forget_seen(struct source_view *v)
{
	size_t i;

	HASH_EACH(&v->seen, i) {
		free(v->seen.slots[i].val->path);
		free(v->seen.slots[i].val);
	}
	source_seen_set__clear(&v->seen);
}

void source_view__begin(struct source_view *v, const char *program)
{
	struct stat st;

	forget_seen(v);
	v->last_file = NULL;
	v->last_line = 0;
	v->program = program;
	v->built = program && !patient_stat(program, &st) ? st.st_mtim : (struct timespec){ 0 };
}

void source_view__exit(struct source_view *v)
{
	forget_seen(v);
	source_seen_set__exit(&v->seen);
	src_text__exit(&v->text);
	zfree(&v->newer);
	zfree(&v->older);
}

/* Somebody has edited it since: its lines may be others by now. */
static void note_if_newer(struct source_view *v, const char *path)
{
	struct stat st;

	if (v->newer || !v->built.tv_sec || patient_stat(path, &st) || st.st_mtim.tv_sec < v->built.tv_sec ||
	    (st.st_mtim.tv_sec == v->built.tv_sec && st.st_mtim.tv_nsec <= v->built.tv_nsec))
		return;
	v->newer = xstrdup(path);
	v->older = xstrdup(v->program);
}

static char *path_of(const struct source_view *v, const char *file)
{
	const char *rest = file, *slash;
	unsigned int i;

	if (!v->prefix || *file != '/')
		return xstrdup(file);
	for (i = 0; i < v->strip && (slash = strchr(rest + 1, '/')); i++)
		rest = slash;
	return xasprintf("%s%s", v->prefix, rest);
}

static struct source_seen *seen_of(struct source_view *v, const char *file)
{
	struct source_seen **place = source_seen_set__place(&v->seen, file);

	if (!*place) {
		*place = xzalloc(sizeof(**place));
		(*place)->file = file;
		(*place)->path = path_of(v, file);
		note_if_newer(v, (*place)->path);
	}
	return *place;
}

bool source_view__step(struct source_view *v, const struct src_frame *f, struct source_lines *ret)
{
	struct source_seen *seen;

	if (!f || !f->file || !f->line)
		return false;
	if (v->last_file && v->last_line == f->line && !strcmp(v->last_file, f->file))
		return false;
	v->last_file = f->file;
	v->last_line = f->line;
	seen = seen_of(v, f->file);
	*ret = (struct source_lines){ .path = seen->path, .first = f->line, .last = f->line };
	if (f->line <= seen->upto)
		return true;
	ret->first = f->line > SOURCE_VIEW_CONTEXT ? f->line - SOURCE_VIEW_CONTEXT : 1;
	if (ret->first <= seen->upto)
		ret->first = seen->upto + 1;
	seen->upto = f->line;
	return true;
}

const char *source_view__line(struct source_view *v, const char *path, uint32_t line, size_t *ret_len)
{
	return src_text__line(&v->text, path, line, ret_len);
}
