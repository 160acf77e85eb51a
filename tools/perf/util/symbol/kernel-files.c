// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/kernel-files.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/names-file.h"
#include "util/symbol/debuginfod.h"
#include "util/symbol/packed.h"

#define MAX_DEPENDENCIES	((size_t)64 << 20)

static const char *symfs(const struct dso *dso)
{
	return dso->dsos->opts.symfs ? dso->dsos->opts.symfs : "";
}

/* --- kallsyms --------------------------------------------------------------------------------- */

struct paths {
	char **list;
	size_t nr, cap;
};

/* Takes @path. */
static void add(struct paths *p, char *path)
{
	GROW(p->list, p->nr, p->cap);
	p->list[p->nr++] = path;
}

/* Takes @path, which is dropped if it cannot be read, or NULL. */
static void add_if_there(struct paths *p, char *path)
{
	if (path && !access(path, R_OK)) {
		add(p, path);
		return;
	}
	if (path)
		names_file__failed(path, -errno);
	free(path);
}

/* Where `perf buildid-cache --kcore` puts the kallsyms of each boot, the last one first. */
static void add_kcore_cache(struct paths *p, const struct dsos *dsos, const struct dso *kernel)
{
	char hex[41], *pattern;
	glob_t found;
	size_t i;

	if (!kernel || !kernel->build_id_size || !dsos->cache_dir)
		return;
	build_id__text(kernel->build_id, kernel->build_id_size, hex);
	pattern = xasprintf("%s/[[]kernel.kcore]/%s/*/kallsyms", dsos->cache_dir, hex);
	if (!alloc__given_glob(glob(pattern, 0, NULL, &found))) {
		for (i = found.gl_pathc; i > 0; i--)
			add(p, xstrdup(found.gl_pathv[i - 1]));
		globfree(&found);
	}
	free(pattern);
}

char **kernel_files__kallsyms(struct dsos *dsos, const struct dso *kernel)
{
	bool runs = kernel__runs(kernel);
	struct paths p = { 0 };
	char *packed;
	size_t at = 0;

	if (dsos->opts.kallsyms) {
		add(&p, xstrdup(dsos->opts.kallsyms));
	} else if ((packed = dsos__packed(dsos, kernel, PACK_KALLSYMS, &at)) || dsos__only_packed(dsos)) {
		if (packed)
			add(&p, packed);
	} else {
		add_if_there(&p, dsos->recorded_kallsyms ? xstrdup(dsos->recorded_kallsyms) : NULL);
		if (runs && (!dsos->opts.symfs || (kernel && kernel->build_id_size)))
			add(&p, xasprintf("%s/kallsyms", procfs__path()));
		if (kernel && dsos->cache_dir)
			add_if_there(&p, build_id_path(kernel, dsos->cache_dir, "/kallsyms"));
		add_kcore_cache(&p, dsos, kernel);
	}
	if (!p.nr) {
		dsos->other_kernel = !runs;
		dsos->kallsyms_error = xstrdup(dsos__only_packed(dsos)
			? "the kernel's symbols are not among what was packed with the recording: give --kallsyms FILE" : runs
			? "with --symfs the running kernel's symbols are not used: give --kallsyms FILE"
			: "recorded on another kernel (build id differs from the running one's): give --kallsyms FILE");
	}
	GROW(p.list, p.nr, p.cap);
	p.list[p.nr] = NULL;
	return p.list;
}

/* --- ELF files ---------------------------------------------------------------------------------- */

char *kernel_files__release(struct dsos *dsos)
{
	const char *recorded = dsos->release;
	struct utsname u;

	/* It becomes a part of paths. */
	if (recorded && *recorded)
		return strchr(recorded, '/') || recorded[0] == '.' ? NULL : xstrdup(recorded);
	return kernel__runs(dsos__host_kernel(dsos)) && !uname(&u) ? xstrdup(u.release) : NULL;
}

/* Takes @path. The file, if it is of the recorded build; a reason why not goes to @s, which may be NULL. */
static struct elf_file *open_build(const struct dso *dso, char *path, struct dso_symbols *s)
{
	struct elf_file *f = NULL;
	uint8_t id[20];
	int err, n;

	if (!path)
		return NULL;
	err = elf_file__open_packed(path, &f);
	if (err && err != -ENOENT && s)
		dso_symbols__fail(s, dso_lack__of_error(err), "'%s': %s", path, dso_lack__why(err));
	n = err ? 0 : elf_file__build_id(f, id);
	if (!err && dso->build_id_size && (n <= 0 || !dso__same_build_id(dso, id, (size_t)n))) {
		pr_debug("'%s': another build, not used\n", path);
		if (s) {
			s->worth_warning = true;
			dso_symbols__fail(s, DSO_LACK_BUILD,
					  "'%s' is another build (build id differs from the recorded one)", path);
		}
		elf_file__close(f);
		f = NULL;
	}
	free(path);
	return f;
}

