// SPDX-License-Identifier: GPL-2.0-only
#include "util/choose/event-known.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/kernel-paths.h"
#include "util/choose/parse-events.h"
#include "util/choose/pmu.h"
#include "util/event/event-names.h"

static bool is_symbol(const struct event_symbol *symbol, const char *name)
{
	return !strcasecmp(symbol->name, name) || (symbol->alias && !strcasecmp(symbol->alias, name));
}

bool event_name__find_generic(const char *name, uint32_t *type, uint64_t *config)
{
	size_t i, n;

	for (i = 0; i < PERF_COUNT_HW_MAX; i++) {
		if (is_symbol(&event_symbols_hw[i], name)) {
			*type = PERF_TYPE_HARDWARE;
			*config = i;
			return true;
		}
	}
	for (i = 0; i < PERF_COUNT_SW_MAX; i++) {
		if (is_symbol(&event_symbols_sw[i], name)) {
			*type = PERF_TYPE_SOFTWARE;
			*config = i;
			return true;
		}
	}
	if (hw_cache__parse(name, strlen(name), config)) {
		*type = PERF_TYPE_HW_CACHE;
		return true;
	}
	/* r1a8, r0x1a8 */
	if (name[0] != 'r')
		return false;
	name++;
	if (name[0] == '0' && name[1] == 'x')
		name += 2;
	n = strspn(name, "0123456789abcdefABCDEF");
	if (!n || n > 16 || name[n])
		return false;
	*type = PERF_TYPE_RAW;
	*config = strtoull(name, NULL, 16);
	return true;
}

char **event_name__pmus(const char *event)
{
	char **names = pmu_names(NULL);
	size_t i, kept = 0;

	for (i = 0; names[i]; i++) {
		char *text = strchr(event, '/') ? NULL :
			     read_text_filef("%s/bus/event_source/devices/%s/events/%s", sysfs__path(), names[i], event);

		if (text)
			names[kept++] = names[i];
		else
			free(names[i]);
		free(text);
	}
	names[kept] = NULL;
	return names;
}

bool event_name__is_known(const char *name)
{
	uint64_t config;
	uint32_t type;
	char **pmus;
	bool found;

	if (event_name__find_generic(name, &type, &config))
		return true;
	pmus = event_name__pmus(name);
	found = pmus[0] != NULL;
	free_names(pmus);
	return found;
}
