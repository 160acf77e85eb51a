// SPDX-License-Identifier: GPL-2.0-only
/* Files with debug information, in the places where distributions, tools and users put them. */
#include "util/symbol/elf-sources-internal.h"
#include "util/symbol/elf-sources.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/packed.h"

#define DEBUG_ROOT	"/usr/lib/debug"

/* What the file that was mapped says of its debug file. */
struct debuglink {
	const char *name;		/* NULL: nothing */
	uint32_t crc;
};

static struct elf_file *open_debuglink(const struct dso *dso, const char *root, const struct debuglink *link,
				       elf_has_fn has)
{
	static const char * const patterns[] = { "%s%.*s/%s", "%s%.*s/.debug/%s", "%s" DEBUG_ROOT "%.*s/%s" };
	const char *slash = strrchr(dso->path, '/');
	struct elf_file *f = NULL;
	unsigned int i;

	if (!link->name || !slash)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(patterns) && !f; i++)
		f = elf_source__with(elf_source__open(dso, xasprintf(patterns[i], root, (int)(slash - dso->path), dso->path,
						      link->name), &link->crc, NULL), has);
	return f;
}

/* Places for debug files below a root; what they are told by is the build id. */
static struct elf_file *open_debug_root(const struct dso *dso, const char *root, const struct debuglink *link,
					elf_has_fn has, char *origin)
{
	const uint32_t *crc = link->name ? &link->crc : NULL;
	const char *path = dso->path, *slash = strrchr(path, '/');
	char *debug = xasprintf("%s" DEBUG_ROOT, root);
	struct elf_file *f = elf_source__with(elf_source__open(dso, build_id_path(dso, debug, ".debug"), NULL, NULL), has);

	*origin = 'b';
	if (!f) {
		f = elf_source__with(elf_source__open(dso, xasprintf("%s%s.debug", debug, path), crc, NULL), has);
		*origin = 'f';
	}
	if (!f) {
		f = elf_source__with(elf_source__open(dso, xasprintf("%s%s", debug, path), crc, NULL), has);
		*origin = 'u';
	}
	/* Made when /usr/lib/x was /lib/x. */
	if (!f && !strncmp(path, "/usr/", 5)) {
		f = elf_source__with(elf_source__open(dso, xasprintf("%s%s", debug, path + 4), crc, NULL), has);
		*origin = 'x';
	}
	if (!f && slash) {
		f = elf_source__with(elf_source__open(dso, xasprintf("%s%.*s/.debug/%s", root, (int)(slash - path), path, slash + 1),
				       crc, NULL), has);
		*origin = 'o';
	}
	free(debug);
	return f;
}

struct elf_file *elf_source__open_separate(const struct dso *dso, const struct elf_roots *roots, struct elf_file *runtime,
				      elf_has_fn has, char *origin)
{
	struct debuglink link = { 0 };
	struct elf_file *f = elf_source__open_packed(dso, PACK_DEBUG, has);
	size_t i;

	*origin = 'D';
	if (f || dsos__only_packed(dso->dsos))
		return f;
	if (runtime)
		link.name = elf_file__debuglink(runtime, &link.crc);
	for (i = 0; i < roots->nr && !f; i++) {
		f = open_debuglink(dso, roots->dirs[i], &link, has);
		*origin = 'l';
		if (!f && !i) {
			f = elf_source__with(elf_source__open_cached(dso, "/debug"), has);
			*origin = 'D';
		}
		/* The file itself, as it was before it was stripped. */
		if (!f && !i) {
			f = elf_source__with(elf_source__open_cached(dso, "/elf"), has);
			*origin = 'B';
		}
		if (!f)
			f = open_debug_root(dso, roots->dirs[i], &link, has, origin);
	}
	if (!f) {
		f = elf_source__with(elf_source__open(dso, dsos__fetch(dso, DEBUGINFOD_DEBUGINFO), NULL, NULL), has);
		*origin = 'D';
	}
	return f;
}
