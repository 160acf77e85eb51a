// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/capstone.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "util/base/alloc.h"
#include "util/base/library.h"

/* The library of the version whose header this was built with: those of others have other structures. */
#define TEXT_(number)	#number
#define TEXT(number)	TEXT_(number)
#define CAPSTONE_SO	"libcapstone.so." TEXT(CS_API_MAJOR)

static struct capstone capstone;
static bool usable;
static char reason[320];

static void load(void)
{
	const struct library_function functions[] = {
#define FUNCTION(name) { #name, &capstone.name },
		CAPSTONE_FUNCTIONS(FUNCTION)
#undef FUNCTION
	};

	usable = library__load(CAPSTONE_SO, functions, ARRAY_SIZE(functions), reason, sizeof(reason));
}

const struct capstone *capstone__load(char *err, size_t err_size)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	if (usable)
		return &capstone;
	snprintf(err, err_size, "%s (Debian has it as libcapstone" TEXT(CS_API_MAJOR) ")", reason);
	return NULL;
}
