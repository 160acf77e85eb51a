// SPDX-License-Identifier: GPL-2.0-only
/* Each lib/FILE is made a list of bytes by the build (Makefile.perf), FILE.inc. */
#include "util/python/lib-parts.h"

#include "util/base/alloc.h"

static const unsigned char driver[] = {
#include <driver.py.inc>
};

static const unsigned char context[] = {
#include <perf_trace_context.py.inc>
};

static const unsigned char samples[] = {
#include <samples.py.inc>
};

static const unsigned char flag_names[] = {
#include <flag_names.py.inc>
};

static const unsigned char tables[] = {
#include <db_tables.py.inc>
};

static const unsigned char calls[] = {
#include <db_calls.py.inc>
};

static const unsigned char core[] = {
#include <Core.py.inc>
};

static const unsigned char util[] = {
#include <Util.py.inc>
};

static const unsigned char event_class[] = {
#include <EventClass.py.inc>
};

static const struct {
	const char *name;
	const unsigned char *text;
	size_t size;
} parts[] = {
	{ "driver", driver, sizeof(driver) },
	{ "perf_trace_context", context, sizeof(context) },
	{ "perf_samples", samples, sizeof(samples) },
	{ "perf_flag_names", flag_names, sizeof(flag_names) },
	{ "perf_db_tables", tables, sizeof(tables) },
	{ "perf_db_calls", calls, sizeof(calls) },
	{ "Core", core, sizeof(core) },
	{ "Util", util, sizeof(util) },
	{ "EventClass", event_class, sizeof(event_class) },
};

const void *lib_part(size_t nr, const char **ret_name, size_t *ret_size)
{
	if (nr >= ARRAY_SIZE(parts))
		return NULL;
	*ret_name = parts[nr].name;
	*ret_size = parts[nr].size;
	return parts[nr].text;
}
