// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/range-place.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/open-regular.h"
#include "util/base/patient-open.h"
#include "util/record/process-maps.h"

void range_place__exit(struct range_place *p)
{
	free(p->symbol);
	free(p->object);
}

/* "NAME+0x10" loses its end. */
static void take_offset(struct range_place *p)
{
	char *plus = strrchr(p->symbol, '+'), *end;

	if (!plus || plus == p->symbol || !isdigit((unsigned char)plus[1]))
		return;
	p->plus = strtoull(plus + 1, &end, 0);
	if (*end)
		p->plus = 0;
	else
		*plus = 0;
}

int range_place__parse(struct range_place *p, const char *text, size_t len, struct diag *diag)
{
	const char *at = memchr(text, '@', len);
	size_t n = at ? (size_t)(at - text) : len;

	if (!n || (at && at + 1 == text + len))
		return diag__msg(diag, -EINVAL, "--aux-range takes two functions, START,STOP, each "
				 "SYMBOL or SYMBOL@OBJECT; not '%.*s'", (int)len, text);
	p->symbol = xstrndup(text, n);
	p->object = at ? xstrndup(at + 1, len - n - 1) : NULL;
	p->object_said = at != NULL;
	p->in_kernel = at && (!strcmp(p->object, "kernel") || !strcmp(p->object, "[kernel]"));
	take_offset(p);
	return 0;
}

/* "libc.so.6" is also "libc.so" and "libc"; "libfoo-2.1.so" also "libfoo". */
static bool is_called(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	size_t n = strlen(name);

	return !strncmp(base, name, n) && (!base[n] || base[n] == '.' || base[n] == '-');
}

/* The first file with code that process @pid has mapped under that name; NULL: none. Caller frees. */
static char *mapped_file(struct process_asker *asker, pid_t pid, const char *name)
{
	char *text = process_maps__read(asker, pid), *line, *save = NULL, *ret = NULL;
	struct map_line m;

	for (line = text ? strtok_r(text, "\n", &save) : NULL; line && !ret;
	     line = strtok_r(NULL, "\n", &save))
		if (map_line__parse(&m, line) && m.is_code && *m.path == '/' && is_called(m.path, name))
			ret = process_maps__path(pid, m.path);
	free(text);
	return ret;
}

static bool is_library(const char *file, void *ctx)
{
	return is_called(file, ctx);
}

/* Beside libc.so.6 lie an archive, libc.a, and a text for the linker, libc.so. */
static bool is_elf(const char *path)
{
	struct stat st;
	char magic[4];
	int fd = open_regular(path, 0, &st);
	bool ret = fd >= 0 && read(fd, magic, sizeof(magic)) == sizeof(magic) && !memcmp(magic, "\177ELF", sizeof(magic));

	if (fd >= 0)
		close(fd);
	return ret;
}

/* A library where the system keeps them; NULL: none. Caller frees. */
static char *system_library(const char *name)
{
	static const char *const dirs[] = { "/lib/%s-linux-gnu", "/usr/lib/%s-linux-gnu", "/lib64", "/usr/lib64",
					    "/lib", "/usr/lib", "/usr/local/lib" };
	struct utsname u;
	char *ret = NULL;
	size_t i, k;

	if (uname(&u) || strncmp(name, "lib", 3))
		return NULL;
	for (i = 0; i < ARRAY_SIZE(dirs) && !ret; i++) {
		const char *percent = strchr(dirs[i], '%');
		char *dir = percent ? xasprintf("%.*s%s%s", (int)(percent - dirs[i]), dirs[i], u.machine,
						percent + 2) : xstrdup(dirs[i]);
		char **names = list_names(dir, is_library, (void *)(uintptr_t)name);

		for (k = 0; names && names[k] && !ret; k++) {
			ret = xasprintf("%s/%s", dir, names[k]);
			if (!is_elf(ret))
				zfree(&ret);
		}
		free_names(names);
		free(dir);
	}
	return ret;
}

