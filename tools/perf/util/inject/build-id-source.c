// SPDX-License-Identifier: GPL-2.0-only
#include "util/inject/build-id-source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/hash.h"
#include "util/base/kernel-paths.h"
#include "util/symbol/dso.h"

#define MAX_LIST	((size_t)64 << 20)

struct name_key {
	const char *name;
	size_t len;
};

static inline uint64_t build_id_names__hash(struct name_key key)
{
	return hash_bytes(key.name, key.len, 0);
}

static inline bool build_id_names__is(const struct build_id_file *f, struct name_key key)
{
	return strlen(f->name) == key.len && !strncmp(f->name, key.name, key.len);
}

HASH_SET_FUNCTIONS(build_id_names, struct name_key, struct build_id_file *)

void build_id_source__exit(struct build_id_source *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++) {
		free(s->files[i]->name);
		free(s->files[i]);
	}
	free(s->files);
	build_id_names__exit(&s->by_name);
	*s = (struct build_id_source){ 0 };
}

bool build_id_name__is_file(const char *name)
{
	static const char *const none[] = { "//", "/dev/zero", "/anon_hugepage", "/SYSV", "/memfd:" };
	size_t i;

	if (*name == '[')
		return !strncmp(name, "[kernel", 7) || !strncmp(name, "[guest.kernel", 13) ||
		       !strcmp(name, "[vdso]");
	for (i = 0; i < ARRAY_SIZE(none); i++)
		if (!strncmp(name, none[i], strlen(none[i])))
			return false;
	return *name == '/' && name[1];
}

size_t build_id_name__length(const char *name)
{
	const char *end = *name == '[' ? strchr(name, ']') : NULL;

	return end ? (size_t)(end + 1 - name) : strlen(name);
}

struct build_id_file *build_id_source__get(struct build_id_source *s, const char *name, bool kernel)
{
	size_t len = build_id_name__length(name);
	struct build_id_file **f = build_id_names__place(&s->by_name, (struct name_key){ name, len });

	if (!*f) {
		*f = xzalloc(sizeof(**f));
		(*f)->name = xstrndup(name, len);
		GROW(s->files, s->nr, s->cap);
		s->files[s->nr++] = *f;
	}
	(*f)->kernel |= kernel;
	return *f;
}

void build_id_file__recorded(struct build_id_file *f, const uint8_t *id, size_t size)
{
	if (f->known || !size || size > sizeof(f->id))
		return;
	memcpy(f->id, id, size);
	f->size = (uint8_t)size;
}

static int read_id(const struct build_id_file *f, uint8_t id[BUILD_ID_MAX])
{
	char *path;
	int n;

	if (!strcmp(f->name, "[kernel.kallsyms]")) {
		path = xasprintf("%s/kernel/notes", sysfs__path());
		n = build_id__read_notes_file(path, id);
	} else if (f->kernel && f->name[0] == '[') {
		/* A module is recorded under its name, or with its file. */
		path = xasprintf("%s/module/%.*s/notes/.note.gnu.build-id", sysfs__path(),
				 (int)strlen(f->name) - 2, f->name + 1);
		n = strchr(f->name, '/') ? -ENOENT : build_id__read_notes_file(path, id);
	} else {
		return f->name[0] == '/' ? build_id__read_file(f->name, id) : -ENOENT;
	}
	free(path);
	return n;
}

bool build_id_file__look(struct build_id_file *f)
{
	int n;

	if (!f->size && !f->looked) {
		n = read_id(f, f->id);
		f->size = n > 0 ? (uint8_t)n : 0;
	}
	f->looked = true;
	return f->size > 0;
}

/* --- what the user says --------------------------------------------------------------------------- */

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* "HEX NAME"; the word may be changed. */
static int add_pair(struct build_id_source *s, char *pair, struct diag *diag)
{
	char *name = pair + strspn(pair, " \t"), *hex = name;
	struct build_id_file *f;
	uint8_t id[BUILD_ID_MAX];
	size_t n = 0;

	while (hex_digit(hex[0]) >= 0 && hex_digit(hex[1]) >= 0 && n < sizeof(id)) {
		id[n++] = (uint8_t)(hex_digit(hex[0]) << 4 | hex_digit(hex[1]));
		hex += 2;
	}
	if (!n || (*hex != ' ' && *hex != '\t') || !hex[strspn(hex, " \t")])
		return diag__msg(diag, -EINVAL, "'%s' is not 'BUILD-ID FILE'", pair);
	name = hex + strspn(hex, " \t");
	f = build_id_source__get(s, name, false);
	memcpy(f->id, id, n);
	f->size = (uint8_t)n;
	f->known = true;
	return 0;
}

static int add_pairs(struct build_id_source *s, char *text, const char *separators, bool lines,
		     struct diag *diag)
{
	char *pair;
	int err = 0;

	while (!err && (pair = strsep(&text, separators)) != NULL) {
		/* perf buildid-list shows blanks where it knows no id. */
		if (!pair[strspn(pair, " \t")] || (lines && *pair == ' '))
			continue;
		err = add_pair(s, pair, diag);
	}
	return err;
}

int build_id_source__add_known(struct build_id_source *s, const char *list, struct diag *diag)
{
	const char *path = !strncmp(list, "file://", 7) ? list + 7 : *list == '@' ? list + 1 : NULL;
	char *text;
	size_t size;
	int err;

	if (!path) {
		text = xstrdup(list);
		err = add_pairs(s, text, ",", false, diag);
	} else {
		err = file__read_all(path, MAX_LIST, &text, &size);
		if (err)
			return diag__msg(diag, err, "cannot read the build ids in '%s': %s", path,
					 strerror(-err));
		err = add_pairs(s, text, "\n", true, diag);
	}
	free(text);
	return err;
}
