// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool library__find(void *so, const char *name, void *member)
{
	void *function = dlsym(so, name);

	/* A pointer to a function is no void pointer. */
	memcpy(member, &function, sizeof(function));
	return function;
}

bool library__load(const char *soname, const struct library_function *functions, size_t nr, char *err, size_t err_size)
{
	void *so = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
	const char *why;
	size_t i;

	for (i = 0; so && i < nr; i++)
		if (!library__find(so, functions[i].name, functions[i].member))
			break;
	if (so && i == nr)
		return true;
	why = dlerror();
	snprintf(err, err_size, "%s cannot be loaded: %s", soname, why ? why : "it lacks a function");
	if (so)
		dlclose(so);
	return false;
}
