// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/symbol-advice.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/patient-open.h"
#include "util/symbol/vdso.h"

#define MAX_LIST	((size_t)64 << 20)

/* --- which distribution this is ---------------------------------------------------------------- */

/* The value of "KEY=value" or 'KEY="value"' in os-release. */
static void get_value(const char *text, const char *key, char *ret, size_t size)
{
	size_t len = strlen(key);
	const char *line, *end;

	for (line = text; *line; line = *end ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		if (strncmp(line, key, len) != 0 || line[len] != '=')
			continue;
		line += len + 1;
		if (*line == '"' || *line == '\'')
			line++;
		snprintf(ret, size, "%.*s", (int)strcspn(line, "\"'\n"), line);
		return;
	}
}

void symbol_advice__init(struct symbol_advice *a, const char *symfs)
{
	static const char *const places[] = { "/etc/os-release", "/usr/lib/os-release" };
	size_t i, size;
	char *data;

	*a = (struct symbol_advice){ .root = xstrdup(symfs ? symfs : "") };
	for (i = symfs ? 0 : ARRAY_SIZE(places); i < 2 * ARRAY_SIZE(places); i++) {
		/* A directory with some files only is no system: then it is this one's advice. */
		char *path = xasprintf("%s%s", i < ARRAY_SIZE(places) ? a->root : "", places[i % ARRAY_SIZE(places)]);
		int err = file__read_all(path, MAX_LIST, &data, &size);

		free(path);
		if (err)
			continue;
		get_value(data, "ID", a->id, sizeof(a->id));
		get_value(data, "ID_LIKE", a->family, sizeof(a->family));
		free(data);
		return;
	}
}

void symbol_advice__exit(struct symbol_advice *a)
{
	zfree(&a->root);
}

/* Is this distribution @id, or made from it? */
static bool is_like(const struct symbol_advice *a, const char *id)
{
	return !strcmp(a->id, id) || strstr(a->family, id) != NULL;
}

static bool is_debian(const struct symbol_advice *a)
{
	return is_like(a, "debian") || is_like(a, "ubuntu");
}

static bool is_red_hat(const struct symbol_advice *a)
{
	return is_like(a, "fedora") || is_like(a, "rhel") || is_like(a, "centos");
}

