// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/capstone.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/base/log.h"

/* The library of the version whose header this was built with: those of others have other structures. */
#define TEXT_(number)	#number
#define TEXT(number)	TEXT_(number)
#define CAPSTONE_SO	"libcapstone.so." TEXT(CS_API_MAJOR)

static bool find(void *so, const char *name, void *member, size_t size)
{
	void *function = dlsym(so, name);

	memcpy(member, &function, size);
	return function;
}

const struct capstone *capstone__load(char *err, size_t err_size)
{
	static struct capstone functions;
	static bool tried, usable;
	static char why[320];
	void *so;

	if (!tried) {
		tried = true;
		so = dlopen(CAPSTONE_SO, RTLD_LAZY | RTLD_LOCAL);
		usable = so;
#define FIND(name) usable = usable && find(so, #name, &functions.name, sizeof(functions.name));
		CAPSTONE_FUNCTIONS(FIND)
#undef FIND
		if (!usable) {
			snprintf(why, sizeof(why), CAPSTONE_SO ", which takes instructions apart, cannot be loaded: %s", dlerror());
			pr_warning("perf: %s\n", why);
		}
	}
	if (usable)
		return &functions;
	if (err)
		snprintf(err, err_size, "%s", why);
	return NULL;
}