/* By build id alone: the user's cache, /usr/lib/debug, a server. */
static struct elf_file *open_by_id(const struct dso *dso)
{
	struct dsos *dsos = dso->dsos;
	struct elf_file *f = NULL;
	char *debug;

	if (!dso->build_id_size)
		return NULL;
	if (dsos->cache_dir)
		f = open_build(dso, build_id_path(dso, dsos->cache_dir, "/elf"), NULL);
	if (!f && dsos->cache_dir)
		f = open_build(dso, build_id_path(dso, dsos->cache_dir, "/debug"), NULL);
	debug = xasprintf("%s/usr/lib/debug", symfs(dso));
	if (!f)
		f = open_build(dso, build_id_path(dso, debug, ".debug"), NULL);
	free(debug);
	if (!f)
		f = open_build(dso, dsos__fetch(dso, DEBUGINFOD_DEBUGINFO), NULL);
	return f;
}

struct elf_file *kernel_files__vmlinux(const struct dso *kernel)
{
	static const char * const patterns[] = {
		"%s/boot/vmlinux-%s", "%s/usr/lib/debug/boot/vmlinux-%s", "%s/lib/modules/%s/build/vmlinux",
		"%s/usr/lib/debug/lib/modules/%s/vmlinux", "%s/usr/lib/debug/boot/vmlinux-%s.debug",
	};
	struct elf_file *f;
	size_t at = 0, i;
	char *rel;

	f = open_build(kernel, dsos__packed(kernel->dsos, kernel, PACK_ELF, &at), NULL);
	if (f || dsos__only_packed(kernel->dsos) || !kernel->build_id_size)
		return f;
	rel = kernel_files__release(kernel->dsos);
	for (i = 0; i < ARRAY_SIZE(patterns) && !f && rel; i++)
		f = open_build(kernel, xasprintf(patterns[i], symfs(kernel), rel), NULL);
	free(rel);
	return f ? f : open_by_id(kernel);
}

const char *dsos__vmlinux(struct dsos *dsos)
{
	size_t at = 0;

	if (dsos->opts.vmlinux)
		return dsos->opts.vmlinux;
	/* What is named now counts more than what was named when the recording was packed. */
	if (!dsos->packed_vmlinux && !dsos->opts.kallsyms && !dsos->opts.ignore_vmlinux)
		dsos->packed_vmlinux = dsos__packed(dsos, NULL, PACK_VMLINUX, &at);
	return dsos->packed_vmlinux;
}

/* Is "kernel/fs/some-fs.ko.xz" the file of module "[some_fs]"? @path has @len bytes. */
static bool is_file_of(const char *path, size_t len, const char *name)
{
	const char *base = memrchr(path, '/', len), *p = base ? base + 1 : path, *end = path + len;

	for (name++; p < end && *name && *name != ']'; p++, name++)
		if ((*p == '-' ? '_' : *p) != (*name == '-' ? '_' : *name))
			return false;
	return *name == ']' && end - p >= 3 && !strncmp(p, ".ko", 3);
}

/* modules.dep has a line for each module that is installed: "kernel/fs/x.ko.xz: other.ko.xz". Caller frees. */
static char *find_installed(const char *dir, const char *name)
{
	char *list = xasprintf("%s/modules.dep", dir), *data, *line, *path = NULL;
	size_t size;
	int err = names_file__read_all(list, MAX_DEPENDENCIES, &data, &size);

	free(list);
	if (err)
		return NULL;
	for (line = data; *line && !path; line += strcspn(line, "\n"), line += *line == '\n') {
		size_t len = strcspn(line, ":\n");

		if (line[len] == ':' && is_file_of(line, len, name))
			path = line[0] == '/' ? xstrndup(line, len) : xasprintf("%s/%.*s", dir, (int)len, line);
	}
	free(data);
	return path;
}

struct elf_file *kernel_files__module(const struct dso *module, const char *why, struct dso_symbols *s)
{
	char *rel = kernel_files__release(module->dsos), *dir = rel ? xasprintf("%s/lib/modules/%s", symfs(module), rel) : NULL;
	size_t at = 0;
	struct elf_file *f = open_build(module, dsos__packed(module->dsos, module, PACK_ELF, &at), s);
	bool packed = f || dsos__only_packed(module->dsos);

	if (!packed && module->path[0] == '/')
		f = open_build(module,
			       xasprintf("%s%s", symfs(module), module->dsos->opts.symfs_flat ? strrchr(module->path, '/') : module->path),
			       s);
	if (!f && !packed && dir)
		f = open_build(module, find_installed(dir, module->long_name), s);
	if (!f && !packed)
		f = open_by_id(module);
	if (!f && s)
		dso_symbols__fail(s, DSO_LACK_FILE, "%s, and no file of it is in /lib/modules/%s", why, rel ? rel : "");
	free(dir);
	free(rel);
	return f;
}