static const char *server(const struct symbol_advice *a)
{
	static const struct { const char *id, *url; } servers[] = {
		{ "ubuntu", "https://debuginfod.ubuntu.com" },
		{ "debian", "https://debuginfod.debian.net" },
		{ "fedora", "https://debuginfod.fedoraproject.org" },
		{ "centos", "https://debuginfod.centos.org" },
		{ "arch", "https://debuginfod.archlinux.org" },
		{ "suse", "https://debuginfod.opensuse.org" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(servers); i++)
		if (is_like(a, servers[i].id))
			return servers[i].url;
	/* It asks those of the distributions. */
	return "https://debuginfod.elfutils.org";
}

/* --- which package a file belongs to ------------------------------------------------------------ */

static bool has_line(const char *data, const char *line)
{
	size_t len = strlen(line);
	const char *at = data;

	while ((at = strstr(at, line)) != NULL) {
		if ((at == data || at[-1] == '\n') && (!at[len] || at[len] == '\n'))
			return true;
		at += len;
	}
	return false;
}

static bool list_has(const char *path, const char *file)
{
	/* What is in /usr/lib now was in /lib when the package was made. */
	const char *old = strncmp(file, "/usr/", 5) ? NULL : file + 4;
	size_t size;
	char *data;
	bool found;

	if (file__read_all(path, MAX_LIST, &data, &size))
		return false;
	found = has_line(data, file) || (old && has_line(data, old));
	free(data);
	return found;
}

/* dpkg's name of the package that @file belongs to; caller frees. NULL: none. */
static char *package_of(const struct symbol_advice *a, const char *file)
{
	char *dir = xasprintf("%s/var/lib/dpkg/info", a->root), *package = NULL;
	struct dirent *entry;
	DIR *d = alloc__given(opendir(dir));

	while (d && !package && (entry = readdir(d)) != NULL) {
		size_t len = strlen(entry->d_name);
		char *path;

		if (len < 6 || strcmp(entry->d_name + len - 5, ".list") != 0)
			continue;
		path = xasprintf("%s/%s", dir, entry->d_name);
		/* "libc6:amd64.list" */
		if (list_has(path, file))
			package = xstrndup(entry->d_name, strcspn(entry->d_name, ":") < len - 5
					   ? strcspn(entry->d_name, ":") : len - 5);
		free(path);
	}
	if (d)
		closedir(d);
	free(dir);
	return package;
}

/* Those of containers are not. */
static bool is_there(const struct symbol_advice *a, const char *file)
{
	char *path = xasprintf("%s%s", a->root, file);
	struct stat st;
	bool there = !patient_stat(path, &st);

	free(path);
	return there;
}

/* --- words ---------------------------------------------------------------------------------------- */

const char *dso_lack__text(enum dso_lack lack)
{
	switch (lack) {
	case DSO_LACK_NOTHING:		return "no symbol covers the address";
	case DSO_LACK_PARTIAL:		return "stripped, few names left";
	case DSO_LACK_STRIPPED:		return "stripped";
	case DSO_LACK_FILE:		return "file not found";
	case DSO_LACK_ACCESS:		return "cannot be read";
	case DSO_LACK_FAILED:		return "reading it failed";
	case DSO_LACK_BUILD:		return "build id differs";
	case DSO_LACK_REPLACED:		return "replaced since";
	case DSO_LACK_NOT_A_FILE:	return "not a file";
	}
	return "";
}

static void add_debuginfod(const struct symbol_advice *a, const struct dso *dso, struct strbuf *out)
{
	if (dso->build_id_size)
		strbuf__addf(out, "%s--debuginfod=%s", out->len ? ", or " : "", server(a));
}

/* May a shell be given it as it is? The name comes from the recording. */
static bool is_plain(const char *path)
{
	return !path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-@")];
}

/* The debug package of an installed file. */
static void add_package(const struct symbol_advice *a, const struct dso *dso, struct strbuf *out)
{
	char hex[41], *package = NULL;

	build_id__text(dso->build_id, dso->build_id_size, hex);
	if (is_debian(a))
		package = package_of(a, dso->path);
	if (package && !strcmp(package, "libc6"))
		strbuf__addstr(out, "apt install libc6-dbg");
	else if (package)
		strbuf__addf(out, "apt install %s-dbgsym (from the archive %s)", package,
			     is_like(a, "ubuntu") ? "ddebs.ubuntu.com" : "debian-debug");
	else if (is_red_hat(a) && dso->build_id_size && is_plain(dso->path))
		strbuf__addf(out, "dnf debuginfo-install %s", dso->path);
	else if (is_like(a, "suse") && dso->build_id_size)
		strbuf__addf(out, "zypper install -C 'debuginfo(build-id)=%s'", hex);
	/* What is there and no package brought was built by hand, and no server has it. */
	if (is_debian(a) && !package && is_there(a, dso->path))
		strbuf__addstr(out, "no package has it: build it without stripping it (no 'strip', no 'ld -s')");
	else
		add_debuginfod(a, dso, out);
	free(package);
}

static void add_kernel(const struct symbol_advice *a, enum dso_lack lack, const struct dso *dso, struct strbuf *out)
{
	if (lack == DSO_LACK_ACCESS) {
		strbuf__addstr(out, "as root: sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1, or run perf as root");
		return;
	}
	strbuf__addstr(out, "--kallsyms=FILE, a copy of /proc/kallsyms of the machine that recorded");
	if (is_debian(a))
		strbuf__addstr(out, ", or apt install linux-image-RELEASE-dbg there or here");
	else if (is_red_hat(a))
		strbuf__addstr(out, ", or dnf debuginfo-install kernel");
	add_debuginfod(a, dso, out);
}

void symbol_advice__add(const struct symbol_advice *a, struct dso *dso, struct strbuf *out)
{
	enum dso_lack lack = dso__lack(dso);

	if (lack == DSO_LACK_FAILED) {
		strbuf__addf(out, "mend what %s says, and run perf again", dso__load_error(dso));
		return;
	}
	switch (dso->kind) {
	case DSO_KIND_KERNEL:
	case DSO_KIND_MODULE:
		if (lack != DSO_LACK_NOTHING)
			add_kernel(a, lack, dso, out);
		return;
	case DSO_KIND_JIT:
		strbuf__addf(out, "the program must write %s: node --perf-basic-prof, java -XX:+DumpPerfMapAtExit,\n"
			     "\t\tpython -X perf, DOTNET_PerfMapEnabled=1", dso->path);
		return;
	case DSO_KIND_VDSO:
		if (lack != DSO_LACK_NOTHING)
			strbuf__addf(out, "%s/lib/modules/RELEASE/vdso of the machine that recorded below --symfs=DIR",
				     strcmp(dso->path, VDSO32_NAME) ? "perf archive there, or " : "");
		return;
	case DSO_KIND_KSYMBOL:
		return;
	case DSO_KIND_USER:
		break;
	}
	if (lack == DSO_LACK_PARTIAL || lack == DSO_LACK_STRIPPED)
		add_package(a, dso, out);
	else if (lack == DSO_LACK_BUILD || lack == DSO_LACK_REPLACED || lack == DSO_LACK_FILE) {
		add_debuginfod(a, dso, out);
		strbuf__addf(out, "%s--symfs=DIR with the recorded file below DIR", out->len ? ", or " : "");
	} else if (lack == DSO_LACK_ACCESS) {
		strbuf__addstr(out, "make it readable, or run perf as root");
	}
}