char *range_scope__find_file(const struct range_scope *scope, const char *name, struct diag *diag)
{
	size_t n = strlen(procfs__path()), i;
	char *path, *found = NULL;
	int err;

	/* Its links lead to where only the process can go. */
	if (!strncmp(name, procfs__path(), n) && name[n] == '/')
		return xstrdup(name);
	path = patient_realpath(name);
	if (path)
		return path;
	err = errno;
	for (i = 0; i < scope->nr_pids && !strchr(name, '/') && !found; i++)
		found = mapped_file(scope->asker, scope->pids[i], name);
	if (!found && !strchr(name, '/') && !scope->nr_pids) {
		path = system_library(name);
		found = path ? alloc__given(realpath(path, NULL)) : NULL;
		free(path);
	}
	if (!found && scope->nr_pids && !strchr(name, '/'))
		diag__msg(diag, -ENOENT, "process %d has no file '%s' with code in its memory",
			  (int)scope->pids[0], name);
	else if (!found)
		diag__msg(diag, -err, "cannot find '%s': %s", name, strerror(err));
	return found;
}

static int find_in_kernel(struct range_place *p, struct diag *diag)
{
	int err = kernel__find_function(p->symbol, &p->where, diag);

	/* Hidden addresses: the kernel itself knows the name. */
	p->has_address = !err;
	if (err == -EACCES && !strchr(p->symbol, '#')) {
		diag__clear(diag);
		err = 0;
	}
	p->in_kernel = true;
	return err;
}

static int find_in_file(struct range_place *p, const char *name, const struct range_scope *scope,
			struct diag *diag)
{
	char *path = range_scope__find_file(scope, name, diag);
	int err = path ? elf__find_function(path, p->symbol, &p->where, diag) : -ENOENT;

	free(p->object);
	p->object = path;
	return err;
}

/* All code that the process has mapped, its program first. */
static int find_in_process(struct range_place *p, pid_t pid, const struct range_scope *scope,
			   struct diag *diag)
{
	char *exe = process_maps__program(pid), *text, *line, *save = NULL;
	struct diag ignored = DIAG_INIT;
	struct map_line m;
	int err = exe ? find_in_file(p, exe, scope, diag) : -ENOENT;

	free(exe);
	if (err != -ENOENT)
		return err;
	text = process_maps__read(scope->asker, pid);
	for (line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		char *path;

		if (!map_line__parse(&m, line) || !m.is_code || *m.path != '/')
			continue;
		path = process_maps__path(pid, m.path);
		diag__clear(&ignored);
		err = find_in_file(p, path, scope, &ignored);
		free(path);
		if (!err || err == -ENOTUNIQ)
			break;
		err = -ENOENT;
	}
	free(text);
	if (!err)
		diag__clear(diag);
	else if (err == -ENOTUNIQ)
		*diag = ignored;
	return err;
}

static int find_anywhere(struct range_place *p, const struct range_scope *scope, struct diag *diag)
{
	struct diag first = DIAG_INIT;
	int err = -ENOENT;
	size_t i;

	if (scope->program)
		err = find_in_file(p, scope->program, scope, &first);
	for (i = 0; i < scope->nr_pids && err == -ENOENT; i++) {
		diag__clear(&first);
		err = find_in_process(p, scope->pids[i], scope, &first);
	}
	if (!err)
		return 0;
	if (err != -ENOENT) {
		*diag = first;
		return err;
	}
	free(p->object);
	p->object = NULL;
	err = find_in_kernel(p, diag);
	if (err != -ENOENT || !diag__is_set(&first))
		return err;
	diag__clear(diag);
	return diag__msg(diag, err, "%s (nor in the kernel; of another file it is %s@/path/of/it)",
			 first.text, p->symbol);
}

int range_place__find(struct range_place *p, const struct range_scope *scope, struct diag *diag)
{
	char *said = NULL;
	int err;

	if (p->in_kernel) {
		err = find_in_kernel(p, diag);
	} else if (p->object_said) {
		said = p->object;
		p->object = NULL;
		err = find_in_file(p, said, scope, diag);
		free(said);
	} else {
		err = find_anywhere(p, scope, diag);
	}
	if (!err && p->plus && p->where.size && p->plus >= p->where.size)
		err = diag__msg(diag, -EINVAL,
				"'%s' has %" PRIu64 " bytes: %s+0x%" PRIx64 " lies outside of it", p->symbol,
				p->where.size, p->symbol, p->plus);
	return err;
}
