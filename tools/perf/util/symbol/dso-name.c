// SPDX-License-Identifier: GPL-2.0-only
/* What a dso is called where it is shown: its long name, and the short one. */

#include <stdio.h>
#include <string.h>

#include "util/base/shown.h"
#include "util/symbol/dsos.h"
#include "util/symbol/vdso.h"

/* "[e1000e]" of "/lib/modules/6.1/kernel/e1000e.ko.xz"; "-" in file names is "_" in module names. */
static const char *module_name(struct dsos *dsos, const char *path)
{
	const char *base = strrchr(path, '/'), *dot;
	char *name, *p;
	size_t size;

	if (path[0] == '[')
		return arena__strdup(&dsos->arena, path);
	base = base ? base + 1 : path;
	dot = strstr(base, ".ko");
	if (!dot || (dot[3] && dot[3] != '.'))
		return arena__strdup(&dsos->arena, base);
	size = (size_t)(dot - base) + 3;
	name = arena__alloc(&dsos->arena, size);
	snprintf(name, size, "[%.*s]", (int)(dot - base), base);
	for (p = name; *p; p++)
		if (*p == '-')
			*p = '_';
	return name;
}

static const char *base_name(const char *name)
{
	const char *slash = strrchr(name, '/');

	/* "//anon" and what ends in a slash have nothing better than the whole name. */
	return slash && slash[1] && name[0] == '/' && name[1] != '/' ? slash + 1 : name;
}

/* perf's name for the code of a JIT: "/tmp/perf-1234.map" is "[JIT] tid 1234". */
static const char *jit_name(struct dsos *dsos, const char *name)
{
	char text[32];
	unsigned int pid;

	if (sscanf(base_name(name), "perf-%u.map", &pid) != 1)
		return base_name(name);
	snprintf(text, sizeof(text), "[JIT] tid %u", pid);
	return arena__strdup(&dsos->arena, text);
}

void dso__set_names(struct dso *dso)
{
	struct dsos *dsos = dso->dsos;

	dso->long_name = dso->kind == DSO_KIND_MODULE ? module_name(dsos, dso->path) :
			 dso->kind == DSO_KIND_VDSO ? VDSO_NAME : dso->path;
	/* What is printed; files are looked for by the path. */
	if (!shown__is_safe(dso->long_name, strlen(dso->long_name)))
		dso->long_name = arena__strdup(&dsos->arena, shown(dso->long_name));
	dso->short_name = dso->kind == DSO_KIND_JIT ? jit_name(dsos, dso->long_name) : base_name(dso->long_name);
}
